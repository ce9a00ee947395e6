"""The flow of turns: turns, phases and steps begin, end and are skipped, with their turn-based actions."""
