"""Texts found by words, the best first: one search for rules, scenarios, cards, arguments and documents."""

from .ranking import Findable as Findable
from .ranking import Hit as Hit
from .ranking import Index as Index
from .ranking import ranked as ranked
from .ranking import tokens as tokens
