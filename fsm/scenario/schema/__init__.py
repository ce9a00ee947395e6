"""The published JSON Schema of scenario files."""
