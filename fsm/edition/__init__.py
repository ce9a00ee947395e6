"""The editions of the rules: data, and the one reader of it."""

from .model import Edition, PhaseSpec, Rule, StepSpec
from .reader import DEFAULT, edition_ids, load_edition

__all__ = ["DEFAULT", "Edition", "PhaseSpec", "Rule", "StepSpec", "edition_ids", "load_edition"]
