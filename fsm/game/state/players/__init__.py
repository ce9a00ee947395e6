"""Players as groups: seats, teams, opponents, and the order of their turns."""
