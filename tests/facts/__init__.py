"""Facts of real cards, as data: what the catalogue is held against."""
