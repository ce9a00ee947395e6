"""Abilities: their conditions and targets, what triggers, and what waits for its time."""
