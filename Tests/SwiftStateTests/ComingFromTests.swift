import SwiftState
import Testing

/// The page "Coming from SwiftState 6": behavior that differs, and the code it suggests.
@Suite struct ComingFromTests {
    let trace = Trace()

    private func machine(_ configure: (PlaceMachine) -> Void) -> PlaceMachine {
        let machine = PlaceMachine(state: .a) { $0.addRoute(.any => .any) }
        configure(machine)
        return machine
    }

    @Test func aCompletedChainStartsOver() {
        let machine = machine { machine in
            machine.addChainHandler(.a => .b => .c, handler: trace.named("chain"))
            machine.addHandler(.b => .c, handler: trace.named("last route"))
        }
        machine <- .b <- .c
        #expect(trace.lines.sorted() == ["chain", "last route"])
        machine <- .b <- .c
        #expect(trace.lines.sorted() == ["chain", "last route", "last route"])
    }

    @Test func aRouteOutOfTurnBreaksTheChain() {
        let machine = machine { machine in
            machine.addChainErrorHandler(.a => .b => .a => .c, handler: trace.whole("broken"))
            machine.addChainErrorHandler(.a => .b => .a => .c) { (context: PlaceMachine.Context) in
                if context.fromState == .a && context.toState == .b { return }
                trace.note("other")
            }
        }
        machine <- .b <- .a <- .b
        #expect(trace.lines == ["broken: - a b"])
    }

    @Test func everyErrorHandlerReceivesTheFailedAttempt() {
        let machine = PlaceMachine(state: .a)
        machine.addRoute(.a => .b)
        machine.addErrorHandler { (_: PlaceMachine.Context) in machine <- .b }
        machine.addErrorHandler { [unowned machine] (context: PlaceMachine.Context) in
            if context.event != nil { trace.note("to \(context.toState), now in \(machine.state)") }
        }
        machine <-! .go
        #expect(trace.lines == ["to a, now in b"])
    }
}
