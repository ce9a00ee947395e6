"""The state: one frozen value, with its decisions, events, agenda and piles."""
