"""same_orders.py ORDERS_IN_C DOCUMENT PROGRAM [ARGUMENT...]: random lives of orders, in the program in C, over a database, and in
a program in memory in another language: they must print the same."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bindings" / "c" / "tests"))
import orders_events

# What is wrong, and changes nothing in either program.
WRONG = [
    "w1 1 fly",
    "w2 1 pay much reference",
    "w3 1 pay 5",
    "w4 999999 place",
    "w5 1 create alice",
    "w6 2 add planet 9223372036854775807",
    "w6 2 add planet 9223372036854775807",
    f"w7 1 ship {'x' * 70}",
    "w8 1",
    'w9 1 cancel "no end',
    "w0 one place",
]


def run(*command: str, **options) -> tuple[int, str]:
    done = subprocess.run(command, text=True, capture_output=True, check=False, **options)
    return done.returncode, done.stdout


def main() -> None:
    in_c, document, *program = sys.argv[1:]
    orders = 200
    lines = orders_events.lives(seed=17, orders=orders)
    middle = len(lines) // 2
    lines = [*lines[:middle], *WRONG, *lines[middle - 20 : middle], *lines[middle:], *WRONG]
    text = "".join(line + "\n" for line in lines)
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, "orders.db")
        environment = {**os.environ, "ORDERS": document}
        for name, standing in orders_events.CUSTOMERS.items():
            run(in_c, database, "customer", name, standing, env=environment)
        status, expected = run(in_c, database, "apply", "-", "1000000", input=text, env=environment)
        for order in range(1, orders + 1):
            expected += run(in_c, database, "show", str(order), env=environment)[1]
    trust = [f"{name}={standing}" for name, standing in orders_events.CUSTOMERS.items()]
    found_status, found = run(*program, document, *trust, input=text)
    if (status, expected) != (found_status, found):
        for number, (one, other) in enumerate(zip(expected.split("\n"), found.split("\n"))):
            if one != other:
                sys.exit(f"status {status} and {found_status}; line {number + 1}\nC:     {one}\nother: {other}")
        sys.exit(f"status {status} and {found_status}; one prints more than the other")
    counts = re.match(r"applied (\d+), not taken (\d+), applied before (\d+), wrong (\d+)", found)
    assert counts is not None
    assert all(int(count) > 0 for count in counts.groups()), found.split("\n")[0]
    print(f"{orders} orders, {len(found.splitlines()) - orders - 1} steps: the same as in C; {found.splitlines()[0]}")


main()
