"""Decisions: each kind is a module; ``table`` lists them. Those of combat, and paying, have rooms of their own."""
