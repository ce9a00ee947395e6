"""Running: the script of a scenario, act by act, and the defaults for what it does not say."""
