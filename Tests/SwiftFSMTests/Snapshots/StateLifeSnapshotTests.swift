import SwiftFSM
import Testing

/// Snapshots of machines whose states have timers or values, in tables that are no charts.
@Suite struct StateLifeSnapshotTests: SyntaxBuilder {
    enum State: FSMHashable { case idle, ringing, talking(Int), off }
    enum Event: FSMHashable { case ring, timeout, tick, hang, coin(Int) }

    @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
        define(.idle) { when(.ring) | then(.ringing) }
        define(.ringing) {
            after(.seconds(30), .timeout) | then(.idle)
            after(.seconds(10), .tick) | then()
            after(.seconds(20), send: .tick)
            when(.hang) | then(.talking(1))
        }
        define(any: .talking(0)) {
            after(.seconds(60), .timeout) | then(.off)
            when(.hang) | then(.idle)
        }
        define(.off) { when(.ring) | then(.ringing) }
    }

    private func machine(
        in state: State = .idle, @TableBuilder<State, Event> _ block: () -> [Syntax.Define<State, Event>]
    ) throws -> FSM<State, Event> {
        let machine = FSM<State, Event>(initialState: state)
        machine.logHandler = nil
        try machine.buildTable(block)
        return machine
    }

    @Test(arguments: SnapshotCoding.allCases) func timersGoOn(_ coding: SnapshotCoding) throws {
        let machine = try machine { rules }
        try machine.handleEventAtOnce(.ring)
        try machine.advanceAtOnce(to: .seconds(12))
        machine.sendLater(.ring, after: .seconds(100))
        let snapshot = try coding.copy(machine.snapshot())
        let other = try self.machine { rules }
        try other.handleEventAtOnce(.ring)
        try other.restore(snapshot)
        #expect(other.state == .ringing && other.nextDue == .seconds(8))
        #expect(try other.snapshot() == snapshot)
        try other.advanceAtOnce(to: .seconds(8))
        #expect(other.state == .ringing && other.nextDue == .seconds(18))
        // The timers of the state end with it; what was sent later stays.
        try other.handleEventAtOnce(.hang)
        #expect(other.state == .talking(1) && other.nextDue == .seconds(68))
        try other.handleEventAtOnce(.hang)
        #expect(other.nextDue == .seconds(100))
    }

    @Test func aSnapshotWithoutTimers() throws {
        let snapshot = try machine { rules }.snapshot()
        let other = try machine { rules }
        try other.handleEventAtOnce(.ring)
        try other.restore(snapshot)
        #expect(other.state == .idle && other.nextDue == nil)
        try other.handleEventAtOnce(.ring)
        #expect(other.nextDue == .seconds(10))
    }

    @Test func aTimerThatTheTableDoesNotHave() throws {
        let machine = try machine { rules }
        try machine.handleEventAtOnce(.ring)
        let snapshot = try machine.snapshot()
        let other = try self.machine(in: .off) {
            define(.off) {
                after(.seconds(7), .tick) | then(.idle)
                when(.ring) | then(.ringing)
                when(.timeout) | then(.idle)
            }
            define(.idle) { when(.ring) | then(.ringing) }
            define(.ringing) {
                after(.seconds(10), .tick) | then()
                after(.seconds(20), send: .tick)
                when(.timeout) | then(.idle)
            }
        }
        let error = #expect(throws: FSMSnapshotError.self) { try other.restore(snapshot) }
        guard case .noPlace(let faults)? = error else {
            Issue.record("no place: \(String(describing: error))")
            return
        }
        #expect(faults.map(\.missing) == [.timeout("timeout")])
        // It is what it was.
        #expect(other.state == .off && other.nextDue == .seconds(7))
        try other.advanceAtOnce(to: .seconds(7))
        #expect(other.state == .idle && other.nextDue == nil)
    }

    @Test func aStateWithValues() throws {
        let machine = try machine { rules }
        try machine.handleEventAtOnce(.ring)
        try machine.handleEventAtOnce(.hang)
        #expect(throws: FSMSnapshotError.stateHasValues("talking(1)")) { try machine.snapshot() }
        try machine.handleEventAtOnce(.hang)
        #expect(try machine.snapshot().states == ["idle"])
    }

    @Test func aStateThatHasValuesNow() throws {
        let former = try machine(in: .talking(7)) {
            define(.talking(7)) { when(.hang) | then(.idle) }
            define(.idle) { when(.ring) | then(.talking(7)) }
        }
        let snapshot = try former.snapshot()
        let other = try machine { rules }
        #expect(throws: FSMSnapshotError.self) { try other.restore(snapshot) }
        #expect(other.state == .idle)
        try other.restore(snapshot) { $0 == .state("talking(7)") ? .state(.talking(7)) : nil }
        #expect(other.state == .talking(7))
        #expect(try other.handleEventAtOnce(.hang) == .transitioned(from: .talking(7), to: .idle))
    }

    /// The name of the case alone is not enough.
    @Test func aStateWithoutItsValues() throws {
        let json = try machine { rules }.snapshot().json
        let snapshot = try FSMSnapshot(json: json.replacing("\"idle\"", with: "\"talking\""))
        let other = try machine { rules }
        try other.handleEventAtOnce(.ring)
        let error = #expect(throws: FSMSnapshotError.self) { try other.restore(snapshot) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("let 'migrating' return the state with its values"))
        #expect(other.state == .ringing && other.nextDue == .seconds(10))
        try other.restore(snapshot) { $0 == .state("talking") ? .state(.talking(3)) : nil }
        #expect(other.state == .talking(3) && other.nextDue == nil)
    }
}

/// States whose values are objects, which may ask for the state when they are released.
@Suite struct ReleasedValueTests: SyntaxBuilder {
    final class Draft: Hashable, @unchecked Sendable {
        let number: Int
        var onRelease: () -> Void = {}

        init(_ number: Int) { self.number = number }

        deinit { onRelease() }

        static func == (one: Draft, other: Draft) -> Bool { one.number == other.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    enum State: FSMHashable { case idle, editing(Draft) }
    enum Event: FSMHashable { case open(Int), close }

    private func machine() throws -> FSM<State, Event> {
        let machine = FSM<State, Event>(initialState: .idle)
        machine.logHandler = nil
        try machine.buildTable {
            define(.idle) {
                when(any: .open(0))
                    | then { event in if case .open(let number) = event { .editing(Draft(number)) } else { .idle } }
            }
            define(any: .editing(Draft(0))) { when(.close) | then(.idle) }
        }
        return machine
    }

    @Test func whoIsReleasedMayAskForTheState() throws {
        let machine = try machine()
        let idle = try machine.snapshot()
        var asked: [State] = []
        for isRestored in [true, false] {
            try machine.handleEventAtOnce(.open(7))
            if case .editing(let draft) = machine.state {
                draft.onRelease = { [unowned machine] in asked.append(machine.state) }
            }
            if isRestored { try machine.restore(idle) } else { try machine.handleEventAtOnce(.close) }
        }
        #expect(asked == [.idle, .idle] && machine.state == .idle)
    }
}
