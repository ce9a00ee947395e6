"""The debug adapter: a debugging session for editors, by the Debug Adapter Protocol."""

from . import life, motions, questions, stops
from .adapter import REQUESTS, Adapter
from .server import serve_port, serve_streams
from .wire import Wire

__all__ = ["REQUESTS", "Adapter", "Wire", "life", "motions", "questions", "serve_port", "serve_streams", "stops"]
