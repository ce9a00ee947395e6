"""Objects: zones, permanents, triggers, durations, mana and what variants add."""
