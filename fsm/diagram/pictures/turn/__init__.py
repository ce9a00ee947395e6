"""What pictures of one turn say: its steps, its machine, and what is on a poster of it."""

from .machine import machine_picture
from .picture import turn_picture
from .poster import poster_picture
from .scenario import scenario_picture, titles
from .template import outline_picture, template_picture

__all__ = [
    "machine_picture",
    "outline_picture",
    "poster_picture",
    "scenario_picture",
    "template_picture",
    "titles",
    "turn_picture",
]
