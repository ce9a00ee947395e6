"""The vocabulary of effects: what happens when a spell or an ability resolves, as data; a module for each subject.

Messages, schemas and FORMAT.md list the effects in the order of these modules.
"""

# isort: off
from ..terms import *
from .turn import *
from .players import *
from .cards import *
from .permanents import *
from .permanents import *
from .combat import *
from .spells import *
from .choices import *
from .lasting import *
from .command import *
