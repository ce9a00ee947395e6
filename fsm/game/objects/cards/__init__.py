"""Cards that move between zones, what replaces their moves, and what is known of them."""
