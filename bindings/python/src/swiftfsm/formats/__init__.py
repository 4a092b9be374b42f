"""Definitions in other formats, turned into documents of the library.

    from swiftfsm import formats

    text = formats.read("login.scxml")          # a document, as chapter 13 of swiftfsm.h describes it

or in a shell

    python -m swiftfsm.formats login.scxml -o login.fsm

| format | what it is |
|---|---|
| `scxml` | SCXML without a data model |
| `xstate` | the configuration of an XState machine, as JSON; `xstate4` and `xstate5` name the version |
| `transitions` | the configuration of a machine of transitions: a dict, or its JSON |
| `sm` | a table of one of the state machine compilers SMC: Robert C. Martin's, or that of smc.sourceforge.net |
| `json` | the JSON that the library writes of a document |

The names of guards and actions become names of callbacks, which the program supplies. A file holds names only: nothing
in it is evaluated, imported, opened or fetched. What a document cannot say is refused: all such places are told in one
`FormatError`, each with its line, and nothing is left out in silence. Only a transition that is never taken, because one
of its state for the same event comes first in any case, has no row.

Help on a format is in its module: `help("swiftfsm.formats.scxml")`.
"""

from .faults import Fault, FormatError
from .reading import read

__all__ = ["Fault", "FormatError", "read"]
