import SwiftState
import Testing

@Suite struct ChainTests {
    let trace = Trace()

    /// Every transition is possible.
    private func machine(_ configure: (PlaceMachine) -> Void) -> PlaceMachine {
        let machine = PlaceMachine(state: .a) { $0.addRoute(.any => .any) }
        configure(machine)
        return machine
    }

    private func watch(_ chain: TransitionChain<Place>) -> PlaceMachine {
        machine { machine in
            machine.addChainHandler(chain, handler: trace.whole("whole"))
            machine.addChainErrorHandler(chain, handler: trace.whole("broken"))
        }
    }

    @Test func takenAndTakenAgain() {
        watch(.a => .b => .c) <- .b <- .c <- .a <- .b <- .c
        #expect(trace.lines == ["whole: - b c", "whole: - b c"])
    }

    @Test func nothingBeforeItHasBegunAndAfterItIsWhole() {
        watch(.a => .b => .c) <- .c <- .b <- .a <- .b <- .c <- .d <- .c
        #expect(trace.lines == ["whole: - b c"])
    }

    @Test func brokenUntilItBeginsAnew() {
        watch(.a => .b => .c) <- .b <- .d <- .c <- .a <- .b <- .c
        #expect(trace.lines == ["broken: - b d", "broken: - d c", "broken: - c a", "whole: - b c"])
    }

    @Test func failuresAndEventsDoNotCount() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRouteChain(.a => .b => .c, handler: trace.named("whole"))
            machine.addChainErrorHandler(.a => .b => .c, handler: trace.named("broken"))
            machine.addRoutes(event: .go, transitions: [.b => .d, .d => .b])
        }
        machine <- .b <- .a
        machine <-! .go <-! .go
        machine <- .c
        #expect(trace.lines == ["whole"])
    }

    @Test func aTransitionThatIsRepeated() {
        watch(.a => .b => .a => .b => .c) <- .b <- .a <- .b <- .c
        #expect(trace.lines == ["whole: - b c"])
        watch(.a => .b => .a => .b => .c) <- .b <- .c
        #expect(trace.lines == ["whole: - b c", "broken: - b c"])
    }

    @Test func anyStateInAChain() {
        watch(.a => .any => .c) <- .d <- .c
        #expect(trace.lines == ["whole: - d c"])
    }

    @Test func aChainsConditionIsCheckedAtEachStep() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRouteChain(
                .a => .b => .c, condition: { $0.userInfo != nil }, handler: trace.named("whole"))
        }
        machine <- .b
        #expect(machine.state == .a)
        machine <- (.b, 1) <- .c
        #expect(machine.state == .b)
        machine <- (.c, 1)
        #expect(trace.lines == ["whole"])
    }

    @Test func aConditionThatDoesNotHoldBreaksTheChain() {
        let chain = RouteChain<Place, Signal>(
            transitionChain: .a => .b => .c, condition: { $0.userInfo != nil })
        let machine = machine { machine in
            machine.addChainErrorHandler(chain, handler: trace.whole("broken"))
        }
        machine <- .b <- .a
        machine <- (.b, 1) <- .c
        #expect(trace.lines == ["broken: - b c"])
    }

    @Test func orders() {
        let machine = machine { machine in
            machine.addChainHandler(.a => .b => .c, order: 200, handler: trace.named("200"))
            machine.addChainHandler(.a => .b => .c, order: 0, handler: trace.named("0"))
            machine.addHandler(.b => .c, handler: trace.named("100"))
            machine.addChainErrorHandler(.a => .b => .d, order: 1, handler: trace.named("1"))
        }
        machine <- .b <- .c
        #expect(trace.lines == ["0", "1", "100", "200"])
    }

    @Test func removed() {
        let machine = PlaceMachine(state: .a)
        let chain = machine.addRouteChain(.a => .b => .c) { event, fromState, toState, userInfo in
            trace.note("\(fromState) \(toState)")
        }
        machine <- .b
        chain.dispose()
        #expect(!machine.tryState(.c))
        #expect(trace.lines == [])
    }

    @Test func chainsAreWritten() {
        let chain: TransitionChain<Place> = .a => .b => .any => .c
        #expect(chain.states == [.some(.a), .some(.b), .any, .some(.c)])
        let transitions: [Transition<Place>] = [.a => .b, .b => .any, .any => .c]
        #expect(chain.transitions == transitions)
        let other: TransitionChain<Place> = Place.a => (Place.b => Place.c)
        #expect(other.states == [.some(.a), .some(.b), .some(.c)])
        #expect(TransitionChain(transition: Place.a => Place.b).states == [.some(.a), .some(.b)])
        let longer: TransitionChain<Place> = State<Place>.any => other
        #expect(longer.states == [.any, .some(.a), .some(.b), .some(.c)])
        #expect(RouteChain<Place, Signal>(transitionChain: chain).routes.count == 3)
    }

    @Test func aChainWithoutTransitions() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            PlaceMachine(state: .a).addChainHandler(TransitionChain(states: [.some(.a)])) { (_: PlaceMachine.Context) in
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        // Only a fatal error has its message in a release build too.
        #expect(text.contains("Fatal error: SwiftState: a chain without transitions was added"))
    }
}
