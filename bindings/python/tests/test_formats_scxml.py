"""SCXML becomes documents, which behave as SCXML says; what a document cannot say is refused."""

from __future__ import annotations

import textwrap

import pytest
from imported import imported
from scxml_texts import faults_of, rows_of, scxml

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
          error.disk.full -> t
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


def test_a_transition_that_is_never_taken_has_no_row() -> None:
    content = """
    <state id="s">
      <transition event="e" cond="c" target="s"/>
      <transition event="e" cond="c"/>
      <transition event="e" cond="d" target="s"/>
      <transition event="e"/>
      <transition event="e" cond="f" target="s"/>
      <transition event="f" target="s"/>
    </state>"""
    assert rows_of(content).splitlines()[1:] == ["  e ? c -> s", "  e ? d -> s", "  e -> internal", "  f -> s"]
    with imported(formats.read(scxml(content)), {"c", "d"}) as chart:
        chart.start()
        assert chart.send("e") == "-> s"


def test_a_chart_that_begins_in_a_final_state_ends_at_once() -> None:
    text = formats.read(scxml('<state id="a"><transition event="e"/></state><final id="f"/>', 'initial="f"'))
    with imported(text) as chart:
        assert chart.start() == "->"
