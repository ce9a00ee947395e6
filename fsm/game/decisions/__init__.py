"""Decisions: what is asked, and all about each; ``table`` lists them. Combat and paying have rooms of their own."""
