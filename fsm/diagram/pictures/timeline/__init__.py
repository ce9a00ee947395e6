"""What pictures of a whole game say: its turns, in a lane for each player."""

from .picture import drawn_turn, timeline_picture, timeline_turns

__all__ = ["drawn_turn", "timeline_picture", "timeline_turns"]
