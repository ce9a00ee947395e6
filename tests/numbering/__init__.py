"""The numbers of the rules through time, as facts: what the index of every edition is held against."""
