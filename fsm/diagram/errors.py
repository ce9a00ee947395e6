"""What can go wrong when a picture is made."""

from __future__ import annotations

from ..errors import FsmError


class DiagramError(FsmError):
    """A picture that cannot be made, drawn or written; the text says why and the mend."""
