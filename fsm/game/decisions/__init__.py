"""Decisions: what is asked, and all about each; ``table`` lists them. Paying has a room of its own."""
