"""Packs what Python needs in a browser; ``pack.mjs`` runs it in the Python of the browser, whose bytecode it writes.

Two archives are made, whose files are not compressed, since the whole archive is: the standard library without what is
never used there, and our package with the libraries that it needs.
"""

from collections.abc import Iterator
from importlib._bootstrap_external import _code_to_timestamp_pyc  # type: ignore[attr-defined]
from json import dumps
from pathlib import Path
from tomllib import loads
from zipfile import ZIP_STORED, ZipFile, ZipInfo

File = tuple[str, bytes]

NO_ROOMS = (
    "cli", "dap", "driving", "exploring", "pages", "plugin", "pytest_plugin", "quiz", "__main__", "watching", "finding",
    "rulebook", "diagram/drawing/fonts", "debugger/terminal", "debugger/lines",
)  # fmt: skip
"""What of our package only a terminal, an editor or a test needs."""

DATA = {".toml", ".txt", ".css", ".js", ".html", ".pml"}

NO_MODULES = """
_pyrepl antigravity argparse bdb cProfile calendar cmd code colorsys compileall configparser csv ctypes curses dbm
doctest fileinput filecmp ftplib getopt getpass gettext idlelib imaplib lib2to3 mailbox mimetypes modulefinder
multiprocessing netrc nturl2path optparse pdb pickletools plistlib poplib pprint profile pstats pty pyclbr pydoc
pydoc_data quopri rlcompleter runpy sched shelve smtplib socketserver sqlite3 ssl _ssl statistics stringprep
symtable tabnanny this timeit trace tracemalloc tty turtle unittest wave webbrowser wsgiref xml/dom xml/sax xmlrpc
zipapp zoneinfo importlib/metadata importlib/resources email http concurrent/futures/process
concurrent/futures/interpreter json/tool json/__main__ urllib pyodide/console pyodide/http __hello__ __phello__
_pyio _py_abc _sysconfigdata__emscripten_wasm32-emscripten ensurepip venv tkinter py_compile
""".split()  # noqa: SIM905
"""What of the standard library is never imported there."""

ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "latin_1", "unicode_escape", "utf_8", "utf_8_sig", "utf_16_be")


def compiled(name: str, source: bytes, optimize: int) -> File:
    """A module as bytecode, which stands where its source would."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return f"{name.removesuffix('.py')}.pyc", bytes(_code_to_timestamp_pyc(code))


def package(root: Path) -> Iterator[File]:
    """Our package: with docstrings, of which the schema and explanations are made, and what is TOML also as JSON."""
    for path in sorted((root / "fsm").rglob("*")):
        name = path.relative_to(root).as_posix()
        inside = name.removeprefix("fsm/").removesuffix(".py")
        if path.is_dir() or any(inside == room or inside.startswith(f"{room}/") for room in NO_ROOMS):
            continue
        if inside.startswith("site/") and not inside.startswith(("site/desk/", "site/__init__", "site/browser")):
            continue
        if path.suffix == ".py":
            yield compiled(name, path.read_bytes(), 0)
        elif path.suffix in DATA:
            yield name, path.read_bytes()
            if path.suffix == ".toml":
                yield f"{name}.json", dumps(loads(path.read_text())).encode()


def libraries(wheels: Path) -> Iterator[File]:
    """The modules of the wheels, and what is compiled for this Python."""
    for wheel in sorted(wheels.glob("*.whl")):
        with ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.endswith(".py"):
                    yield compiled(name, archive.read(name), 2)
                elif name.endswith("wasm32-emscripten.so"):
                    yield name, archive.read(name)


def standard_library(archive: Path) -> Iterator[File]:
    """The standard library without what is never imported."""
    with ZipFile(archive) as whole:
        for name in whole.namelist():
            if name.endswith(".py") and _is_needed(name.removesuffix(".py")):
                yield compiled(name, whole.read(name), 2)


def _is_needed(name: str) -> bool:
    if name.startswith("encodings/"):
        return name.removeprefix("encodings/") in ENCODINGS
    return not any(name == left or name.startswith(f"{left}/") for left in NO_MODULES)


def write(target: Path, files: Iterator[File]) -> None:
    """An archive that is the same whenever it is made."""
    with ZipFile(target, "w", ZIP_STORED) as archive:
        for name, content in files:
            archive.writestr(ZipInfo(name), content)


def main(root: Path, wheels: Path, stdlib: Path, out: Path) -> None:
    """Make both archives."""
    write(out / "python.zip", standard_library(stdlib))
    write(out / "app.zip", (file for files in (package(root), libraries(wheels)) for file in files))


main(Path("/source"), Path("/wheels"), Path("/pyodide/python_stdlib.zip"), Path("/out"))
