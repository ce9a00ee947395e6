"""The version of the package: pyproject.toml, ``fsm --version`` and ``fsm.__version__`` have it from here."""

__version__ = "0.1.0"
