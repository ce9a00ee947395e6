"""The last step of the site: the policy, the frame, addresses, the service worker, the server."""

from __future__ import annotations

import gzip
import json
import re
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from http.client import HTTPConnection
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from fsm.errors import InputError
from fsm.site import notices
from fsm.site.addresses import NOT_FOUND
from fsm.site.finish import finish
from fsm.site.offline import write_worker
from fsm.site.page import Page, write_page
from fsm.site.policy import POLICY, Inline, guarded
from fsm.site.serve import Handler

HEAD = """<!doctype html>
<html data-content_root="../"><head><meta charset="utf-8"><title>FRAME-TITLE · Site</title></head>"""
FRAME = f"""{HEAD}<body><script src="../_static/site.js"></script>
<a class="reference" href="site:cards/">Cards</a> <a class="reference" href="site:">Home</a>
<article role="main"><section id="frame-title"><h1>FRAME-TITLE</h1></section>
</article><aside class="toc-drawer"><div class="toc-tree"><ul></ul></div></aside></body></html>"""


@pytest.fixture
def staged(tmp_path: Path) -> Path:
    """What the steps before leave: a page by Sphinx, a frame, a page for it, a file."""
    files = {
        "html/index.html": f'{HEAD}<body><a href="site:cards/opt/#yaml">Opt</a></body></html>',
        "html/frame/index.html": FRAME,
        "html/_static/site.js": "1",
        "html/_static/icon.svg": "<svg></svg>",
        "html/_static/searchtools.js": "2",
        "html/objects.inv": "",
        "files/gallery/x.svg": "<svg></svg>",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    body = '<p style="color: red" class="a">One</p><h2 id="yaml">YAML</h2><img src="site:gallery/x.svg">'
    write_page(
        tmp_path / "pages", Page("cards/opt/", "Opt & more", body, about="It scries.", contents=(("yaml", "YAML"),))
    )
    write_page(tmp_path / "pages", Page("cards/", "Cards", '<a href="site:cards/">here</a>'))
    return tmp_path


def test_a_page_gets_its_frame_and_addresses_that_begin_at_it(staged: Path) -> None:
    assert finish(staged, staged / "site") == []
    page = (staged / "site/cards/opt/index.html").read_text()
    assert "<title>Opt &amp; more · Site</title>" in page
    assert '<script src="../../_static/site.js">' in page
    assert '<img src="../../gallery/x.svg">' in page
    assert 'data-content_root="../../"' in page
    assert '<a class="reference" href="../../cards/" aria-current="true">' in page
    assert '<li><a class="reference internal" href="#yaml">YAML</a></li>' in page
    assert "FRAME" not in page
    assert "site:" not in page
    assert 'href="cards/opt/#yaml"' in (staged / "site/index.html").read_text()


def test_a_page_without_parts_has_no_contents(staged: Path) -> None:
    finish(staged, staged / "site")
    page = (staged / "site/cards/index.html").read_text()
    assert 'class="toc-drawer no-toc"' in page
    assert "toc-tree" not in page


def test_only_what_pages_load_is_kept(staged: Path) -> None:
    finish(staged, staged / "site")
    assert (staged / "site/_static/site.js").is_file()
    assert not (staged / "site/_static/searchtools.js").exists()
    assert not (staged / "site/frame").exists()


def test_links_that_lead_nowhere_are_told(staged: Path) -> None:
    write_page(staged / "pages", Page("x/", "X", '<a href="site:cards/opt/#no">a</a><img src="site:no.svg">'))
    assert finish(staged, staged / "site") == ["x/: cards/opt/ has no anchor no", "x/: no.svg is not there"]


def test_the_page_for_unknown_addresses_begins_at_the_top_and_is_not_searched(staged: Path) -> None:
    write_page(staged / "pages", Page(NOT_FOUND, "Lost", '<a href="site:cards/">Cards</a>'))
    assert finish(staged, staged / "site", "/turn/") == []
    lost = (staged / "site/404.html").read_text()
    assert lost.count('href="/turn/cards/"') == 2  # the navigation's and its own
    assert 'src="/turn/_static/site.js"' in lost
    assert "data-pagefind-body" not in lost
    assert "data-pagefind-body" in (staged / "site/cards/index.html").read_text()


def test_styles_and_scripts_become_files(staged: Path) -> None:
    inline = Inline()
    html = inline.moved(
        '<style>a{}</style><script>go()</script><p style="color: red;" class="b">x</p><td style="a: b">'
    )
    assert "style=" not in html
    assert not re.search(r"<style|<script>", html)
    inline.write(staged)
    written = (staged / "_static/inline/elements.css").read_text()
    (name,) = re.findall(r'<p class="(s-\w+) b">', html)
    assert f".{name}{{color: red !important}}" in written
    for address in re.findall(r'(?:src|href)="site:([^"]+)"', html):
        assert (staged / address).read_text() in ("a{}", "go()")


def test_a_handler_of_events_is_refused() -> None:
    with pytest.raises(ValueError, match="add a listener"):
        Inline().moved('<button onclick="go()">')


def test_the_policy_stands_in_the_head() -> None:
    assert f'content="{POLICY}"' in guarded('<head><meta charset="utf-8"></head>')
    assert "unsafe-inline" not in POLICY


def test_a_page_without_an_icon_gets_that_of_the_site() -> None:
    bare, own = '<meta charset="utf-8">', '<meta charset="utf-8"><link rel="icon" href="x.svg">'
    assert guarded(bare).count('rel="icon"') == guarded(own).count('rel="icon"') == 1


def test_the_worker_changes_with_the_site(tmp_path: Path) -> None:
    script = (Path(__file__).parents[2] / "web" / "sw.js").read_text(encoding="utf-8")
    (tmp_path / "play").mkdir()
    (tmp_path / "index.html").write_text("one")
    (tmp_path / "play/main.js").write_text("1")
    (tmp_path / "play/large.js").write_bytes(bytes(600_000))
    write_worker(script, tmp_path)
    before = (tmp_path / "sw.js").read_text()
    assert f"const FIRST = {json.dumps(['./', 'play/main.js'])};" in before
    write_worker(script, tmp_path)
    assert (tmp_path / "sw.js").read_text() == before
    (tmp_path / "index.html").write_text("two")
    write_worker(script, tmp_path)
    assert (tmp_path / "sw.js").read_text() != before


@pytest.fixture
def served(tmp_path: Path) -> Iterator[HTTPConnection]:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/index.html").write_text("<p>Hello" * 100)
    (tmp_path / "x.svg").write_text("<svg></svg>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(tmp_path))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with closing(HTTPConnection("127.0.0.1", server.server_address[1], timeout=10)) as connection:
            yield connection
        server.shutdown()


def test_the_server_compresses_and_sends_the_policy(served: HTTPConnection) -> None:
    served.request("GET", "/a/?s=1", headers={"Accept-Encoding": "gzip"})
    answer = served.getresponse()
    assert gzip.decompress(answer.read()).startswith(b"<p>Hello")
    assert (answer.status, answer.getheader("Content-Security-Policy")) == (200, POLICY)
    served.request("GET", "/a/", headers={"If-None-Match": str(answer.getheader("ETag"))})
    again = served.getresponse()
    assert (again.status, again.read()) == (304, b"")


def test_the_server_knows_folders_pictures_and_what_is_not_there(served: HTTPConnection) -> None:
    found = {}
    for path in ("/a", "/no", "/x.svg", "/../secret"):
        served.request("GET", path)
        answer = served.getresponse()
        answer.read()
        found[path] = answer.status, answer.getheader("Location"), answer.getheader("Content-Type", "").split(";")[0]
    assert found["/a"][:2] == (301, "/a/")
    assert found["/no"][0] == found["/../secret"][0] == 404
    assert found["/x.svg"] == (200, None, "image/svg+xml")


def test_the_server_shows_the_page_for_unknown_addresses(served: HTTPConnection, tmp_path: Path) -> None:
    (tmp_path / NOT_FOUND).write_text("<p>Lost")
    served.request("GET", "/no/such/page/")
    answer = served.getresponse()
    assert (answer.status, answer.read()) == (404, b"<p>Lost")


def test_every_licence_is_named_and_a_missing_one_is_told() -> None:
    work = notices.Notice("drawing", "MIT", "https://example.org", "web/notices/mit.txt", "Copyright (c) Somebody")
    assert "Copyright (c) Somebody" in notices.licence_text(work)
    missing = notices.Notice("drawing", "MIT", "https://example.org", "npm:no-such-package")
    with pytest.raises(InputError, match="no licence at npm:no-such-package"):
        notices.licence_text(missing)


def test_no_work_has_the_licence_of_another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    one = '= {for = "x", licence = "MIT", source = "https://example.org", text = "web/notices/mit.txt"}'
    monkeypatch.setattr(notices, "LIST", tmp_path / "notices.toml")
    notices.LIST.write_text(f"Graphviz {one}\n")
    notices.notices_page(tmp_path / "once")
    notices.LIST.write_text(f"graphviz {one}\nGraphviz {one}\n")
    with pytest.raises(FileExistsError, match=r"licences/graphviz\.txt"):
        notices.notices_page(tmp_path / "twice")
