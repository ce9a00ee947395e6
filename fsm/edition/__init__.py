"""The editions of the rules: their data files, and the reader of these."""

from .build import in_order as in_order
from .ids import DEFAULT as DEFAULT
from .ids import beside as beside
from .ids import edition_id as edition_id
from .ids import edition_ids as edition_ids
from .ids import is_file as is_file
from .ids import no_edition as no_edition
from .ids import other_names as other_names
from .kinds import MAINS as MAINS
from .kinds import Kinds as Kinds
from .kinds import kinds_in_use as kinds_in_use
from .kinds import naming as naming
from .model import HUES as HUES
from .model import Edition as Edition
from .model import PhaseSpec as PhaseSpec
from .model import Rule as Rule
from .model import StepSpec as StepSpec
from .model import Topic as Topic
from .reader import as_edition as as_edition
from .reader import lineage as lineage
from .reader import load_edition as load_edition
from .reader import newest_first as newest_first
from .reader import numbers as numbers
from .topics import obey_by_name as obey_by_name
from .topics import obeys as obeys
