"""Effects on permanents: tokens, statuses, characteristics and controllers, and what would destroy or damage them."""

from __future__ import annotations

from typing import Literal

from ...names import Name
from ...shape import Natural, Signed
from ..abilities import Activated, Static, Triggered, Ward
from ..kinds import Each, Group
from ..terms import CardType, Color, Count, Effect, Effects, Keyword, Players, Supertype, Until, Who, effect


@effect("token")
class Token(Effect, frozen=True):
    """Creates tokens, creatures unless ``type`` says otherwise, with these characteristics and abilities.

    Without a name their subtypes are their name. ``attacking`` ones attack ``whom``, or else the next player who may be
    attacked. ``then`` happens next; in it ``those`` are these tokens.
    """

    name: Name = ""
    power: Signed = 1
    toughness: Signed = 1
    count: Count = 1
    keywords: tuple[Keyword, ...] = ()
    attacking: bool = False
    player: Players = Who("you")
    whom: Who | None = None
    then: Effects = ()
    type: tuple[CardType, ...] = ("creature",)
    supertypes: tuple[Supertype, ...] = ()
    subtypes: tuple[Name, ...] = ()
    colors: tuple[Color, ...] = ()
    loyalty: Natural | None = None
    triggers: tuple[Triggered, ...] = ()
    abilities: tuple[Activated, ...] = ()
    static: tuple[Static, ...] = ()
    ward: Natural | Ward | None = None


@effect("token_copy")
class TokenCopy(Effect, frozen=True):
    """Creates a token that is a copy of a permanent, as that is printed or was created: without its status and changes.

    ``then`` happens next; in it ``those`` is this token. The copy is ``without`` these supertypes, and has these
    ``keywords`` too; so have its own copies.
    """

    what: str = "target"
    player: Players = Who("you")
    then: Effects = ()
    without: tuple[Supertype, ...] = ()
    keywords: tuple[Keyword, ...] = ()


class OnMany(Effect, frozen=True):
    """What happens to the permanents ``what``, or to all of a ``player``; with ``of`` only to those of a kind."""

    what: str = "target"
    player: Players | None = None
    of: Group | None = None


@effect("tap")
class Tap(OnMany, frozen=True):
    """Taps permanents (by name, ``target``, ``self``, ``creatures``, ``attacked``; or all of a player, of a kind)."""


@effect("untap")
class Untap(OnMany, frozen=True):
    """Untaps permanents (by name, ``target``, ``self``, ``creatures``, ``attacked``; or all of a player, of a kind)."""


@effect("stay_tapped")
class StayTapped(OnMany, frozen=True):
    """Keeps permanents (as ``untap`` names them) tapped through their controller's next untap step.

    ``whose: you``: through the next untap step of the effect's own controller. All of a ``player`` are also those that
    come later.
    """

    whose: Literal["controller", "you"] = "controller"


@effect("swap_tapped")
class SwapTapped(Effect, frozen=True):
    """Untaps the tapped artifacts, creatures and lands of a player, and taps the others, all at once."""

    player: Players = Who("active")


@effect("turn_face_up")
class TurnFaceUp(Effect, frozen=True):
    """Turns the permanent itself face up."""


@effect("turn_face_down")
class TurnFaceDown(Effect, frozen=True):
    """Turns a permanent face down: it is a 2/2 creature without a name and without abilities."""

    what: str = "target"


@effect("flip")
class Flip(Effect, frozen=True):
    """Flips a permanent; it has the characteristics of its other side then, if it has one, and stays flipped."""

    what: str = "self"


@effect("rename")
class Rename(Effect, frozen=True):
    """Gives a permanent another name, until it is flipped, or turned face down or up; its types stay as they are."""

    name: Name
    what: str = "target"


@effect("attach")
class Attach(Effect, frozen=True):
    """Attaches the permanent itself to another one; ``while_attached`` effects on the previous one end."""

    what: str = "target"


@effect("flicker")
class Flicker(Effect, frozen=True):
    """Exiles a permanent and returns it at once, as a new object, under its owner's control."""

    what: str = "target"


@effect("phase_out")
class PhaseOut(OnMany, frozen=True):
    """Permanents phase out: those named by ``what``, or all of a ``player``; with ``of`` only those of a kind.

    They phase in in their controller's next untap step; but if ``until`` says how long they are away, they phase in as
    that ends, ``tapped`` perhaps, and not in untap steps. Whatever is to ``stay_out`` for a time does not phase in
    meanwhile, and then does as usual. ``then`` happens next; in it ``those`` are these permanents.
    """

    until: Until | None = None
    tapped: bool = False
    stay_out: Until | None = None
    then: Effects = ()


@effect("counters")
class Counters(Effect, frozen=True):
    """Puts counters of a kind on a permanent, or removes some (a negative ``amount``), as many as there are.

    The condition ``counters_<n>`` counts them, of all kinds together; a ``kind`` such as ``+1/+1`` or
    ``-0/-1`` changes power and toughness, and any other has no meaning but its name. ``for_each`` is as for ``mana``.
    """

    amount: Signed = 1
    what: str = "self"
    kind: Name = ""
    for_each: Each | None = None


@effect("adjust_counters")
class AdjustCounters(Effect, frozen=True):
    """Its controller removes a counter from something with counters, or puts another one of its kind there.

    That is a permanent or a suspended card. With a ``kind`` it is one of these; if ``optional`` they may do neither.
    """

    what: str = "target"
    kind: Name = ""
    optional: bool = False


@effect("proliferate")
class Proliferate(Effect, frozen=True):
    """Its controller may give each permanent and player with counters another one of each kind that is there."""


@effect("pump")
class Pump(Effect, frozen=True):
    """Changes power, toughness and keywords of a creature (by name, ``target`` or ``self``) for a time.

    It may gain ``ward`` too, as a card has it.
    """

    power: Signed = 0
    toughness: Signed = 0
    keywords: tuple[Keyword, ...] = ()
    loses: tuple[Keyword | Literal["bands with other"], ...] = ()
    what: str = "target"
    until: Until = Until("end_of_turn")
    ward: Natural | Ward | None = None


@effect("gain_control")
class GainControl(Effect, frozen=True):
    """Lets a player control a permanent for a time; by default for the rest of the game."""

    what: str = "target"
    player: Who = Who("you")
    until: Until = Until("game")


@effect("gain_abilities")
class GainAbilities(Effect, frozen=True):
    """Gives the permanent itself all activated abilities of another permanent for a time."""

    what: str = "target"
    until: Until = Until("end_of_turn")


@effect("become")
class Become(Effect, frozen=True):
    """Changes the types of a permanent, or its colors, for a time: it has these types and subtypes, and no others.

    What becomes of no type at all stays on the battlefield. Without ``type`` it keeps its types, and without ``colors``
    its colors.
    """

    type: tuple[CardType, ...] | None = None
    what: str = "target"
    until: Until = Until("end_of_turn")
    subtypes: tuple[Name, ...] = ()
    colors: tuple[Color, ...] | None = None


@effect("destroy")
class Destroy(Effect, frozen=True):
    """Destroys a permanent: it goes to its owner's graveyard, unless it regenerates."""

    what: str = "target"
    no_regeneration: bool = False


@effect("regenerate")
class Regenerate(Effect, frozen=True):
    """The next time that a permanent would be destroyed this turn, it regenerates instead."""

    what: str = "self"


@effect("replace_move")
class ReplaceMove(Effect, frozen=True):
    """If a permanent would be put from the battlefield into one zone, it goes to another one instead, for a time.

    ``place`` is where in a library. ``then`` happens afterwards; in it ``those`` is the card that has moved.
    """

    what: str = "target"
    to: Literal["graveyard", "exile", "hand", "library"] = "graveyard"
    goes: Literal["graveyard", "exile", "hand", "library"] = "exile"
    place: Literal["top", "bottom"] = "top"
    until: Until = Until("end_of_turn")
    then: Effects = ()


@effect("prevent")
class Prevent(Effect, frozen=True):
    """Prevents the next damage up to an ``amount``, or all damage, for a time.

    It is damage to ``player``, to the permanents ``what``, or to anybody; with ``dealt_by`` only from those permanents,
    with ``combat`` only combat damage.
    """

    amount: Count | None = None
    player: Players | None = None
    what: str | None = None
    dealt_by: str | None = None
    combat: bool = False
    until: Until = Until("end_of_turn")


@effect("sticker")
class Sticker(Effect, frozen=True):
    """Puts an ability sticker with keywords on a permanent that its controller owns; it stays on in public zones."""

    keywords: tuple[Keyword, ...]
    what: str = "target"
