"""An order service in memory, whose rules are in orders.fsm, which the service in C (bindings/c/orders) reads too.

    python orders_in_memory.py DOCUMENT [CUSTOMER=STANDING ...] < LINES

applies a line each (`orders/lines.py`), then prints the steps of all orders. STANDING is new, regular or blocked. Exit
status: 0; 1 if some lines were wrong, which is told with their numbers; 2 if the arguments or the document cannot be
used.
"""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from orders.in_memory import Applied, OrdersInMemory, read_table
from orders.lines import TimeLine, read_line
from orders.words import Customer
from swiftfsm import SwiftFSMError


def trust(orders: OrdersInMemory, argument: str) -> None:
    """Read CUSTOMER=STANDING. Errors: ValueError."""
    name, _, standing = argument.partition("=")
    try:
        orders.trust(name, Customer(standing))
    except ValueError:
        raise ValueError(f"expected CUSTOMER=new, regular or blocked, not '{argument}'") from None


def apply_all(orders: OrdersInMemory, lines: Iterable[str]) -> int:
    """Apply all lines, and print what came of them. Return how many were wrong."""
    counts: Counter[Applied] = Counter()
    wrong = due = 0
    for number, text in enumerate(lines, start=1):
        try:
            line = read_line(text.rstrip("\n"))
            if isinstance(line, TimeLine):
                due += orders.advance(line.time)
            elif line is not None:
                counts[orders.apply(line)] += 1
        except (ValueError, OverflowError, SwiftFSMError) as error:  # of the line, of a callback, or of the machine
            print(f"orders: line {number}: {error}", file=sys.stderr)
            wrong += 1
    done, refused, before = (counts[each] for each in Applied)
    print(f"applied {done}, not taken {refused}, applied before {before}, wrong {wrong}; timers of {due} orders")
    return wrong


def main(arguments: list[str]) -> int:
    """The program."""
    try:
        if not arguments:
            raise ValueError("usage: orders_in_memory.py DOCUMENT [CUSTOMER=STANDING ...] < LINES")
        orders = OrdersInMemory(read_table(Path(arguments[0])))
        for argument in arguments[1:]:
            trust(orders, argument)
    except (OSError, ValueError, SwiftFSMError) as error:
        print(f"orders: {error}", file=sys.stderr)
        return 2
    # Bytes that are no UTF-8 stay what they are.
    lines = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="surrogateescape", newline="\n")
    sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", errors="surrogateescape", newline="\n")
    wrong = apply_all(orders, lines)
    for line in orders.report():
        print(line)
    sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
