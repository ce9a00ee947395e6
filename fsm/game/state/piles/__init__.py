"""Piles of cards, in order; what a player has in a zone."""
