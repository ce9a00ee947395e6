"""Decisions: each kind is a module; ``table`` lists them."""
