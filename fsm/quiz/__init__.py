"""Questions about runs: a run is shown up to a point, and what comes next is asked."""

from .making import pick as pick
from .making import questions as questions
from .question import LEVELS as LEVELS
from .question import Choice as Choice
from .question import Question as Question
from .question import asked as asked
from .question import judged as judged
from .question import score as score
from .question import shuffled as shuffled
