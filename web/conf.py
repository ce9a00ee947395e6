"""How Sphinx makes pages of the documents that ``python -m fsm.site`` writes; `make site` runs it."""

from fsm import __version__
from fsm.diagram import THEMES
from fsm.game.state import agenda, state
from fsm.site.addresses import project_address
from fsm.site.navigation import NAVIGATION

state.Task = agenda.Task  # the signature of State names it, and the module imports it for readers of types alone

project = "turn-structure"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
templates_path = ["templates"]
exclude_patterns: list[str] = []

# Markdown: an anchor for each heading, as the documents use them; `site:` begins an address that the last step makes
# relative to the page.
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 4
myst_url_schemes = {"http": None, "https": None, "site": None}
suppress_warnings = ["toc.not_included"]  # the navigation is our own: it also leads to pages that Sphinx does not make

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "The turn, executable"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_use_index = False
html_domain_indices = False
html_permalinks_icon = "#"
html_context = {"navigation": NAVIGATION, "address": project_address()}
html_sidebars = {"**": ["sidebar/brand.html", "sidebar/search.html", "sidebar/scroll-start.html",
                        "sidebar/navigation.html", "sidebar/scroll-end.html"]}  # fmt: skip


def colours(name: str) -> dict[str, str]:
    """The colours of the site: those of the pictures."""
    theme = THEMES[name]
    taken = {
        "color-brand-primary": "beginning",
        "color-brand-content": "beginning",
        "color-brand-visited": "beginning",
        "color-background-primary": "paper",
        "color-foreground-primary": "ink",
        "color-foreground-secondary": "muted",
        "color-foreground-muted": "muted",
        "color-background-secondary": "lane_tint",
        "color-background-border": "lane",
        "color-code-background": "lane_tint",
        "color-accent": "accent",
        "color-tint": "beginning_tint",
        "color-api-name": "combat",
        "color-api-pre-name": "combat",
    }
    return {variable: theme[role] for variable, role in taken.items()}


html_theme_options = {
    "top_of_page_buttons": [],
    "light_css_variables": colours("light"),
    "dark_css_variables": colours("dark"),
}
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"
