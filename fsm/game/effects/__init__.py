"""Effects: what each effect of the vocabulary does to a state; each module registers those it knows."""

from . import apply, choices, ending, permanents, restart, structure, things

__all__ = ["apply", "choices", "ending", "permanents", "restart", "structure", "things"]
