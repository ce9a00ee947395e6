"""Editions that nobody would write: random changes of a real one, and damaged files; the same for the same seed."""

from __future__ import annotations

import json
from random import Random
from typing import Any, get_args

from fsm.edition import Edition, load_edition
from fsm.edition.model import AT_NEED, ChoicesEntry, EndTurn, Leaving, Priority, TurnBasedAction
from fsm.shape import fields

_BASES = ("cr2006", "cr2008", "cr2011", "cr2026")
_MAINS = ("precombat_main", "postcombat_main")


def odd_edition(seed: int, overrides: bool = False) -> str:
    """The text of an edition whose turn, steps, actions and choices are mixed; perhaps it ``overrides`` more."""
    random = Random(seed)  # noqa: S311  # any editions, the same each time
    base = load_edition(random.choice(_BASES))
    lines = ['title = "Odd"', f'like = "{base.id}"', _list("turn", _some(random, [p.kind for p in base.phases], 0.2))]
    cited = [action for action in get_args(TurnBasedAction) if base.cite(action) and action != "second_damage"]
    steps = [step.kind for phase in base.phases for step in phase.steps]
    if random.random() < 0.4:
        steps.append("reflection")
    for phase in base.phases:
        if random.random() < 0.6:
            lines.append(f"[phases.{phase.kind}]")
            lines.append(_list("actions", random.choices(cited, k=random.choice((0, 0, 0, 1, 2)))))
            if phase.kind in _MAINS:
                lines.append(f'priority = "{_priority(random, phase.kind)}"')
            else:
                own = [step.kind for step in phase.steps] + (["reflection"] if "reflection" in steps else [])
                if "reflection" in own:
                    steps.remove("reflection")
                lines.append(_list("steps", _some(random, own, 0.2) or own))
    for step in [step.kind for phase in base.phases for step in phase.steps]:
        if random.random() < 0.3:
            lines += [f"[steps.{step}]", f'priority = "{_priority(random, step)}"']
            if random.random() < 0.5:
                lines.append(_list("actions", random.choices(cited, k=random.choice((0, 1, 1, 3)))))
    lines += ["[steps.reflection]", 'token = "RF"', 'name = "reflection step"', f'rule = "{base.phases[0].rule}"']
    lines += ["[leaving]"]
    cited = [action for action in get_args(Leaving) if base.cite(action)]
    lines += [_list(name, random.choices(cited, k=random.choice((0, 1, 2)))) for name in ("step", "phase")]
    lines += ["[choices]", *_choices(random)]
    cited = [part for part in get_args(EndTurn) if base.cite(part)]
    lines += ["[procedures]", _list("end_turn", random.sample(cited, k=random.randint(0, len(cited))))]
    return "\n".join([*lines, *(_overriding(random, base) if overrides else ())]) + "\n"


def _overriding(random: Random, base: Edition) -> list[str]:
    """Perhaps entries that make wrong what the edition inherits: tokens of others, names, what is left out."""
    if random.random() < 0.6:
        return []
    options: list[tuple[str, dict[str, list[Any]]]] = [
        (f"steps.{random.choice(list(base.all_steps))}", {"token": [s.token for s in base.all_steps.values()]}),
        (f"phases.{random.choice(list(base.all_phases))}", {"letter": ["B", "É", ""], "name": ["", "x" * 99]}),
        (
            "rules",
            {key: [False, {"says": "x"}, {"topic": ["draw"]}] for key in random.sample(list(base.rules), 3)},
        ),
        ("rules", {key: [{"says": "x"}] for key in (*random.sample(list(base.rules), 1), "1.²", "1.x", "²")}),
        (random.choice(("steps", "phases")), {key: [False] for key in (*base.kinds.phase_of, *base.all_phases)}),
        ("zones", {"battlefield": ["", 3, False]}),
        ("terms", {"active": ["x", False], "x": [[]]}),
    ]
    path, values = random.choice(options)
    key = random.choice(list(values))
    return [f"[{path}]", f"{json.dumps(key, ensure_ascii=False)} = {_value(random.choice(values[key]))}"]


def _value(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_value(inner)}' for key, inner in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


def _priority(random: Random, kind: str) -> str:
    own = {"cleanup": AT_NEED, "declare_attackers": ("if_attackers",)}.get(kind, ())
    words = get_args(Priority) if random.random() < 0.02 else ("always", "never", *own)
    return str(random.choice(words))


def _choices(random: Random) -> list[str]:
    said = []
    for name, type_ in fields(ChoicesEntry).items():
        words = [word for word in _words(type_) if isinstance(word, str)]
        if words and random.random() < 0.3:
            said.append(f'{name} = "{random.choice(words)}"')
    return said


def _words(type_: Any) -> tuple[Any, ...]:
    return tuple(word for one in get_args(type_) for word in (_words(one) or (one,)))


def _some(random: Random, kinds: list[str], change: float) -> list[str]:
    """Most of them, in most cases in their order."""
    kept = [kind for kind in kinds if random.random() > change]
    if random.random() < change:
        random.shuffle(kept)
    if "postcombat_main" in kept and random.random() < 0.95:  # the first main phase is precombat
        kept = ["precombat_main" if kind == "postcombat_main" else kind for kind in kept if kind != "precombat_main"]
    return kept


def _list(name: str, words: list[str]) -> str:
    return f"{name} = {json.dumps(words)}"


def damaged_edition(seed: int, text: str) -> bytes:
    """A text with some of its bytes changed, left out, doubled or moved."""
    random = Random(seed)  # noqa: S311  # any editions, the same each time
    raw = bytearray(text.encode())
    for _ in range(random.choice((1, 1, 2, 5))):
        at, until = sorted(random.choices(range(len(raw) + 1), k=2))
        until = min(until, at + random.choice((1, 3, 40)))
        twice = bytes(raw[at:until]) * 2
        raw[at:until] = random.choice((b"", b"\0", b'"', b"[", b"]", b"=", b"\n", b"{", twice, b"\xff", b"9" * 30))
    return bytes(raw)
