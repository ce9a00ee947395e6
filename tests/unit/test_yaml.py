"""The YAML reader: plain data with places, and a message for whatever is hostile."""

from __future__ import annotations

import time
from typing import Any

import pytest
import yaml

from fsm.errors import InputError
from fsm.scenario import read_yaml
from fsm.scenario.reading import yaml as reader
from fsm.scenario.reading.yaml import MAX_DEPTH, MAX_DOCUMENTS, MAX_NODES


def data(text: str) -> Any:
    (document,) = read_yaml(text, "f")
    return document.data


def fault(text: str) -> str:
    with pytest.raises(InputError) as error:
        read_all(text)
    return str(error.value)


def read_all(text: str) -> None:
    for document in read_yaml(text, "f"):
        document.raise_any()


def test_every_key_and_value_has_its_place() -> None:
    (document,) = read_yaml("players: [Ann, Bob]\nexpect:\n  turns:\n    - Ann\n", "f")
    assert document.keys["expect",] == (2, 1)
    assert document.keys["expect", "turns"] == (3, 3)
    assert document.values["expect", "turns", 0] == (4, 7)
    assert document.values["players", 1] == (1, 16)
    assert document.line(("expect", "turns")) == 3


def test_an_error_stands_at_the_nearest_place_that_is_known() -> None:
    (document,) = read_yaml("a:\n  b: 1\n", "f")
    assert str(document.error("wrong", ("a", "b", "c", 3))) == "f:2:6: wrong"
    assert str(document.error("wrong", ("a", "b"), on_key=True)) == "f:2:3: wrong"
    assert str(document.error("wrong")) == "f:1:1: wrong"


def test_yaml_1_2_is_read() -> None:
    assert data("{on: off, yes: no, t: true, n: null, e: , d: 2026-10-01, c: 12:30, z: 007, h: 0x10, o: 0o17}") == {
        "on": "off",
        "yes": "no",
        "t": True,
        "n": None,
        "e": None,
        "d": "2026-10-01",
        "c": "12:30",
        "z": 7,
        "h": 16,
        "o": 15,
    }
    assert data("[1, -2, +3, 1_000, 1.5, 'x', \"\\u00e4\"]") == [1, -2, 3, 1000, 1.5, "x", "ä"]


@pytest.mark.parametrize(
    ("plain", "value"),
    [
        ("True", True), ("FALSE", False), ("tRUE", "tRUE"), ("y", "y"), ("Null", None), ("~", None), ("nULL", "nULL"),
        ("0b1", "0b1"), ("0o8", "0o8"), ("0x", "0x"), ("-0x1", "-0x1"), ("0O7", "0O7"), ("017", 17), ("+1", 1),
        ("1_0", 10), ("_1", "_1"), ("1.", 1.0), (".5", 0.5), ("1.5e3", 1500.0), ("1e3", 1000.0), (".", "."),
        ("1e", "1e"), ("e3", "e3"), ("1:30", "1:30"), ("2026-11-21", "2026-11-21"), ("=", "="), ("<<", "<<"),
        ("b:c", "b:c"), ("T1.upkeep#2", "T1.upkeep#2"), ("a < b", "a < b"), ("1 2", "1 2"), ("'1'", "1"), ('"~"', "~"),
        ("! 3", "3"), ("!!str 3", "3"), ("!!int 3", 3), ("!!float 3", 3.0), ("!!bool true", True),
    ],
)  # fmt: skip
@pytest.mark.parametrize("loader", [yaml.CSafeLoader, yaml.SafeLoader])
def test_a_plain_scalar_means_what_the_core_schema_says(
    plain: str, value: Any, loader: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "_LOADER", loader)
    for found in (data(f"a: {plain}")["a"], data(f"[{plain}]")[0]):
        assert (found, type(found)) == (value, type(value))


def test_several_documents_are_several() -> None:
    assert [document.data for document in read_yaml("a: 1\n---\nb: 2\n---\n", "f")][:2] == [{"a": 1}, {"b": 2}]


def test_a_key_that_comes_twice_is_shown_with_both_lines() -> None:
    assert fault("a: 1\nb: 2\n\na: 3\n") == 'f:4:1: duplicate key "a" (first in line 1)'
    assert fault("x:\n  - {p: 1, p: 2}") == 'f:2:12: duplicate key "p" (first in line 2)'


def test_errors_that_leave_the_rest_readable_are_said_together() -> None:
    said = fault("a: 1\na: 2\n<<: x\n? [b]\n: 3")
    assert [line[:5] for line in said.splitlines()] == ["f:2:1", "f:3:1", "f:4:3"]


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("a: [1, 2", "f:1:4", "the [ that begins here is not closed; put a ]"),
        ("a: 1\n b: 2\n", "f:2:3", "not YAML"),
        ("a:\n\t- 1\n", "f:2:1", "not YAML"),
        ("a: 'x", "f:1:4", "the quote ' that begins here is not closed"),
        ("a: *nobody", "f:1:4", "not YAML"),
        ("a: \x07", "f:1:4", "the character U+0007 cannot stand here"),
        ("a: 1\r\nb: é\x00", "f:2:5", "the character U+0000 cannot stand here"),
        ("\ufeffa: x\x01", "f:1:5", "the character U+0001 cannot stand here"),
        ("a: b\u2028c", "f:1:5", "the character U+2028 cannot stand here"),
        ("a: b\x85c", "f:1:5", "the character U+0085 cannot stand here"),
        ("a: x\ufeff", "f:1:5", "the character U+FEFF cannot stand here"),
        ("ü: é\nß: [é, ö", "f:2:4", "the [ that begins here is not closed"),
        ("a: [1, 2\n", "f:1:4", "the [ that begins here is not closed"),
        ("a: 1\n...\nb: 2", "f:3:1", "not YAML"),
        ("{a: 1}}", "f:1:7", "not YAML"),
        ('a: "\\U00ffffff"', "f:1:4", "no character"),
        ("a: &x 1\nb: {<<: *x}", "f:2:5", "no merge keys"),
        ("a: &x 1\n---\nb: *x", "f:3:4", "the alias *x has no anchor"),
        ("? [a]\n: 1", "f:1:3", "a key has to be a text"),
        ("a: !!python/object:os.system x", "f:1:4", "has no meaning here; leave it out"),
        ("a: !mine 3", "f:1:4", "has no meaning here"),
        ("a: !mine [3]", "f:1:4", "has no meaning here"),
        ("a: !mine {b: 3}", "f:1:4", "has no meaning here"),
        ("a: !!set {b, c}", "f:1:4", "has no meaning here"),
        ("a: !!int x", "f:1:4", "cannot be read as a number"),
        ("a: .inf", "f:1:4", "cannot be read as a number"),
        ("a: .nan", "f:1:4", "cannot be read as a number"),
        ("a: 1e999", "f:1:4", "cannot be read as a number"),
        ("a: " + "9" * 5000, "f:1:4", "cannot be read as a number"),
        ("a: 0x" + "f" * 5000, "f:1:4", "cannot be read as a number"),
        ('a: "x\\ud800"', "f:1:4", "half of a character"),
        ('"\\udfff": 1', "f:1:1", "half of a character"),
        ("", "f:1:1", "the file is empty"),
        ("# nothing\n", "f:1:1", "the file is empty"),
        ("%YAML 9.9\n--- {}", "f:", "YAML"),
    ],
)
def test_what_cannot_be_used_is_shown_at_its_place(text: str, place: str, said: str) -> None:
    message = fault(text)
    assert message.startswith(place), message
    assert said in message
    assert "\n" not in message


def test_an_alias_bomb_ends_in_a_message_at_once() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    began = time.process_time()
    assert f"more than {MAX_NODES:,} values; aliases" in fault("\n".join(lines))
    assert time.process_time() - began < 20


def test_an_alias_to_itself_ends_in_a_message() -> None:
    assert fault("a: &a [*a]").startswith("f:1:")
    assert fault("&a {a: *a}").startswith("f:1:")


@pytest.mark.parametrize("depth", [MAX_DEPTH + 2, 5_000])
def test_deep_nesting_ends_in_a_message(depth: int) -> None:
    assert "nested" in fault("[" * depth + "]" * depth)


def test_too_deep_is_said_at_the_bracket_that_is() -> None:
    deep = "x: 1\ny: " + "[" * 100
    assert fault(deep) == f"f:2:{4 + MAX_DEPTH}: nested more than {MAX_DEPTH} levels deep"


def test_a_megabyte_of_brackets_is_left_at_the_first_that_is_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def parse(text: str, Loader: Any) -> Any:  # noqa: N803  # the name of what it stands for
        for event in original(text, Loader=Loader):
            seen.append(event)
            yield event

    original = yaml.parse
    monkeypatch.setattr(yaml, "parse", parse)
    row = "[" * 59 + "]" * 59 + ","
    assert f"more than {MAX_NODES:,} values" in fault("[" + row * 9000 + "]")
    assert len(seen) < 2 * MAX_NODES + 200


def test_documents_share_one_limit() -> None:
    assert f"more than {MAX_NODES:,} values" in fault("---\n".join(["[" + "x, " * 1000 + "]\n"] * 60))
    assert fault("--- 1\n" * (MAX_DOCUMENTS + 1)).startswith(f"f:{MAX_DOCUMENTS + 1}:5: more than {MAX_DOCUMENTS} doc")


def test_aliases_as_such_are_welcome() -> None:
    assert data("a: &x {life: 3}\nb: *x\n") == {"a": {"life": 3}, "b": {"life": 3}}
