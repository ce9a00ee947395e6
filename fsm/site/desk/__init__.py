"""The desk answers the page of Play: ``answer`` takes a request as JSON, and gives an answer as JSON.

A request says what to ``do``; ``requests.py`` has all of them. An answer is ``{"ok": true, ...}``, or
``{"ok": false, "errors": [{"line": 3, "column": 5, "message": "..."}]}`` with the words of the terminal; line and
column are 0 if the error has no place in the text. The desk keeps the last runs: a picture of one needs no other.
"""

from .desk import answer as answer
