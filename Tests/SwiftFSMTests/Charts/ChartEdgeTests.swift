import SwiftFSM
import Testing

/// What a chart does at its edges: where it begins, what it does not know, and other machines.
@Suite struct ChartEdgeTests: ChartExample {
    enum State: Hashable { case a, b, c, p, q, r, x, y, h, other(Int) }
    enum Event { case go, back, next, unknown }

    let trace = ActionTrace()

    @Test func aMachineBeginsInADefaultWithoutActions() throws {
        for initialState in [State.p, .q, .b] {
            let machine = try machine(in: initialState) {
                parallel(.p, onEntry: note("p")*) {
                    define(.q) {
                        initial(.a) | note("default")
                        define(.a)
                        define(.b) { always | then(.a) }
                    }
                    define(.r) { define(.x, onEntry: note("x")*) }
                }
            }
            #expect(machine.states == [initialState == .b ? .b : .a, .x] && trace.take() == "")
        }
    }

    @Test func aMachineBeginsInNoHistory() {
        let error = #expect(throws: SwiftFSMError.self) {
            try machine(in: .h) {
                define(.p) {
                    initial(.a)
                    history(.h) | then(.b)
                    define(.a)
                    define(.b) { when(.go) | then(.h) }
                }
            }
        }
        #expect(error?.description.contains("The initial state h is a history, which is never active") == true)
    }

    @Test func unknownEventsAreNotFound() async throws {
        let machine = try machine(in: .a) {
            define(.p) {
                define(.a) { when(.go) | then(.b) | raise(.back) }
                final(.b)
                initial(.a)
                done | then() | note("done")
            }
        }
        #expect(await machine.handleEvent(.unknown) == .notFound)
        #expect(await machine.handleEvent(.back) == .notFound)
        #expect(await machine.handleEvent(.go) == .transitioned(from: .a, to: .b))
        #expect(trace.take() == "done")
    }

    @Test func aTableWithoutNestingMayBeAChart() async throws {
        let machine = try machine(in: .a) {
            define(.a) { when(.go) | then(.b) | raise(.next) }
            define(.b) { when(.next) | then(.c) | note("next") }
            final(.c)
        }
        await machine.handleEvent(.go)
        #expect(machine.isDone && machine.state == .c && trace.take() == "next")
    }

    @Test func severalDefinesOfAStateAddUp() async throws {
        let machine = try machine(in: .a) {
            define(.p, onExit: note("first")*) {
                initial(.a)
                define(.a)
            }
            define(.p, onExit: note("second")*) { when(.go) | then(.b) }
            define(.b)
        }
        await machine.handleEvent(.go)
        #expect(machine.state == .b && trace.take() == "first second")
    }

    @Test func aThousandStates() async throws {
        let machine = try machine(in: .other(0)) {
            define(.p) {
                initial(.other(0))
                when(.back) | then(.p)
                (0..<1000).map { number in
                    define(.other(number)) { when(.go) | then(.other((number + 1) % 1000)) }
                }
            }
        }
        for _ in 0..<1500 { await machine.handleEvent(.go) }
        #expect(machine.state == .other(500))
        await machine.handleEvent(.back)
        #expect(machine.state == .other(0))
    }

    @Test func aFloodOfEvents() throws {
        var count = 0
        let fsm = FSM<State, Event>(initialState: .a)
        fsm.logHandler = nil
        try fsm.buildTable {
            define(.p) {
                initial(.a)
                define(.a) {
                    when(.go) | then() | { for _ in 0..<5_000 { _ = try? fsm.handleEvent(.next) } }
                    when(.next) | deferred
                    when(.back) | then(.b)
                }
                define(.b) { when(.next) | then() | { count += 1 } }
            }
        }
        try fsm.handleEvent(.go)
        #expect(count == 0)
        try fsm.handleEvent(.back)
        #expect(count == 5_000)
    }

    /// A chart whose action sends an event to another one, and waits for it.
    @MainActor final class Player: ChartSyntaxBuilder {
        enum State { case court, ready, played }
        enum Event { case ball }

        let machine = FSM<State, Event>(initialState: .ready)
        weak var partner: Player?
        var outcomes: [FSMOutcome<State>] = []

        init() throws {
            machine.logHandler = nil
            try machine.buildTable {
                define(.court) {
                    initial(.ready)
                    define(.ready) { when(.ball) | then(.played) | { [unowned self] in await play() } }
                    define(.played) { when(.ball) | then(.ready) }
                }
            }
        }

        func play() async {
            await Task.yield()
            if let outcome = await partner?.machine.handleEvent(.ball) { outcomes.append(outcome) }
        }
    }

    @Test @MainActor func chartsThatSendEachOtherEventsDoNotWaitForever() async throws {
        let (first, second) = (try Player(), try Player())
        (first.partner, second.partner) = (second, first)
        await first.machine.handleEvent(.ball)
        // The second one has sent its event from inside the first one's action.
        #expect(first.outcomes == [.transitioned(from: .ready, to: .played)] && second.outcomes == [.queued])
        #expect(first.machine.state == .ready && second.machine.state == .played)
    }
}
