"""The configuration of an XState machine, as JSON: what createMachine takes, without functions.

Read are nested and parallel states, histories and final states, `initial`, `on`, `always`, `after`, `onDone`, `entry`
and `exit`, guards (`guard`, or `cond` in version 4) and actions by name, as strings or as objects with nothing but a
`type`; in version 4 also `in` with the id of a state. A `description` becomes a comment. Whatever else has a meaning
is refused: `invoke`, `context`, parameters, delays by name, partial wildcards.

The document has the semantics of XState 5: `guards first match`, `entry exit always`, states in the order of the
file. A state keeps its key as its name if no other state has it, and gets its path otherwise. Delays are
milliseconds. Rows of the machine itself become rows for any state; if it is parallel, or has more than rows, it
becomes a state around all others.

In version 4 a transition to the state itself, or to one inside it that is named otherwise than by `.child`, leaves
the state; in version 5 it does not. `cond` and `internal` are taken for version 4, `guard` and `reenter` for version
5. If a file has none of them and it matters, name the version: format `xstate4` or `xstate5`.
"""

from __future__ import annotations

from .charts import finish
from .faults import Faults
from .json_values import Value
from .writing import Document, Names, reachable
from .xstate_states import States
from .xstate_transitions import Transitions

_WORDS = {"cond": 4, "internal": 4, "guard": 5, "reenter": 5}


def read_xstate(root: Value, faults: Faults, version: int = 0) -> str:
    """Return the document; version 0 is found out. Raises FormatError."""
    root.fields(faults, "the configuration of a machine")
    faults.check()
    version = version or _version(root, faults)
    names = Names(faults)
    states = States(root, names, faults)
    faults.check()
    Transitions(states, version, names, faults).write()
    return _document(states, names, root, faults).text(faults)


def _version(root: Value, faults: Faults) -> int:
    """By the words that the transitions use; 0 if that does not tell."""
    found: dict[int, Value] = {}
    waiting = [root]
    while waiting:
        data = waiting.pop().data
        if isinstance(data, dict):
            for key, value in data.items():
                if key in _WORDS:
                    found.setdefault(_WORDS[key], value)
            waiting += data.values()
        elif isinstance(data, list):
            waiting += data
    if len(found) == 2:
        found[4].tell(faults, f"is of version 4, but line {found[5].line} is of version 5: use the words of one")
    return next(iter(found), 0)


def _document(states: States, names: Names, root: Value, faults: Faults) -> Document:
    fields = root.fields(faults, "the configuration of a machine")
    document = Document(names(states.machine_id, root.line) if "id" in fields else "")
    version = fields.get("version")
    if version is not None:
        text = version.text(faults, "a version as a string")
        document.version = names(text, version.line) if text else ""
    document.comment = states.comment(fields)
    document.lines = [f"initial {states.initial}", "guards first match", "entry exit always"]
    document.rows = [] if states.is_wrapped else reachable(states.root.block.rows)
    finish(states.top, states.initial, document.rows)
    document.blocks = states.top.block.inner
    return document
