"""What ``make mutants`` changes, and that each change is a program still."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from mutants.changes import changes

CODE = '''\
"""No fault: 1 < 2."""
LIMIT: int = 3
MUCH = 300


def f(state, log):
    assert state > 0, "no fault"
    if state.a < 1 and not log:
        state = g(state, 2)
    emit(log, "é")
    return [x for x in state if x is not None]
'''

DATA = """\
[steps.untap]
priority = "never"
actions = ["phasing", "untap"]

[choices]
damage_order = "free" # why

[rules]
"101.4" = "apnap"
"103.3" = false
"""


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "code.py",
            CODE,
            [
                (2, "3 becomes 4"),
                (8, "state.a < 1 and not log becomes True"),
                (8, "state.a < 1 and not log becomes False"),
                (8, "and becomes or"),
                (8, "< becomes <="),
                (8, "1 becomes 2"),
                (8, "not log without not"),
                (9, "state = g(state, 2) is left out"),
                (9, "2 becomes 3"),
                (10, 'emit(log, "é") is left out'),
                (11, "x is not None becomes True"),
                (11, "is not becomes is"),
            ],
        ),
        (
            "data.toml",
            DATA,
            [
                (2, "priority: never becomes always"),
                (2, "priority: never becomes if_needed"),
                (3, 'actions: "phasing" is left out'),
                (3, 'actions: "untap" is left out'),
                (3, 'actions: "phasing" comes after "untap"'),
                (6, "damage_order: free becomes announced"),
                (9, '101.4 governs "apnap" no more'),
            ],
        ),
    ],
)
def test_the_faults_of_a_file(tmp_path: Path, name: str, text: str, expected: list[tuple[int, str]]) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    found = changes(file, name)
    assert [(change.line, change.what) for change in found] == expected
    assert len({change.text for change in found} | {text}) == len(found) + 1
    for change in found if file.suffix == ".py" else ():
        ast.parse(change.text)
