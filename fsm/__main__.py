"""``python -m fsm`` is ``fsm``."""

from .cli import main

main()
