"""How Sphinx makes pages of the documents that ``python -m fsm.site`` writes; `make site` runs it."""

from fsm import __version__
from fsm.site.navigation import NAVIGATION

project = "turn-structure"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
templates_path = ["templates"]
exclude_patterns: list[str] = []

# Markdown: an anchor for each heading, as the documents use them; `site:` begins an address that the last step makes
# relative to the page.
myst_enable_extensions = ["attrs_inline", "attrs_block", "deflist"]
myst_heading_anchors = 4
myst_url_schemes = {"http": None, "https": None, "site": None}
suppress_warnings = ["toc.not_included"]  # the navigation is our own: it also leads to pages that Sphinx does not make

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
add_module_names = False

html_theme = "furo"
html_title = "The turn, executable"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_favicon = "static/icon.svg"
html_copy_source = False
html_show_copyright = False
html_use_index = False
html_domain_indices = False
html_permalinks_icon = "#"
html_context = {"navigation": NAVIGATION}
html_sidebars = {"**": ["sidebar/brand.html", "sidebar/search.html", "sidebar/scroll-start.html",
                        "sidebar/navigation.html", "sidebar/scroll-end.html"]}  # fmt: skip
html_theme_options = {"top_of_page_buttons": []}
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"
