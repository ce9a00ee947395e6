"""A new scenario file to start from: commented, and it runs as it stands."""

from __future__ import annotations

import json
import re

from ...errors import InputError
from ...files import packaged
from ..judging.judge import judge
from ..reading.reader import Scenario, parse_scenarios
from ..running.runner import run_scenario

LONGEST = 60
"""How many characters of a title a file's name has at most."""

_PLAIN = re.compile(r"[A-Za-z][\w'’-]*(?: [\w'’-]+)*,?(?: [\w'’-]+,?)*(?<!,)")
_RESERVED = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9¹²³]")
"""Names that are devices on Windows, whatever their suffix is."""

_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
_NAME = re.compile(r"^name:.*$", re.MULTILINE)


def file_name(title: str) -> str:
    """The name of a file for a lesson.

    >>> file_name("Whose turn is it, after Ann's Time Walk?")
    'whose-turn-is-it-after-anns-time-walk.turn.yaml'
    """
    words = re.findall(r"\w+", re.sub(r"['’]", "", title.casefold()))
    if not words:
        raise InputError(f"the title {title!r} has no letter or digit to name a file after; name the file with -o")
    name = words[0][:LONGEST]
    for word in words[1:]:
        if len(name) + len(word) >= LONGEST:
            break
        name = f"{name}-{word}"
    return f"{name}-lesson.turn.yaml" if _RESERVED.fullmatch(name) else f"{name}.turn.yaml"


def new_scenario(title: str, edition: str, players: tuple[str, ...], file: str) -> str:
    """The text of a new scenario file; ``InputError`` if these players or this edition cannot be used."""
    if len(players) < 2:
        raise InputError(f"found {len(players)} player, expected two or more names with commas: --players Ann,Bob")
    names = [_quoted(name) for name in players]
    text = packaged("scenario/writing/starting.txt").format(
        file=file,
        title=_quoted(title),
        edition=_quoted(edition),
        players=", ".join(names),
        having=", ".join(f"{name}: {{}}" for name in names[1:]),
        first=names[0],
        second=names[1],
    )
    try:
        return _checked(text, title, file)
    except InputError as error:  # nothing is written, so a place in the file would lead nowhere
        raise InputError(f"{error.message}; found the title {title!r} and the players {', '.join(names)}") from None


def scenario_like(title: str, text: str, file: str, like: str) -> str:
    """The text of another scenario file under a new title; ``InputError`` if it has several scenarios."""
    found = parse_scenarios(text, like)
    if len(found) != 1:
        raise InputError(f"found {len(found)} scenarios, expected a file with one to start from", like)
    _check(found[0])
    line = f"name: {_quoted(title)}"
    replaced = _NAME.sub(lambda _: line, text, count=1) if _NAME.search(text) else f"{line}\n{text}"
    return _checked(f"# Begun from: {found[0].name}\n{replaced}", title, file)


def _checked(text: str, title: str, file: str) -> str:
    """The text, if it is a scenario with this title, and its expectations hold."""
    (scenario,) = parse_scenarios(text, file)
    if scenario.name != title:
        raise InputError(f"the scenario would be called {scenario.name!r}; give its name: one line in the file")
    _check(scenario)
    return text


def _check(scenario: Scenario) -> None:
    """``InputError`` if its expectations do not hold."""
    for edition in scenario.editions:
        for failure in judge(scenario, run_scenario(scenario, edition)):
            raise InputError(", ".join(" ".join(line.split()) for line in str(failure).splitlines()))


def _quoted(text: str) -> str:
    """A text as YAML: quoted, unless it is plain words."""
    plain = _PLAIN.fullmatch(text) and text.casefold() not in _WORDS
    return text if plain else json.dumps(text, ensure_ascii=False)
