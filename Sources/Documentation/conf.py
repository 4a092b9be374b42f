"""Sphinx's configuration of the site. Its sources are what collect.py has written; nothing is fetched."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import python_pages  # noqa: E402

project = "SwiftFSM"
copyright = "the SwiftFSM authors; MIT licence"
version = release = ".".join(
    re.findall(r"#define SFSM_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", (ROOT / "include/swiftfsm.h").read_text("utf-8"))
)
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
highlight_language = "text"
smartquotes = False
html_theme = "furo"
html_title = f"SwiftFSM {version}"
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options: dict[str, Any] = {"navigation_with_keys": True, "top_of_page_buttons": []}
pygments_style = "default"
pygments_dark_style = "github-dark"
myst_heading_anchors = 4
myst_links_external_new_tab = False
# Markdown of the repository has headings as it needs them; and no lexer knows all of its language.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
myst_url_schemes = {"http": None, "https": None, "mailto": None}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
maximum_signature_line_length = 110
toc_object_entries_show_parents = "hide"


def _docstring(app: Any, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    python_pages.docstring(what, name, value, lines)


def _other_tools(app: Any, document: str, source: list[str]) -> None:
    """Links to what DocC and rustdoc have made are relative, wherever the site is."""
    up = "../" * document.count("/")
    source[0] = re.sub(
        r"\[((?:[^\[\]\n]|\[[^\]\n]*\])*)\]\((docc|rust):([^\n]*?)\)(?=[ .:,\n]|$)",
        lambda found: f'<a class="reference external" href="{up}{_address(found[2], found[3])}">{_code(found[1])}</a>',
        source[0],
    )


def _address(tool: str, path: str) -> str:
    return f"docc/documentation/{quote(path)}/index.html" if tool == "docc" else f"rustdoc/{path}"


def _code(text: str) -> str:
    def escaped(found: re.Match[str]) -> str:
        # What is between tags is Markdown all the same.
        return "<code>" + re.sub(r"[<&*_~\\]", lambda each: f"&#{ord(each[0])};", found[1]) + "</code>"

    return re.sub(r"`([^`]*)`", escaped, text)


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", _docstring)
    app.connect("source-read", _other_tools)
