"""Whether functions of the library call themselves, through whatever others: `recursion.py CODE`, the library as LLVM's code.

Those that follow a definition, a document or a snapshot must not: these may be deep, and a thread's stack small. Calls of
closures are not seen; Tests/C/test_small_stacks.c tries what may be deep.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

MODULE = "7FSMCABI"
# Ends after one call of itself: a journal that cannot begin is ended; the decision by cases leads to rows that have none.
BOUNDED = [{"10setJournal"}, {"6decide", "6select"}]
FUNCTION = re.compile(r'define [^@]*@"?([\w$.]+)"?\(')
CALL = re.compile(r'\bcall [^@"]*@"?([\w$.]+)"?\(')


def calls_in(code: str) -> dict[str, set[str]]:
    """Which functions each function calls."""
    calls: dict[str, set[str]] = {}
    present: set[str] = set()
    for line in code.splitlines():
        if found := FUNCTION.match(line):
            present = calls.setdefault(found[1], set())
        elif found := CALL.search(line):
            present.add(found[1])
    return calls


def circles_of(calls: dict[str, set[str]]) -> list[set[str]]:
    """The strongly connected components that lead back to themselves: Tarjan's, with a stack of its own."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: list[str] = []
    circles = []
    for root in calls:
        stack = [(root, iter(sorted(calls[root])))] if root not in order else []
        while stack:
            name, following = stack[-1]
            if name not in order:
                order[name] = lowest[name] = len(order)
                waiting.append(name)
            for each in following:
                if each not in calls:
                    continue
                if each not in order:
                    stack.append((each, iter(sorted(calls[each]))))
                    break
                if each in waiting:
                    lowest[name] = min(lowest[name], order[each])
            else:
                stack.pop()
                if stack:
                    lowest[stack[-1][0]] = min(lowest[stack[-1][0]], lowest[name])
                if lowest[name] == order[name]:
                    circle = set(waiting[waiting.index(name) :])
                    del waiting[waiting.index(name) :]
                    if len(circle) > 1 or name in calls[name]:
                        circles.append(circle)
    return circles


def is_bounded(circle: set[str]) -> bool:
    """Circles of Swift's own library are not the module's: its texts are built by steps that call each other once."""
    own = {name for name in circle if MODULE in name}
    return not own or any(
        len(own) == len(words) and all(any(word in name for name in own) for word in words) for words in BOUNDED
    )


def main() -> int:
    # What this must find.
    assert circles_of({"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": set(), "e": {"e"}}) == [{"a", "b", "c"}, {"e"}]
    calls = calls_in(Path(sys.argv[1]).read_text(encoding="utf-8", errors="replace"))
    own = [name for name in calls if MODULE in name]
    if len(own) < 1000 or sum(len(calls[name]) for name in own) < 3000:
        print(f"{sys.argv[1]} has only {len(own)} functions of the library")
        return 1
    wrong = [circle for circle in circles_of(calls) if not is_bounded(circle)]
    for circle in wrong:
        print("These functions call each other again and again:", *sorted(circle), sep="\n  ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
