"""The page that the scenarios of a site share: the same template, with its style and its script as files.

It loads the data of the scenario that its address names (``?s=12/01``), or takes the data of the page that it stands in
or that opened it, if that is of the same origin: ``postMessage({type: "turn-player", data, at})``, as often as that
page likes. It tells that page ``{type: "turn-player-ready"}`` first.
"""

from __future__ import annotations

from .page import filled, script, style

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)


def shared_page() -> dict[str, str]:
    """The files of the page, by their names; they lie in one folder, and the data in ``../data/scenarios/``."""
    whole = filled(
        "The player",
        policy=POLICY,
        body=' class="waiting"',
        style='<link rel="stylesheet" href="player.css">',
        back='  <a id="back" href="../scenarios/" hidden>the scenarios</a>\n',
        script='<script src="player.js"></script>',
    )
    return {"index.html": whole, "player.css": style(), "player.js": script("shared")}
