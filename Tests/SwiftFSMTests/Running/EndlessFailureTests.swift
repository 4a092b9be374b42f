import SwiftFSM
import Testing

/// An event that is sent since an action failed, and whose action fails too, for ever.
@Suite struct EndlessFailureTests {
    struct Jam: Error {}

    enum State { case only }
    enum Event { case turn, jam }

    @MainActor final class Press: SyntaxBuilder {
        typealias State = EndlessFailureTests.State
        typealias Event = EndlessFailureTests.Event

        let machine = FSM<State, Event>(initialState: .only)
        var left: Int

        /// An action that fails so often.
        init(failing count: Int) throws {
            left = count
            machine.logHandler = nil
            try machine.buildTable {
                define(.only) { when(.turn, or: .jam) | then() | attempt(fail, orElse: .send(.jam)) }
            }
        }

        func fail() throws {
            left -= 1
            if left >= 0 { throw Jam() }
        }
    }

    final class Site: @unchecked Sendable {}

    struct SiteRules: ContextSyntaxBuilder {
        typealias State = EndlessFailureTests.State
        typealias Event = EndlessFailureTests.Event
        typealias Context = Site

        var rules: Rules {
            define(.only) { when(.turn, or: .jam) | then() | attempt({ _ in throw Jam() }, orElse: .send(.jam)) }
        }
    }

    private func expectNested(_ result: ExitTest.Result?) throws {
        let text = try String(decoding: #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("1001 events are nested in one another: an action for 'jam' sends an event"), "\(text)")
    }

    @Test func atOnce() async throws {
        try expectNested(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try await MainActor.run { _ = try Press(failing: .max).machine.handleEventAtOnce(.turn) }
            })
    }

    @Test func awaited() async throws {
        try expectNested(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
                await (try Press(failing: .max)).machine.handleEvent(.turn)
            })
    }

    @Test func awaitedWithAContext() async throws {
        try expectNested(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await (try FSMContextTable(SiteRules(), initialState: .only)).machine(Site()).handleEvent(.turn)
            })
    }

    @Test @MainActor func anEndThatComesLate() async throws {
        let press = try Press(failing: 500)
        #expect(try press.machine.handleEventAtOnce(.turn).isTransition)
        #expect(press.left == -1)
        press.left = 500
        #expect(await press.machine.handleEvent(.turn).isTransition)
        #expect(press.left == -1)
    }
}
