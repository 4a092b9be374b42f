import SwiftFSM
import Testing

/// Timeouts of states, events that are sent later, and a machine that is told the time by hand.
@Suite struct ChartTimeTests: ChartExample {
    enum State { case loggedOut, session, active, warned, a, b, c, end, p, q, r }
    enum Event { case login, logout, touch, idle, expire, next, other }

    let trace = ActionTrace()

    /// A session that warns after 10 minutes without a touch, and ends a minute later, or after 8 hours.
    func session() throws -> FSM<State, Event> {
        try machine(in: .loggedOut, actionsPolicy: .executeAlways) {
            define(.loggedOut, onEntry: note("out")*) { when(.login) | then(.session) }
            define(.session) {
                when(.logout) | then(.loggedOut)
                after(.seconds(8 * 3600), .expire) | then(.loggedOut) | note("expired")

                initial(.active)
                define(.active, onEntry: note("active")*) {
                    when(.touch) | then(.active)
                    after(.seconds(600), .idle) | then(.warned)
                }
                define(.warned, onEntry: note("warned")*) {
                    when(.touch) | then(.active)
                    after(.seconds(60), .idle) | then(.loggedOut)
                }
            }
        }
    }

    @Test func aTimeoutFires() async throws {
        let session = try session()
        #expect(session.now == .zero && session.nextDue == nil)
        await session.handleEvent(.login)
        #expect(session.nextDue == .seconds(600))
        try await session.advance(to: .seconds(599))
        #expect(session.state == .active && session.now == .seconds(599))
        try await session.advance(to: .seconds(600))
        #expect(session.state == .warned && session.nextDue == .seconds(660))
        #expect(trace.take() == "active warned")
    }

    @Test func leavingAStateEndsItsTimeout() async throws {
        let session = try session()
        await session.handleEvent(.login)
        try await session.advance(to: .seconds(600))
        try await session.advance(to: .seconds(630))
        await session.handleEvent(.touch)
        #expect(session.state == .active && session.nextDue == .seconds(1230))
        await session.handleEvent(.logout)
        #expect(session.nextDue == nil)
        try await session.advance(to: .seconds(10_000))
        #expect(trace.take() == "active warned active out")
    }

    @Test func delaysCountFromWhenTheEventBeforeWasDue() async throws {
        let session = try session()
        await session.handleEvent(.login)
        try await session.advance(to: .seconds(100_000))
        #expect(session.state == .loggedOut && session.now == .seconds(100_000))
        #expect(trace.take() == "active warned out")
    }

    @Test func aStateThatStaysKeepsItsTimeout() async throws {
        let session = try session()
        await session.handleEvent(.login)
        for minute in 1..<480 {
            try await session.advance(to: .seconds(60 * minute))
            await session.handleEvent(.touch)
            // That of the inner state begins anew.
            #expect(session.state == .active && session.nextDue == .seconds(min(60 * minute + 600, 8 * 3600)))
        }
        _ = trace.take()
        try await session.advance(to: .seconds(8 * 3600))
        #expect(session.state == .loggedOut && trace.take() == "expired out")
    }

    @Test func aRowThatLeavesNothingKeepsTheTimeout() async throws {
        let machine = try machine(in: .a) {
            define(.a) {
                when(.touch) | then(.a)
                when(.next) | then()
                after(.seconds(10), .idle) | then(.b)
            }
            define(.b)
        }
        try await machine.advance(to: .seconds(5))
        await machine.handleEvent(.touch)
        await machine.handleEvent(.next)
        #expect(machine.nextDue == .seconds(10))
    }

    @Test func severalAreSentInOrder() async throws {
        let machine = try machine(in: .p) {
            parallel(.p) {
                define(.q) {
                    after(.milliseconds(30), .next) | then() | note("q30")
                    after(.milliseconds(10), .idle) | then() | note("q10")
                }
                define(.r) {
                    // Of those that are due at once, the one comes first that has begun first.
                    after(.milliseconds(10), .other) | then() | note("r10")
                    after(.milliseconds(20), .expire) {
                        condition { false } | then(.c)
                        then() | note("r20")
                    }
                }
            }
            define(.c)
        }
        try machine.advanceAtOnce(to: .milliseconds(30))
        #expect(trace.take() == "q10 r10 r20 q30" && machine.nextDue == nil)
    }

    @Test func anEventOfATimeoutIsLikeAnyOther() async throws {
        let machine = try machine(in: .a) {
            define(.p) {
                when(.idle) | then(.c) | note("idle")
                define(.a) {
                    after(.seconds(5), send: .idle)
                    after(.seconds(9), .expire) | then(.b)
                }
            }
            define(.b)
            define(.c) { when(.next) | then(.a) }
        }
        var entries: [String] = []
        machine.logHandler = { entries.append($0.description) }
        try await machine.advance(to: .seconds(5))
        await machine.handleEvent(.next)
        await machine.handleEvent(.expire)
        #expect(machine.state == .b && trace.take() == "idle")
        #expect(entries[0] == "Info: idle has led from a to c" && entries.count == 3)
    }

    @Test func whatIsRaisedAndSentComesBeforeWhatIsDueNext() async throws {
        let machine = try machine(in: .a) {
            define(.a) {
                after(.seconds(1), .idle) | then() | note("idle") & raise(.next)
                after(.seconds(1), .expire) | then(.b) | note("expire")
                when(.next) | then() | note("next")
            }
            define(.b) { always | then(.c) | note("always") }
            define(.c)
        }
        try await machine.advance(to: .seconds(1))
        #expect(machine.state == .c && trace.take() == "idle next expire always")
    }

    @Test func timeDoesNotRunBackwards() async throws {
        let session = try session()
        try await session.advance(to: .seconds(10))
        await #expect(throws: FSMTimeError.timeRunsBackwards(from: .seconds(10), to: .seconds(9))) {
            try await session.advance(to: .seconds(9))
        }
        #expect(session.now == .seconds(10))
        try await session.advance(to: .seconds(10))
    }

    @Test func whatDoesNotComeToAnEndIsAnError() async throws {
        let machine = try machine(in: .a) {
            define(.a) { after(.seconds(1), .next) | then(.b) }
            define(.p) {
                initial(.b)
                when(.idle) | then(.end) | note("idle")
                define(.b) { condition { true } | always | then(.c) }
                define(.c) { condition { true } | always | then(.b) }
            }
            final(.end)
        }
        machine.sendLater(.idle, after: .seconds(3))
        await #expect(throws: FSMTimeError.stepLimitReached) { try await machine.advance(to: .seconds(5)) }
        #expect(machine.isIn(.p) && machine.now == .seconds(5))
        // The rest is still due.
        #expect(machine.nextDue == .seconds(3) && trace.take() == "")
        try await machine.advance(to: .seconds(5))
        #expect(machine.isDone && trace.take() == "idle")
    }

    @Test func delaysOfZeroThatLeadToEachOtherAreAnError() throws {
        let machine = try machine(in: .a) {
            define(.a) { after(.zero, .next) | then(.b) }
            define(.b) { after(.zero, .next) | then(.a) }
        }
        #expect(throws: FSMTimeError.stepLimitReached) { try machine.advanceAtOnce(to: .seconds(1)) }
        #expect(machine.nextDue == .zero && machine.now == .seconds(1))
        #expect(throws: FSMTimeError.stepLimitReached) { try machine.advanceAtOnce(to: .seconds(1)) }
    }

    @Test func longDelaysAreAsLongAsCanBe() throws {
        let machine = try machine(in: .a) {
            define(.a) {
                after(.seconds(Int64.max), .next) | then(.b)
                after(.nanoseconds(1) / 2, .idle) | then() | note("idle")
            }
            define(.b)
        }
        try machine.advanceAtOnce(to: .nanoseconds(1))
        #expect(trace.take() == "idle" && machine.nextDue == .nanoseconds(Int64.max))
        machine.sendLater(.idle, after: .seconds(Int64.max))
        machine.sendLater(.idle, after: .seconds(-1))
        try machine.advanceAtOnce(to: .seconds(1))
        #expect(trace.take() == "idle" && machine.state == .a)
        #expect(throws: FSMTimeError.self) { try machine.advanceAtOnce(to: .seconds(-1)) }
        #expect(throws: FSMTimeError.self) { try machine.advanceAtOnce(to: .seconds(Int64.min)) }
        try machine.advanceAtOnce(to: .seconds(Int64.max))
        #expect(machine.state == .b)
    }

    @Test func aChartThatIsDoneForgetsWhatIsDue() async throws {
        let machine = try machine(in: .a) {
            define(.a) { after(.seconds(1), .next) | then(.end) }
            final(.end)
        }
        machine.sendLater(.next, after: .seconds(2))
        try await machine.advance(to: .seconds(3))
        #expect(machine.isDone && machine.nextDue == nil && machine.now == .seconds(3))
        #expect(machine.sendLater(.next, after: .seconds(2)) == nil)
    }

    @Test func withoutATableThereIsNoTime() async throws {
        let machine = FSM<State, Event>(initialState: .a)
        await #expect(throws: FSMTimeError.noTable) { try await machine.advance(to: .seconds(1)) }
        await #expect(throws: FSMTimeError.noTable) { try await machine.run(on: .continuous) }
        #expect(machine.sendLater(.next, after: .zero) == nil && machine.now == .zero && machine.nextDue == nil)
    }

    @Test func machinesThatShareATableHaveTimersOfTheirOwn() async throws {
        func table(_ delay: Duration) throws -> FSMTable<State, Event> {
            try FSMTable(initialState: .a) { rules(delay) }
        }
        let table = try table(.seconds(1))
        let (first, second) = (try table.machine { rules(.seconds(1)) }, try table.machine { rules(.seconds(1)) })
        try await first.advance(to: .seconds(1))
        #expect(first.state == .b && second.state == .a && second.nextDue == .seconds(1))
        #expect(throws: SwiftFSMError.self) { try table.machine { rules(.seconds(2)) } }
    }

    @TableBuilder<State, Event> private func rules(_ delay: Duration) -> [Syntax.Define<State, Event>] {
        define(.a) { after(delay, .next) | then(.b) }
        define(.b)
    }
}

extension FSM {
    /// Without `await`.
    func advanceAtOnce(to time: Duration, isolation: isolated (any Actor)? = #isolation) throws {
        try advance(to: time)
    }
}
