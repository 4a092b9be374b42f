import SwiftFSM
import Testing

/// The page "Coming from drseg/swift-fsm": the code that it suggests for programs written for 0.9.5.
struct ComingFromTests {
    @MainActor final class Label { var text = "" }

    @MainActor final class Screen: SyntaxBuilder {
        enum State { case start, done }
        enum Event { case go }

        let label = Label()
        let fsm = FSM<State, Event>(initialState: .start)

        init() throws {
            try fsm.buildTable { define(.start) { when(.go) | then(.done) | show } }
        }

        func show() { label.text = "done" }
        func tap() throws { try fsm.handleEvent(.go) }
        func load() async { await fsm.handleEvent(.go) }
    }

    final class SharedModel: Sendable {
        let fsm: FSM<Int, Int>.OnMainActor
        @MainActor init() { fsm = FSM.OnMainActor(initialState: 1) }
        func fire() -> Task<FSMOutcome<Int>, Never> { Task { @MainActor in await fsm.handleEvent(1) } }
    }

    @Test @MainActor func aSyntaxBuilderOnTheMainActor() throws {
        let screen = try Screen()
        try screen.tap()
        #expect(screen.fsm.state == .done)
        #expect(screen.label.text == "done")
    }

    @Test @MainActor func awaitInAnAsyncFunction() async throws {
        let screen = try Screen()
        await screen.load()
        #expect(screen.label.text == "done")
    }

    @Test func aMachineInASendableClass() async {
        let model = await SharedModel()
        #expect(await model.fire().value == .notFound)
    }
}
