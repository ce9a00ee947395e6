"""Files are read with a size limit, and written completely or not at all."""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from .errors import InputError

_PACKAGE = Path(__file__).parent

READY = ".json"
"""What is added to the name of a TOML file where its data is ready to be read."""
STANDARD = "-"
"""The name of standard input and of standard output."""

_OPEN = ("/dev/fd/", "/dev/std", "/proc/")
_STANDARD_OUTPUT = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
_ANYBODY = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def packaged(name: str) -> str:
    """The text of a file that comes with this package, by its path in it: ``cards/catalogue.toml``."""
    return (_PACKAGE / name).read_text(encoding="utf-8")


def packaged_data(name: str) -> dict[str, Any]:
    """What a TOML file says that comes with this package; where it was made ready, as JSON beside it, that is read.

    Wheels and the archive for browsers have it ready: reading it as TOML takes some 30 times as long.
    """
    ready = _PACKAGE / f"{name}{READY}"
    return json.loads(ready.read_bytes()) if ready.exists() else tomllib.loads(packaged(name))


def read_text(path: str | Path, limit: int) -> str:
    """The text of a file of at most ``limit`` bytes; ``-`` is standard input.

    ``InputError`` if it cannot be read.
    """
    name = "<stdin>" if str(path) == STANDARD else str(path)
    try:
        if name == "<stdin>":
            raw = standard_input().read(limit + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(limit + 1)
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {why_not(error)}", name) from None
    if len(raw) > limit:
        raise InputError(f"the file is larger than {limit:,} bytes, the maximum", name)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        raise InputError("this is not UTF-8 text; save the file as UTF-8", name, line, column) from None


def standard_input() -> BinaryIO:
    """The bytes of standard input; ``InputError`` if it is closed."""
    if sys.stdin is None:
        raise InputError("cannot be read: standard input is closed", "<stdin>")
    return sys.stdin.buffer


def output_name(path: str, *sources: str) -> str:
    """The name of a file to write, ``-`` if it is standard output under another name.

    ``InputError`` if there is no name, or if it is one of the files that are read, under any name.
    """
    if not path:
        raise InputError("found an empty file name, expected a file to write, or - for standard output")
    for source in sources:
        if _is_same_file(path, source):
            raise InputError(f"this is the input file ({source}); name another file to write", path)
    return STANDARD if path in _STANDARD_OUTPUT else path


def _is_same_file(path: str, source: str) -> bool:
    with suppress(OSError, ValueError):
        one, other = Path(path).stat(), os.fstat(0) if source == STANDARD else Path(source).stat()
        return stat.S_ISREG(one.st_mode) and os.path.samestat(one, other)
    return False


def is_device(path: str) -> bool:
    """Whether an output exists and is neither a file nor a folder: a device, a pipe, an open file descriptor."""
    with suppress(OSError, ValueError):
        mode = Path(path).stat().st_mode
        return path.startswith(_OPEN) or not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
    return False


def write_file(path: str | Path, content: bytes) -> None:
    """Writes a file under a temporary name, then renames it; ``-`` is standard output.

    ``InputError`` if it cannot be written; the previous content then stays. A link is
    followed; a device or a pipe, such as ``/dev/null``, is written directly.
    """
    if str(path) == STANDARD or str(path) in _STANDARD_OUTPUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    try:
        if is_device(str(path)):
            with Path(path).open("wb") as device:
                device.write(content)
        else:
            _replace(Path(path).resolve(), content)
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(f"cannot be written: {why_not(error)}", str(path)) from None


def make_folder(path: str | Path) -> None:
    """Makes the folder of a file that is to be written, if it is not there; ``InputError`` if that cannot be."""
    if str(path) == STANDARD:
        return
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be written: {why_not(error)}", str(path)) from None


def _replace(target: Path, content: bytes) -> None:
    """Moves a new file to its place; it keeps the permissions and the owner of the file that it replaces."""
    before = target.stat() if target.exists() else None
    if target.is_dir():
        raise OSError(errno.EISDIR, "is a directory")
    if before and not (before.st_mode & _ANYBODY and os.access(target, os.W_OK)):
        raise OSError(errno.EACCES, "it is read-only; make it writable (chmod u+w), or name another file")
    temporary = target.with_name(f".{target.name[:100]}.{os.urandom(4).hex()}")
    try:
        with temporary.open("xb") as file:
            file.write(content)
        if before:
            with suppress(OSError, AttributeError):  # Windows has no such owners
                os.chown(temporary, before.st_uid, before.st_gid)
            temporary.chmod(stat.S_IMODE(before.st_mode))
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def relative(path: str | Path, folder: str | Path = ".") -> str:
    """A path as seen from a folder; the whole path if there is no way from there, on another drive of Windows."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return str(path)


def why_not(error: Exception) -> str:
    """Why a file cannot be read or written, in words for a message."""
    return str(getattr(error, "strerror", None) or error).lower()
