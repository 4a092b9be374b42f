import Testing

@testable import FSMEngine

/// Plans for hosts without a machine. Those with one are compared with sending by the oracle.
@Suite struct PlanTests {
    private let recorder = Recorder()

    /// How a host performs a plan: at once, or call by call.
    enum Way: CaseIterable { case atOnce, callByCall }

    /// Performs an event in a state of the host's own: the outcome and its state after that.
    private func perform(_ table: Table, _ event: ID, in state: ID, _ way: Way) -> String {
        var state = state
        var step = Step(host: Unmanaged.passUnretained(recorder).toOpaque())
        let outcome = withUnsafeMutablePointer(to: &step) { step -> Outcome in
            var plan = table.plan(.event(event), in: state, step)
            if way == .atOnce { return plan.perform(step) { state = $0 } }
            while let call = plan.next() {
                switch call {
                case .callback(let callback): _ = callback.call(with: step)
                case .resolver(let resolver): _ = plan.resolve(resolver.call(with: step))
                case .commit: state = plan.targetID
                }
            }
            return plan.outcome
        }
        return "\(outcome.name) \(state)"
    }

    private func table(_ order: [Phase]) throws -> Table {
        var definition = Definition()
        definition.order = try #require(StepOrder(order))
        definition.row(1, 10, 2, actions: [recorder.callback("go")])
        definition.row(
            2, 11, ReservedID.dynamic, actions: [recorder.callback("act")], resolver: recorder.answering("where", 1))
        definition.row(1, 12, ReservedID.dynamic, resolver: recorder.answering("nowhere", 99))
        for state: ID in [1, 2] {
            definition.block(
                state, entry: [recorder.callback("entry \(state)")], exit: [recorder.callback("exit \(state)")])
        }
        return try #require(definition.validate().valid?.compile())
    }

    @Test(arguments: Way.allCases) func entryAndExitArePartOfThePlan(_ way: Way) throws {
        let table = try table([.resolve, .exit, .actions, .commit, .entry])
        #expect(perform(table, 10, in: 1, way) == "transitioned 2")
        #expect(recorder.take() == "exit 1, go, entry 2")
    }

    @Test(arguments: Way.allCases) func aLateResolverIsPartOfThePlan(_ way: Way) throws {
        let table = try table([.exit, .resolve, .actions, .commit, .entry])
        #expect(perform(table, 11, in: 2, way) == "transitioned 1")
        #expect(recorder.take() == "exit 2, where, act, entry 1")
        #expect(perform(table, 12, in: 1, way) == "unknown state 1")
        #expect(recorder.take() == "exit 1, nowhere")
    }

    @Test(arguments: Way.allCases) func whatHasNoRowHasNoPlan(_ way: Way) throws {
        let table = try table([.resolve, .exit, .actions, .commit, .entry])
        #expect(perform(table, 11, in: 1, way) == "unhandled 1")
        #expect(perform(table, 99, in: 1, way) == "unknown event 1")
        #expect(perform(table, 10, in: 99, way) == "unknown state 99")
    }

    @Test func aFailureEndsTheStep() throws {
        var definition = Definition()
        definition.row(1, 10, 2, actions: [recorder.answering("failing", -7), recorder.callback("next")])
        definition.block(1, exit: [recorder.callback("exit")])
        definition.block(2, entry: [recorder.callback("entry")])
        let table = try #require(definition.validate().valid?.compile())
        #expect(perform(table, 10, in: 1, .atOnce) == "callback failed 1")
        #expect(recorder.take() == "exit, failing")
    }

    @Test func enteringAndLeaving() throws {
        let table = try table([.resolve, .exit, .actions, .commit, .entry])
        var entering = table.plan(entering: 1)
        guard case .commit = entering.next(), case .callback = entering.next() else {
            Issue.record("the state is entered, then its entry callback is called")
            return
        }
        #expect(entering.next() == nil)
        var leaving = table.plan(leaving: 2)
        guard case .callback = leaving.next(), case .commit = leaving.next() else {
            Issue.record("the exit callback is called, then the state is left")
            return
        }
        #expect(leaving.targetID == ReservedID.none)
        #expect(table.plan(entering: 7).outcome == .unknownState)
        var step = Step(host: Unmanaged.passUnretained(recorder).toOpaque())
        var states: [ID] = []
        var plan = table.plan(entering: 1)
        #expect(plan.perform(&step) { states.append($0) } == .transitioned)
        plan = table.plan(leaving: 1)
        #expect(plan.perform(&step) { states.append($0) } == .transitioned)
        #expect(states == [1, ReservedID.none])
        #expect(recorder.take() == "entry 1, exit 1")
    }
}
