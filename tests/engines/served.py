"""An engine of these tests as a program: ``python -m engines.served reference:Engine`` answers lines with lines."""

from __future__ import annotations

import importlib
import json
import sys


def main(named: str) -> None:
    """Answers until the input ends."""
    module, _, name = named.partition(":")
    kind = getattr(importlib.import_module(f"engines.{module}"), name)
    game = kind()
    for line in sys.stdin:
        asked = json.loads(line)
        ask = asked["ask"]
        if ask == "hello":
            answer = {"engine": name, "can": kind.can, "editions": kind.editions}
        elif ask == "start":
            game = kind()
            answer = game.start(asked["setup"])
        elif ask == "act":
            answer = game.act(asked["act"])
        else:
            answer = {"pass": game.pass_, "mark": game.mark, "back": game.back}[ask]()
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
