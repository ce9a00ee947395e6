"""The editions of the rules: their data files, and the reader of these."""

from .build import in_order
from .kinds import MAINS, Kinds, kinds_in_use, naming
from .model import Edition, PhaseSpec, Rule, StepSpec, Topic
from .reader import DEFAULT, as_edition, beside, edition_ids, is_file, lineage, load_edition, numbers
from .topics import obey_by_name, obeys
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
    "Topic",
    "as_edition",
    "beside",
    "edition_ids",
    "in_order",
    "is_file",
    "kinds_in_use",
    "lineage",
    "load_edition",
    "naming",
    "numbers",
    "obey_by_name",
    "obeys",
]
