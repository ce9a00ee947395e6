"""Drives an engine through vectors, and reports what it did: as text for people, JSON, and JUnit XML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

import msgspec

from ..edition import load_edition
from ..errors import LONGEST
from ..words import listed, shown
from .causes import Broken, causes
from .engine import Engine, EngineError
from .instructions import told
from .playing import TELLING, Difference, played
from .words import SET, Hello, Vector


class Result(msgspec.Struct, frozen=True):
    """What an engine did with a vector: the first difference, or none; ``lacks`` is what it cannot do.

    With something that it lacks it is not asked; ``cannot`` is why it did not go on. A ``known`` difference is
    expected. ``followed`` are tolerated rules that were broken on the way, and after ``hidden`` nothing could be judged
    any more.
    """

    vector: Vector
    difference: Difference | None = None
    lacks: tuple[str, ...] = ()
    known: bool = False
    followed: tuple[str, ...] = ()
    hidden: str = ""
    cannot: str = ""

    @property
    def left_out(self) -> str:
        """Why the vector was not played, or not to its end; an empty text if it was."""
        return f"needs {', '.join(self.lacks)}" if self.lacks else self.cannot


def failed(result: Result) -> bool:
    """Whether the engine crashed, hung, or gave no usable answer."""
    return result.difference is not None and result.difference.what == "failed"


class Report(msgspec.Struct, frozen=True):
    """What an engine did with all vectors; why it was given up before all were played, if it ``ended``.

    ``strays`` are the first lines that it wrote and that are no answers; ``gone`` are the vectors with which it does
    not differ any more as it was known to.
    """

    engine: str
    can: tuple[str, ...]
    results: tuple[Result, ...]
    ended: str = ""
    strays: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def otherwise(self) -> tuple[Result, ...]:
        """The vectors with which the engine did something else, or failed."""
        return (*self.differences, *self.failures)

    @property
    def news(self) -> tuple[Result, ...]:
        """Those of them that are not known."""
        return tuple(one for one in self.otherwise if not one.known)

    @property
    def differences(self) -> tuple[Result, ...]:
        """The vectors with which the engine did something else."""
        return tuple(one for one in self.results if one.difference is not None and not failed(one))

    @property
    def failures(self) -> tuple[Result, ...]:
        """The vectors in which the engine crashed, hung, or gave no usable answer."""
        return tuple(filter(failed, self.results))

    @property
    def played(self) -> int:
        """How many vectors the engine was driven through."""
        return sum(not result.left_out for result in self.results)

    @property
    def right(self) -> int:
        """How many of these went as expected."""
        return self.played - len(self.otherwise) - sum(bool(one.hidden) for one in self.results)

    @property
    def lacking(self) -> list[tuple[str, int]]:
        """What the engine cannot do, and how many vectors need it, the most needed first."""
        return Counter(name for result in self.results for name in result.lacks).most_common()

    @property
    def cannot(self) -> list[tuple[str, int]]:
        """What the engine says that it cannot do, and with how many vectors, the most frequent first."""
        return Counter(one.cannot for one in self.results if one.cannot).most_common()

    def broken(self) -> Iterator[Broken]:
        """What was broken and is not known, by its probable cause; the most broken first."""
        return causes(result for result in self.differences if not result.known)


def drive(engine: Engine, vectors: Sequence[Vector], first: bool = False, tolerate: Collection[str] = ()) -> Report:
    """Drives an engine through all vectors that it has the capabilities for.

    Differences under the rules with the numbers ``tolerate`` are followed, and what comes after them is judged.

    An engine that fails in a game begins the next one anew; one that fails in many games in a row is given up.
    ``first`` stops at the first difference or failure. ``EngineError`` if it does not say what it can do.
    """
    hello = engine.hello()
    results: list[Result] = []
    ended, in_a_row, most = "", 0, MOST_FAILURES
    for vector in vectors:
        result = drive_one(engine, vector, hello, tolerate)
        results.append(result)
        if first and result.difference is not None:
            break
        if not failed(result):
            in_a_row = in_a_row if result.left_out else 0
            most = most if result.left_out or result.difference else MANY_FAILURES
            continue
        in_a_row += 1
        ended = f"it failed in {in_a_row} scenarios in a row" if in_a_row == most else _begun_anew(engine)
        if ended:
            break
    return Report(hello.engine or engine.name, hello.can, tuple(results), ended, tuple(engine.strays))


MOST_FAILURES = 10
"""After so many failures in a row nothing else is to be found out about an engine that did nothing right so far."""

MANY_FAILURES = 50
"""After so many failures in a row nothing else is to be found out about any engine."""


def _begun_anew(engine: Engine) -> str:
    """Begins anew; why an engine cannot."""
    try:
        engine.anew()
    except EngineError as error:
        return f"it could not begin anew: {error}"
    return ""


def drive_one(engine: Engine, vector: Vector, hello: Hello, tolerate: Collection[str]) -> Result:
    """What an engine that can do what it said does with one vector."""
    able = hello.able
    lacks = tuple(name for name in vector.needs if name not in able)
    if lacks:
        return Result(vector, lacks=lacks)
    came = played(engine, vector, hello, tolerate)
    return Result(vector, came.difference, followed=came.followed, hidden=came.hidden, cannot=came.cannot)


def report_lines(report: Report, every: bool = False) -> Iterator[str]:
    """A report for people: the differences that are not known, the rules that were broken, and how far it went.

    Of the differences with one probable cause only the plainest is shown; with ``every`` all of them.
    """
    broken = list(report.broken())
    by_id = {result.vector.id: result for result in report.differences}
    yield from _failure_lines(report, every)
    for rule in broken:
        for id in rule.vectors if every else rule.vectors[:1]:
            yield from difference_lines(by_id[id])
            yield ""
    left_out = 0 if every else sum(len(rule.vectors) - 1 for rule in broken)
    if left_out:
        more = "scenarios differ" if left_out > 1 else "scenario differs"
        yield f"{left_out} more {more} in the same ways; --all shows all."
        yield ""
    if broken:
        yield "Broken rules:"
        for rule in broken:
            many = f"{len(rule.vectors)} scenario{'s' * (len(rule.vectors) != 1)}"
            yield f"  {rule.number:<8} {rule.edition}  {many:<13} {rule.way:<10} {rule.says}"
        yield ""
    yield summary(report)


def _failure_lines(report: Report, every: bool) -> Iterator[str]:
    """The scenarios in which the engine failed, by default one for each way; and what it wrote that is no answer."""
    ways: dict[str, list[Result]] = {}
    for result in report.failures:
        if result.known:
            continue
        ways.setdefault(result.difference.says if result.difference else "", []).append(result)
    for results in ways.values():
        for result in results if every else results[:1]:
            yield from difference_lines(result)
        if len(results) > 1 and not every:
            yield f"  in {len(results) - 1} more scenario{'s' * (len(results) > 2)} too; --all shows all"
        yield ""
    if report.strays:
        yield f"The engine wrote lines that are no answers, such as {report.strays[0]!r}; standard error is for these."
        yield ""


def summary(report: Report) -> str:
    """One paragraph: how many scenarios were played, how many differ, in how many it failed, what the others need."""
    differ, failed, played, all_ = len(report.differences), len(report.failures), report.played, len(report.results)
    said = f"{shown(report.engine, 100)}: {played} of {all_} scenarios played, "
    said += f"{report.right} as expected, {differ} differ."
    if failed:
        said += f" In {failed} the engine failed: it crashed, hung or gave no usable answer."
    known = sum(one.known for one in report.results)
    if known:
        said += f" {known} of these {'is' if known == 1 else 'are'} known, {len(report.news)} new."
    followed = Counter(
        rule for one in report.results for rule in {*one.followed, *([one.hidden] if one.hidden else [])}
    )
    if followed:
        broken = listed(f"{rule} ({many})" for rule, many in followed.most_common())
        said += f"\nTolerated, and followed where that is possible: {broken}"
        hidden = sum(bool(one.hidden) for one in report.results)
        said += f"; in {hidden} what comes after it could not be judged." if hidden else "."
    if report.gone:
        many = f"{len(report.gone)} known one{'s are' if len(report.gone) > 1 else ' is'} not there any more"
        said += f"\n{many}; --update-known takes them out: {listed([*report.gone[:MOST_TOLD], *_more(report.gone)])}."
    if report.ended:
        said += f"\nThe engine was given up: {shown(report.ended, LONGEST)}; the other scenarios were not played."
    if report.cannot:
        some = [f"{shown(one, 100)} ({many})" for one, many in report.cannot]
        why = listed([*some[:MOST_TOLD], *_more(some)])
        said += f"\n{sum(many for _, many in report.cannot)} left out, since the engine says that it cannot: {why}."
    if report.lacking:
        needed = listed(f"{name} ({many})" for name, many in report.lacking)
        lacking = sum(bool(one.lacks) for one in report.results)
        said += f"\n{lacking} not played, since they need more than it can do: {needed}."
    return said


MOST_TOLD = 8
"""How many scenarios of which a known difference is gone, and how many reasons, are named."""


def _more(all_: Sequence[str]) -> list[str]:
    return [f"{len(all_) - MOST_TOLD} more"] if len(all_) > MOST_TOLD else []


def difference_lines(result: Result) -> Iterator[str]:
    """The first difference of a scenario: what came, what should have come, and the rules in words."""
    return (shown(line, LONGEST) for line in _difference_lines(result))


def _difference_lines(result: Result) -> Iterator[str]:
    found = result.difference
    if found is None:
        return
    edition = result.vector.setup.edition
    yield f"{result.vector.id}: {result.vector.name}"
    led = [entry for entry in result.vector.script if entry.after <= found.at]
    if len(led) > MOST_ACTS:
        yield f"  script     {len(led) - MOST_ACTS} acts, and then"
    for entry in led[-MOST_ACTS:]:
        yield f"  script     {entry.place} {entry.act.player}: {entry.act.name} ({'; '.join(map(told, entry.act.do))})"
    yield f"  after      {found.after or 'the beginning of the game'}"
    yield f"  expected   {found.wanted}"
    yield f"  found      {found.came}"
    for number in found.rules[:TELLING]:
        yield f"  {number:<10} {load_edition(edition).line(number)}"


MOST_ACTS = 8
"""How many of the acts that led to a difference are shown, the last ones."""


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def report_json(report: Report) -> dict[str, Any]:
    """A report as plain values."""
    return {
        "format": "turn-drive",
        "version": "1.2",
        "set": SET,
        "engine": report.engine,
        "can": list(report.can),
        "scenarios": len(report.results),
        "played": report.played,
        "differ": len(report.differences),
        "failed": len(report.failures),
        "ended": report.ended,
        "new": len(report.news),
        "followed": {one.vector.id: list(one.followed) for one in report.results if one.followed},
        "hidden": {one.vector.id: one.hidden for one in report.results if one.hidden},
        "gone": list(report.gone),
        "strays": list(report.strays),
        "lacking": dict(report.lacking),
        "cannot": dict(report.cannot),
        "differences": [_difference_fields(result) for result in report.differences],
        "failures": [_difference_fields(result) for result in report.failures],
        "broken": [_plain(rule) for rule in report.broken()],
    }


def _difference_fields(result: Result) -> dict[str, Any]:
    fields: dict[str, Any] = _plain(result.difference)
    edition = load_edition(result.vector.setup.edition)
    rules = {number: edition.line(number) for number in fields.pop("rules")}
    return {"id": result.vector.id, "name": result.vector.name, "known": result.known, **fields, "rules": rules}


def junit_xml(report: Report) -> bytes:
    """A report as JUnit XML: a test case for each scenario, skipped if the engine lacks something.

    A difference is a failure, and that the engine crashed, hung or gave no usable answer is an error; a known one is
    skipped too.
    """
    new = Counter("errors" if failed(one) else "failures" for one in report.news)
    counts = {"tests": len(report.results), "failures": new["failures"], "errors": new["errors"]}
    counts["skipped"] = len(report.results) - report.played + len(report.otherwise) - len(report.news)
    numbers = {key: str(value) for key, value in counts.items()}
    suite = ElementTree.Element("testsuite", {"name": shown(report.engine), **numbers})
    for result in report.results:
        folder, _, name = result.vector.id.rpartition("/")
        case = ElementTree.SubElement(
            suite, "testcase", {"classname": shown(folder) or "scenarios", "name": shown(name)}
        )
        if result.left_out:
            ElementTree.SubElement(case, "skipped", {"message": shown(result.left_out)})
        elif result.difference is not None and result.known:
            ElementTree.SubElement(case, "skipped", {"message": f"known: {shown(result.difference.says)}"})
        elif result.difference is not None:
            lines = list(difference_lines(result))
            tag = "error" if failed(result) else "failure"
            failure = ElementTree.SubElement(case, tag, {"message": shown(result.difference.says)})
            failure.text = "\n".join(lines)
    root = ElementTree.Element("testsuites", numbers)
    root.append(suite)
    ElementTree.indent(root)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"
