"""Paying: for actions, effects, attacks and blocks, and whether what is begun can be completed."""
