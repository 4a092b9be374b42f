"""Charts and what the oracle says of them, as cases in the form of Tests/Conformance."""

from __future__ import annotations

from typing import Optional

from .chart import ANY, EVENTLESS, PHASES, REQUEST, Callback, Chart, Row
from .results import Happening, Result

_TRIGGERS = {ANY: "any", EVENTLESS: "eventless", REQUEST: "request"}


def write(chart: Chart, results: list[Result], number: int) -> str:
    """The case of a chart. Its definition has all callbacks by name; its run, what they do and what comes of it."""
    lines = [f"# case {number}", "", "definition"]
    lines += ["  " + line for line in _definition(chart)]
    lines += ["", "run stopped"]
    for result in results:
        lines += ["  " + line for line in _call(chart, result)]
    return "\n".join(lines) + "\n"


def _definition(chart: Chart) -> list[str]:
    lines = ["named events " + " ".join(f"e{event}" for event in range(1, chart.events + 1))]
    lines.append(f"initial {chart.states[chart.initial].name}")
    lines.append("warnings off all")
    if chart.is_first_match:
        lines.append("guards first match")
    if chart.is_always:
        lines.append("entry exit always")
    if chart.phases != PHASES:
        lines.append("order resolve " + " ".join(chart.phases))
    for state in _opening_order(chart):
        lines += _block(chart, state)
    return lines + [_row(chart, row, "any ") for row in chart.rows if row.source is None]


def _opening_order(chart: Chart) -> list[int]:
    states = list(range(len(chart.states)))
    if not chart.opens_by_depth:
        return states
    depths: list[int] = []
    for state in chart.states:
        depths.append(0 if state.parent is None else depths[state.parent] + 1)
    return sorted(states, key=lambda state: depths[state])


def _block(chart: Chart, number: int) -> list[str]:
    state = chart.states[number]
    head = f"state {state.name} final" if state.kind == "final" else f"{state.kind} {state.name}"
    lines = [head if state.parent is None else f"{head} in {chart.states[state.parent].name}"]
    if state.default is not None:
        lines.append(f"  default {chart.states[state.default].name}{_names(' /', state.default_actions)}")
    if state.done is not None:
        lines.append(f"  done e{state.done}")
    lines += [f"  timeout {delay} e{event}" for delay, event in state.timeouts]
    for role, callbacks in (("entry", state.entry), ("exit", state.exit), ("cycle", state.cycle)):
        if callbacks:
            lines.append(f"  {role}{_names('', callbacks)}")
    return lines + ["  " + _row(chart, row, "") for row in chart.rows if row.source == number]


def _names(mark: str, callbacks: list[Callback]) -> str:
    return mark + "".join(f" {callback.name}" for callback in callbacks) if callbacks else ""


def _row(chart: Chart, row: Row, source: str) -> str:
    text = ("local " if row.is_local else "") + source + _TRIGGERS.get(row.trigger, f"e{row.trigger}")
    conditions = [f" {'in' if is_in else 'not in'} {chart.states[state].name}" for state, is_in in row.conditions]
    if conditions or row.guards:
        text += " ?" + "".join(conditions) + _names("", row.guards)
    target = " and ".join(chart.states[target].name for target in row.targets)
    text += " -> " + ("any" if row.word == "requested" else row.word or target) + _names(" /", row.actions)
    return text + (" raises" + "".join(f" e{event}" for event in row.raised) if row.raised else "")


def _call(chart: Chart, result: Result) -> list[str]:
    call = result.call
    what = {
        "start": "start initial", "stop": "stop", "send": f"send e{call.number}", "advance": f"advance {call.number}",
        "request": f"request {chart.states[call.number].name}" if call.verb == "request" else "",
    }[call.verb]
    lines = [what]
    for happening in result.trace:
        lines += _happening(chart, happening)
    text = f"  -> {result.outcome} {_state(chart, result.state)}"
    if result.leaves:
        text += ", active " + " ".join(chart.states[leaf].name for leaf in result.leaves)
    text += ", done" if result.is_done else ", not done"
    if any(state.timeouts for state in chart.states):
        text += f", due {'never' if result.due is None else result.due}"
    return lines + [text]


def _happening(chart: Chart, happening: Happening) -> list[str]:
    callback, act = happening.callback, happening.act
    state = _state(chart, happening.state)
    answer = {"no": " says no", "fail": " fails"}.get(act, "")
    lines = [f"  {callback.role} {callback.name}{answer} in {state}"]
    verb, _, event = act.partition(" ")
    if verb in ("send", "raise"):
        lines.append(f"    {verb} e{event} -> queued {state}")
    elif verb == "stop":
        lines.append(f"    stop -> queued {state}")
    return lines


def _state(chart: Chart, state: Optional[int]) -> str:
    return "none" if state is None else chart.states[state].name
