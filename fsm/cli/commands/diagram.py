"""The command line for pictures: ``fsm diagram``, a command for each kind of diagram."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from ...errors import InputError
from ...files import STANDARD, output_name
from ...words import nearest
from .. import values
from ..common import AS, EDITION, FILE, LIMIT, Group, edition_id, option, recorded, scenarios
from ..examples import EXAMPLES, with_examples
from ..streams import echo_error

if TYPE_CHECKING:
    from ...diagram import Diagram, DiagramKind
    from ...edition import Edition
    from ...recording import RecordedTurn, Recording
    from ...turn import TurnGraph


class DiagramGroup(Group):
    """The group of commands that draw, one for each kind of diagram; kinds are loaded on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Name the kinds in the order of their table."""
        return list(_kinds())

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The kinds, which are not loaded for that, or options."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        found = (name.removeprefix("diagram ") for name in EXAMPLES if name.startswith(f"diagram {incomplete}"))
        return [CompletionItem(kind) for kind in found]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # as above
        """Make the command of a kind."""
        kind = _kinds().get(cmd_name)
        return with_examples(_command(kind), f"diagram {kind.name}") if kind else None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command of a kind; ``InputError`` lists the kinds."""
        if args and not args[0].startswith("-") and args[0] not in _kinds():
            kinds = ", ".join(_kinds())
            raise InputError(f"there is no kind {args[0][:40]!r}{nearest(args[0], _kinds())}; there are: {kinds}")
        return super().resolve_command(ctx, args)


def _kinds() -> dict[str, DiagramKind]:
    from ...diagram import DIAGRAM_KINDS

    return DIAGRAM_KINDS


@click.group(cls=DiagramGroup)
def diagram() -> None:
    """Draw turns, from the same graph that the game runs on."""


Option = Callable[[Any], Any]

OUTPUT = option(
    "-o --output OUT",
    "The file to write; its suffix names the format: .svg .png .pdf .dot .mmd .puml .scxml .json .pml"
    " .graphml .markup.json. - is standard output.",
    values.FILE,
    required=True,
)
FORMAT = option(
    "--format NAME", "The format, whatever the suffix; on standard output the default is dot.", values.FORMAT
)
CAPTION = option("--caption TEXT", "The point that the picture makes; the default is the scenario's conclusion:.", str)
TITLE = option("--title TEXT", "The title; the default is what is drawn, or the scenario's name:.", str)
TURN = option("--turn N", "The turn to draw; default: the one with most rewrites.", values.TURN)
SINCE = option("--from DAY", "Begin here: a day, a year or an edition, such as 2004-12-25.", values.DAY, name="since")
UNTIL = option("--to DAY", "End here, with the whole of it.", values.DAY, name="until")
MAYBE_FILE = click.argument("file", type=values.SCENARIO, required=False)
BY = option("--by WORD", "In the runs of FILE, compare turns, steps, state, events or expect.", values.COMPARED)
STATES = option("--states N", "Explore at most N states (100,000).", click.IntRange(1), default=100_000)
_WHAT_IS_SAID = (
    "What is said of each step: names, actions (the default), or rules, with numbers and what is rare (the default of a"
    " poster). Of two editions: what matters most (the default on a slide), at most twelve differences, or all. Of the"
    " history: what changes a game, also what is new (the default), or all."
)
_LEVELS = "The level of detail: phase, step (the default) or machine."
_PLACE = "Mark this place, such as T1.upkeep, and dim what is still to come."
OPTIONS: dict[str, Option] = {
    "events": option("--events", "Show in each step what happened there."),
    "level": option("--level LEVEL", _LEVELS, values.LEVEL, default="step"),
    "detail": option("--detail DETAIL", _WHAT_IS_SAID, values.DETAIL),
    "paper": option("--paper SHEET", "The sheet: a4 (the default of a poster), a3 or a2, upright.", values.PAPER),
    "at": option("--at ADDRESS", _PLACE, values.PLACE),
}
"""The options of kinds, by the keyword of the function that draws."""


def _regular_turn(edition: str | None, **_: Any) -> tuple[TurnGraph]:
    from ...edition import DEFAULT, load_edition
    from ...turn import base_turn

    return (base_turn(load_edition(edition or DEFAULT)),)


def _recording(file: str, edition: str | None, limit: int, viewer: str | None = None, **_: Any) -> tuple[Recording]:
    """The run of the first scenario of a file, with the usual limits multiplied by ``limit``, as a viewer sees it."""
    return (next(recorded(scenarios(file, edition), edition, limit, viewer))[1],)


def _recorded_turn(turn: int | None, at: str | None = None, **given: Any) -> tuple[RecordedTurn]:
    (recording,) = _recording(**given)
    return (recording.turn(_turn_of(at, turn, recording.edition)),)


def _turn_of(at: str | None, turn: int | None, edition: Edition) -> int | None:
    """The turn to draw, by its number or by an address in it; the name of a state has no turn."""
    from ...turn import parse_address

    named = parse_address(at, edition.kinds).turn if at and "/" not in at else None
    if named and turn and named != turn:
        raise InputError(f"--at {at} is in turn {named}, and --turn says {turn}")
    return turn or named


def _explored(file: str, edition: str | None, states: int, **_: Any) -> tuple[Any, Any]:
    """What was explored of the first scenario of a file, and its ways if they are few."""
    from ...diagram.pictures.explored import FEW
    from ...exploring import Bounds, explore, sequences

    scenario, bounds = scenarios(file, edition)[0], Bounds(states)
    chosen = edition_id(edition) if edition else None
    explored = explore(scenario, chosen, bounds, whole=True)
    return explored, sequences(scenario, FEW, chosen, bounds) if explored.complete else ()


def _history(
    file: str | None, by: str | None, since: str | None, until: str | None, limit: int, **_: Any
) -> tuple[Any, ...]:
    """The days from which and until which to draw, and the answers to the first scenario of a file, if one is given."""
    if file is None:
        if by:
            raise InputError("--by compares the runs of a scenario; name its file")
        return since, until, None
    from ...game import LIMITS
    from ...history import answers_of, history_of

    return since, until, answers_of(history_of(scenarios(file)[0], by or "all", limits=LIMITS.times(limit)))


_COLOURS = (
    "The colours: light, dark, print (black on white), or auto, the default: an SVG is light or dark as"
    " its reader prefers."
)
_SHAPES = "The shape of the page: 16:9, 4:3, 1:1 or page (A4, upright)."
LOOK: dict[str, Option] = {
    "theme": option("--theme THEME", _COLOURS, values.THEME, default=""),
    "direction": option("--direction WAY", "Where play goes: down or right.", values.DIRECTION, default=""),
    "aspect": option("--aspect SHAPE", _SHAPES, values.ASPECT, default=""),
    "width": option("--width PX", "The width in pixels.", int),
    "scale": option("--scale N", "The size, as a multiple of the usual one.", float),
}
"""How a picture is shown: by the keyword of ``Diagram.with_look``. Only some kinds have several directions."""


SUBJECTS: dict[str, tuple[tuple[Option, ...], Callable[..., tuple[Any, ...]]]] = {
    "edition": ((EDITION,), _regular_turn),
    "turn": ((FILE, TURN, EDITION, LIMIT, AS), _recorded_turn),
    "recording": ((FILE, EDITION, LIMIT, AS), _recording),
    "rule": (
        (click.argument("which", type=values.REWRITE, metavar="NUMBER"), EDITION),
        lambda which, edition, **_: (which, edition),
    ),
    "explored": ((FILE, STATES, EDITION), _explored),
    "history": ((MAYBE_FILE, BY, SINCE, UNTIL, LIMIT), _history),
    "editions": (
        (click.argument("one", type=values.EDITION), click.argument("other", type=values.EDITION)),
        lambda one, other, **_: (one, other),
    ),
}
"""The arguments by which a user names the subject of a diagram, and the function that finds it."""


def _command(kind: DiagramKind) -> click.Command:
    """The command of a kind: its subject, its options, and its output."""
    subject, find = SUBJECTS[kind.of]
    looks = {name: option for name, option in LOOK.items() if name != "direction" or kind.directed}

    def draw(output: str, format: str | None, **given: Any) -> None:
        options = {name: given[name] for name in kind.options if given[name] is not None}
        sources = [given["file"]] if given.get("file") else []
        look = {name: given[name] for name in looks if given[name] not in ("", None)}
        _refuse_no_size(look)
        picture = kind.draw(*find(**given), **options).with_look(**look)
        if given["title"] is not None:
            picture = picture.with_title(given["title"])
        if given["caption"] is not None:
            picture = picture.with_caption(given["caption"])
        named = output_name(output, *sources)
        picture.save(named, format=format or ("dot" if named == STANDARD else ""))
        _warn_of_small_letters(picture)
        if kind.of == "rule":
            _say_how_to_draw_one(picture, given["which"], given["edition"])

    command: Any = draw
    for add in reversed(
        (*subject, *(OPTIONS[name] for name in kind.options), TITLE, CAPTION, *looks.values(), OUTPUT, FORMAT)
    ):
        command = add(command)
    return click.command(kind.name, cls=_Drawing, help=kind.says)(command)


OTHERWISE = {"--ratio": "--aspect", "--shape": "--aspect", "--size": "--width", "--zoom": "--scale", "--dpi": "--scale"}
OTHERWISE |= {"--color": "--theme", "--colour": "--theme", "--output-format": "--format"}
"""What other programs call the options of pictures."""


class _Drawing(click.Command):
    """A command that draws; it knows what other programs call its options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; one that has another name here is named."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if (name := error.option_name) not in OTHERWISE:
                raise
            message = f"No such option {name!r}. Did you mean {OTHERWISE[name]!r}?"
            raise click.NoSuchOption(name, message, ctx=ctx) from None


READABLE = 9.0
"""The least size of letters, in pixels, about which nothing is said."""


def _refuse_no_size(look: dict[str, Any]) -> None:
    """``DiagramError`` for a width or a scale of nothing: in Python it says that nothing was chosen."""
    from ...diagram.look import check_size

    for name in ("width", "scale"):
        if name in look:
            check_size(name, look[name])


def _warn_of_small_letters(picture: Diagram) -> None:
    """Say if the smallest letters of a picture of a given size cannot be read, and at which width they can."""
    from ...diagram.layout.metrics import SMALL

    page = picture.layout.page
    letters = SMALL * picture.look.factor(page.width) if page and picture.look.sized else READABLE
    if page and letters < READABLE:
        least = ceil(page.width * READABLE / SMALL)
        echo_error(f"the smallest letters have {letters:.0f} pixels: for {READABLE:.0f}, give --width {least} or more")


def _say_how_to_draw_one(picture: Diagram, which: str, edition: str | None) -> None:
    """Say that a page holds several rules, if their text is too small on a slide, and how to draw one of them."""
    from ...diagram.layout.page import SLIDE
    from ...diagram.pictures.rule import find_rules

    known, rules = find_rules(which, edition)
    page = picture.layout.page
    if picture.look.aspect and page and page.width > SLIDE and len(rules) > 1:
        command = f"fsm diagram rule {rules[0].name} --edition {edition or known.id} --aspect {picture.look.aspect}"
        names = ", ".join(rule.name for rule in rules)
        echo_error(f"{which} has {len(rules)} rewrites, {names}: for larger text, draw one on a page: {command}")
