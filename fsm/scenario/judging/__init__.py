"""Judging: what a scenario expects, compared with what happened."""
