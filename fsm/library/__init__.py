"""What comes with the package: its scenarios, found by name, number or title, and its documents."""

from .corpus import SUFFIX as SUFFIX
from .corpus import Lesson as Lesson
from .corpus import corpus_folder as corpus_folder
from .corpus import find_scenario as find_scenario
from .corpus import find_scenarios as find_scenarios
from .corpus import lessons as lessons
from .corpus import matching as matching
from .corpus import scenario_folder as scenario_folder
from .corpus import shown_path as shown_path
from .documents import document as document
from .documents import documents as documents
from .documents import told_document as told_document
