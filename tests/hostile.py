"""Whatever may be typed in the debugger: expressions and commands that nobody would type in good faith."""

from __future__ import annotations

from random import Random

from fsm.debugger.lines import ALIASES, HELP

NAMES = (
    "Ann", "Ann.hand", "Ann.life", "players", "stack", "turn", "kind", "rules", "event", "x", "1", "0", "9" * 15,
    "'a'", "[]", "1.5", "1e308", "None", "True", "b'a'", "1j",
)  # fmt: skip
SHAPES = (
    "[{0}]", "[{0},{1}]", "({0}+{1})", "({0}*{1})", "({0}-{1})", "({0}//{1})", "({0}%{1})", "(-{0})", "(not {0})",
    "({0} < {1})", "({0} == {1})", "({0} in {1})", "({0} is {1})", "({0} if {1} else {0})", "({0} and {1})",
    "[x for x in {0}]", "[{0} for x in {1}]", "[x for x in {0} if {1}]", "sum({0})", "sorted({0})", "min({0})",
    "max({0},{1})", "any({0})", "all({0})", "abs({0})", "len({0})", "{0}[{1}]", "{0}[{1}:]", "{0}[::{1}]", "{0}.hand",
    "[x+x for x in [{0}]][0]", "[[x,x] for x in [{0}]][0]", "any(x for x in {0})",
)  # fmt: skip
"""What hostile expressions are made of."""


def expression(random: Random) -> str:
    """Any expression, as long as one may be."""
    text = random.choice(NAMES)
    for _ in range(random.randrange(1, 60)):
        parts = [text, random.choice((text, *NAMES))]
        random.shuffle(parts)
        made = random.choice(SHAPES).format(*parts)
        text = made if len(made) <= 1000 else text
    return text


WORDS = tuple(name for name in (*HELP, *ALIASES) if name not in ("q", "quit", "exit", "EOF"))
PLACES = (
    "T1", "T1.combat", "T2.upkeep", "T9.upkeep", "upkeep", "step.skip", "card.move", "500.7", "CR 508", "CR 9", "3",
    "0", "-1", "99999999999", "²", "x.turn.yaml:3", "C:\\x.turn.yaml:3:1", "other:6", "start", "end", ".",
    "Grizzly Bears", "a card",
)  # fmt: skip
DEEDS = (
    "pass", "concede", "1", "2", "99", "cast Time Walk", "{cast: {name: X, type: instant, effects: [{draw: 1}]}}",
    "attack", "{attack: [x]}", "{cast: [[[[", "{pass: 1}", "choose 1", "&a [*a]", "!!python/object:os.system x",
    "order", "discard a card", "{cast: {name: X, type: instant, effects: [{extra_turn: you}]}}", "{block: {}}",
    "keep_tapped", "end x", "play Forest",
)  # fmt: skip
JUNK = (
    "", " ", ";;", ",", "if", "\x1b[31m", "\0", "\ud800", "'", "\"", "{", "[", "(" * 300, "a" * 2_000, "²", "1 2 3",
    "-1", "% 0", ">= 2", "% 2", "commands", "end", "silent", "../x", "/", "/dev/null", "x.svg", "x.exe",
    "x.turn.yaml", "failed", "turn, turn > 1",
)  # fmt: skip


def command(random: Random) -> str:
    """Any line: a command with arguments of any kind, or several, or junk."""
    arguments = (
        lambda: expression(random),
        lambda: random.choice(PLACES),
        lambda: f"{random.choice(PLACES)}, {expression(random)}",
        lambda: f"{random.randrange(4)} {expression(random)}",
        lambda: random.choice(DEEDS),
        lambda: str(random.randrange(8)),
        lambda: random.choice(JUNK),
        lambda: "",
    )
    word = random.choice(WORDS) if random.random() < 0.95 else random.choice(JUNK)
    line = f"{word} {random.choice(arguments)()}".strip()
    return f"{line};;{command(random)}" if random.random() < 0.1 else line
