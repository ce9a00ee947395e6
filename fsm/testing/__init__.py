"""Tests for other engines: scenarios in neutral words, driven through any program."""
