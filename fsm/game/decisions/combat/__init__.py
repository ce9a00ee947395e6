"""Decisions in combat: who attacks whom, who blocks what, and how damage is divided."""
