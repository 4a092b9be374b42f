"""Tables of SMC become documents, with what SMC does in each transition."""

from __future__ import annotations

import pytest
from imported import imported

from swiftfsm import formats

TURNSTILE = """\
// The turnstile of the museum.
Actions: Gate
FSM: Turnstile
Initial: Locked
{
  (Base) <baseIn >baseOut { Reset Locked {alarmOff lock} }
  (Silent) - - -
  (Logged) : Base >logOut { Log - log }
  Locked : Logged : Silent <lock {
    Coin  Unlocked  -
    Pass  Alarming  alarmOn
    Reset *         log       // replaces that of Base
  }
  Unlocked : Base <unlock { Coin - thankyou  Pass Locked - }
  Alarming : Logged : Base <alarmOn >alarmOff - - -
  Dead - - -
}
"""

TURNSTILE_DOCUMENT = """\
definition Turnstile
  initial Locked
  entry exit always
  order resolve commit exit entry actions
  superstate Base
    Reset -> Locked / alarmOff lock
  superstate Logged adopts Base
    Log -> same / log
  state Locked adopts Logged
    entry baseIn lock
    exit logOut baseOut
    Coin -> Unlocked
    Pass -> Alarming / alarmOn
    overriding Reset -> same / log
  state Unlocked adopts Base
    entry baseIn unlock
    exit baseOut
    Coin -> same / thankyou
    Pass -> Locked
  state Alarming
    entry baseIn alarmOn
    exit alarmOff logOut baseOut
    Log -> same / log
    Reset -> Locked / alarmOff lock
  state Dead final
"""


def table(content: str, header: str = "Initial: A FSM: F") -> str:
    return f"{header} {{\n{content}\n}}"


def states_of(content: str) -> list[str]:
    """The document without what stands in all of them."""
    return [line[2:] for line in formats.read(table(content)).splitlines()[4:]]


def faults_of(text: str | bytes) -> list[str]:
    with pytest.raises(formats.FormatError) as caught:
        formats.read(text.encode() if isinstance(text, str) else text, "sm")
    return [f"{fault.line}: {fault.text}" for fault in caught.value.faults]


# ----------------------------------------------------------------------------------------------------------------------
# What is said
# ----------------------------------------------------------------------------------------------------------------------


def test_a_table_becomes_a_document() -> None:
    assert formats.read(TURNSTILE) == TURNSTILE_DOCUMENT
    assert formats.read(TURNSTILE.replace("\n", "\r\n").encode("utf-8-sig")) == TURNSTILE_DOCUMENT


def test_the_document_runs() -> None:
    with imported(formats.read(TURNSTILE)) as gate:
        assert gate.start() == "entry baseIn, entry lock -> Locked"
        assert gate.send("Coin") == "exit logOut, exit baseOut, entry baseIn, entry unlock -> Unlocked"
        assert gate.send("Coin") == "exit baseOut, entry baseIn, entry unlock, action thankyou -> Unlocked"
        assert gate.send("Pass") == "exit baseOut, entry baseIn, entry lock -> Locked"
        assert gate.send("Reset") == "exit logOut, exit baseOut, entry baseIn, entry lock, action log -> Locked"
        assert gate.send("Pass").endswith("entry alarmOn, action alarmOn -> Alarming")
        assert gate.send("Reset") == (
            "exit alarmOff, exit logOut, exit baseOut, entry baseIn, entry lock, action alarmOff, action lock -> Locked"
        )


def test_a_state_may_be_written_in_several_places() -> None:
    assert states_of("A e B x\nA <come f A y\nB g A {}") == [
        "state A",
        "  entry come",
        "  e -> B / x",
        "  f -> A / y",
        "state B",
        "  g -> A",
    ]


def test_a_state_that_is_a_superstate_too_is_written_out() -> None:
    assert states_of("A <a { e B - f A x }\nB : A <b { f - y }") == [
        "state A",
        "  entry a",
        "  e -> B",
        "  f -> A / x",
        "state B",
        "  entry a b",
        "  e -> B",
        "  f -> same / y",
    ]


def test_superstates_come_in_the_order_in_which_they_derive() -> None:
    content = "(C) <c - - -\n(B) : C <b - - -\n(A1) : B <a - - -\nA : C : A1 <self e A -"
    assert states_of(content) == ["state A", "  entry c b a self", "  e -> A"]


# ----------------------------------------------------------------------------------------------------------------------
# What is refused
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content, fault",
    [
        ("A e X -", "2: expected a state, found 'X', which has no transitions"),
        ("A : X e A -", "2: expected a state, found 'X', which has no transitions"),
        ("(S) - - -\nA e S -", "3: expected a state to be in, found the abstract state 'S'"),
        ("A e A -\n\nA e A x", "4: expected one transition of 'A' for 'e', found a second one"),
        ("A - A -", "2: expected an event, found '-' before a next state or an action"),
        (
            "(S) e A -\n(T) e A x\nA : S : T - - -",
            "3: expected one transition of 'A' for 'e': both 'S' and 'T' have one",
        ),
        (
            "(S) <s - - -\n(T) <t - - -\nA : S : T e A -",
            "4: expected one order of the entry actions: both 'S' and 'T' have some, and neither derives from "
            "the other",
        ),
        ("A e (A) -", "2: expected the next state or '-', found '('"),
        ("A e A [", "2: expected an action, '{' or '-', found '['"),
        ("A { e A push(B) }", "2: expected an event, '-' or '}', found '('"),
        ("A <{x y} e A -", "2: expected an entry action behind '<', found '{'"),
        ("A e A {x", "3: expected an action or '}', found the end of the file"),
    ],
)
def test_what_cannot_be_said_or_read(content: str, fault: str) -> None:
    found = faults_of(table(content) if "{x" not in content or "y" in content else f"Initial: A {{\n{content}\n")
    assert fault in found


def test_circles_of_superstates() -> None:
    assert faults_of(table("A : B e A -\nB : A f A -")) == [
        "2: expected no circle: 'B' derives from 'A' itself",
        "3: expected no circle: 'A' derives from 'B' itself",
    ]


@pytest.mark.parametrize(
    "header, fault",
    [
        ("FSM: F", "1: expected the header Initial: with the name of a state"),
        ("Initial: X", "1: expected a state, found 'X', which has no transitions"),
        ("Initial: A Initial: A", "1: expected each header once, found 'Initial' a second time"),
        ("Initial: A Package: x", "1: expected the header FSM, Initial or Actions, found 'Package'"),
        ("Initial A", "1: expected ':' behind a header, found 'A'"),
    ],
)
def test_wrong_headers(header: str, fault: str) -> None:
    assert faults_of(table("A e A -", header)) == [fault]


def test_all_faults_are_told_at_once_up_to_twenty() -> None:
    assert len(faults_of(table("\n".join(f"A e{number} X{number} -" for number in range(30))))) == 20


@pytest.mark.parametrize(
    "text", ["", "{", "}", "\0", "Initial: A {} x", "Initial:", "A e A -", "Initial: é {}", "-" * 9]
)
def test_other_texts_are_refused(text: str) -> None:
    assert faults_of(text)


def test_other_encodings_are_refused() -> None:
    assert faults_of("Initial: A {\nA e A - // é\n}".encode("latin-1")) == [
        "2: expected UTF-8, found other bytes: convert the file"
    ]


def test_code_is_no_name() -> None:
    assert faults_of(table("A e A {__import__('os')}")) == ["2: expected an action or '}', found '('"]


def test_long_lines_of_superstates_end() -> None:
    chain = "\n".join(f"(S{number}) : S{number + 1} - - -" for number in range(200)) + "\n(S200) - - -\nA : S0 e A -"
    assert faults_of(table(chain)) == ["3: expected at most 100 superstates of a state"]
    wide = "(S) {" + "\n".join(f"e{number} - x" for number in range(2000)) + "}\n"
    wide += "A e A -\n" + "\n".join(f"A{number} : S - - -" for number in range(600))
    assert "expected superstates for at most 1000000 rows" in faults_of(table(wide))[0]
