import FSMSwift
import Testing

/// Setting the state without an event.
struct SetStateTests {
    @Test func needsNoTransition() {
        let trace = Trace()
        let machine = turnstile(trace)
        machine.setState(.broken)
        machine.setState(.locked)
        #expect(machine.state == .locked)
        #expect(machine.previousState == .broken)
        #expect(
            trace.lines == [
                "locked.onLeave: locked after nothing", "broken.onEnter: broken after locked",
                "broken.onLeave: broken after locked", "locked.onEnter: locked after broken",
            ])
    }

    @Test func leavesTheLastEventAlone() {
        let machine = turnstile(Trace())
        machine.setState(.unlocked)
        #expect(machine.lastEvent == nil)
        machine.event(.pass)
        machine.setState(.unlocked)
        #expect(machine.lastEvent == .pass)
    }

    @Test func toThePresentStateIsACycle() {
        let trace = Trace()
        let machine = turnstile(trace)
        machine.setState(.locked)
        #expect(trace.lines == ["locked.onCycle: locked after locked"])
    }

    /// A page of a book: which page it is does not count.
    enum Reading: Equatable, CustomStringConvertible {
        case page(Int), closed

        static func == (left: Reading, right: Reading) -> Bool {
            switch (left, right) {
            case (.page, .page), (.closed, .closed): true
            default: false
            }
        }

        var description: String {
            switch self {
            case .page(let number): "page \(number)"
            case .closed: "closed"
            }
        }
    }

    @Test func anEqualStateTakesItsPlace() {
        let trace = Trace()
        let machine = FSM<Reading, String>(withStates: [.closed, .page(0)])
        var page = 6
        machine.transition(on: "turn", from: .page(1)) {
            page += 1
            return .page(page)
        }
        machine.note(.page(0), in: trace)
        machine.note(.closed, in: trace)
        machine.setState(.page(5))
        machine.setState(.page(6))
        machine.event("turn")
        machine.setState(.closed)
        #expect(
            trace.lines == [
                "closed.onLeave: closed after nothing", "page 0.onEnter: page 5 after closed",
                "page 0.onCycle: page 6 after page 5", "page 0.onCycle: page 7 after page 6",
                "page 0.onLeave: page 7 after page 6", "closed.onEnter: closed after page 7",
            ])
        #expect("\(machine.previousState as Reading?, default: "none")" == "page 7")
    }

    /// The page "Coming from FSM.swift".
    @Test func previousStateKeepsTheValueAsDeclared() {
        let machine = FSM<Reading, String>(withStates: [.page(0), .closed])
        machine.setState(.page(5))
        #expect(machine.state.description == "page 5")
        #expect(machine.previousState?.description == "page 0")
    }
}
