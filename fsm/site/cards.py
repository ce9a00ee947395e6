"""The catalogue of cards as pages: a list by what they change in the turn, and a page for each card."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ..cardbook import all_left_out, card_yaml
from ..cardshapes import by_shape, shapes
from ..game import Card, catalogue
from ..library import Lesson, lessons
from ..wording import card_kind, card_sentences
from .addresses import SITE, card_address, scenario_address, slug
from .code import code
from .page import Page


def cards_pages() -> Iterator[Page]:
    """The list of all cards, and the page of each."""
    cards = sorted(catalogue().values(), key=lambda card: card.name)
    yield _front(cards)
    for card in cards:
        yield _card_page(card, tuple(_using(card)))


def _front(cards: list[Card]) -> Page:
    body = [
        f"<p>The {len(cards)} cards that scenarios can name without saying what they do. Each is explained in our own "
        'words.</p><h2 id="all">All cards</h2>',
        _table(cards),
        '<h2 id="shapes">By what they change in the turn</h2>',
    ]
    body += (
        f'<h3 id="{slug(shape)}">{escape(shape.capitalize())}</h3>{_list(having)}{_left_out(shape)}'
        for shape, having in by_shape().items()
        if having
    )
    contents = (("all", "All cards"), ("shapes", "By what they change"))
    return Page("cards/", "Cards", "".join(body), "The cards that scenarios can name", "cards", contents)


def _left_out(shape: str) -> str:
    """The real cards of a shape that are not in the catalogue, with what is missing for each."""
    left = (f"<li>{escape(one.name)}: {escape(one.why)}</li>" for one in all_left_out() if one.shape == shape)
    items = "".join(left)
    return f"<details><summary>Left out, and why</summary><ul>{items}</ul></details>" if items else ""


def _table(cards: list[Card]) -> str:
    rows = (
        f'<tr><th scope="row"><a href="{SITE}{card_address(card.name)}">{escape(card.name)}</a></th>'
        f"<td>{escape(' '.join(card.type))}</td><td>{escape(', '.join(shapes(card)))}</td></tr>"
        for card in cards
    )
    head = '<thead><tr><th scope="col">card</th><th scope="col">type</th><th scope="col">in the turn</th></tr></thead>'
    return f'<div class="wide"><table class="list">{head}<tbody>{"".join(rows)}</tbody></table></div>'


def _list(cards: list[Card]) -> str:
    items = (f'<li><a href="{SITE}{card_address(card.name)}">{escape(card.name)}</a></li>' for card in cards)
    return f'<ul class="columns">{"".join(items)}</ul>'


def _card_page(card: Card, used: tuple[Lesson, ...]) -> Page:
    says = list(card_sentences(card))
    links = (f'<a href="{SITE}cards/#{slug(shape)}">{escape(shape)}</a>' for shape in shapes(card))
    body = [
        f'<p class="kind">{escape(card_kind(card))}</p>',
        *(f"<p>{escape(line)}</p>" for line in says),
        f'<p class="note">{escape(card.note)}</p>' if card.note else "",
        f"<p>In the turn: {', '.join(links)}.</p>" if shapes(card) else "",
        '<h2 id="scenarios">Scenarios with this card</h2><ul>',
        *(f'<li><a href="{SITE}{scenario_address(one)}">{escape("; ".join(one.titles))}</a></li>' for one in used),
        '</ul><h2 id="yaml">In YAML, to paste and to change</h2>',
        code(card_yaml(card.name), "yaml"),
    ]
    contents = (("scenarios", "Scenarios with this card"), ("yaml", "In YAML"))
    return Page(card_address(card.name), card.name, "".join(body), " ".join(says), "card", contents)


def _using(card: Card) -> Iterator[Lesson]:
    """The scenario files whose text has the name of a card."""
    return (lesson for lesson in lessons() if card.name in lesson.text)
