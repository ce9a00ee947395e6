"""Objects, in four rooms: cards that move, abilities, permanents, and what players have."""
