"""Tests of tables by Hypothesis. Needs Hypothesis 6: `pip install hypothesis`.

    from swiftfsm.testing import rule_based

    TestTurnstile = rule_based(turnstile, invariants=[money_is_kept]).TestCase

Hypothesis sends events that the table permits, with arguments of their types, and shows the shortest sequence that breaks
an invariant, raises an exception, or comes to another state than a model of yours.
"""

try:
    import hypothesis as _hypothesis  # noqa: F401
except ImportError as error:
    raise ImportError("swiftfsm.testing needs Hypothesis: pip install hypothesis", name=error.name) from error

from .rule_based import rule_based

__all__ = ["rule_based"]
