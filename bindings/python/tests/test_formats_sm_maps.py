"""Files of the SMC of smc.sourceforge.net become documents; what is code of another language is refused."""

from __future__ import annotations

from typing import Union

import pytest
from imported import imported

from swiftfsm import formats

TURNSTILE = """\
%{ // Code that is left out.
%}
%class Turnstile
%start Gate::Locked
%header gate.h
/* One
map. */
%map Gate
%%
Locked
  Entry { lock(); }
  Exit { unlock(); }
{
  coin [ctxt.enough()] Unlocked { thank(); }
  coin [!ctxt.open()] nil { give(); back(); }
  pass nil { alarm(); }
  Default Locked {}   // leaves and enters it again
}
Unlocked { pass jump(Gate::Locked) {} kick Unlocked { ouch(); } }
Dead {}
Default {
  kick [angry] Dead {}
  pass Locked {}
  Default nil { note(); }
}
%%
"""

TURNSTILE_DOCUMENT = """\
definition Turnstile
  initial Locked
  guards first match
  entry exit always
  state Locked
    entry lock
    exit unlock
    coin ? enough -> Unlocked / thank
    coin ? not.open -> internal / give back
    pass -> internal / alarm
    kick ? angry -> Dead
    any -> Locked
  state Unlocked
    pass -> Locked
    kick -> Unlocked / ouch
  state Dead final
  any kick ? angry -> Dead
  any pass -> Locked
  any any -> internal / note
"""


def map_of(states: str, head: str = "%start M::A\n%map M") -> str:
    return f"{head}\n%%\n{states}\n%%\n"


def lines_of(states: str) -> list[str]:
    """The document without its first line."""
    return [line[2:] for line in formats.read(map_of(states)).splitlines()[1:]]


def faults_of(text: Union[str, bytes]) -> list[str]:
    with pytest.raises(formats.FormatError) as caught:
        formats.read(text.encode() if isinstance(text, str) else text, "sm")
    return [f"{fault.line}: {fault.text}" for fault in caught.value.faults]


# ----------------------------------------------------------------------------------------------------------------------
# What is said
# ----------------------------------------------------------------------------------------------------------------------


def test_a_map_becomes_a_document() -> None:
    assert formats.read(TURNSTILE) == TURNSTILE_DOCUMENT
    assert formats.read(TURNSTILE.replace("\n", "\r\n").encode()) == TURNSTILE_DOCUMENT


def test_the_document_runs() -> None:
    with imported(formats.read(TURNSTILE), {"not.open", "angry"}) as gate:
        assert gate.start() == "entry lock -> Locked"
        assert gate.send("pass") == "action alarm -> Locked", "nil leaves nothing"
        assert gate.send("kick") == "exit unlock, entry lock -> Locked", "the Default of Locked"
        assert gate.send("coin") == "exit unlock, action thank -> Unlocked"
        assert gate.send("kick") == "action ouch -> Unlocked"
        assert gate.send("coin") == "action note -> Unlocked", "the Default of the state Default"
        assert gate.send("pass") == "entry lock -> Locked"
        gate.refused |= {"enough"}
        assert gate.send("coin") == "exit unlock, entry lock -> Locked", "no guard agrees"
        gate.refused.clear()
        assert gate.send("kick") == "exit unlock -> Dead", "the state Default comes before the Default of Locked"
        assert gate.send("pass") == "entry lock -> Locked"


def test_transitions_with_guards_come_first() -> None:
    assert lines_of("A { e B {} e [g] A {} e C {} }\nB { e C {} }\nC { x A {} }")[3:6] == [
        "state A", "  e ? g -> A", "  e -> B",
    ]  # fmt: skip


def test_arguments_are_those_of_the_event() -> None:
    states = """
    A {
      coin(cents: int, from: const std::string&) [ctxt.enough(cents, from)] A { take(cents, from); note(); }
      say(what: char *, far: bool) nil {}
      ask(anything) nil { answer(anything); }
    }"""
    assert lines_of(states) == [
        "event coin (i32 cents, str from)",
        "event say (str what, bool far)",
        "initial A",
        "guards first match",
        "entry exit always",
        "state A",
        "  coin ? enough -> A / take note",
        "  say -> internal",
        "  ask -> internal / answer",
    ]


# ----------------------------------------------------------------------------------------------------------------------
# What is refused
# ----------------------------------------------------------------------------------------------------------------------

UNSAID = "cannot be said in a document"


@pytest.mark.parametrize(
    "states, fault",
    [
        ("A { e push(B) {} }", f"4: 'push' {UNSAID}: nest states, or use a history"),
        ("A { e A/push(M::B) {} }", f"4: 'push' {UNSAID}: nest states, or use a history"),
        ("A { e pop {} }", f"4: 'pop' {UNSAID}: nest states, or use a history"),
        ("A { e pop(ok, x) {} }", f"4: 'pop' {UNSAID}: nest states, or use a history"),
        ("A { e [a && b] A {} }",
         f"4: the guard 'a && b' {UNSAID}: expected the name of a function, as ctxt.ready()"),
        ("A { e [ctxt.x == (1)] A {} }",
         f"4: the guard 'ctxt.x == (1)' {UNSAID}: expected the name of a function, as ctxt.ready()"),
        ("A { e(x: int) [f(1)] A {} }",
         f"4: the arguments of 'f' {UNSAID}: none, or all those of its transition"),
        ("A { e A { f(1); } }", f"4: the arguments of 'f' {UNSAID}: none, or all those of its transition"),
        ("A Entry { f(1); } { e A {} }", f"4: the arguments of 'f' {UNSAID}: none, or all those of its transition"),
        ("A { e A { x = 1; } }", f"4: setting 'x' {UNSAID}: write an action, and do it there"),
        ("A { e B {} }", "4: expected a state of the map, found 'B'"),
        ("A { e A {} }\nA { f A {} }", "5: expected each state once, found 'A' a second time"),
        ("A { e(x: int) A {} \n e A {} }",
         "5: expected the arguments that 'e' has in line 4: an event has one list of them"),
        ("A { e(x: Foo) A {} }",
         f"4: the type 'Foo' {UNSAID}: use 'bool', 'boolean', 'Boolean', 'Bool', 'byte' or 'Byte' ..."),
        ("A { e A {} }\nDefault Entry { x(); } {}", "5: expected no Entry and Exit of the state Default"),
        ("A { e A }", "4: expected '{' before actions, found '}'"),
        ("A { e [g A {} }", "4: expected ']' behind code, found 'g A {} }'"),
        ("A { e \"x\" {} }", "4: expected the next state or nil, found '\"x\" {} }'"),
    ],
)  # fmt: skip
def test_what_cannot_be_said_or_read(states: str, fault: str) -> None:
    assert faults_of(map_of(states)) == [fault]


@pytest.mark.parametrize(
    "head, fault",
    [
        ("%map M", "1: expected %start with the name of a state"),
        ("%start B %map M", "1: expected a state of the map, found 'B'"),
        ("%start A %map M %% A {} %%\n%map N", f"2: the map 'N' {UNSAID}: a file may have one map"),
        ("%start A %what x %map M", "1: expected %class, %start, %map or another directive, found '%what x %map M'"),
        ("%start A %map M %% A {} %% @", "1: expected %class, %start, %map or another directive, found '@'"),
        ("%{ code", "1: expected '%}' behind code, found 'code'"),
    ],
)
def test_wrong_heads(head: str, fault: str) -> None:
    assert fault in faults_of(map_of("B2 {}" if "A {}" in head else "A {}", head))


@pytest.mark.parametrize("text", "%|%%|%class|%map M|%map M %%|%map M %% A|%{|%start A|%map M %% /*".split("|"))
def test_what_ends_too_early(text: str) -> None:
    assert faults_of(text)


def test_all_faults_are_told_at_once_up_to_twenty() -> None:
    assert len(faults_of(map_of("A {" + "\n".join(f"e{number} pop {{}}" for number in range(30)) + "}"))) == 20


def test_code_is_not_run() -> None:
    code = "__import__('os').system('touch code-was-run')"
    states = f"A Entry {{ {code}; }} {{ e [{code}] A {{ {code}; }} }}"
    assert faults_of(map_of(states))
