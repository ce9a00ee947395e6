"""Layout: the position and the size of each part of a picture."""
