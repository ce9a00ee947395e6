"""``fsm rules`` and ``fsm schema``: what can be looked up."""

from __future__ import annotations

import json

import pytest
from commands import Fsm


def test_rules_are_listed_and_explained(fsm: Fsm) -> None:
    listed = fsm("rules", "--edition", "cr2006").stdout.splitlines()
    assert listed[0].startswith("Comprehensive Rules, 1 October 2006 (cr2006): ")
    assert len(listed) > 150
    one = fsm("rules", "300.6").stdout
    assert "300.6  Comprehensive Rules, 1 October 2006 (cr2006)" in one
    assert "also      cr2026: 500.7" in one
    assert "in code   fsm/game/" in one
    unknown = fsm("rules", "300.66")
    assert (unknown.exit_code, unknown.stdout) == (2, "")
    assert 'did you mean "300.6"' in unknown.stderr


@pytest.mark.parametrize("what", ["scenario", "trace", "engine", "vector"])
def test_schemas_are_printed_as_json(fsm: Fsm, what: str) -> None:
    done = fsm("schema", what)
    assert json.loads(done.stdout)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
