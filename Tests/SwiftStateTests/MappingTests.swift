import SwiftState
import Testing

@Suite struct MappingTests {
    enum Mood: StateType {
        case calm
        case loud(Int)
    }
    enum Push: EventType {
        case by(Int)
    }
    var trace = Trace()

    @Test func aMappingsHandlerIsForEvents() {
        let machine = StateMachine<Mood, Push>(state: .calm) { machine in
            machine.addRouteMapping(
                { [trace] event, from, userInfo in
                    trace.note("asked")
                    guard case .by(let strength)? = event else { return .loud(0) }
                    return .loud(strength)
                },
                handler: { [trace] context in trace.note("\(context.toState)") })
        }
        machine <-! .by(3)
        #expect(machine.state == .loud(3))
        machine <- .loud(0)
        #expect(machine.state == .loud(0))
        #expect(trace.lines == ["asked", "\(Mood.loud(3))", "asked"].withAsked(at: 1))
    }

    @Test func aMappingsHandlerNeedsTheSameAnswerAgain() {
        var strengths = [1, 2, 5, 5]
        let machine = Machine<Mood, Push>(state: .calm) { machine in
            machine.addRouteMapping { _, _, _ in
                .loud(strengths.removeFirst())
            } handler: { [trace] context in
                trace.note("\(context.toState)")
            }
        }
        machine <-! .by(0)
        #expect(machine.state == .loud(1))
        machine <-! .by(0)
        #expect(machine.state == .loud(5))
        #expect(trace.lines == ["\(Mood.loud(5))"])
    }

    @Test func aStateMappingsHandlerIsForStates() {
        let machine = StateMachine<Mood, Push>(state: .calm) { machine in
            machine.addStateRouteMapping { from, userInfo in
                from == .calm ? [.loud(1), .loud(2)] : nil
            } handler: {
                [trace] event, fromState, toState, userInfo in
                trace.note("\(toState)")
            }
            machine.addRoutes(event: .any, transitions: [.calm => .loud(1), .any => .calm])
        }
        machine <-! .by(1) <-! .by(2)
        #expect(machine.state == .calm)
        #expect(trace.lines == [])
        machine <- .loud(3) <- .loud(2)
        #expect(machine.state == .loud(2))
        machine <- .loud(1)
        #expect(machine.state == .loud(2))
        #expect(trace.lines == ["\(Mood.loud(2))"])
    }

    @Test func theFirstStateMappingThatAnswersDecides() {
        let machine = StateMachine<Mood, Push>(state: .calm) { machine in
            machine.addStateRouteMapping { from, userInfo in userInfo == nil ? [.loud(1)] : nil }
            machine.addStateRouteMapping { from, _ in [.loud(2)] }
        }
        #expect(machine.canTryState(.loud(1)))
        #expect(!machine.canTryState(.loud(2)))
        #expect(machine.canTryState(.loud(2), userInfo: 1))
        #expect(machine.hasRoute(fromState: .loud(7), toState: .loud(1)))
    }

    @Test func routesBeforeMappings() {
        let machine = StateMachine<Mood, Push>(state: .calm) { machine in
            machine.addRouteMapping { _, _, _ in .loud(1) }
            machine.addRoutes(event: .any, transitions: [.calm => .loud(2)])
        }
        machine <-! .by(0)
        #expect(machine.state == .loud(2))
        machine <-! .by(0)
        #expect(machine.state == .loud(1))
    }

    @Test func statesThatNoRouteNames() {
        let machine = StateMachine<Mood, Push>(state: .loud(1)) { machine in
            machine.addRoute(.any => .any, condition: { $0.fromState != $0.toState })
            machine.addRoutes(event: .by(0), transitions: [.any => .any])
            machine.addRoutes(event: .by(1), transitions: [.any => .calm])
            machine.addHandler(.any => .loud(2)) { [trace] in trace.note("\($0.fromState)") }
            machine.addHandler(.loud(2) => .any) { [trace] in trace.note("\($0.toState)") }
            machine.addHandler(.loud(7) => .loud(8)) { [trace] _ in trace.note("never") }
        }
        machine <- .loud(2) <- .loud(3) <- .loud(3)
        #expect(machine.state == .loud(3))
        #expect(trace.lines == ["\(Mood.loud(1))", "\(Mood.loud(3))"])
        machine <-! .by(0)
        #expect(machine.state == .loud(3))
        #expect(machine.canTryEvent(.by(0)) == .loud(3))
        machine <-! .by(1)
        #expect(machine.state == .calm)
    }

    @Test func mappingsAreToldOfTheTry() {
        let machine = StateMachine<Mood, Push>(state: .calm) { machine in
            machine.addRouteMapping { [trace] event, from, userInfo in
                trace.note("\(String(describing: event)) \(from) \(String(describing: userInfo))")
                return nil
            }
        }
        machine <-! (.by(1), "x")
        machine <- (.loud(1), "y")
        #expect(
            trace.lines == [
                "\(String(describing: Push?.some(.by(1)))) \(Mood.calm) Optional(\"x\")",
                "nil \(Mood.calm) Optional(\"y\")",
            ])
    }
}

extension [String] {
    /// With one question more.
    fileprivate func withAsked(at index: Int) -> [String] {
        var lines = self
        lines.insert("asked", at: index)
        return lines
    }
}
