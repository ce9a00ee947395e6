"""Layout: where each part of a picture lies, and how large it is."""
