"""Reading: a scenario file as typed values, or a message with the line and column, and how to fix it."""
