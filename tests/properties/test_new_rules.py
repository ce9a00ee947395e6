"""A rewrite rule is made in one place: graph, machine, table, game, checker, formats and pictures follow from it."""

from __future__ import annotations

import subprocess
import sys

from commands import ROOT, environment


def test_two_new_rules_are_followed_everywhere() -> None:
    command = (sys.executable, "-W", "error", str(ROOT / "tests" / "new_rules.py"))
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=environment())
    assert (done.returncode, done.stderr) == (0, "")
