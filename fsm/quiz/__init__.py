"""Questions about runs: a run is shown up to a point, and what comes next is asked."""

from .making import pick, questions
from .question import Choice, Question, asked, judged, score, shuffled

__all__ = ["Choice", "Question", "asked", "judged", "pick", "questions", "score", "shuffled"]
