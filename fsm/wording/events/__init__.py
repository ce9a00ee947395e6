"""The kinds of events: the meaning of each, its fields, its sentence and its label."""
