"""The tests that pytest makes of scenario files, and what they show.

The hooks are in ``fsm/plugin``; they import this package when a project has a scenario file.
"""
