"""SCXML becomes documents, which behave as SCXML says; what a document cannot say is refused."""

from __future__ import annotations

import textwrap

import pytest
from imported import imported

from swiftfsm import formats

PLAYER = """\
<?xml version="1.0" encoding="UTF-8"?>
<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:p="urn:player" version="1.0" name="player" initial="off">
  <state id="off"><transition event="power" target="on"/></state>
  <parallel id="on" p:x="10">
    <p:picture src="on.png"/>
    <onentry><p:lightUp/></onentry>
    <onexit><log label="darken"/></onexit>
    <transition event="power" target="off"><log label="bye"/></transition>
    <transition event="done.state.sound" target="off"/>
    <state id="sound" initial="quiet">
      <state id="quiet">
        <transition event="volume.up" cond="allowed" target="loud">
          <log label="turn"/><raise event="changed"/>
        </transition>
      </state>
      <state id="loud">
        <onentry><send event="late" id="l" delay="1.5s"/></onentry>
        <onexit><cancel sendid="l"/></onexit>
        <transition event="volume" cond="!In('disc')" target="quiet"/>
        <transition event="late" target="silence"/>
      </state>
      <final id="silence"/>
    </state>
    <state id="source">
      <initial><transition target="last"><log label="hum"/></transition></initial>
      <history id="last" type="shallow"><transition target="radio"><log label="tune"/></transition></history>
      <transition event="changed"><log label="show"/></transition>
      <state id="radio"><transition event="next" target="disc"/></state>
      <state id="disc">
        <transition event="next" target="radio"/>
        <transition cond="In('silence')" target="radio"/>
      </state>
    </state>
  </parallel>
</scxml>
"""

PLAYER_DOCUMENT = """\
definition player
  initial off
  guards first match
  entry exit always
  state off
    power -> on
  parallel on
    entry lightUp
    exit darken
    power -> off / bye
    done.state.sound -> off
    state sound
      default quiet
      done done.state.sound
      state quiet
        volume.up ? allowed -> loud / turn raises changed
      state loud
        timeout 1500 late
        volume ? not in disc -> quiet
        volume.up ? not in disc -> quiet
        late -> silence
      state silence final
    state source
      default "last" / hum
      changed -> internal / show
      history "last"
        default radio / tune
      state radio
        next -> disc
      state disc
        next -> radio
        eventless ? in silence -> radio
"""


def scxml(content: str, attributes: str = "") -> str:
    return f'<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" {attributes}>\n{content}\n</scxml>'


def rows_of(content: str) -> str:
    """The document without what stands in all of them."""
    lines = formats.read(scxml(content)).splitlines()
    return "\n".join(line[2:] for line in lines[4:])


def faults_of(text: str | bytes) -> list[str]:
    with pytest.raises(formats.FormatError) as caught:
        formats.read(text, "scxml")
    return [f"{fault.line}: {fault.text}" for fault in caught.value.faults]


# ----------------------------------------------------------------------------------------------------------------------
# What is said
# ----------------------------------------------------------------------------------------------------------------------


def test_a_chart_becomes_a_document() -> None:
    assert formats.read(PLAYER) == PLAYER_DOCUMENT
    assert formats.read(PLAYER.encode()) == PLAYER_DOCUMENT
    assert formats.read(PLAYER.replace("UTF-8", "UTF-16").encode("utf-16")) == PLAYER_DOCUMENT


def test_the_document_runs() -> None:
    with imported(formats.read(PLAYER)) as player:
        assert player.start() == "-> off"
        assert player.send("power") == "entry lightUp, action hum, action tune -> quiet radio"
        assert player.send("next") == "-> quiet disc"
        assert player.send("volume.up") == "action turn, action show -> loud disc"
        assert player.send("volume.up") == "-> loud disc", "In('disc') holds"
        assert player.send("power") == "exit darken, action bye -> off"
        assert player.send("power") == "entry lightUp, action hum -> quiet disc", "the history is no default"
        player.refused.add("allowed")
        assert player.send("volume.up") == "-> quiet disc"
        player.refused.clear()
        player.send("volume.up")
        assert player.advance(1499) == "-> loud disc"
        # silence ends the region: its done event turns the player off, after disc was left without an event.
        assert player.advance(1500) == "exit darken -> off"


def test_transitions_of_one_state_are_tried_in_the_order_of_the_file_and_then_those_around_it() -> None:
    text = formats.read(
        scxml("""
        <state id="outer">
          <transition event="go"><log label="last"/></transition>
          <state id="inner">
            <transition event="go" cond="first"><log label="one"/></transition>
            <transition event="go" cond="second"><log label="two"/></transition>
          </state>
        </state>""")
    )
    with imported(text) as chart:
        chart.start()
        assert chart.send("go") == "action one -> inner"
        chart.refused.add("first")
        assert chart.send("go") == "action two -> inner"
        chart.refused.add("second")
        assert chart.send("go") == "action last -> inner"


NESTED = """
<state id="outer">
  <onentry><log label="outer"/></onentry><onexit><log label="outer"/></onexit>
  <transition event="external" target="b"/>
  <transition event="internal" type="internal" target="b"/>
  <transition event="stay"><log label="stay"/></transition>
  <state id="a">
    <onentry><log label="a"/></onentry><onexit><log label="a"/></onexit>
    <transition event="again" target="a"><log label="again"/></transition>
    <transition event="around" type="internal" target="outer"/>
  </state>
  <state id="b"><onentry><log label="b"/></onentry></state>
</state>
"""


@pytest.mark.parametrize(
    "event, trace",
    [
        ("external", "exit a, exit outer, entry outer, entry b -> b"),
        ("internal", "exit a, entry b -> b"),
        ("stay", "action stay -> a"),
        ("again", "exit a, action again, entry a -> a"),
        ("around", "exit a, exit outer, entry outer, entry a -> a"),
    ],
)
def test_what_a_transition_leaves(event: str, trace: str) -> None:
    with imported(formats.read(scxml(NESTED))) as chart:
        assert chart.start() == "entry outer, entry a -> a"
        assert chart.send(event) == trace


def test_a_final_state_of_the_chart_ends_it() -> None:
    text = formats.read(
        scxml(
            '<state id="a"><onexit><log label="a"/></onexit><transition event="e" target="f"/></state><final id="f"/>'
        )
    )
    with imported(text) as chart:
        chart.start()
        assert chart.send("e") == "exit a ->"


def test_a_state_without_anything_is_there_and_does_not_end_the_machine() -> None:
    flat = '<state id="a"><transition event="e" target="b"/></state><state id="b"/><state id="c"/>'
    assert rows_of(flat) == "state a\n  e -> b\nstate b final\nstate c final"
    chart = flat + '<final id="d"/><state id="p"><state id="q"/><transition event="f" target="d"/></state>'
    assert rows_of(chart).splitlines()[2:5] == ["state b", "  eventless ? not in b -> b", "state c"]
    for text in (flat, chart):
        with imported(formats.read(scxml(text))) as machine:
            machine.start()
            assert machine.send("e") == "-> b"
            assert machine.send("e") == "-> b", "it still runs"


def test_an_event_stands_for_all_that_begin_so() -> None:
    content = """
    <state id="s">
      <transition event="error x" target="t"/>
    </state>
    <state id="t">
      <transition event="error.net" target="s"/>
      <transition event="error.*" target="t"/>
      <transition event="error.disk.full errors" target="s"/>
      <transition event="*" target="s"/>
    </state>"""
    assert rows_of(content) == textwrap.dedent("""\
        state s
          error -> t
          error.net -> t
          error.disk.full -> t
          x -> t
        state t
          error.net -> s
          error -> t
          error.net -> t
          error.disk.full -> t
          error.disk.full -> s
          errors -> s
          any -> s""")


def test_for_any_event_those_of_done_states_are_some() -> None:
    content = """
    <state id="s">
      <transition event="*" target="end"/>
      <state id="a"><transition event="e" target="f"/></state>
      <final id="f"/>
    </state>
    <state id="end"/>"""
    with imported(formats.read(scxml(content))) as chart:
        chart.start()
        assert chart.send("e") == "-> end"


def test_states_without_an_id_get_a_name() -> None:
    assert rows_of('<state id="final-4">\n<initial><transition target="final-4-x"/></initial>\n<final/></state>') == (
        "state final-4\n  default final-4-x\n  state final-4-x final"
    )


def test_names_that_mean_something_in_a_document_stand_in_quotes() -> None:
    content = '<state id="same"><transition event="any" cond="in" target="not a b">\n<log label="say &quot;x&quot;"/>'
    content += '</transition></state><state id="internal"><transition event="in" target="same internal"/></state>'
    assert faults_of(scxml(content)) == [f"2: expected the id of a state, found '{name}'" for name in ("not", "a", "b")]
    assert rows_of(content.replace("not a b", "internal")) == (
        'state "same"\n  "any" ? "in" -> "internal" / "say \\"x\\""\nstate "internal"\n  "in" -> "same" and "internal"'
    )


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
