"""Reads plain data into typed values, and describes the same types as JSON Schema.

One walk over the type annotations serves both, so a reader and its published schema
cannot disagree. An error has the path to the wrong part: keys and indices.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Annotated, Any, Literal, TypeVar, Union, get_type_hints

import msgspec

from .errors import FsmError
from .words import listed, nearest

Path = tuple[str | int, ...]

T = TypeVar("T")

get_origin: Callable[[Any], Any] = cache(typing.get_origin)
get_args: Callable[[Any], tuple[Any, ...]] = cache(typing.get_args)

UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What a decoder raises for bytes that are not JSON."""

_NAMES = {str: "a text", int: "a whole number", bool: "true or false", dict: "a mapping", list: "a list"}
_JSON = {str: {"type": "string"}, int: {"type": "integer"}, bool: {"type": "boolean"}}


class ShapeError(FsmError):
    """Data of the wrong shape; ``path`` leads to the place, ``on_key`` if the key there is wrong.

    ``others`` are further errors of the same data, each at a place of its own. ``is_near``: of the alternatives
    that do not fit, this one has the outer form of the data.
    """

    def __init__(self, message: str, path: Path = (), on_key: bool = False) -> None:
        super().__init__(message)
        self.path, self.on_key = path, on_key
        self.others: tuple[ShapeError, ...] = ()
        self.is_near = False


class OutOfRange(ShapeError):
    """A number that is too small or too large."""


class Faults(list[ShapeError]):
    """The errors of parts that are read or checked one by one.

    >>> faults = Faults()
    >>> [faults.of(read, int, value, (n,)) for n, value in enumerate([1, "two", 3, "four"])]
    [1, None, 3, None]
    >>> [error.path for error in faults]
    [(1,), (3,)]
    """

    def of(self, check: Callable[..., T], *given: Any) -> T | None:
        """What a check returns; None if it raises, and its errors are kept."""
        try:
            return check(*given)
        except ShapeError as error:
            self.extend((error, *error.others))
        return None

    def under(self, key: str | int) -> bool:
        """Whether something is wrong in the value of a key of the whole data."""
        return any(error.path[:1] == (key,) for error in self)

    def error(self) -> ShapeError:
        """The first error, with the others."""
        first, *others = self
        first.others = tuple(others)
        return first

    def raise_any(self) -> None:
        """Raises the first error, with the others; nothing if there is none."""
        if self:
            raise self.error()


MANY = 1_000_000
"""The default limit of numbers in files."""

Natural = Annotated[int, msgspec.Meta(ge=0, le=MANY)]
"""A number of things, or of mana."""
Signed = Annotated[int, msgspec.Meta(ge=-MANY, le=MANY)]
"""Life, power, toughness, and changes of them."""
Counted = Annotated[int, msgspec.Meta(ge=0)]
"""A number that is only compared: it may be of any size."""


class Custom(msgspec.Struct, frozen=True):
    """A type with its own reader and its own schema."""

    read: Callable[[Any, Path], Any]
    schema: Callable[[], dict[str, Any]]


ELSEWHERE: dict[type[Any], dict[str, str]] = {}
"""What to say of unknown keys of a struct: of words that stand elsewhere, or are said in another way."""

CUSTOM: dict[Any, Custom] = {Any: Custom(lambda data, _: data, dict)}
"""The types with their own reader and schema."""


class Words(msgspec.Struct, frozen=True):
    """An annotation of texts: one of the words that ``known`` lists when the text is read."""

    known: Callable[[], Iterable[str]]


class Such(msgspec.Struct, frozen=True):
    """An annotation of lists and mappings: what to say, with an example, if something of another form is found."""

    what: str


def describe(value: Any) -> str:
    """A value as messages show it: short, and in quotes if it is a text.

    >>> describe({"a": 1}), describe("x"), describe(None)
    ('a mapping', "'x'", 'nothing')
    """
    if value is None:
        return "nothing"
    if isinstance(value, dict | list):
        return _NAMES[dict if isinstance(value, dict) else list]
    text = repr(str(value)) if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def read(type_: Any, data: Any, path: Path = ()) -> Any:
    """Reads data as a value of a type; ``ShapeError`` if it does not fit."""
    return data if type(data) is type_ else _reader(type_)(data, path)


def read_struct(type_: type[T], data: Any, path: Path = ()) -> T:
    """A struct from a mapping of its fields; the error of an unknown key names the nearest known one."""
    found: T = read(type_, data, path)
    return found


Reader = Callable[[Any, Path], Any]
"""What reads the data at a path as a value of one type."""


@cache
def _reader(type_: Any) -> Reader:
    """The reader of a type, which has those of its parts: the types are walked once, not for each value."""
    if type_ in CUSTOM:
        return _custom(type_, CUSTOM[type_].read) if isinstance(type_, type) else CUSTOM[type_].read
    args = get_args(type_)
    origin = get_origin(type_)
    if origin is Annotated:
        return _within(*args)
    if origin is Literal:
        return partial(_read_literal, args)
    if origin in (Union, types.UnionType):
        return _union(args)
    if origin is tuple:
        return _list(_reader(args[0]))
    if origin is dict:
        return _mapping(None if args[0] is str else _reader(args[0]), _reader(args[1]))
    return _struct(type_) if _is_struct(type_) else _plain(type_)


def _custom(type_: type[Any], of: Reader) -> Reader:
    return lambda data, path: data if type(data) is type_ else of(data, path)


def _plain(type_: type[Any]) -> Reader:
    def reader(data: Any, path: Path) -> Any:
        if type(data) is type_:
            return data
        if not isinstance(data, type_) or (type_ is int and isinstance(data, bool)):
            hint = "; put it in quotes" if type_ is str and isinstance(data, int | float) else ""
            raise ShapeError(f"found {describe(data)}, expected {_NAMES[type_]}{hint}", path)
        return type_(data)

    return reader


@cache
def _is_struct(type_: Any) -> bool:
    return isinstance(type_, type) and issubclass(type_, msgspec.Struct)


def _list(of_items: Reader) -> Reader:
    def reader(data: Any, path: Path) -> tuple[Any, ...]:
        faults = Faults()
        items = enumerate(data if isinstance(data, list) else [data])
        found = tuple([faults.of(of_items, item, (*path, n)) for n, item in items])
        faults.raise_any()
        return found

    return reader


def _mapping(of_keys: Reader | None, of_values: Reader) -> Reader:
    def reader(data: Any, path: Path) -> dict[Any, Any]:
        if not isinstance(data, dict):
            raise ShapeError(f"found {describe(data)}, expected a mapping", path)
        faults = Faults()
        if of_keys:
            for key in data:
                try:
                    of_keys(key, ())
                except ShapeError as error:
                    faults.append(ShapeError(str(error), (*path, key), True))
        found = {key: faults.of(of_values, item, (*path, key)) for key, item in data.items()}
        faults.raise_any()
        return found

    return reader


def _struct(type_: type[Any]) -> Reader:
    known, readers = _known(type_), dict[str, Reader]()

    def reader(data: Any, path: Path) -> Any:
        if type(data) is type_:
            return data
        if not isinstance(data, dict):
            raise ShapeError(f"found {describe(data)}, expected a mapping with {listed(known.types)}", path)
        if not readers:  # not before, as a struct may be part of itself
            readers.update((key, _reader(hint)) for key, hint in known.types.items())
        faults, found = Faults(), {}
        if all(key in readers for key in data):  # otherwise an unknown key may be the one that is missing
            faults += (ShapeError(f'the key "{key}" is missing', path) for key in known.required if key not in data)
        for key, value in data.items():
            if key in readers:
                found[known.names[key]] = faults.of(readers[key], value, (*path, key))
            else:
                faults.append(_unknown_key(key, data, readers, path, ELSEWHERE.get(type_, {}).get(key, "")))
        faults.raise_any()
        return type_(**found)

    return reader


def _unknown_key(key: Any, data: dict[Any, Any], hints: Iterable[str], path: Path, meant: str) -> ShapeError:
    if meant:
        return ShapeError(f"unknown key {describe(key)}: {meant}", (*path, key), True)
    known, hint = ", ".join(hints), nearest(str(key), hints)
    before = dict(zip([*data][1:], data.values(), strict=False)).get(key)
    if data[key] is None and isinstance(before, str) and not hint:
        hint = f'; a comma separates two entries here, so put the text in quotes if it is one: "{before}, {key}"'
    return ShapeError(f"unknown key {describe(key)}{hint}; known here: {known}", (*path, key), True)


class _Known(msgspec.Struct, frozen=True):
    """Facts of a struct, looked up once, by written name: types, field names, required fields, and defaults."""

    types: dict[str, Any]
    names: dict[str, str]
    required: tuple[str, ...]
    defaults: dict[str, Any]


_KNOWN: dict[type[Any], _Known] = {}


def _known(type_: type[Any]) -> _Known:
    known = _KNOWN.get(type_)
    if known is None:
        hints, all_fields = get_type_hints(type_, include_extras=True), msgspec.structs.fields(type_)
        known = _KNOWN[type_] = _Known(
            {f.encode_name: hints[f.name] for f in all_fields},
            {f.encode_name: f.name for f in all_fields},
            tuple(f.encode_name for f in all_fields if f.required),
            {f.encode_name: f.default for f in all_fields if f.default is not msgspec.NODEFAULT},
        )
    return known


def fields(type_: type[Any]) -> dict[str, Any]:
    """The fields of a struct by their written names, with their types."""
    return _known(type_).types


def required(type_: type[Any]) -> tuple[str, ...]:
    """The required fields of a struct."""
    return _known(type_).required


def said(value: msgspec.Struct) -> dict[str, Any]:
    """The fields of a value by their written names, without those that are as by default."""
    known = _known(type(value))
    every = {written: getattr(value, name) for written, name in known.names.items()}
    return {written: one for written, one in every.items() if one != known.defaults.get(written, msgspec.NODEFAULT)}


def _within(type_: Any, limits: msgspec.Meta | Words | Such) -> Reader:
    """Reads a number within inclusive limits, a list that may not be empty, or one of some words."""
    if isinstance(limits, Words):
        return lambda data, path: _read_literal(tuple(limits.known()), data, path)
    of = _reader(type_)
    if isinstance(limits, Such):
        return partial(_read_such, of, limits)
    return partial(_read_some if limits.min_length is not None else _read_number, of, limits)


def _read_some(of: Reader, limits: msgspec.Meta, data: Any, path: Path) -> Any:
    value = of(data, path)
    if len(value) < (limits.min_length or 0):
        raise ShapeError(f"found {describe(data)} with nothing in it; name at least one thing", path)
    return value


def _read_number(of: Reader, limits: msgspec.Meta, data: Any, path: Path) -> Any:
    value = of(data, path)
    too_small = limits.ge is not None and value < limits.ge
    if too_small or (limits.le is not None and value > limits.le):
        most = "" if limits.le is None else f" to {limits.le}"
        raise OutOfRange(f"found {describe(data)}, expected a number from {limits.ge}{most}", path)
    return value


def _read_such(of: Reader, form: Such, data: Any, path: Path) -> Any:
    """Reads a list or a mapping; the error about another form has an example."""
    try:
        return of(data, path)
    except ShapeError as error:
        alone = () if isinstance(data, list) else ((*path, 0),)
        if error.path not in (path, *alone):
            raise
        raise ShapeError(f"found {describe(data)}, expected {form.what}", path) from None


def _read_literal(words: tuple[Any, ...], data: Any, path: Path) -> Any:
    if isinstance(data, str | int) and data in words:
        return data
    hint = nearest(str(data), [str(word) for word in words])
    raise ShapeError(f"found {describe(data)}{hint}, expected {listed(map(str, words), 'or')}", path)


def _union(members: tuple[Any, ...]) -> Reader:
    classes = {member for member in members if isinstance(member, type)}
    tried = [(member, _reader(member)) for member in members if member is not type(None)]
    first = next(((member, of) for member, of in tried if member not in _NAMES), None)

    def reader(data: Any, path: Path) -> Any:
        if type(data) in classes:
            return data
        if first is not None and _is_near(first[0], data):  # no plain type before it takes such data
            try:
                return first[1](data, path)
            except ShapeError:
                pass
        failures: list[ShapeError] = []
        for member, of in tried:
            try:
                return of(data, path)
            except ShapeError as failure:
                failure.is_near = _is_near(member, data)
                failures.append(failure)
        raise max(failures, key=lambda failure: (isinstance(failure, OutOfRange), failure.is_near, len(failure.path)))

    return reader


@cache
def _form(type_: Any) -> type[Any] | None:
    """The outer form of the data of a type: a mapping, a list, or neither."""
    return dict if _is_struct(type_) or get_origin(type_) is dict else list if get_origin(type_) is tuple else None


def _is_near(type_: Any, data: Any) -> bool:
    """Whether data are a mapping or a list, as a type asks for."""
    form = _form(type_)
    return form is not None and isinstance(data, form)


def schema(type_: Any) -> dict[str, Any]:
    """The JSON Schema (2020-12) of the data that ``read`` takes for a type; structs go to ``#/$defs``."""
    if type_ in CUSTOM:
        return CUSTOM[type_].schema()
    origin = get_origin(type_)
    if origin is Annotated:
        return _schema_within(*get_args(type_))
    if origin is Literal:
        return {"enum": list(get_args(type_))}
    if origin in (Union, types.UnionType):
        members = (schema(member) for member in get_args(type_))
        return {"anyOf": [one for said in members for one in (said["anyOf"] if said.keys() == {"anyOf"} else [said])]}
    if origin is tuple:
        item = schema(get_args(type_)[0])
        return {"anyOf": [{"type": "array", "items": item}, item]}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema(get_args(type_)[1])}
    if type_ is type(None):
        return {"type": "null"}
    if _is_struct(type_):
        return {"$ref": f"#/$defs/{type_.__name__}"}
    return dict(_JSON[type_])


def _schema_within(type_: Any, limits: msgspec.Meta | Words | Such) -> dict[str, Any]:
    if isinstance(limits, Words):
        return {"enum": list(limits.known())}
    if isinstance(limits, Such):
        return schema(type_)
    said = schema(type_)
    if limits.min_length is not None:
        listed_ones, *alone = said["anyOf"]
        return {"anyOf": [listed_ones | {"minItems": limits.min_length}, *alone]}
    bounds = {"minimum": limits.ge, "maximum": limits.le}
    return said | {name: bound for name, bound in bounds.items() if bound is not None}


def struct_schema(type_: type[Any]) -> dict[str, Any]:
    """The schema of one struct, described by the first line of its docstring; fields have their defaults."""
    described: dict[str, Any] = {
        "type": "object",
        "description": plain((type_.__doc__ or "").strip().splitlines()[0]),
        "properties": {name: _of_field(type_, name, hint) for name, hint in fields(type_).items()},
        "additionalProperties": False,
    }
    if required(type_):
        described["required"] = list(required(type_))
    return described


def _of_field(type_: type[Any], name: str, hint: Any) -> dict[str, Any]:
    """The schema of a field, with what the docstring of its struct says of it, and its default."""
    says, default = _field_doc(type_, name), _known(type_).defaults.get(name)
    told = {"description": says} if says else {}
    return told | schema(hint) | ({} if default in (None, (), {}, "") else {"default": default})


def plain(text: str) -> str:
    """A text of a docstring without its marks.

    >>> plain("``nth``: only the nth time.")
    'nth: only the nth time.'
    """
    return text.replace("``", "")


def _field_doc(type_: type[Any], name: str) -> str:
    """What a struct's docstring says of a field: the clauses that begin with it, or else the sentences that name it."""
    text, mark = " ".join((type_.__doc__ or "").split()), f"``{name}``"
    clauses = [one for one in re.split(r"(?<=[.;]) ", text) if one.startswith(mark)]
    said = clauses or [one for one in re.split(r"(?<=\.) ", text) if mark in one]
    return plain(" ".join(_sentence(one.removeprefix(f"{mark}: "), one.startswith(f"{mark}: ")) for one in said))


def _sentence(text: str, begins: bool) -> str:
    """A clause as a sentence; one that begins with a name in lower case stays so."""
    return (text[:1].upper() if begins else text[:1]) + text[1:].rstrip(";.") + "."


def definitions(*types_: type[Any]) -> dict[str, Any]:
    """The ``$defs`` of structs and of all structs in them."""
    found: dict[str, Any] = {}
    todo = list(types_)
    while todo:
        type_ = todo.pop(0)
        if type_.__name__ not in found:
            found[type_.__name__] = struct_schema(type_)
            todo += [s for hint in fields(type_).values() for s in _structs(hint)]
    return found


def _structs(type_: Any) -> list[type[Any]]:
    if type_ in CUSTOM or _is_struct(type_):
        return [] if type_ in CUSTOM else [type_]
    return [s for member in get_args(type_) for s in _structs(member)]
