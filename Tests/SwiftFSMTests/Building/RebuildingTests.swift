import SwiftFSM
import Testing

/// What a failed build, and a second one, do to a machine.
struct RebuildingTests: GateTests {
    private func machine() -> FSM<GateState, GateEvent> {
        let machine = FSM<GateState, GateEvent>(initialState: .locked)
        machine.logHandler = nil
        return machine
    }

    private func error(_ build: () throws -> Void) -> SwiftFSMError? {
        do {
            try build()
            return nil
        } catch {
            return error as? SwiftFSMError
        }
    }

    @Test func eventsBeforeBuildingAreNotFound() async {
        let machine = machine()
        #expect(await machine.handleEvent(.coin) == .notFound)
        #expect(machine.state == .locked)
        #expect(machine.permittedEvents() == [])
    }

    @Test func aFailedBuildMayBeRetried() async throws {
        let machine = machine()
        for _ in 0..<2 {
            #expect(throws: SwiftFSMError.self) {
                try machine.buildTable {
                    define(.locked) {
                        when(.coin) | then(.unlocked)
                        when(.coin) | then(.alarming)
                    }
                }
            }
            #expect(await machine.handleEvent(.coin) == .notFound)
            #expect(machine.state == .locked)
        }
        try machine.buildTable { define(.locked) { when(.coin) | then(.alarming) } }
        #expect(await machine.handleEvent(.coin) == .transitioned(from: .locked, to: .alarming))
    }

    @Test func aSecondTableIsAnError() async throws {
        let machine = machine()
        try machine.buildTable { define(.locked) { when(.coin) | then(.unlocked) } }
        let line = #line + 1
        let again = error { try machine.buildTable { define(.locked) { when(.coin) | then(.alarming) } } }
        let error = try #require(again)
        #expect(error.faults.map { $0.summary(from: line) } == ["table already built: 0"])
        #expect(
            error.description == """
                There is 1 fault in the table of a state machine:

                1. The table was built before: 'buildTable' is called again at SwiftFSMTests/RebuildingTests.swift:\(line).
                   Build the table of a machine once, or make another machine.

                """)
        #expect(await machine.handleEvent(.coin) == .transitioned(from: .locked, to: .unlocked))
    }

    @Test func statesWithoutRowsKnowNoEvents() async throws {
        let machine = machine()
        try machine.buildTable { define(.locked) { overriding {} } }
        #expect(await machine.handleEvent(.coin) == .notFound)
        #expect(machine.state == .locked)
        #expect(machine.permittedEvents() == [])
    }
}
