"""The words with which players act in the debugger: ``cast Relentless Assault``, ``attack bear``, ``to T2.combat``."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partialmethod, reduce
from pathlib import Path
from typing import Any

from ..errors import FsmError
from ..files import make_folder, output_name, write_file
from ..recording import Frame
from ..recording.text import WIDTH, event_lines
from ..scenario.model import VERBS
from ..story import game_story
from ..wording import event_sentence
from ..words import listed, shown
from . import doing, playing
from .lines import PHRASES, Lines, count_of
from .options import EXAMPLES, FEW, is_choice, legal_lines
from .session import Session
from .typed import following, typed_act, verb_meant
from .whatif import parse_deed

STEM = ".turn.yaml"

NOW = " now"
"""What follows an act that is to be done here or not at all."""

RULES = 16
"""How many letters the rule numbers of an event take in a terminal."""


class Acting(Lines):
    """The commands that act: each begins another run, and prints what happened until the next decision."""

    def greet(self) -> None:
        """Prints who plays, and what to type; or where the session stands."""
        if not self.playing:
            super().greet()
            return
        edition, players = self.session.recording.edition, self.session.scenario.players
        self.say(f"{edition.title} ({edition.id}) · {listed(map(shown, players))}")
        self.say("Type what players do: cast Relentless Assault, attack bear, pass, Bob: cast opt, to T2.combat, undo.")
        self.say(
            "have Grizzly Bears puts a card onto the battlefield; why, legal, turn and draw answer; h lists all words."
        )
        self.stand()

    def refused(self) -> bool:
        """In a game, what was to come after words that could not be done is left out: it would be another game."""
        if not self.playing:
            return False
        if self.cmdqueue:
            self.say("[what was to come after it is left out]")
            self.cmdqueue.clear()
            self.queued = 0
        self.failed = self.batch
        return self.batch

    def understood(self, line: str) -> str:
        """In a game, also a verb as others say it, and the phrases of players."""
        if not self.playing:
            return super().understood(line)
        word, space, rest = line.partition(" ")
        said = PHRASES.get(" ".join(line.casefold().split()), verb_meant(word) + space + rest)
        return super().understood(said)

    def default(self, line: str) -> None:
        """Does what a line says that begins with a player's name, or the legal action with that number."""
        word, player = line.split(maxsplit=1)[0], self._player(line)
        if player:
            self.check_acting()
            self.act_for(player, line[len(player) :])
        elif self.playing and word == line and word.isdecimal():
            deed = parse_deed(word, self.session.legal())
            self._acted(lambda session: doing.act(session, deed))
        elif word.endswith(":"):
            there = listed(map(shown, self.session.scenario.players))
            raise FsmError(f"no player {shown(word[:-1], 40)!r}; there are {there}")
        else:
            super().default(line)

    def completedefault(self, *typed: Any) -> list[str]:
        """Completions of what players do: the rest of names that begin with all that is typed of them."""
        text, line = str(typed[0]), str(typed[1])
        player = self._player(line)
        said = line[len(player) :].lstrip(" :").removeprefix("whatif ")
        names, rest = following(self.session, said, player)
        if not names:
            return super().completedefault(*typed)
        parts = rest.casefold().split(", ")
        ends = (", ".join(parts[n:]).lstrip() for n in range(len(parts)))
        found = ([(len(end), name) for name in names if name.casefold().startswith(end)] for end in ends)
        return sorted(name[begun - len(text) :] for begun, name in next(filter(None, found), []))

    def _player(self, line: str) -> str:
        """The player with whose name a line begins, in any case; the longest, if several names begin so."""
        begins = line.casefold()
        players = sorted(self.session.scenario.players, key=len, reverse=True)
        return next((name for name in players if begins.startswith((f"{name} ".casefold(), f"{name}:".casefold()))), "")

    def _acted(self, acted: Callable[[Session], Session]) -> None:
        """Goes where an act leads, and prints the events on the way."""
        first = self.session.at + 1
        self._go(acted)
        self._tell(self.session.recording.frames[first : self.session.at + 1])
        self.stand()

    def _tell(self, frames: Sequence[Frame]) -> None:
        wide = max(40, min(WIDTH, self.width - RULES)) if self.width else WIDTH
        self.say(event_lines(frames, colour=self.colour, wide=wide))

    def _go(self, acted: Callable[[Session], Session]) -> None:
        before = self.session, self.session.at, self.typed
        self.session = acted(self.session)
        self.done.append(before)

    def stand(self) -> None:
        """Prints where play stands, and who decides; in a game also what a player may choose for an effect."""
        self.say(f"[{self.session.tape.address(self.session.at)}] {self.show.here()}")
        if self.playing and is_choice(self.session.waiting()):
            _, *options = legal_lines(self.session, "", self.word)
            self.say(options[:FEW])
            if len(options) > FEW:
                self.say("      and more: legal lists them all")

    def _do(self, verb: str, text: str, player: str = "") -> None:
        if verb == "pass" and not player:
            self._acted(lambda session: reduce(lambda one, _: playing.go_on(one), range(count_of(text)), session))
            return
        if not text and verb in EXAMPLES:
            self.say(legal_lines(self.session, verb, self.word))
            return
        what = text.removesuffix(NOW)
        said = typed_act(self.session, verb, what, player)
        if what != text:
            self._acted(lambda session: doing.act_now(session, said, player))
            return
        done = doing.act(self.session, said, player)
        if why := doing.waited(self.session, said, player, done):
            self.say(why)
        self._acted(lambda _: done)

    def act_for(self, player: str, line: str) -> None:
        """Does what a line says after the name of a player."""
        verb, _, rest = line.lstrip(" :").partition(" ")
        verb = verb_meant(verb)
        if verb == "have":
            self.do_have(rest.strip(), player)
        elif verb == "can":
            self.do_can(rest.strip(), player)
        elif verb in VERBS:
            self._do(verb, rest.strip(), player)
        else:
            raise FsmError(f"{shown(verb, 40)!r} is not what a player does; they {', '.join(VERBS)} or have")

    def do_can(self, text: str, player: str = "") -> None:
        player = self._player(f"{text} ") or player
        line = text[len(self._player(f"{text} ")) :].lstrip(" :")
        verb, _, rest = line.removesuffix(NOW).partition(" ")
        verb = verb_meant(verb)
        if verb not in VERBS or (verb in EXAMPLES and not rest):
            raise FsmError("can they do what? Such as can cast Time Walk, or can Bob activate Sundial of the Infinite")
        self.say(doing.can(self.session, typed_act(self.session, verb, rest.strip(), player), player))

    def do_have(self, text: str, player: str = "") -> None:
        player = player or playing.decider(self.session)
        before = Counter(event_sentence(frame.event) for frame in self.session.so_far())
        self._go(lambda session: playing.have(session, text, player))
        what = playing.had_in_words(self.session, text)
        self.say(f"{shown(player)} has {what} from the beginning of the game")
        new = Counter(event_sentence(frame.event) for frame in self.session.so_far()) - before
        if other := [frame for frame in self.session.so_far() if event_sentence(frame.event) in new]:
            self.say("so this has happened since:")
            self._tell(other)
        self.stand()

    def do_resolve(self, _: str) -> None:
        self._acted(playing.resolve)

    def do_pay(self, _: str) -> None:
        self._acted(doing.pay)

    def do_to(self, text: str) -> None:
        if not text:
            raise FsmError("to where? Such as to combat, to T2.upkeep or to end")
        first = self.session.at
        self._acted(lambda session: playing.go_to(session, text))
        if places := list(dict.fromkeys(playing.left_out(self.session, first))):
            self.say(f"what players choose for effects was left to the default at {listed(map(shown, places[:FEW]))};")
            self.say("undo takes it back, and resolve stops where they choose")

    def do_undo(self, _: str) -> None:
        if not self.done:
            raise FsmError("nothing has been done that can be undone; rs steps back")
        self.session, at, typed = self.done.pop()
        self.session.go(at)
        self.say(f"[undone: {shown(typed)}]")
        self.stand()

    def do_explain(self, _: str) -> None:
        self.say(game_story(self.session.so_far(), width=self.width))

    def do_save(self, text: str) -> None:
        expect = text.endswith(" expect")
        text = text.removesuffix(" expect").rstrip()
        if not text:
            raise FsmError("save to which file? Such as save lesson.turn.yaml, or save lesson.turn.yaml expect")
        if self.playing and not text.endswith(".yaml"):
            raise FsmError(f"{shown(text, 60)!r} is no scenario file; write save lesson.turn.yaml, or that and expect")
        original = self.session
        while original.before is not None:
            original = original.before
        path = output_name(text, original.scenario.file)
        if os.path.lexists(path):
            raise FsmError(f"{shown(path)} is there already; name another file")
        name = Path(path).name.removesuffix(STEM).replace("-", " ")
        session, folder = self.session, Path(path).parent
        made = playing.played(session, name, expect) if self.playing else session.as_text(folder)
        make_folder(path)
        write_file(path, made.encode())
        self.say(f"Wrote {shown(path)}")


for _verb in VERBS:
    setattr(Acting, f"do_{_verb}", partialmethod(Acting._do, _verb))
