"""The editions of the rules: data, and the one reader of it."""

from .kinds import MAINS, Kinds, kinds_in_use, naming
from .model import Edition, PhaseSpec, Rule, StepSpec
from .reader import DEFAULT, edition_ids, load_edition
from .written import HUES

__all__ = [
    "DEFAULT",
    "HUES",
    "MAINS",
    "Edition",
    "Kinds",
    "PhaseSpec",
    "Rule",
    "StepSpec",
    "edition_ids",
    "kinds_in_use",
    "load_edition",
    "naming",
]
