"""A server of files for the site on this machine: ``python -m fsm.site.serve SITE [PORT]``, as `make serve` runs it.

It compresses, and sends the policy as a header too, as a host of the site may.
"""

from __future__ import annotations

import gzip
import sys
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from .addresses import NOT_FOUND
from .policy import POLICY

PORT = 8000
PICTURES = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"
"""The policy of a picture that is opened alone: its styles and letters are inside of it."""
COMPRESSED = (".html", ".css", ".js", ".mjs", ".json", ".svg", ".wasm", ".zip", ".txt", ".yaml", ".webmanifest")
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".yaml": "text/plain"}


@lru_cache(maxsize=512)
def _packed(path: Path, changed: int) -> bytes:
    """A file compressed; ``changed`` is when it was written."""
    return gzip.compress(path.read_bytes(), 6)


class Handler(SimpleHTTPRequestHandler):
    """Answers requests for files."""

    protocol_version = "HTTP/1.1"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def do_GET(self) -> None:
        """Send a file; folders are shown by their index."""
        path = Path(self.translate_path(self.path))
        if path.is_dir() and not self.path.partition("?")[0].endswith("/"):
            super().do_GET()  # leads to the address with a slash
            return
        file = path / "index.html" if path.is_dir() else path
        lost = Path(self.directory, NOT_FOUND)
        if file.is_file():
            self._send(file)
        elif lost.is_file():
            self._send(lost, HTTPStatus.NOT_FOUND)
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def _send(self, file: Path, status: HTTPStatus = HTTPStatus.OK) -> None:
        changed = file.stat().st_mtime_ns
        mark = f'"{changed:x}"'
        if self.headers.get("If-None-Match") == mark:
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.send_header("ETag", mark)
            self.end_headers()
            return
        packs = file.suffix in COMPRESSED and "gzip" in self.headers.get("Accept-Encoding", "")
        body = _packed(file, changed) if packs else file.read_bytes()
        self.send_response(status)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", PICTURES if file.suffix == ".svg" else POLICY)
        self.send_header("ETag", mark)
        self.send_header("Cache-Control", "no-cache")
        if packs:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    do_HEAD = do_GET  # noqa: N815  # the name that the library gives it

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of each request."""


class Server(ThreadingHTTPServer):
    """Says nothing if a browser went away before it had all."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell of other errors as usual."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def main(arguments: list[str]) -> int:
    """Serve a folder until somebody stops it."""
    if not 1 <= len(arguments) <= 2 or not Path(arguments[0]).is_dir():
        sys.stderr.write("usage: python -m fsm.site.serve SITE [PORT]; make site makes SITE\n")
        return 2
    port = int(arguments[1]) if arguments[1:] else PORT
    with Server(("127.0.0.1", port), partial(Handler, directory=arguments[0])) as server:
        sys.stdout.write(f"The site is at http://127.0.0.1:{server.server_address[1]}/; Ctrl-C stops it\n")
        sys.stdout.flush()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            sys.stdout.write("\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
