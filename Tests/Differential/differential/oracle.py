"""The oracle: a slow and obvious machine over a chart, which writes down what has to happen.

It follows appendix D of the W3C recommendation for SCXML, with the rules R1 to R26 of the design of charts where these
differ from it. It shares no code with the engine, and none with the oracle in Swift.
"""

from __future__ import annotations

from collections import deque

from .chart import EVENTLESS, REQUEST, Call, Chart
from .entering import Entering
from .performing import Input
from .results import STEP_LIMIT, CallbackFailed, Endless, Result
from .selecting import Selection
from .stepping import Stepper


class Machine(Stepper):
    # What a host calls.

    def call(self, call: Call) -> Result:
        """Makes a call. After a failure the machine is of no use."""
        self.acts = self.eventless = self.steps = 0
        self.trace = []
        result = Result(call, trace=self.trace)
        try:
            result.outcome = self.perform(call)
        except CallbackFailed:
            result.outcome = "callback failed"
        result.leaves = [state for state in self.active if self.tree.is_leaf(state)]
        result.state, result.is_done = self.visible, self.is_done
        result.due = min((due for due, _ in self.timers.values()), default=None)
        self.count(result.outcome)
        return result

    def perform(self, call: Call) -> str:
        if call.verb == "start":
            if self.is_running:
                return "already running"
            self.start()
            self.follow_quietly("transitioned")
            return "ok"
        if call.verb == "advance":
            self.advance(call.number)
            return "ok"
        if not self.is_running:
            return "not running"
        if call.verb == "stop":
            self.leave_all()
            return "ok"
        given: Input = call.number if call.verb == "send" else (REQUEST, call.number)
        outcome = self.take(given)
        self.follow_quietly(outcome)
        return outcome

    def follow_quietly(self, outcome: str) -> None:
        """What follows a step does not change its outcome, even if it fails."""
        try:
            self.follow(outcome)
        except CallbackFailed:
            pass

    def advance(self, now: int) -> None:
        """What is due is sent in order, each to its end, before the next (R25)."""
        self.now = now
        while True:
            due = min(((*timer, key) for key, timer in self.timers.items() if timer[0] <= now), default=None)
            if due is None:
                return
            time, _, key = due
            del self.timers[key]
            self.steps += 1
            if self.steps > STEP_LIMIT:
                raise Endless
            self.count("due")
            self.now = time
            self.follow(self.take(self.chart.states[key[0]].timeouts[key[1]][1]))
            self.now = now

    def start(self) -> None:
        self.records, self.is_running, self.is_done, self.is_finished = {}, True, False, False
        entering = Entering(self.chart, self.tree, {})
        entering.enter([self.chart.initial], None)
        entered = sorted(entering.states)
        self.commit([], entered)
        self.run_entries(entered, entering, set(), set(entered))

    def leave_all(self) -> None:
        for state in reversed(self.active):
            self.run(self.chart.states[state].exit)
        self.commit(self.active, [])
        self.is_running = self.has_moved = False
        self.raised.clear()
        self.sent.clear()
        self.deferred.clear()

    # Macrosteps (R16).

    def follow(self, outcome: str) -> None:
        """All that follows a first step: rows without an event, raised events, what was deferred, what was sent."""
        recalled: deque[Input] = deque()
        while True:
            self.finish_macrostep(outcome)
            if not self.is_running:
                return
            if self.has_moved and self.wrong != "recall-never":
                recalled = deque(self.deferred + list(recalled))
                if self.deferred:
                    self.count("recall")
                self.deferred.clear()
            self.has_moved = False
            waiting = recalled or self.sent
            if not waiting:
                return
            outcome = self.take(waiting.popleft())

    def finish_macrostep(self, outcome: str) -> None:
        """Rows without an event, if there was a step, else the oldest raised event, until there is neither."""
        has_stepped = outcome == "transitioned"
        while self.is_running:
            if self.is_finished:
                self.count("done")
                self.leave_all()  # if an exit callback fails, it still runs, and is not done
                self.is_done = True
                return
            if has_stepped and self.take(EVENTLESS) == "transitioned":
                self.count("eventless")
                continue
            if not self.raised:
                return
            has_stepped = self.take(self.raised.popleft()) == "transitioned"
            self.count("raised")

    def take(self, given: Input) -> str:
        """One step. Returns what comes of it."""
        if given is None:
            self.leave_all()
            return "stopped"
        selection = Selection(self, given)
        taken = selection.select()
        if selection.is_deferred:
            self.deferred.append(given)
            self.count("deferred")
            return "deferred"
        if not taken:
            return "refused" if selection.has_refused else "unhandled"
        self.steps += 1
        if self.steps > STEP_LIMIT:
            raise Endless
        self.step(taken)
        return "transitioned"


def run(chart: Chart, wrong: str = "") -> tuple[list[Result], dict[str, int]]:
    """Starts a machine and makes all calls, up to the first callback that fails. Raises `Endless`."""
    machine = Machine(chart, wrong)
    results: list[Result] = []
    for call in [Call("start"), *chart.calls]:
        if not machine.is_running and call.verb in ("send", "request") and not machine.has_failed:
            results.append(machine.call(Call("start")))
        if machine.has_failed:
            break
        results.append(machine.call(call))
    return results, machine.counts
