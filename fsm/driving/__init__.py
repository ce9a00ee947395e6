"""Tests for other engines: scenarios in neutral words, driven through any program."""

from ..library import corpus_folder
from .capabilities import CAPABILITIES, GROUPS
from .causes import Broken
from .corpus import Corpus, Unsaid, read_corpus, read_vector, vector_text, write_vectors
from .counts import compared
from .drive import Report, Result, drive, junit_xml, report_json, report_lines
from .engine import Engine, EngineError
from .known import known_text, read_known, with_known
from .looping import LoopingEngine
from .playing import Difference, play_vector
from .python import PythonEngine, load_engine
from .random_games import drive_random
from .record import Recorder, random_lines
from .summary import badge, markdown
from .telling import Unsayable, vector_of
from .wire import WireEngine
from .words import Vector, engine_schema, vector_schema

__all__ = [
    "CAPABILITIES",
    "GROUPS",
    "Broken",
    "Corpus",
    "Difference",
    "Engine",
    "EngineError",
    "LoopingEngine",
    "PythonEngine",
    "Recorder",
    "Report",
    "Result",
    "Unsaid",
    "Unsayable",
    "Vector",
    "WireEngine",
    "badge",
    "compared",
    "corpus_folder",
    "drive",
    "drive_random",
    "engine_schema",
    "junit_xml",
    "known_text",
    "load_engine",
    "markdown",
    "play_vector",
    "random_lines",
    "read_corpus",
    "read_known",
    "read_vector",
    "report_json",
    "report_lines",
    "vector_of",
    "vector_schema",
    "vector_text",
    "with_known",
    "write_vectors",
]
