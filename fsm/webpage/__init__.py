"""A page for a browser: recordings and traces as one HTML page to step through, that needs no network."""

from .page import Page as Page
from .shared import shared_page as shared_page
