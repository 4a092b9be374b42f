"""The constants of swiftfsm.h that are no members of an enumeration, without their prefix.

Made by ./dev generate from include/swiftfsm.h: change that, not this file.
"""

from __future__ import annotations

VERSION_MAJOR = 0
VERSION_MINOR = 1
VERSION_PATCH = 0
CASE_LIMIT = 16384
PARAMETER_LIMIT = 64
QUEUE_LIMIT = 16777216
STEP_LIMIT = 1000
FIRST_ID = -2147483632
OVERRIDING = 1
LOCAL = 4
FINAL = 1
PARALLEL = 2
SHALLOW_HISTORY = 4
DEEP_HISTORY = 8
ALL_WARNINGS = 100
INHERITED = 2
LENIENT = 1
WITHOUT_GUARDS = 1
PERMITTED_STATES = 2
PLAN_END = 0
PLAN_CALL = 1
PLAN_RESOLVE = 2
PLAN_COMMIT = 3
