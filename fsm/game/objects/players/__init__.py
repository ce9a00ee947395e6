"""What players do and have: they draw and discard cards, add and pay mana, and get counters."""
