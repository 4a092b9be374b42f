"""A queue that delivers each message at least once, as those of Celery, RabbitMQ or SQS do, in the memory of one process.

    queue = Queue(lines, transient=(OperationalError,))
    queue.work(handle)

A worker takes a message, handles it, and acknowledges it then. A message comes again if its worker died before it could, if
it failed with an error that goes away, or for no reason at all. So `handle` must be one that may see a message twice: here
`handle_delivery`, which is what a task of Celery calls too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from threading import Lock
from typing import NamedTuple, Optional

from .service import OrderService
from .worker import deliver


def handle_delivery(service: OrderService, line: str) -> str:
    """Handle a delivery, and return what came of it, as a text that a queue can keep.

    Errors: ValueError and LookupError for one that nobody can handle; those of the database, which may go away.
    """
    return deliver(service, line).outcome.name


class DeadLetter(NamedTuple):
    """A message that nobody could handle, and why."""

    message: str
    error: Exception


class WorkerDied(BaseException):
    """Stands for the end of a process: nobody acknowledges the message."""


class Queue:
    """Messages that wait.

    transient: the errors that go away. After another one, or after so many `attempts`, a message is a dead letter.
    doubles: tells of a message that was acknowledged whether it comes again all the same.

    Threads: any number of threads may work on it.
    """

    def __init__(
        self,
        messages: Iterable[str] = (),
        transient: tuple[type[Exception], ...] = (),
        attempts: int = 5,
        doubles: Callable[[str], bool] = lambda message: False,
    ) -> None:
        self._waiting = deque((message, 1) for message in messages)
        self._lock = Lock()
        self._transient = transient
        self._attempts = attempts
        self._doubles = doubles
        self.dead_letters: list[DeadLetter] = []
        self.results: list[str] = []

    def put(self, message: str) -> None:
        self._waiting.append((message, 1))

    def work(self, handle: Callable[[str], str]) -> None:
        """Handle messages until none waits. Errors: WorkerDied."""
        while (taken := self._take()) is not None:
            message, attempt = taken
            try:
                result = handle(message)
            except self._transient as error:
                if attempt < self._attempts:
                    self._waiting.appendleft((message, attempt + 1))
                else:
                    self.dead_letters.append(DeadLetter(message, error))
            except Exception as error:
                self.dead_letters.append(DeadLetter(message, error))
            except WorkerDied:
                self._waiting.appendleft((message, attempt))  # the queue has seen no acknowledgement
                raise
            else:
                self.results.append(result)
                if self._doubles(message):
                    self._waiting.append((message, attempt))

    def _take(self) -> Optional[tuple[str, int]]:
        with self._lock:
            return self._waiting.popleft() if self._waiting else None
