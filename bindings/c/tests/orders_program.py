"""What the tests of the order service share: the program, in an empty folder of its own."""

import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

from orders_events import CUSTOMERS

PROGRAM = os.environ["ORDERS_PROGRAM"]
IN_MEMORY = os.environ["ORDERS_IN_MEMORY"]
MEMCHECK = os.environ.get("ORDERS_MEMCHECK", "").split()
DOCUMENT = Path(__file__).resolve().parents[2] / "orders.fsm"


def number(name: str, default: int) -> int:
    """A number that the environment may set."""
    return int(os.environ.get(name) or default)


def chosen_seed() -> int:
    """The seed of random tests, which is printed: ORDERS_SEED, or a new one."""
    seed = number("ORDERS_SEED", random.randrange(10**9))
    print(f"ORDERS_SEED={seed}", flush=True)
    return seed


class OrdersTest(unittest.TestCase):
    """Runs the program over a database in an empty folder."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.database = self.folder / "orders.db"

    def run_orders(self, *arguments: str, lines: str | None = None, document: Path = DOCUMENT) -> tuple[int, str, str]:
        command = [*MEMCHECK, PROGRAM, str(self.database), *arguments]
        environment = {**os.environ, "ORDERS": str(document)}
        ended = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=600, env=environment)
        return ended.returncode, ended.stdout, ended.stderr

    def expect(self, *arguments: str, lines: str | None = None) -> str:
        """Runs the program, which must be content. Gives what it prints."""
        status, printed, told = self.run_orders(*arguments, lines=lines)
        self.assertEqual((status, told), (0, ""), printed)
        return printed

    def apply(self, *lines: str) -> str:
        return self.expect("apply", lines="\n".join(lines))

    def introduce_customers(self) -> None:
        for name, standing in CUSTOMERS.items():
            self.expect("customer", name, standing)

    def write_events(self, lines: list[str]) -> Path:
        path = self.folder / "events"
        path.write_text("".join(line + "\n" for line in lines))
        return path

    def expect_as_in_memory(self, events: Path) -> str:
        """Every order, step and request is as in a run in memory that nothing disturbs."""
        ended = subprocess.run([IN_MEMORY, self.database, events], capture_output=True, text=True, timeout=600)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        return ended.stdout
