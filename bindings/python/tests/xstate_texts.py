"""Configurations of XState machines, for tests."""

from __future__ import annotations

import json
from typing import Any

import pytest

from swiftfsm import formats

PLAYER = """\
{
  "id": "player",
  "version": "2",
  "description": "A player.",
  "initial": "off",
  "on": { "RESET": ".off" },
  "states": {
    "off": { "on": { "POWER": "on" } },
    "on": {
      "type": "parallel",
      "entry": "light",
      "exit": ["darken", { "type": "rest", "params": {} }],
      "on": { "POWER": { "target": "off", "description": "Whatever it does." } },
      "states": {
        "sound": {
          "initial": "quiet",
          "onDone": "#player.off",
          "states": {
            "quiet": {
              "on": {
                "*": { "actions": "shrug" },
                "VOLUME": [{ "target": "loud", "guard": "allowed", "actions": ["turn"] }, { "actions": "moan" }]
              }
            },
            "loud": { "after": { "1500": "quiet" }, "on": { "END": "end" } },
            "end": { "type": "final" }
          }
        },
        "source": {
          "initial": "radio",
          "states": {
            "last": { "type": "history", "history": "deep", "target": "disc" },
            "radio": { "on": { "NEXT": "disc" } },
            "disc": { "always": { "target": "radio", "guard": { "type": "broken" } } }
          }
        }
      }
    },
    "gone": { "type": "final" }
  }
}
"""


def states_of(machine: dict[str, Any], format: str = "xstate") -> str:
    """The document without what stands in all of them."""
    lines = formats.read(json.dumps(machine), format).splitlines()
    return "\n".join(line[2:] for line in lines[4:])


def faults_of(machine: Any, format: str = "xstate") -> list[str]:
    """Without the line, which is 1."""
    with pytest.raises(formats.FormatError) as caught:
        formats.read(json.dumps(machine), format)
    assert {fault.line for fault in caught.value.faults} == {1}
    return [fault.text for fault in caught.value.faults]


def flat(**states: Any) -> dict[str, Any]:
    return {"initial": next(iter(states)), "states": states}
