"""Effects: what each effect of the vocabulary does to a state; each module registers its effects."""

from . import apply, choices, ending, permanents, restart, structure, things

__all__ = ["apply", "choices", "ending", "permanents", "restart", "structure", "things"]
