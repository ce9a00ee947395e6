"""The title and the author of a PDF, which Graphviz does not write: a small update at the end of the file."""

from __future__ import annotations

import re

AUTHOR = "turn-structure"

_START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*\Z")
_SIZE, _ROOT, _INFO = (re.compile(rb"/" + name + rb"\s+(\d+)") for name in (b"Size", b"Root", b"Info"))


def titled(pdf: bytes, title: str) -> bytes:
    """Add a title and an author to a PDF; one that is not built as usual stays as it is.

    The update is a new object with a table of its own, as ISO 32000 describes in 7.5.6; a file whose table is a
    stream gets a stream, as one that mixes the two is not allowed.
    """
    start = _START.search(pdf)
    if start is None:
        return pdf
    tail = pdf[int(start[1]) :]
    size, root = _SIZE.search(tail), _ROOT.search(tail)
    if size is None or root is None:
        return pdf
    number, at = int(size[1]), len(pdf)
    entries = b"/Title %s /Author %s" % (_text(title), _text(AUTHOR))
    info = b"%d 0 obj\n<< %s %s >>\nendobj\n" % (number, _known(pdf, tail), entries)
    ends = b"/Root %s 0 R /Info %d 0 R /Prev %s" % (root[1], number, start[1])
    table = at + len(info)
    if tail.startswith(b"xref"):
        rest = b"xref\n0 1\n0000000000 65535 f \n%d 1\n%010d 00000 n \ntrailer\n<< /Size %d %s >>\n" % (
            number,
            at,
            number + 1,
            ends,
        )
    else:
        row = b"\x01%s%s" % (at.to_bytes(4, "big"), b"\x01" + table.to_bytes(4, "big"))
        head = b"/Type /XRef /Size %d /W [1 4 0] /Index [%d 2] /Length %d" % (number + 2, number, len(row))
        rest = b"%d 0 obj\n<< %s %s >>\nstream\n%s\nendstream\nendobj\n" % (number + 1, head, ends, row)
    return b"%s%s%sstartxref\n%d\n%%%%EOF\n" % (pdf, info, rest, table)


def _known(pdf: bytes, tail: bytes) -> bytes:
    """What the file says of itself so far, such as the program that wrote it."""
    info = _INFO.search(tail)
    found = re.search(rb"(?:^|\s)%s 0 obj\s*<<(.*?)>>\s*endobj" % info[1], pdf, re.DOTALL) if info else None
    return found[1].strip() if found else b""


def _text(text: str) -> bytes:
    """A text as a PDF has it: UTF-16 in hexadecimal digits."""
    return b"<FEFF%s>" % text.encode("utf-16-be", "replace").hex().upper().encode()
