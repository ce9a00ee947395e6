"""The pages of the site as they are staged: addresses, documents, rules, cards, the reference."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fsm
from fsm.edition import load_edition
from fsm.game import catalogue
from fsm.library import documents, lessons
from fsm.site import addresses
from fsm.site.cards import cards_pages
from fsm.site.documents import document_text, image, write_documents
from fsm.site.home import home_text
from fsm.site.lessons.writing import front_page
from fsm.site.navigation import NAVIGATION
from fsm.site.page import Page, read_page, write_page
from fsm.site.reference import reference_text
from fsm.site.rules import rules_pages


def test_no_two_pages_have_one_address() -> None:
    names = [*map(addresses.document_address, documents()), *map(addresses.scenario_address, lessons())]
    names += [addresses.card_address(name) for name in catalogue()]
    assert len(names) == len(set(names))
    assert all(name.endswith("/") for name in names)


def test_every_document_is_in_the_navigation_once() -> None:
    there = [address for _, entries in NAVIGATION for _, address in entries]
    assert len(there) == len(set(there))
    assert set(map(addresses.document_address, documents())) <= set(there)


def test_links_of_documents_lead_to_pages_of_the_site() -> None:
    text = document_text("ARGUMENTS", documents()["ARGUMENTS"])
    assert "[12/10](site:scenarios/12/10/) by the rules" in text
    assert "[FORMAT.md](site:docs/format/#notation)" in text
    assert "(site:arguments/#1-is-there-a-main-phase-between-aurelias-two-combats)" in text


def test_a_link_to_code_leads_to_the_project_if_it_has_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert addresses.project_address() == ""
    assert addresses.shown_at("fsm/turn/rules.py") == ""
    monkeypatch.setattr(addresses, "project_address", lambda: "https://example.org/t")
    assert addresses.shown_at("fsm/turn/rules.py") == "https://example.org/t/blob/main/fsm/turn/rules.py"
    assert addresses.source_address("a.py", "7") == "https://example.org/t/blob/main/a.py#L7"
    assert addresses.shown_at("no/such/file.py") == ""


def test_pictures_have_their_size_and_come_along(tmp_path: Path) -> None:
    write_documents(tmp_path / "source", tmp_path / "files")
    shown = re.findall(
        r'src="site:([^"]+)" alt="[^"]+" width="\d+" height="\d+"', (tmp_path / "source/gallery/index.md").read_text()
    )
    assert len(shown) > 30
    assert all((tmp_path / "files" / address).is_file() for address in shown)


def test_a_picture_of_unknown_size_says_none(tmp_path: Path) -> None:
    file = tmp_path / "x.svg"
    file.write_text("<svg></svg>")
    assert "width" not in image("x.svg", file, "A turn")


def test_words_of_the_glossary_can_be_linked_to() -> None:
    assert "- [**active player**]{#active-player}: The player" in document_text("GLOSSARY", documents()["GLOSSARY"])


def test_home_says_what_there_is() -> None:
    text = home_text()
    count = re.search(r"[0-9]+(?= of them by topic)", text)
    assert count
    assert f"<p>{count[0]} scenarios about the turn" in front_page().body
    assert "{" not in re.sub(r"\{(\.try|container)\}", "", text)
    assert f"{len(catalogue())} cards" in text


def test_the_reference_documents_every_public_name() -> None:
    named = re.findall(r"^\.\. auto\w+:: (\w+)$", reference_text(), re.MULTILINE)
    assert sorted(named) == sorted(fsm.__all__)


def test_a_page_is_read_as_it_was_written(tmp_path: Path) -> None:
    page = Page("cards/opt/", "Opt", "<p>Ω</p>", contents=(("yaml", "In YAML"),))
    write_page(tmp_path, page)
    assert read_page(tmp_path / "cards/opt/page.json") == page


@pytest.mark.slow
def test_each_card_has_a_page_that_says_what_it_does() -> None:
    pages = {page.address: page for page in cards_pages()}
    assert len(pages) == len(catalogue()) + 1
    aurelia = pages["cards/aurelia-the-warleader/"].body
    assert 'href="site:scenarios/12/10/"' in aurelia
    assert "further combat phase" in aurelia


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Page]:
    files = tmp_path_factory.mktemp("files")
    with pytest.MonkeyPatch.context() as patch:  # one picture is enough here
        patch.setattr(
            "fsm.site.rules.drawn_rules", lambda edition: {"500.8": ("one",)} if edition.id == "cr2026" else {}
        )
        pages = {page.address: page for page in rules_pages(files)}
    assert (files / "rules/cr2026/500.8.svg").is_file()
    return pages


@pytest.mark.slow
def test_each_rule_has_an_anchor_on_its_page(rules: dict[str, Page]) -> None:
    for id in fsm.edition_ids():
        for number in load_edition(id).rules:
            address, _, anchor = addresses.rules_address(id, number).partition("#")
            assert f'id="{anchor}"' in rules[address].body, (id, number)


def test_a_rule_says_where_it_is_obeyed_and_shown(rules: dict[str, Page]) -> None:
    (found,) = re.findall(r'<section class="rule"><h3 id="500\.8" [^>]+>.*?</section>', rules["rules/cr2026/5/"].body)
    assert "An extra phase is added directly after" in found
    assert 'href="site:rules/cr2006/3/#300.7"' in found
    assert "fsm/<wbr>turn/<wbr>rules.py:" in found
    assert 'href="site:scenarios/12/01/"' in found
    assert 'src="site:rules/cr2026/500.8.svg"' in found
