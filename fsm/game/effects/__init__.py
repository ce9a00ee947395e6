"""Effects: what each effect of the vocabulary does to a state; each module registers its effects."""

from . import apply as apply
from . import cards as cards
from . import casting as casting
from . import choices as choices
from . import combat as combat
from . import command as command
from . import counters as counters
from . import ending as ending
from . import lasting as lasting
from . import moves as moves
from . import permanents as permanents
from . import players as players
from . import spells as spells
from . import structure as structure
from . import tokens as tokens
