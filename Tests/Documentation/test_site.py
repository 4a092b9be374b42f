"""How the site is made of comments and Markdown, and what the check of it finds."""

from __future__ import annotations

import json
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Sources" / "Documentation"))

import c_header  # noqa: E402
import c_pages  # noqa: E402
import check_site  # noqa: E402
import declarations  # noqa: E402
import prose  # noqa: E402
import symbol_pages  # noqa: E402
from markdown_pages import PageError, Pages, slug  # noqa: E402
from overview import below_overview  # noqa: E402

HEADER = """\
/* door.h: doors. */

/* ----------------------------------------------
 * 1. Doors
 *
 * A door is open or closed.
 * -------------------------------------------- */

typedef struct sfsm_door {
    int32_t width, height; /* in millimetres */
    void *owner;
} sfsm_door;

enum {
    SFSM_OPEN = 1, /* one can pass */
    SFSM_CLOSED    /* one cannot */
};

/*
 * Open or close a door.
 * Errors:
 *   SFSM_CLOSED  it is locked
 */
int32_t sfsm_door_open(sfsm_door *door);
int32_t sfsm_door_close(sfsm_door *door, int32_t (*hook)(void));

#define SFSM_DOOR(width) \\
    { (width), 2000, NULL }
"""

CLASS = """
namespace swiftfsm {

/* A door. */
template <class Owner> class Door : public Thing<Owner> {
public:
    /* Make one. */
    explicit Door(int width) noexcept : Thing<Owner>{width}, width_(width) {}

    /* Open or close it. */
    void open() { if (width_ > 0) { set(true); } }
    void close();
    std::function<void(int, int)> moved; /* called after each */

private:
    int width_;
};

namespace detail {
class Hinge { public: int angle; };
}

enum class State { open, /* one can pass */ closed };

template <class Owner> void Door<Owner>::close() {}

} // namespace swiftfsm
"""


def rest(text: str, link: prose.Linker = lambda name: None) -> str:
    return "\n".join(prose.rest(textwrap.dedent(text).strip("\n").split("\n"), link, "c", chapters=True)).strip()


class ProseTest(unittest.TestCase):
    def test_paragraphs_lists_and_examples(self) -> None:
        made = rest("One * two.\nErrors: none.\n\n- first\n  item\n- second\n\nFor example:\n\n    call(1);\n")
        self.assertEqual(
            made,
            "One \\* two.\n\nErrors: none.\n\n- first item\n- second\n\nFor example:\n\n.. code-block:: c\n\n    call(1);",
        )

    def test_tables_of_terms(self) -> None:
        made = rest("Errors:\n  SFSM_BUSY      it is\n                 used\n  and those of others")
        self.assertEqual(made, "Errors:\n\n``SFSM_BUSY``\n    it is used\n\nand those of others")

    def test_names_and_chapters_are_links(self) -> None:
        made = rest("See sfsm_open() and chapters 3, 4.", lambda name: f":c:func:`{name}`")
        self.assertEqual(
            made, "See :c:func:`sfsm_open` and :ref:`chapters 3 <chapter-3>`\\ , :ref:`4 <chapter-4>`\\ ."
        )

    def test_what_is_said_of_parameters(self) -> None:
        self.assertEqual(rest("door: which one,\n    of all\nwidth: in mm"), "- **door**: which one, of all\n- **width**: in mm")


class HeaderTest(unittest.TestCase):
    def test_chapters_and_names(self) -> None:
        preamble, chapter = c_header.chapters(HEADER)
        self.assertEqual(preamble.prose, ["door.h: doors."])
        self.assertEqual((chapter.number, chapter.title, chapter.prose), (1, "Doors", ["A door is open or closed."]))
        names = [c_pages.names(item) for item in chapter.items]
        self.assertEqual(
            names,
            [
                [("sfsm_door", "struct")],
                [("SFSM_OPEN", "enumerator"), ("SFSM_CLOSED", "enumerator")],
                [("sfsm_door_open", "func"), ("sfsm_door_close", "func")],
                [("SFSM_DOOR", "macro")],
            ],
        )

    def test_the_page(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            c_pages.write(HEADER, Path(folder))
            page = Path(folder, "chapter-1.rst").read_text(encoding="utf-8")
        for line in (
            "    .. c:member:: int32_t width",
            "    .. c:member:: int32_t height",
            "        in millimetres",
            ".. c:enumerator:: SFSM_CLOSED",
            "    one cannot",
            ".. c:function:: int32_t sfsm_door_open(sfsm_door *door)",
            "                int32_t sfsm_door_close(sfsm_door *door, int32_t (*hook)(void))",
            "    :c:enumerator:`SFSM_CLOSED`",
            ".. c:macro:: SFSM_DOOR(width)",
        ):
            self.assertIn(line, page.split("\n"))

    def test_classes(self) -> None:
        door, state = declarations.declarations(CLASS)
        self.assertEqual((door.code, door.comment), ("template <class Owner> Door : public Thing<Owner>", ["A door."]))
        self.assertEqual(
            [(each.kind, each.code, each.further, each.comment) for each in door.members],
            [
                ("function", "explicit Door(int width) noexcept", [], ["Make one."]),
                ("function", "void open()", ["void close()"], ["Open or close it."]),
                ("var", "std::function<void(int, int)> moved", [], ["called after each"]),
            ],
        )
        self.assertEqual([(each.code, each.comment) for each in state.members], [("open", ["one can pass"]), ("closed", [])])


class MarkdownTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.out = self.root / "out"

    def write(self, **files: str) -> Pages:
        for name, text in files.items():
            self.root.joinpath(f"{name}.md").write_text(text, encoding="utf-8")
        return Pages(self.root, {"charts": "docc/documentation/swiftfsm/charts"})

    def test_chapters_become_pages(self) -> None:
        pages = self.write(
            README="# Doors\n\nSee [how](#how-to-open).\n\n## How to open\n\n```sh\n## no heading, [no](link)\n```\n\n"
            "### Wide ones\n\nOf [others](OTHER.md#locked-1).\n\n## How to open\n",
            OTHER="# Other\n\n## Locked\n\n## Locked\n",
        )
        pages.add("README.md", "guide/index", split=True)
        pages.add("OTHER.md", "other")
        pages.write(self.out)
        self.assertIn("[how](how-to-open.md)", self.out.joinpath("guide/index.md").read_text(encoding="utf-8"))
        chapter = self.out.joinpath("guide/how-to-open.md").read_text(encoding="utf-8")
        self.assertTrue(chapter.startswith("# How to open\n"))
        self.assertIn("\n## Wide ones\n\nOf [others](../other.md#locked-1).", chapter)
        self.assertIn("## no heading, [no](link)", chapter)

    def test_files_are_shown(self) -> None:
        self.root.joinpath("door.py").write_text("print('```')\n", encoding="utf-8")
        pages = self.write(
            README="A [program](door.py), [two\nlines](door.py), [charts](Some.docc/Charts.md), [here](https://a.b).\n"
        )
        self.root.joinpath("Some.docc").mkdir()
        pages.add("README.md", "guide/index")
        pages.write(self.out)
        text = self.out.joinpath("guide/index.md").read_text(encoding="utf-8")
        self.assertIn("[program](../files/door.py.md), [two\nlines](../files/door.py.md)", text)
        self.assertIn('href="../docc/documentation/swiftfsm/charts/index.html">charts</a>, [here](https://a.b)', text)
        shown = self.out.joinpath("files/door.py.md").read_text(encoding="utf-8")
        self.assertIn("````python\nprint('```')\n````", shown)

    def test_links_that_lead_nowhere(self) -> None:
        for link in ("none.py", "#none", "OTHER.md#none"):
            pages = self.write(README=f"A [link]({link}).\n", OTHER="# Other\n")
            pages.add("README.md", "index")
            pages.add("OTHER.md", "other")
            with self.assertRaisesRegex(PageError, f"README.md: the link to {link} leads nowhere"):
                pages.write(self.out)

    def test_examples_of_other_files(self) -> None:
        pages = self.write(README="# A\n\n## Ten lines\n\n```rust\nlet a = 1;\n# hidden\nlet b = 2;\nlet c = 3;\n```\n")
        self.assertEqual(pages.code("README.md", "Ten lines", "let a", "let b"), "```rust\nlet a = 1;\nlet b = 2;\n```")
        with self.assertRaisesRegex(PageError, "no lines from 'let a' to 'let d'"):
            pages.code("README.md", "Ten lines", "let a", "let d")
        with self.assertRaisesRegex(PageError, "no code below a heading 'None'"):
            pages.code("README.md", "None", None, None)

    def test_articles_of_docc(self) -> None:
        article = "# Doors\n\nWhat.\n\n## How\n\n```\n## code\n```\n\n### Wide\n\n## Topics\n"
        wanted = "# Doors\n\nWhat.\n\n## Overview\n\n### How\n\n```\n## code\n```\n\n#### Wide\n\n## Topics\n"
        self.assertEqual(below_overview(article), wanted)
        self.assertEqual(below_overview(wanted), wanted)

    def test_anchors(self) -> None:
        self.assertEqual(slug("What `sfsm_send` does, and when?"), "what-sfsm_send-does-and-when")


class CheckTest(unittest.TestCase):
    def faults(self, **pages: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in pages.items():
                Path(folder, f"{name}.html").write_text(text, encoding="utf-8")
            Path(folder, "part").mkdir()
            Path(folder, "part", "index.html").write_text('<h1 id="top">', encoding="utf-8")
            return check_site.Site(Path(folder)).faults()

    def test_what_is_right(self) -> None:
        links = '<a href="b.html#x"></a><a href="#y"></a><i id="y"></i><a href="https://a.b/c"></a><a href="part/#top"></a>'
        self.assertEqual(self.faults(a=links + '<img src="data:,x">', b='<p id="x">'), [])

    def test_what_is_wrong(self) -> None:
        self.assertEqual(self.faults(a='<a href="c.html">'), ["a.html: c.html leads to no file"])
        self.assertEqual(self.faults(a='<a href="../../etc">'), ["a.html: ../../etc leads to no file"])
        self.assertEqual(self.faults(a='<a href="part/#no">'), ["a.html: part/#no leads to no place on the page"])
        self.assertEqual(self.faults(a='<a href="#no">'), ["a.html: #no leads to no place on the page"])
        script = '<script src="https://a.b/c.js"></script>'
        self.assertEqual(self.faults(a=script), ["a.html: https://a.b/c.js is loaded from elsewhere"])

    def test_symbols_without_a_comment(self) -> None:
        def symbol(name: str, **more: object) -> dict[str, object]:
            place = {"uri": "file:///Sources/Door.swift", "position": {"line": 4, "character": 0}}
            return {"identifier": {"precise": name}, "pathComponents": ["Door", name], "location": place, **more}

        symbols = [symbol("open"), symbol("close", docComment={"lines": []}), symbol("s::SYNTHESIZED::x")]
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "Door").mkdir()
            Path(folder, "Door", "Door.symbols.json").write_text(json.dumps({"symbols": symbols}), encoding="utf-8")
            self.assertEqual(symbol_pages.undocumented(Path(folder)), ["/Sources/Door.swift:5: Door.open"])


if __name__ == "__main__":
    unittest.main()
