"""The scenarios on the site: a page for each file, the list by topic, what the player loads, and the player."""

from .writing import write_lessons as write_lessons
