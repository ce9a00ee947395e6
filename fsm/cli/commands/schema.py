"""``fsm schema``: the JSON Schemas of our formats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from ..common import EDITION
from ..streams import echo


@click.command()
@click.argument("what", type=click.Choice(["scenario", "trace", "engine", "vector"]))
@EDITION
def schema(what: str, edition: str | None) -> None:
    """Print a JSON Schema.

    scenario is for scenario files, trace for traces, engine for the lines to and from engines that fsm
    drive tests, and vector for test vectors. An edition of your own adds its phases and steps to scenarios and
    traces.
    """
    from ...driving import engine_schema, vector_schema
    from ...edition import DEFAULT, load_edition, naming
    from ...recording import trace_schema
    from ...scenario import scenario_schema
    from ...scenario.schema import readable

    makers: dict[str, Callable[[], dict[str, Any]]] = {
        "scenario": scenario_schema,
        "trace": trace_schema,
        "engine": engine_schema,
        "vector": vector_schema,
    }
    with naming([load_edition(edition or DEFAULT).kinds]):
        echo(readable(makers[what]()))
