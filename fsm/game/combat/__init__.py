"""Combat: who may attack and block, what is declared, and the damage that is dealt."""
