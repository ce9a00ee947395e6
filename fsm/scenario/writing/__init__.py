"""Writing: actions as a script, and a new scenario file to start from."""
