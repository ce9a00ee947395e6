"""Generated tables in documents: ``python -m fsm.pages.tables FILE`` updates those of a file.

The tables of effects, conditions, fields, events, acts and capabilities come from the code, the glossary, the cards
and the list of documents from their data, the last column of the rulings, ``docs/RULINGS.md``, from the scenarios that
show them.
"""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from posixpath import relpath
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from .. import shape
from ..cards import terms
from ..cards.abilities import Activated, Again, Instead, Static, Toll, Triggered, Ward, When
from ..cards.card import Card, Side
from ..cards.costs import Cost
from ..cards.kinds import Each, Group, Kind, Target
from ..cards.vocabulary import EFFECTS, Choices, EffectRef
from ..cards.vocabulary.turn import DelayedTo
from ..driving.capabilities import CAPABILITIES, GROUPS
from ..driving.counts import POSITIONS
from ..driving.instructions import ACTS
from ..edition import DEFAULT, edition_ids
from ..errors import InputError
from ..library import FOLDER, SUFFIX, Lesson, lessons, readers
from ..names import Name
from ..scenario.reading.reader import Scenario, read_scenarios
from ..shape import MANY, Words
from ..wording import EVENT_KINDS, Meaning, glossary
from ..words import nearest
from .cards import cards_list

ABILITIES: dict[str, type[Any]] = {
    "a card": Card,
    "`flipped`": Side,
    "of `triggers`": Triggered,
    "of `abilities`": Activated,
    "of `static`": Static,
    "`instead`": Instead,
    "`triggers_again`": Again,
    "`attack_toll`, `block_toll`": Toll,
    "`ward`": Ward,
}
"""What cards and their abilities are called in the table, with their structs."""

_NAMED: tuple[tuple[Any, str], ...] = (
    (terms.Players, "[players](#players)"),
    (terms.Who, "a [player](#players)"),
    (terms.Until, "a [duration](#durations)"),
    (terms.If, "a [condition](#conditions)"),
    (EffectRef, "an effect"),
    (Target, "a kind of [targets](#targets)"),
    (Cost, "a [cost of mana](#costs-of-mana)"),
    (Choices, "options, each with effects; see [Choices](#choices)"),
    (Kind, "a [kind](#kinds)"),
    (Group, "a [kind](#kinds) of permanents"),
    (Each, "[what is counted](#what-is-counted)"),
    (Name, "a name"),
    (When, "a phase or step, or an event; see [Triggers](#triggers)"),
    (terms.Keyword, "a [keyword](#cards-and-effects)"),
    (terms.CardType, "a [type](#cards-and-effects)"),
    (terms.Place, "a phase or step"),
    (terms.Step, "a step"),
    (terms.OnePhase, "a phase"),
    (terms.Phase, "a phase, or `main`"),
    (DelayedTo, "a phase or step, or `main`, or an [event](#delayed-events)"),
    (terms.Skippable, "`turn`, `extra_turn`, `main`, a phase or step"),
    (Triggered, "a trigger"),
    (Activated, "an ability"),
    (Static, "a static ability"),
    (str, "a name"),
    (bool, "`true` or `false`"),
    (int, "a number"),
    (type(None), ""),
)


_OF_FIELDS = {
    **dict.fromkeys(terms.THINGS, "a [thing](#things)"),
    "note": "a text",
}
"""What is said in fields of these names, whatever their types."""


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table as Markdown."""
    return "\n".join((_row(heads), "|---" * len(heads) + "|", *map(_row, rows)))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def fields_table(structs: dict[str, type[Any]]) -> str:
    """A row for each field of each struct."""
    rows = ((name, f"`{field}`", *more) for name, type_ in structs.items() for field, *more in described(type_))
    return _table(("of", "field", "what may be said", "default"), rows)


def described(type_: type[Any]) -> Iterator[tuple[str, str, str]]:
    """Each field of a struct by its written name, with what may be said and its default."""
    hints = shape.fields(type_)
    for field in msgspec.structs.fields(type_):
        name = field.encode_name
        of_texts = hints[name] in (str, str | None)
        yield name, (_OF_FIELDS.get(name) if of_texts else None) or type_words(hints[name]), _default(field)


def type_words(type_: Any) -> str:
    """What may be said of a type.

    >>> type_words(tuple[terms.Step, ...]), type_words(int | Literal["top"])
    ('a step, or a list', 'a number, or `top`')
    """
    for known, says in _NAMED:
        if type_ == known:
            return says
    origin, inner = get_origin(type_), get_args(type_)
    if origin is Annotated:
        return _limited(inner[0], inner[1])
    if origin is Literal:
        return " ".join(f"`{word}`" for word in inner)
    if origin in (Union, types.UnionType):
        return ", or ".join(says for says in map(type_words, inner) if says)
    if origin is tuple:
        return "effects" if inner[0] is EffectRef else f"{type_words(inner[0])}, or a list"
    if origin is dict:
        return f"a mapping of {type_words(inner[0])} to {type_words(inner[1])}"
    return "a mapping, see below"


def _limited(type_: Any, limits: msgspec.Meta | Words) -> str:
    """A number within limits, or one of some words."""
    if isinstance(limits, Words):
        return " ".join(f"`{word}`" for word in limits.known())
    if limits.min_length is not None:
        return type_words(type_)
    lowest = "" if limits.ge is None or limits.ge == -MANY else f" from {limits.ge}"
    highest = "" if limits.le in (None, MANY) else f" to {limits.le:,}"
    return f"a number{lowest}{highest}"


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "has to be said"
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    if value in (None, (), ""):
        return ""
    if isinstance(value, tuple):
        value = value[0] if len(value) == 1 else list(value)
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


DOCS = "docs"
"""The folder of the documents."""

BEGIN, END = "<!-- rulings -->", "<!-- end -->"

_CELLS = 5


def with_rulings(folder: Path) -> Iterator[Scenario]:
    """The scenarios below a folder that name rulings, ordered by path; other files are not read."""
    for path in sorted(folder.rglob("*.turn.yaml")):
        if b"rulings" in path.read_bytes():
            yield from read_scenarios(path)


def renewed_rulings(text: str, file: Path, scenarios: Iterable[Scenario] | None = None) -> str:
    """The page of rulings, its last column made from the scenarios.

    Between the marks each line is ``| number | situation | result | rules | scenarios |``, under two
    lines of heading. ``InputError`` for a ruling without a scenario, a duplicate one, and one that a
    scenario names and the page lacks.
    """
    before, _, rest = text.partition(BEGIN)
    inside, _, after = rest.partition(END)
    head, rule, *rows = inside.strip().splitlines()
    first = before.count("\n") + inside[: len(inside) - len(inside.lstrip())].count("\n") + 3
    numbers = _numbers(rows, first, file)
    shown = _shown(with_rulings(file.parent.parent / FOLDER) if scenarios is None else scenarios, numbers, file)
    lines = [head, rule]
    for line, row in enumerate(rows, first):
        number, *cells, _ = _cells(row)
        if number not in shown:
            raise InputError(f"no scenario shows {number}; name it in one: rulings: [{number}]", str(file), line, 1)
        lines.append(f"| {number} | {' | '.join(cells)} | {', '.join(shown[number])} |")
    return "\n".join((f"{before}{BEGIN}", *lines, f"{END}{after}"))


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip())[1:-1]]


def _numbers(rows: list[str], first: int, file: Path) -> list[str]:
    numbers: list[str] = []
    for line, row in enumerate(rows, first):
        cells = _cells(row)
        if len(cells) != _CELLS:
            what = f"found {len(cells)} cells, expected {_CELLS}: number, situation, result, rules, scenarios"
            raise InputError(what, str(file), line, 1)
        if cells[0] in numbers:
            raise InputError(f"duplicate ruling {cells[0]}; leave one out", str(file), line, 1)
        numbers.append(cells[0])
    return numbers


def _shown(scenarios: Iterable[Scenario], numbers: list[str], file: Path) -> dict[str, list[str]]:
    """Links to the scenarios of each ruling, by its number."""
    shown: dict[str, list[str]] = {}
    for scenario in scenarios:
        path = Path(scenario.file).relative_to(file.parent.parent / FOLDER)
        for n, number in enumerate(scenario.rulings):
            if number not in numbers:
                hint = nearest(number, numbers) or "; add it there"
                raise scenario.error(f"{file.name} has no ruling {number}{hint}", ("rulings", n))
            link = f"[{_short(path)}](../{FOLDER}/{path.as_posix()})"
            if link not in shown.setdefault(number, []):
                shown[number].append(link)
    return shown


def _short(path: Path) -> str:
    """The number of a lesson, such as 09/01, or its name if it has none."""
    parts = [re.match(r"\d+", part) for part in path.parts]
    return "/".join(part[0] for part in parts if part) if all(parts) else path.name.removesuffix(".turn.yaml")


def effects_table() -> str:
    """All effects with their fields and what they do; the first field may be written alone."""
    says = {name: (type_.__doc__ or "").strip().splitlines()[0] for name, type_ in EFFECTS.items()}
    rows = ((f"`{name}`", _fields(type_), says[name].replace("``", "`")) for name, type_ in EFFECTS.items())
    return _table(("effect", "fields", "what it does"), rows)


def _fields(type_: type[Any]) -> str:
    """The names of the fields of a struct, with a mark at each that may be left out."""
    return " ".join(f"`{name}`" + ("" if name in shape.required(type_) else "?") for name in shape.fields(type_))


def conditions_table() -> str:
    """All conditions, and what each means."""
    says = terms.CONDITIONS | terms.FORMED_CONDITIONS
    return _table(("condition", "it holds if"), ((f"`{name}`", meaning) for name, meaning in says.items()))


def events_table() -> str:
    """All kinds of events with their meaning and their fields."""
    rows: list[tuple[str, ...]] = []
    for kind in EVENT_KINDS.values():
        fields = (f"`{name}`{'' if field.always else '?'} {field.meaning}" for name, field in kind.fields.items())
        rows.append((f"`{kind.name}`", kind.meaning, " · ".join(fields)))
    return _table(("event", "what happens", "fields"), rows)


def acts_table() -> str:
    """All that an engine may be told to do, with the fields, what it does, and the capability that it takes."""
    rows: list[tuple[str, ...]] = []
    for type_ in ACTS:
        says = " ".join((type_.__doc__ or "").replace("``", "`").split())
        rows.append((f"`{type_.__struct_config__.tag}`", _fields(type_), says, f"`{type_.needs}`"))
    return _table(("`do`", "fields", "what happens", "capability"), rows)


def capabilities_table() -> str:
    """All capabilities of engines, and the words for several at once."""
    words = {part: f"`{group}`" for group, parts in GROUPS.items() for part in parts}
    rows = ((f"`{name}`", words.get(name, ""), says) for name, says in CAPABILITIES.items())
    return _table(("capability", "part of", "an engine that has it"), rows)


def counts_table() -> str:
    """The counts of small positions, and under which editions they are others."""
    rows: list[tuple[str, ...]] = []
    for one in POSITIONS:
        acts = "; ".join(f"`{msgspec.json.encode(do).decode()}`" for act in one.acts for do in act.do)
        counts: dict[str, list[str]] = {}
        for edition in edition_ids():
            counts.setdefault(one.count_in(edition), []).append(edition)
        where = {count: f" ({', '.join(of)})" if len(counts) > 1 else "" for count, of in counts.items()}
        rows.append((one.name, acts, "; ".join(f"{count}{of}" for count, of in where.items())))
    return _table(("position", "what may happen", "counts"), rows)


def documents_list() -> str:
    """All documents by who reads them, as links from the folder of the documents."""
    lines = []
    for who, these in readers().items():
        lines += ["", f"**{who}**", ""]
        lines += [f"- [{name}]({relpath(path, DOCS)}): {about}" for name, (path, about) in these.items()]
    return "\n".join([*lines, ""])


def glossary_list() -> str:
    """All words of the glossary, each with its meaning, the number of a rule, and the scenario that shows it."""
    known = {lesson.number: lesson for lesson in lessons()}
    return "\n".join(_glossed(word, known[meaning.scenario], meaning) for word, meaning in glossary().items())


def _glossed(word: str, lesson: Lesson, meaning: Meaning) -> str:
    edition, number = meaning.rule()
    rule = number if edition.id == DEFAULT else f"{number} of {edition.effective[:4]}"
    return f"- **{word}**: {meaning.says} Rule {rule}: [{lesson.titles[0]}](../{FOLDER}/{lesson.path}{SUFFIX})"


TABLES: dict[str, Callable[[], str]] = {
    "<!-- effects -->": effects_table,
    "<!-- conditions -->": conditions_table,
    "<!-- events -->": events_table,
    "<!-- fields of effects -->": lambda: fields_table(
        {f"`{name}`": type_ for name, type_ in EFFECTS.items() if shape.fields(type_)}
    ),
    "<!-- fields of cards -->": lambda: fields_table(ABILITIES),
    "<!-- acts -->": acts_table,
    "<!-- counts -->": counts_table,
    "<!-- capabilities -->": capabilities_table,
    "<!-- documents -->": documents_list,
    "<!-- glossary -->": glossary_list,
    "<!-- cards -->": cards_list,
}
"""The tables, by the line before each."""


def renewed(text: str, file: Path) -> str:
    """A document with updated tables; ``InputError`` if the list of rulings has a mistake."""
    if BEGIN in text:
        return renewed_rulings(text, file)
    for begin, table in TABLES.items():
        if begin in text:
            before, _, rest = text.partition(begin)
            _, _, after = rest.partition(END)
            text = f"{before}{begin}\n{table()}\n{END}{after}"
    return text


if __name__ == "__main__":
    target = Path(sys.argv[1])
    try:
        text = renewed(target.read_text(encoding="utf-8"), target)
    except InputError as error:
        sys.exit(str(error))
    target.write_text(text, encoding="utf-8")
