"""``fsm quiz``: questions about what comes next."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from ...errors import InputError
from ...words import shown
from ..common import EDITION, edition_id, option, scenarios
from ..streams import echo, echo_error
from ..values import TESTED

if TYPE_CHECKING:
    from ...quiz import Choice, Question
    from ...scenario import Scenario

LARGEST = 1_000_000
PATIENCE = 4
"""How many runs are asked for a new text before an old one is asked again."""
LEVELS = ("easy", "medium", "hard")
"""The levels of questions; they stand here too, so that completing them loads no games."""


@click.command()
@click.argument("what", metavar="[FILE | FOLDER | NAME | WORD]...", nargs=-1, type=TESTED)
@EDITION
@option("--count -n N", "How many questions (5).", click.IntRange(1, 1000), default=5)
@option("--level LEVEL", "Only easy, medium or hard questions.", click.Choice(LEVELS))
@option("--seed N", "Ask the questions of this number again.", click.IntRange(0))
@option("--sheet", "Print the questions, then the answers, and ask nothing.")
def quiz(
    what: tuple[str, ...], edition: str | None, count: int, level: str | None, seed: int | None, sheet: bool
) -> None:
    """Ask what comes next.

    A scenario is shown up to a point: choose which step or turn comes next, what resolves, who gets priority, or what
    happens to unused mana. Each answer is explained by its rules. The questions are about a scenario FILE, all files
    of a FOLDER, a scenario of the package by NAME, or those that have all WORDs; by default about any of the package.
    Answer with a number; q or Ctrl-D ends the quiz, with the score. --seed asks a whole class the same, and
    --sheet prints the questions for it, with the answers after them.

    The questions follow today's rules, unless --edition names others. The first are easy: about what happens in every
    turn. Then something is added or skipped, and at last several things are.
    """
    from ...edition import DEFAULT
    from ...quiz import asked, judged, score, shuffled

    edition_id(edition or DEFAULT)  # says once what is not known about that day
    seed = Random().randrange(LARGEST) if seed is None else seed  # noqa: S311  # a game
    random = Random(seed)  # noqa: S311
    files = _files(what)
    random.shuffle(files)
    right = answered = 0
    named = [*(["--level", level] if level else []), *(["-e", edition] if edition else [])]
    again = [*what, "--seed", str(seed), "-n", str(count), *named]
    echo_error(f"fsm quiz {shown(shlex.join(again))} asks this again")
    key: list[str] = []
    for n, question in enumerate(_questions(files, edition, count, level, random), 1):
        choices = shuffled(question, random)
        echo(f"\n{n}. {question.level.capitalize()}: " + "\n".join(asked(question, choices)))
        if sheet:
            key += [f"\n{n}. " + "\n".join(judged(question, choices, None))]
            continue
        answer = _answer(choices)
        if answer is None:
            break
        echo("\n".join(judged(question, choices, answer)))
        answered += 1
        right += choices[answer - 1] is question.right
    if sheet:
        echo("\n".join(["\nAnswers", *key]))
        return
    echo(f"\n{score(right, answered)}")


def _files(what: tuple[str, ...]) -> list[str]:
    """The scenario files that are meant."""
    from ...library import find_scenario, lessons, matching

    if not what:
        return [str(lesson.file) for lesson in lessons()]
    if len(what) == 1:
        if os.path.isdir(what[0]):  # noqa: PTH112  # any text may be asked
            found = [str(lesson.file) for lesson in lessons(Path(what[0]))]
            if not found:
                missing = "there is no scenario file (*.turn.yaml) in this folder; name another one"
                raise InputError(missing, what[0])
            return found
        try:
            return [find_scenario(what[0])]
        except InputError:
            if Path(what[0]).suffix in (".yaml", ".yml"):
                raise
    found = [str(lesson.file) for lesson in matching(what)]
    if not found:
        raise InputError(f"no scenario has {' '.join(what)!r}; fsm scenarios lists them all")
    return found


def _questions(
    files: list[str], edition: str | None, count: int, level: str | None, random: Random
) -> Iterator[Question]:
    """The questions: one of each file in turn, from the first file again if there are too few; none twice.

    Without a level the first ones are easy and the last ones hard, as far as there are such. A text is asked again once
    several files have no new one.
    """
    from ...quiz import pick
    from ...scenario import run_scenario

    seen: set[tuple[object, ...]] = set()
    texts: set[str] = set()
    most = min(PATIENCE, len(files))
    idle, patience = 0, most
    while len(seen) < count and idle < 5:
        idle += 1
        for file in files:
            wanted = level or LEVELS[len(seen) * len(LEVELS) // count]
            fitting = _fitting(scenarios(file, edition), edition, alone=len(files) == 1)
            if wanted == "easy" and len(files) > 1:
                fitting = [(scenario, id) for scenario, id in fitting if _is_plain(scenario)]
            if not fitting:
                continue
            scenario, id = random.choice(fitting)
            recording = run_scenario(scenario, id)
            before = texts if patience else ()
            question = pick(recording, random, wanted, before)
            if question is None and level is None and idle > 1:
                question = pick(recording, random, before=before)
            patience = most if question else max(0, patience - 1)
            key = (file, scenario.name, id, question.at, question.asks) if question else ()
            if question is None or key in seen:
                continue
            seen.add(key)
            texts.add(question.asks)
            idle = 0
            yield question
            if len(seen) == count:
                return
    if not seen:
        if level is not None:
            raise InputError(
                f"no {level} question can be asked about these scenarios; leave --level out, or name others"
            )
        raise InputError("nothing can be asked about these scenarios; name others, or none for all")


def _fitting(found: list[Scenario], edition: str | None, alone: bool) -> list[tuple[Scenario, str]]:
    """The scenarios of a file for an edition, by default for that of today; all of a file that is named itself."""
    from ...edition import DEFAULT, load_edition

    if edition is None and alone:
        return [(scenario, scenario.editions[0]) for scenario in found]
    asked = load_edition(edition or DEFAULT)
    return [(scenario, asked.id) for scenario in found if alone or scenario.stands_for(asked)]


def _is_plain(scenario: Scenario) -> bool:
    """Whether it is a game of two players with cards that everybody can look up."""
    return len(scenario.players) == 2 and not scenario.cards


def _answer(choices: list[Choice]) -> int | None:
    """The number that the user types; None to end."""
    while True:
        sys.stdout.write(f"1-{len(choices)}? ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        text = line.strip()
        if not line or text.lower() in ("q", "quit"):
            return None
        if text.isdecimal() and 1 <= int(text[:9]) <= len(choices):
            return int(text)
        echo(f"found {shown(text[:40])!r}, expected a number from 1 to {len(choices)}, or q to end")
