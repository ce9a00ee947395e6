"""Diagrams: pictures with a layout, which every format is made from."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import structs

from ..edition import Edition
from ..errors import MAYBE_TEXT, TEXT, expect_type, takes
from ..files import make_folder, write_file
from ..showing import DRAWN, later
from ..turn import RewriteRule, TurnGraph
from ..turn.graph import A_TURN
from .drawing.dot import laid_out, to_dot
from .drawing.svg import image
from .drawing.theme import find_theme
from .errors import DiagramError
from .formats import check_look, find_format, format_of, svg
from .layout.chains import lay_out_chains
from .layout.compare import lay_out_pairs
from .layout.explored import lay_out_counts
from .layout.geometry import Layout
from .layout.history import lay_out_history
from .layout.machine import lay_out_machine
from .layout.page import on_page
from .layout.timeline import lay_out_timeline
from .layout.turn import lay_out_poster, lay_out_turn
from .look import USUAL, Look, known, one_direction
from .model import DETAILS, LEVELS, Answers, Detail, DrawnTurn, Level, Picture
from .pictures.compare import compare_picture
from .pictures.explored import FEW, StepOfTurn, Ways, explored_picture
from .pictures.fold import fold
from .pictures.history import answered_river, every_river, history_picture, turns_of
from .pictures.machine import machine_picture, outline_picture, template_picture
from .pictures.naming import clean, heading
from .pictures.poster import poster_picture
from .pictures.rule import rule_picture
from .pictures.scenario import scenario_picture, titles
from .pictures.timeline import drawn_turn, timeline_picture, timeline_turns
from .pictures.turn import View, turn_picture, view_of
from .telling import told

if TYPE_CHECKING:
    import graphviz

    from ..recording import RecordedTurn, Recording
else:
    RecordedTurn, Recording = later("recording", "RecordedTurn"), later("recording", "Recording")


@dataclass(frozen=True, slots=True, repr=False)
class Diagram:
    """A picture with its layout, and the turns that it shows.

    ``save`` and ``render`` write it in any format, ``with_look`` changes its look: ``DiagramError`` if there is no such
    format, or no such choice.

    >>> from fsm.turn import base_turn
    >>> turn_diagram(base_turn("cr2006")).dot().splitlines()[0]
    'digraph turn {'
    """

    layout: Layout
    turns: tuple[DrawnTurn, ...] = ()
    """The turns that the picture shows, for the formats that are made from turn graphs."""
    arrange: partial[Layout] | None = field(default=None, compare=False, repr=False)
    """Makes the layout for a direction, an aspect and a width in pixels, if the picture can have several layouts.

    It is the function that lays out, with its pictures.
    """
    look: Look = USUAL

    def with_look(
        self, *, theme: str = "", direction: str = "", aspect: str = "", width: int = 0, scale: float = 0
    ) -> Diagram:
        """The diagram with another look; what is left out stays as it is.

        ``theme`` is auto, light, dark or print; ``direction`` is down or right; ``aspect`` is the shape of the page,
        16:9, 4:3, 1:1 or page; ``width`` is in pixels. ``DiagramError`` if there is no such choice, or if the picture
        has one direction only.
        """
        look = self.look.but(theme, direction, aspect, width, scale)
        if not self.arrange:
            one_direction(look.direction)
        layout = self.arrange(look.direction, look.aspect, look.width) if self.arrange else self.layout
        return replace(self, layout=on_page(layout, look), look=look)

    def with_caption(self, text: str) -> Diagram:
        """The diagram with a caption, which says the point that it makes; an empty text is none.

        A scenario's ``conclusion`` is the caption of its pictures. ``DiagramError`` if the picture has one layout only.

        >>> from fsm.turn import base_turn
        >>> "Mana burns" in turn_diagram(base_turn("cr2006")).with_caption("Mana burns.").svg()
        True
        """
        return self._with_words("caption", text)

    def with_title(self, text: str) -> Diagram:
        """The diagram with another title; ``DiagramError`` if the picture has one layout only.

        >>> from fsm.turn import base_turn
        >>> turn_diagram(base_turn("cr2026")).with_title("For my class").layout.picture.title
        'For my class'
        """
        return self._with_words("title", text)

    def _with_words(self, what: Literal["caption", "title"], text: str) -> Diagram:
        expect_type(text, str, f"the words of a {what}")
        if not self.arrange:
            raise DiagramError(f"this picture has one layout only; give its Picture the {what}")
        pictures = (structs.replace(picture, **{what: clean(text)}) for picture in self.arrange.args)
        return replace(self, arrange=partial(self.arrange.func, *pictures, **self.arrange.keywords)).with_look()

    def dot(self, theme: str = "") -> str:
        """Write the picture as DOT text, for ``neato -n2``; the same picture gives the same bytes."""
        return to_dot(self.layout, find_theme(theme or self.look.theme))

    def svg(self) -> str:
        """Draw the picture as SVG, which is light or dark as the reader's browser prefers, or as its look says."""
        return svg(self.layout, self.look)

    def render(self, format: str, theme: str = "") -> bytes:
        """Write the diagram in one of ``FORMATS``.

        ``theme`` is that of its look; ``auto``, the default, is both light and dark in an SVG, and light elsewhere.
        ``DiagramError`` if the format cannot show a choice of its look: machines and graphs have none.
        """
        target, look = find_format(format), structs.replace(self.look, theme=theme or self.look.theme)
        check_look(target, look)
        return target.write(self.layout, self.turns, look)

    def save(self, path: str | os.PathLike[str], theme: str = "", format: str = "") -> None:
        """Write the diagram to a file, whole or not at all; without ``format``, the file's suffix names it.

        The folder of the file is made if it is not there.
        """
        expect_type(path, (str, os.PathLike), "the path of a file, such as 'turn.svg'", "path")
        data = self.render(format or format_of(path), theme)
        make_folder(Path(path))
        write_file(Path(path), data)

    @property
    def source(self) -> graphviz.Source:
        """The picture for the graphviz package; ``render``, ``view`` and notebooks keep all positions.

        The package needs the program ``dot``; ``save`` and ``svg`` do not.
        """
        import graphviz

        return graphviz.Source(laid_out(self.dot()), filename="diagram.gv", format="svg")

    @property
    def alternative(self) -> str:
        """The picture in words, for readers who cannot see it."""
        return ". ".join(part for part in (self.layout.picture.heading, told(self.layout.shown)) if part)

    def __repr__(self) -> str:
        page = self.layout.page or self.layout
        return f"<Diagram {heading(self.layout.picture.heading)!r}, {page.width:.0f} × {page.height:.0f} points>"

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """What a notebook shows: the HTML has an alternative text, since some notebooks drop that of an SVG."""
        drawn, width = self.svg(), 0.0 if self.look.sized else self.layout.width
        html = image(drawn, self.alternative, width)
        return {"text/plain": self.alternative, "image/svg+xml": drawn, "text/html": html}


_SAID = {"title": TEXT, "subtitle": TEXT}


@takes(**_SAID, highlight=MAYBE_TEXT, at=MAYBE_TEXT)
def turn_diagram(
    graph: TurnGraph,
    *,
    title: str = "",
    subtitle: str = "",
    highlight: str | None = None,
    level: str = "step",
    at: str | None = None,
    detail: str | None = None,
) -> Diagram:
    """Make the diagram of a turn from its graph, at one of ``LEVELS``.

    ``detail`` is what it says of each step, one of ``DETAILS``: names, actions (the default), or rules.

    ``highlight`` marks a place; ``at`` marks it and dims what is still to come. A place is a
    node's id, an address in the turn, or the name of a state of its machine.

    ``DiagramError`` if there is no such level, detail or place.

    >>> from fsm.turn import base_turn
    >>> turn_diagram(base_turn("cr2026"), at="upkeep").dot().splitlines()[0]
    'digraph turn {'
    """
    expect_type(graph, TurnGraph, A_TURN)
    shown = known("level", level, LEVELS)
    told = "actions" if detail is None else known("detail", detail, DETAILS)
    if detail is not None and level != "step":
        raise DiagramError(f"only the level 'step' says what happens in a step, not {level!r}: leave the detail out")
    return _turn(graph, (), title, subtitle, view_of(graph, highlight, at), shown, told)


def _turn(
    graph: TurnGraph,
    turns: tuple[DrawnTurn, ...],
    title: str,
    subtitle: str,
    view: View,
    level: Level,
    detail: Detail = "names",
) -> Diagram:
    if level != "machine":
        picture = fold(turn_picture(graph, title, subtitle, view, level, detail))
        return _arranged(turns or (DrawnTurn(picture.title, graph),), lay_out_turn, picture)
    if graph.edition.unplayed:
        raise DiagramError(f"this turn has no machine: {graph.edition.unplayed}; draw it at the level step or phase")
    whole = machine_picture(graph, title, subtitle, view)
    pictures = outline_picture(graph, title, subtitle, view), template_picture(graph, view), whole
    return _arranged(turns or (DrawnTurn(whole.title, graph),), lay_out_machine, *pictures)


def _arranged(turns: tuple[DrawnTurn, ...], lay_out: Callable[..., Layout], *pictures: Picture) -> Diagram:
    """A diagram that can have several layouts, with the usual one."""
    arrange = partial(lay_out, *pictures)
    return Diagram(arrange(), turns, arrange)


@takes(**_SAID, at=MAYBE_TEXT)
def scenario_diagram(
    turn: RecordedTurn,
    *,
    events: bool = False,
    title: str = "",
    subtitle: str = "",
    level: str = "step",
    at: str | None = None,
) -> Diagram:
    """Make the diagram of a recorded turn as it was rewritten; ``events`` adds what happened in each step.

    ``level`` and ``at`` are as for ``turn_diagram``; only the level ``step`` shows what happened.

    ``DiagramError`` if there is no such level or place.

    >>> from fsm import run_scenario
    >>> scenario_diagram(run_scenario("aurelia").turn(1), events=True).dot().splitlines()[0]
    'digraph turn {'
    """
    from ..recording import RecordedTurn  # late: drawing a turn does not load the game

    expect_type(turn, RecordedTurn, "a turn of a recording, such as recording.turn(1)")
    shown = known("level", level, LEVELS)
    if events and shown != "step":
        raise DiagramError(f"only the level 'step' shows what happened, not {level!r}")
    turns, view = (drawn_turn(turn),), view_of(turn.graph, None, at)
    if shown == "step":
        made = _arranged(turns, lay_out_turn, fold(scenario_picture(turn, events, title, subtitle, view)))
    else:
        made = _turn(turn.graph, turns, *titles(turn, title, subtitle), view, shown)
    return _concluded(made, turn.recording)


def _concluded(diagram: Diagram, recording: Recording) -> Diagram:
    """A diagram with what its scenario shows as its caption."""
    return diagram.with_caption(recording.conclusion) if recording.conclusion else diagram


@takes(**_SAID)
def timeline_diagram(recording: Recording, *, title: str = "", subtitle: str = "") -> Diagram:
    """Make the diagram of a whole recording: a lane for each player, a tile for each turn.

    ``ArgumentError`` if it is no recording.

    >>> from fsm import run_scenario
    >>> timeline_diagram(run_scenario("aurelia")).dot().splitlines()[0]
    'digraph turn {'
    """
    from ..recording import Recording  # late, too

    expect_type(recording, Recording, "a recording, such as run_scenario(scenario)")
    picture = timeline_picture(recording, title, subtitle)
    return _concluded(_arranged(timeline_turns(recording), lay_out_timeline, picture), recording)


@takes(edition=MAYBE_TEXT)
def rule_diagram(which: str | RewriteRule, edition: str | None = None) -> Diagram:
    """Make the diagram of a rewrite rule, before and after; ``which`` is its number, its name, or the rule itself.

    ``DiagramError`` if there is no such rule, ``UnknownEdition`` if there is no such edition.

    >>> rule_diagram("500.8").dot().splitlines()[0]
    'digraph turn {'
    """
    expect_type(which, (str, RewriteRule), "the number or the name of a rewrite rule, or the rule itself")
    picture, turns = rule_picture(which, edition)
    return _arranged(turns, lay_out_chains, picture)


def compare_diagram(one: Edition | str, other: Edition | str, detail: str | None = None) -> Diagram:
    """Make the diagram of the turn in two editions, side by side, with what differs.

    ``detail`` is how much it says of what differs: ``names`` only what matters most, ``actions`` at most twelve
    differences, and ``rules`` all of them; by default ``names`` on a slide, and otherwise ``actions``.
    ``UnknownEdition`` if there is no such edition.

    >>> compare_diagram("cr2006", "cr2026").dot().splitlines()[0]
    'digraph turn {'
    """
    told = None if detail is None else known("detail", detail, DETAILS)
    picture, turns = compare_picture(one, other)
    return _arranged(turns, partial(lay_out_pairs, detail=told), picture)


@takes(**_SAID)
def poster_diagram(
    graph: TurnGraph, *, title: str = "", subtitle: str = "", paper: str = "a4", detail: str | None = None
) -> Diagram:
    """Make the poster of a turn, on a sheet of ``PAPERS``: what happens in each step, and what holds in all of them.

    ``detail`` is what it says of each step, one of ``DETAILS``: names, actions, or rules (the default).
    ``DiagramError`` if there is no such paper or detail.

    >>> from fsm.turn import base_turn
    >>> poster_diagram(base_turn("cr2026"), paper="a3").dot().splitlines()[0]
    'digraph turn {'
    """
    expect_type(graph, TurnGraph, A_TURN)
    told = "rules" if detail is None else known("detail", detail, DETAILS)
    picture, panel = poster_picture(graph, title, subtitle, told)
    return _arranged((DrawnTurn(picture.title, graph),), partial(lay_out_poster, panel=panel, paper=paper), picture)


@takes(**_SAID, since=MAYBE_TEXT, until=MAYBE_TEXT, paper=MAYBE_TEXT)
def history_diagram(
    since: str | None = None,
    until: str | None = None,
    answers: Answers | None = None,
    *,
    title: str = "",
    subtitle: str = "",
    paper: str | None = None,
    detail: str | None = None,
) -> Diagram:
    """Make the diagram of the history of the turn: its phases and steps as a river, and what changed on which day.

    ``since`` and ``until`` are days, years, or names of editions; without them it is all of the history. ``paper``
    makes it a sheet of ``PAPERS``. ``detail`` is which changes it shows: ``names`` those by which a game comes out
    differently, ``actions`` (the default) also what is new, and ``rules`` all of them, with their rules. With the
    ``answers`` to a scenario, as ``fsm.history.answers_of`` has them, they are a band of it, and of all changes those
    are shown that decided between them. ``DiagramError`` if there is no such day, paper or detail, or if no edition
    counts then.

    >>> history_diagram("2003", "2011").dot().splitlines()[0]
    'digraph turn {'
    """
    shown = None if detail is None else known("detail", detail, DETAILS)
    if answers:
        found, title = answered_river(answers, since, until, shown or "rules"), title or answers.name
    else:
        found = every_river(since, until, shown or "actions")
    picture = history_picture(found, title, subtitle)
    return _arranged(turns_of(found), partial(lay_out_history, river=found, paper=paper or ""), picture)


def explored_diagram(explored: Ways, ways: Sequence[Sequence[StepOfTurn]] = ()) -> Diagram:
    """Make the diagram of an exploration: of at most ``FEW`` ways, if they are given, or of its states by step."""
    few = ways if len(ways) <= FEW else ()
    picture, turns = explored_picture(explored, few)
    return _arranged(turns, lay_out_chains if few else lay_out_counts, picture)


DRAWN["TurnGraph"] = turn_diagram
DRAWN["RecordedTurn"] = scenario_diagram
DRAWN["Recording"] = timeline_diagram
