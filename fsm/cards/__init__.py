"""Cards as data: the vocabulary of abilities and effects, the reader of a card, and the catalogue."""
