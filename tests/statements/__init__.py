"""What the rules say, statement by statement, what shows it, and the faults that show that it does."""
