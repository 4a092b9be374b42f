import SwiftFSM
import Testing

/// Machines over rules that are stored, and go on in another machine.
@MainActor @Suite final class SnapshotTests: ChartExample {
    enum State { case off, on, idle, busy, ready, left, right, oneLeft, twoLeft, oneRight, before, finished }
    enum Event: EventWithValues { case start, stop, next, poll, load(FSMValue<Int>), pour(FSMValue<Int>) }
    typealias Machine = FSM<State, Event>

    nonisolated let trace = ActionTrace()

    private func turnstile() throws -> Machine {
        try machine(in: .off) {
            define(.off) { when(.start) | then(.on) | note("start") }
            define(.on) {
                when(.stop) | then(.off) | note("stop")
                when(.load(.any)) | then() | note("load")
                when(.poll) | then() | note("poll")
            }
        }
    }

    /// A chart with a history, regions, a timer and events that are deferred.
    private func chart() throws -> Machine {
        try machine(in: .off) {
            define(.off) {
                when(.start) | then(.before)
                when(.poll) | then(.left)
            }
            parallel(.on) {
                when(.stop) | then(.off)
                define(.left) {
                    initial(.oneLeft)
                    history(.before)
                    define(.oneLeft) { when(.next) | then(.twoLeft) }
                    define(.twoLeft) { when(.next) | then(.oneLeft) | note("back") }
                }
                define(.right) {
                    initial(.idle)
                    define(.idle) {
                        after(.seconds(10), .poll) | then(.busy) | note("busy")
                        when(.load(1)) | deferred
                        when(.pour(.any)) | deferred
                    }
                    define(.busy) {
                        when(.load(1)) | then() | note("one")
                        when(.pour(.any)) | then() | note("any")
                        when(.stop) | then(.finished)
                    }
                }
            }
            final(.finished)
        }
    }

    @Test(arguments: SnapshotCoding.allCases) func aFlatMachineGoesOn(_ coding: SnapshotCoding) throws {
        let first = try turnstile()
        try first.handleEvent(.start)
        let snapshot = try first.snapshot()
        #expect(snapshot.states == ["on"] && snapshot.definition == nil && snapshot.fingerprint.count == 64)
        let second = try turnstile()
        #expect(try coding.copy(snapshot) == snapshot)
        try second.restore(coding.copy(snapshot))
        #expect(second.state == .on && trace.take() == "start")
        #expect(try second.handleEvent(.stop) == .transitioned(from: .on, to: .off))
        #expect(trace.take() == "stop" && first.state == .on)
    }

    @Test func asJSON() throws {
        let first = try turnstile()
        try first.handleEvent(.start)
        first.sendLater(.poll, after: .seconds(3))
        try first.advance(to: .seconds(1))
        let snapshot = try first.snapshot()
        #expect(
            try snapshot.json == """
                {"fingerprint":"\(snapshot.fingerprint)","format":1,"states":["on"],\
                "timers":[{"event":"poll","left":2000000000,"number":\(try number(of: snapshot))}]}
                """)
        #expect(try first.snapshot(timers: .due).json.contains("\"time\":1000000000,\"timers\":[{\"due\":3000000000"))
    }

    /// The number of its only timer.
    private func number(of snapshot: FSMSnapshot) throws -> UInt64 {
        let digits = try snapshot.json.split(separator: "\"number\":")[1].prefix { $0.isNumber }
        return try #require(UInt64(digits))
    }

    @Test(arguments: SnapshotCoding.allCases) func aChartGoesOn(_ coding: SnapshotCoding) throws {
        let first = try chart()
        for event in [Event.poll, .next, .stop, .start, .load(1)] { try first.handleEvent(event) }
        try first.advance(to: .seconds(4))
        #expect(first.states == [.twoLeft, .idle])
        let second = try chart()
        try second.restore(coding.copy(first.snapshot()))
        #expect(second.states == [.twoLeft, .idle] && second.isIn(.on) && second.nextDue == .seconds(6))
        for machine in [first, second] {
            try machine.advance(to: machine.now + .seconds(6))
            #expect(trace.take() == "busy one")
            try machine.handleEvent(.stop)
            #expect(machine.isDone && machine.state == .finished)
        }
        #expect(try first.snapshot() == second.snapshot())
    }

    @Test func historiesAreRemembered() throws {
        let first = try chart()
        for event in [Event.poll, .next, .stop] { try first.handleEvent(event) }
        let second = try chart()
        try second.restore(first.snapshot())
        try second.handleEvent(.start)
        #expect(first.state == .off && second.states == [.twoLeft, .idle])
    }

    @Test(arguments: SnapshotCoding.allCases) func aChartThatIsDone(_ coding: SnapshotCoding) throws {
        let first = try chart()
        try first.handleEvent(.poll)
        try first.advance(to: .seconds(10))
        try first.handleEvent(.stop)
        let second = try chart()
        try second.restore(coding.copy(first.snapshot()))
        #expect(second.isDone && second.state == .finished && second.states.isEmpty)
        #expect(try second.handleEvent(.start) == .notFound)
        // And begins anew.
        try second.restore(chart().snapshot())
        #expect(!second.isDone && second.state == .off)
        #expect(try second.handleEvent(.start).isTransition)
    }

    @Test func timersGoOnWhenTheyAreDue() throws {
        let first = try chart()
        try first.advance(to: .seconds(100))
        try first.handleEvent(.poll)
        try first.advance(to: .seconds(103))
        let second = try chart()
        try second.advance(to: .seconds(5))
        try second.restore(first.snapshot(timers: .due))
        #expect(second.now == .seconds(103) && second.nextDue == .seconds(110))
        let third = try chart()
        try third.advance(to: .seconds(5))
        try third.restore(first.snapshot(timers: .left))
        #expect(third.now == .seconds(5) && third.nextDue == .seconds(12))
    }

    @Test func timersOfBeforeAreOver() throws {
        let machine = try turnstile()
        let snapshot = try machine.snapshot()
        let timer = try #require(machine.sendLater(.poll, after: .seconds(1)))
        try machine.restore(snapshot)
        #expect(machine.nextDue == nil && !machine.cancel(timer))
        let later = try #require(machine.sendLater(.poll, after: .seconds(1)))
        #expect(!machine.cancel(timer) && machine.cancel(later))
    }

    @Test func valuesThatTheTableDoesNotName() throws {
        let flat = try turnstile()
        flat.sendLater(.load(5), after: .seconds(1))
        flat.sendLater(.poll, after: .seconds(1))
        #expect(throws: FSMSnapshotError.waitsWithValues(["load(5)"])) { try flat.snapshot() }
        try flat.advance(to: .seconds(1))
        #expect(try flat.snapshot().states == ["off"])

        let nested = try chart()
        for event in [Event.poll, .load(1), .pour(7)] { try nested.handleEvent(event) }
        let error = #expect(throws: FSMSnapshotError.self) { try nested.snapshot() }
        #expect(error == .waitsWithValues(["pour(7)"]) && "\(error!)".contains("pour(7)"))
    }

    @Test func anotherMachineWithAClock() async throws {
        let clock = ManualClock()
        let first = try chart()
        await first.handleEvent(.poll)
        let timing = Task { try await first.run(on: clock) }
        _ = await clock.firstDeadline()
        clock.show(.seconds(4))
        let snapshot = try first.snapshot()
        #expect(throws: FSMSnapshotError.clockIsRunning) { try first.restore(snapshot) }
        timing.cancel()
        _ = await timing.result
        let second = try chart()
        try second.restore(snapshot)
        #expect(second.nextDue == .seconds(6))
    }

    @Test func notFromInsideAnAction() async throws {
        for isChart in [false, true] {
            let first = Machine(initialState: .off)
            first.logHandler = nil
            let ask: FSMSyncAction = { @MainActor [unowned self, unowned first] in
                let error = #expect(throws: FSMSnapshotError.self) { try first.snapshot() }
                trace.append("\(error == .actionsUnderWay)")
            }
            let wait: FSMAction = { @MainActor in await Task.yield() }
            if isChart {
                try first.buildTable {
                    define(.off) { local { when(.start) | then(.on) | ask & wait } }
                    define(.on)
                }
            } else {
                try first.buildTable { define(.off) { when(.start) | then(.on) | ask & wait } }
            }
            let task = Task { await first.handleEvent(.start) }
            await Task.yield()
            #expect(throws: FSMSnapshotError.actionsUnderWay) { try first.snapshot() }
            _ = await task.value
            #expect(trace.take() == "true")
            #expect(try first.snapshot().states == ["on"])
        }
        #expect(throws: FSMSnapshotError.noTable) { try Machine(initialState: .off).snapshot() }
    }

    @Test func afterALoopThatDidNotEnd() throws {
        func loop() throws -> Machine {
            try machine(in: .off) {
                define(.off) { when(.start) | then(.busy) }
                define(.busy) {
                    condition { true } | always | then(.ready)
                    when(.stop) | then(.off)
                }
                define(.ready) { condition { true } | always | then(.busy) }
            }
        }
        let (first, second) = (try loop(), try loop())
        #expect(try first.handleEvent(.start) == .stepLimitReached)
        try second.restore(first.snapshot())
        #expect(second.state == first.state)
        for event in [Event.start, .stop, .start] {
            #expect(try first.handleEvent(event) == second.handleEvent(event))
            #expect(second.state == first.state)
        }
    }

    @Test func onTheMainActor() async throws {
        func machine() throws -> Machine.OnMainActor {
            let machine = Machine.OnMainActor(initialState: .off)
            machine.logHandler = nil
            try machine.buildTable { define(.off) { when(.start) | then(.on) } }
            return machine
        }
        let (first, second) = (try machine(), try machine())
        await first.handleEvent(.start)
        try second.restore(first.snapshot())
        #expect(second.state == .on)
    }
}
