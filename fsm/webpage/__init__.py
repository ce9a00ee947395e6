"""A page for a browser: recordings and traces as one HTML page to step through, that needs no network."""

from .page import Page as Page
