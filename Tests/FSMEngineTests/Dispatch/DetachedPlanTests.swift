import Testing

@testable import FSMEngine

/// Plans for hosts whose events nest.
@Suite struct DetachedPlanTests {
    private let recorder = Recorder()

    /// A definition that changes the state first.
    private func definition() throws -> Definition {
        var definition = Definition()
        definition.order = try #require(StepOrder([.resolve, .commit, .actions, .exit, .entry]))
        for state: ID in 2...3 { definition.block(state, isFinal: true) }
        return definition
    }

    private func perform(_ event: ID, _ machine: Machine) {
        let plan = machine.detachedPlan(event)
        let outcome = plan.outcome == .transitioned ? machine.perform(plan) : plan.outcome
        recorder.write("\(outcome.name) \(machine.state)")
    }

    @Test func anEventThatACallbackSendsIsHandledInsideTheStep() throws {
        var definition = try definition()
        let nested = recorder.callback("go") { machine, _ in
            self.perform(11, machine)
            return 0
        }
        definition.row(1, 10, 2, actions: [nested, recorder.callback("gone")])
        definition.row(2, 11, 3, actions: [recorder.callback("inner")])
        definition.block(1, exit: [recorder.callback("exit 1")])
        definition.block(2, entry: [recorder.callback("entry 2")], exit: [recorder.callback("exit 2")])
        let trace = try definition.trace(recorder) { perform(10, $0) }
        #expect(trace == "go, inner, exit 2, transitioned 3, gone, exit 1, entry 2, transitioned 3")
    }

    @Test func aPlanThatIsDroppedChangesNothing() throws {
        var definition = try definition()
        definition.row(1, 10, 2, actions: [recorder.callback("go")])
        definition.row(1, 11, 1, guards: [recorder.answering("may", 0)])
        let trace = try definition.trace(recorder) { machine in
            #expect(machine.detachedPlan(10).targetID == 2)
            #expect(machine.state == 1)
            perform(11, machine)
            perform(12, machine)
            #expect(machine.send(10) == .transitioned)
            perform(11, machine)
        }
        #expect(trace == "may, refused 1, unknown event 1, go, unhandled 2")
    }

    /// What a guard sends is refused, and the cases of the event that asks it stay as they are.
    @Test func guardsMakeTheMachineBusy() throws {
        var definition = try definition()
        let asking = recorder.callback("may") { machine, step in
            self.perform(11, machine)
            return step.value(of: 7)
        }
        try definition.predicate(7, caseCount: 2)
        definition.row(1, 10, 2, guards: [asking], actions: [recorder.callback("go")])
        definition.row(1, 11, 3, matches: [7: [1]])
        let trace = try definition.trace(recorder) { machine in
            let plan = [PredicateCase(7, 1)].withUnsafeBufferPointer { machine.detachedPlan(10, $0) }
            recorder.write("\(machine.perform(plan).name) \(machine.state)")
        }
        #expect(trace == "may, busy 1, go, transitioned 2")
    }

    @Test func casesChooseTheRow() throws {
        var definition = try definition()
        try definition.predicate(7, caseCount: 2)
        definition.row(1, 10, 2, actions: [recorder.callback("zero")], matches: [7: [0]])
        definition.row(1, 10, 3, actions: [recorder.callback("one")], matches: [7: [1]])
        let trace = try definition.trace(recorder) { machine in
            for sent in [[PredicateCase(7, 2)], [], [PredicateCase(7, 1)]] {
                let plan = sent.withUnsafeBufferPointer { machine.detachedPlan(10, $0) }
                recorder.write(plan.outcome.name)
                if plan.outcome == .transitioned { machine.perform(plan) }
            }
            #expect(machine.state == 3)
        }
        #expect(trace == "unknown case, missing predicate, transitioned, one")
    }

    /// Lists that are too long for a flat program, and a resolver that is asked before or after exit.
    @Test(arguments: [true, false])
    func plansWithoutAFlatProgram(resolvesFirst: Bool) throws {
        var definition = Definition()
        let (resolve, exit) = resolvesFirst ? (Phase.resolve, Phase.exit) : (.exit, .resolve)
        definition.order = try #require(StepOrder([resolve, exit, .commit, .actions, .entry]))
        let (somewhere, nowhere) = (recorder.answering("where", 2), recorder.answering("nowhere", 9))
        definition.row(1, 10, ReservedID.dynamic, actions: [recorder.callback("go")], resolver: somewhere)
        definition.row(2, 10, ReservedID.dynamic, resolver: nowhere)
        definition.block(1, exit: [recorder.callback("exit 1")])
        definition.block(2, entry: (0..<20).map { _ in recorder.callback("") } + [recorder.callback("entry 2")])
        let trace = try definition.trace(recorder) { machine in
            perform(10, machine)
            perform(10, machine)
            #expect(machine.failure == 9)
        }
        let first = resolvesFirst ? "where, exit 1" : "exit 1, where"
        #expect(trace == "\(first), go, entry 2, transitioned 2, nowhere, unknown state 2")
    }

    @Test func aCallbackThatFailsEndsTheStep() throws {
        for surplus in [1, 20] {
            var definition = try definition()
            definition.row(1, 10, 2, actions: [recorder.answering("fail", -5), recorder.callback("never")])
            definition.block(2, entry: (0..<surplus).map { _ in recorder.callback("never") })
            let trace = try definition.trace(recorder) { machine in
                perform(10, machine)
                #expect(machine.failure == -5)
            }
            #expect(trace == "fail, callback failed 2")
        }
    }
}
