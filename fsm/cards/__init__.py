"""Cards as data: the vocabulary of abilities and effects, the reader of a card, and the catalogue."""

from .abilities import Activated as Activated
from .abilities import Again as Again
from .abilities import Instead as Instead
from .abilities import Static as Static
from .abilities import Toll as Toll
from .abilities import Triggered as Triggered
from .abilities import Ward as Ward
from .card import Card as Card
from .card import Side as Side
from .card import catalogue as catalogue
from .card import find_card as find_card
from .card import read_card as read_card
