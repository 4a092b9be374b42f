"""What of SCXML is refused, and hostile files."""

from __future__ import annotations

import pytest
from scxml_texts import faults_of, rows_of, scxml

from swiftfsm import formats

# ----------------------------------------------------------------------------------------------------------------------
# What is refused
# ----------------------------------------------------------------------------------------------------------------------

REFUSED = [
    ("<datamodel/>", "2: <datamodel> in <scxml> cannot be said in a document"),
    ("<script>quit()</script>", "2: <script> in <scxml> cannot be said in a document"),
    ('<state id="s"><invoke src="x"/></state>', "2: <invoke> in <state> cannot be said in a document"),
    ('<state id="s"><datamodel/></state>', "2: <datamodel> in <state> cannot be said in a document"),
    ('<final id="s"><donedata/></final>', "2: <donedata> in <final> cannot be said in a document"),
    ('<parallel id="s"><final id="f"/></parallel>', "2: <final> in <parallel> cannot be said in a document"),
    ('<state id="s" src="x"/>', "2: <state> with 'src' cannot be said in a document"),
    ('<state id="s">hello</state>', "2: expected no text in <state>, found 'hello'"),
    (
        '<state id="s"><onentry>\n<assign location="a" expr="1"/></onentry></state>',
        "3: <assign> in onentry cannot be said in a document: write an action, and do it there",
    ),
    (
        '<state id="s"><onentry><raise event="e"/></onentry></state>',
        "2: <raise> in onentry cannot be said in a document: write an action, and do it there",
    ),
    (
        '<state id="s"><onexit><if cond="x"/></onexit></state>',
        "2: <if> in onexit cannot be said in a document: write an action, and do it there",
    ),
    (
        '<state id="s"><transition event="e"><foreach array="x" item="y"/></transition></state>',
        "2: <foreach> in a transition cannot be said in a document: write an action, and do it there",
    ),
    (
        '<state id="s"><transition event="e"><log expr="1 + 1"/></transition></state>',
        "2: <log> with 'expr' cannot be said in a document: write an action, and do it there",
    ),
    (
        '<state id="s"><transition event="e"><log/></transition></state>',
        "2: expected a label of <log>, which becomes the name of an action",
    ),
    (
        '<state id="s"><transition event="e"><send event="x"/></transition></state>',
        "2: <send> in a transition cannot be said in a document: write an action, and do it there",
    ),
    (
        '<state id="s"><transition event="e"><x:beep xmlns:x="urn:x" times="2"/></transition></state>',
        "2: the action <beep> with attributes or content cannot be said in a document: write an action, and do "
        "it there",
    ),
    (
        '<state id="s"><transition event="e"><raise event="a b"/></transition></state>',
        "2: expected the name of an event in <raise>, found 'a b'",
    ),
    (
        '<state id="s"><onentry><send event="x" delay="1s" id="i"/></onentry></state>',
        "2: <send> of 'i' cannot be said in a document, unless the onexit of the same state has its <cancel>, "
        "and no other "
        "<send> has its id",
    ),
    (
        '<state id="s"><onentry><send event="x" delayexpr="d" id="i"/></onentry></state>',
        "2: <send> in onentry cannot be said in a document, unless it has an event, an id and a delay alone",
    ),
    (
        '<state id="s"><onentry><send event="x" delay="0.5ms" id="i"/></onentry><onexit><cancel '
        'sendid="i"/></onexit></state>',
        "2: expected a delay of whole milliseconds above 0, as 500ms or 1.5s, found '0.5ms'",
    ),
    (
        '<state id="s"><onexit><cancel sendid="i"/></onexit></state>',
        "2: <cancel> of 'i' cannot be said in a document: it ends no timeout of this state",
    ),
    (
        '<state id="s"><transition cond="x > 1" event="e"/></state>',
        "2: the condition 'x > 1' cannot be said in a document: expected a name, In('state') or !In('state')",
    ),
    (
        '<state id="s"><transition cond="In(\'t\')" event="e"/></state>',
        "2: expected the id of a state in the condition, found 't'",
    ),
    (
        '<state id="s"><transition event="*" target="s"/><transition event="e"/></state>',
        "2: expected the transition for * behind the other transitions of its state, which come first in a document",
    ),
    (
        '<state id="s"><transition event="a.*" target="s"/></state>',
        "2: no event of this file begins as 'a.*': name the events",
    ),
    (
        '<state id="s"><transition event="a*" target="s"/></state>',
        "2: expected an event, a beginning as a.*, or *, found 'a*'",
    ),
    (
        '<state id="s"><transition event="" target="s"/></state>',
        "2: expected an event, found an empty attribute: without an event there is none",
    ),
    ('<state id="s"><transition event="e" target=""/></state>', "2: expected the id of a state, found an empty target"),
    (
        '<state id="s"><transition event="e" target="s" type="local"/></state>',
        "2: expected the type internal or external, found 'local'",
    ),
    ('<state id="s"/>\n<state id="s"/>', "3: expected an id of its own, found 's' a second time"),
    ('<state id="s" initial="s"/>', "2: expected no initial state of s, which has no states"),
    ('<state id="s" initial="t"><state id="a"/></state><state id="t"/>', "2: expected a state inside s, found 't'"),
    (
        '<state id="s" initial="a b"><parallel id="p"><state id="a"/><state id="b"/></parallel></state>',
        "2: expected one initial state, found 'a b': initial states of several regions cannot be said: give each "
        "region "
        "its own",
    ),
    (
        '<state id="s"><initial/><state id="a"/></state>',
        "2: expected one <transition> with nothing but a target in <initial>",
    ),
    (
        '<state id="s"><history id="h" type="medium"/><state id="a"/></state>',
        "2: expected the type shallow or deep, found 'medium'",
    ),
    (
        '<state id="s"><history id="h" type="deep"/><state id="a"><state id="b"><transition event="e" '
        'target="h"/></state>'
        "</state></state>",
        "2: expected no transition to h from deep inside s: what it leaves depends on the history",
    ),
    ("", "1: expected a state: <scxml> is empty"),
]


@pytest.mark.parametrize("content, fault", REFUSED, ids=[fault for _, fault in REFUSED])
def test_what_a_document_cannot_say_is_refused_with_its_line(content: str, fault: str) -> None:
    assert faults_of(scxml(content)) == [fault]


@pytest.mark.parametrize(
    "attributes, fault",
    [
        ('datamodel="python"', "1: expected no data model, found 'python': keep data in the program"),
        ('initial="x"', "1: expected the id of a state, found 'x'"),
        ('initial=""', "1: expected the id of a state"),
        ('exmode="strict"', "1: <scxml> with 'exmode' cannot be said in a document"),
    ],
)
def test_what_the_root_cannot_have(attributes: str, fault: str) -> None:
    assert faults_of(scxml('<state id="s"/>', attributes)) == [fault]


def test_the_root_is_of_scxml() -> None:
    assert faults_of("<html/>") == ["1: expected <scxml>, found <html>"]
    assert faults_of('<scxml xmlns="urn:other"><state/></scxml>') == ["1: expected <scxml>, found <urn:other scxml>"]
    assert formats.read("<scxml><state id='s'/></scxml>").endswith("  state s final\n"), "without a namespace too"


def test_all_faults_are_told_at_once_up_to_twenty() -> None:
    wrong = '<state id="s"><invoke/>\n</state>\n'
    assert len(faults_of(scxml(wrong * 3))) == 3 + 2, "and two ids that are there again"
    found = faults_of(scxml("<script>x</script>\n" * 1000))
    assert found == [f"{line}: <script> in <scxml> cannot be said in a document" for line in range(2, 22)]


# ----------------------------------------------------------------------------------------------------------------------
# Hostile files
# ----------------------------------------------------------------------------------------------------------------------

LAUGHS = '<!DOCTYPE l [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(20)
)


@pytest.mark.parametrize(
    "text",
    [
        LAUGHS + "]><scxml>&u;</scxml>",
        '<!DOCTYPE s SYSTEM "file:///etc/passwd"><scxml/>',
        '<!DOCTYPE s [<!ENTITY % x SYSTEM "http://localhost/"> %x;]><scxml/>',
        '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><scxml>&x;</scxml>',
    ],
)
def test_document_types_and_entities_are_refused(text: str) -> None:
    assert faults_of(text) == ["1: expected no document type: remove <!DOCTYPE>, and write out entities"]


@pytest.mark.parametrize(
    "text, fault",
    [
        (b"", "1: expected XML: no element found"),
        (b"<scxml>\n<state></scxml>", "2: expected XML: mismatched tag"),
        (b"<scxml>&x;</scxml>", "1: expected XML: undefined entity"),
        (b"\0", "1: expected XML: unclosed token"),
        (b"<scxml>\xff\xfe</scxml>", "1: expected XML: not well-formed (invalid token)"),
        (
            b'<?xml version="1.0" encoding="rot13"?><scxml/>',
            "1: expected UTF-8, found the encoding 'rot13': convert the file",
        ),
        (
            b'<?xml version="1.0" encoding="hex"?><scxml/>',
            "1: expected UTF-8, found the encoding 'hex': convert the file",
        ),
        ("<scxml>\ud800</scxml>", "1: expected XML in UTF-8, found another encoding: convert the file"),
        (b"<scxml>" * 100_000, "1: expected at most 128 elements inside each other"),
    ],
)
def test_what_is_no_xml_is_told(text: str | bytes, fault: str) -> None:
    assert faults_of(text) == [fault]


def test_a_processing_instruction_is_not_followed() -> None:
    text = b'<?xml-stylesheet href="http://localhost/x.xsl"?>\n<scxml><state id="s"/></scxml>'
    assert faults_of(text) == ["1: expected no processing instruction, found 'xml-stylesheet': remove it"]


def test_deeply_nested_states_are_read() -> None:
    depth = 120
    content = "".join(f'<state id="s{number}">' for number in range(depth)) + "</state>" * depth
    assert f"{'  ' * depth}state s{depth - 1}\n" in formats.read(scxml(content))


def test_events_that_would_stand_for_too_many_rows_are_refused() -> None:
    transitions = '<transition event="a"/>' * 2000
    named = "".join(f'<transition event="a.{number}"/>' for number in range(1000))
    assert faults_of(scxml(f'<state id="s">{transitions}{named}</state>')) == [
        "2: expected events for at most 1000000 rows"
    ]


CODE = "__import__('os').system('touch code-was-run')"


@pytest.mark.parametrize(
    "content",
    [
        f'<state id="s"><transition cond="{CODE}" event="e"/></state>',
        f'<state id="s"><transition event="{CODE}" target="{CODE}"/></state>',
        f'<state id="s"><onentry><send event="e" id="i" delay="{CODE}"/></onentry></state>',
        f'<state id="s"><onentry><script>{CODE}</script></onentry></state>',
        f'<state id="{CODE}" initial="{CODE}"/>',
    ],
)
def test_code_is_not_run(content: str) -> None:
    assert faults_of(scxml(content))


def test_code_as_a_name_is_a_name() -> None:
    content = f'<state id="{CODE}"><onentry><log label="{CODE}"/></onentry><transition event="x" target="s"/></state>'
    assert rows_of(content.replace('target="s"', "")) == f'state "{CODE}"\n  entry "{CODE}"\n  x -> internal'
