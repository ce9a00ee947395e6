"""Files: read with limits, written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from .errors import InputError


def read_text(path: str | Path, limit: int) -> str:
    """The text of a file of at most ``limit`` bytes; ``-`` is standard input.

    ``InputError`` if it cannot be read.
    """
    name = "<stdin>" if str(path) == "-" else str(path)
    try:
        if name == "<stdin>":
            raw = sys.stdin.buffer.read(limit + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(limit + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {_why(error)}", name) from None
    if len(raw) > limit:
        raise InputError(f"the file is larger than {limit:,} bytes, the most that is read", name)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        raise InputError("this is not UTF-8 text; save the file as UTF-8", name, line, column) from None


def write_file(path: str | Path, content: bytes) -> None:
    """Writes a file under a temporary name and renames it; ``-`` is standard output.

    ``InputError`` if it cannot be written; what was there before then still is. A link is
    followed; what is no file, such as ``/dev/null`` or a pipe, is written to as it is.
    """
    if str(path) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    temporary = ""
    try:
        target = Path(path).resolve()
        if target.exists() and not target.is_file() and not target.is_dir():
            target.write_bytes(content)
            return
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        umask = os.umask(0)
        os.umask(umask)
        Path(temporary).chmod(0o666 & ~umask)
        Path(temporary).replace(target)
    except (OSError, ValueError, RuntimeError) as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise InputError(f"cannot be written: {_why(error)}", str(path)) from None


def _why(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).lower()
