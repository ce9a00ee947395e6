"""Permanents: how they come, change and go, what lasts on them, and what variants add."""
