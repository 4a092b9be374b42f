import Testing

@testable import FSMEngine

/// Rows for cases of predicate types 1 and 2, in both forms of a decision: a table of combinations, and bit sets.
@Suite struct PredicateTests {
    private let recorder = Recorder()

    /// State 1, event 10. With `others` a row names so many more types, for cases that are never sent: so many that bit
    /// sets decide.
    private func definition(_ policy: GuardPolicy = .exclusive, others: ID = 0) throws -> Definition {
        var definition = Definition()
        definition.guardPolicy = policy
        for type in 1...(2 + others) { try definition.predicate(type, caseCount: 3) }
        if others > 0 {
            let matches = Dictionary(uniqueKeysWithValues: (3..<(3 + others)).map { ($0, [Int32(2)]) })
            definition.row(1, 10, 1, actions: [recorder.callback("other")], matches: matches)
        }
        return definition
    }

    private func send(_ cases: [ID: Int32], _ machine: Machine, others: ID = 0) {
        var cases = cases
        for type in 3..<(3 + others) { cases[type] = 0 }
        recorder.write(machine.send(.event(10), cases).name)
    }

    private func action(_ name: String) -> [Callback] { [recorder.callback(name)] }

    private func usesBitSets(_ definition: Definition) throws -> Bool {
        let table = try definition.tables()[0]
        return table.storage.pointee.decisions[0].wordCount > 0
    }

    @Test(arguments: [0, 6] as [ID]) func theRowThatNamesMostTypesIsTaken(others: ID) throws {
        var definition = try definition(others: others)
        definition.row(1, 10, 1, actions: action("none"))
        definition.row(1, 10, 1, actions: action("one"), matches: [1: [0, 1]])
        definition.row(1, 10, 1, actions: action("both"), matches: [1: [1], 2: [2]])
        #expect(try usesBitSets(definition) == (others > 0))
        let trace = try definition.trace(recorder) {
            send([1: 1, 2: 2], $0, others: others)
            send([1: 1, 2: 0], $0, others: others)
            send([1: 2, 2: 2], $0, others: others)
        }
        #expect(trace == "both, transitioned, one, transitioned, none, transitioned")
    }

    @Test(arguments: [0, 6] as [ID]) func whereNoRowMatchesTheEventIsUnhandled(others: ID) throws {
        var definition = try definition(others: others)
        definition.row(1, 10, 1, actions: action("one"), matches: [1: [1]])
        let trace = try definition.trace(recorder) {
            send([1: 1, 2: 0], $0, others: others)
            send([1: 0, 2: 0], $0, others: others)
        }
        #expect(trace == "one, transitioned, unhandled")
    }

    @Test func aGuardThatSaysNoRefusesAndTheNextRowIsNotAsked() throws {
        var definition = try definition()
        definition.row(1, 10, 1, actions: action("none"))
        definition.row(1, 10, 1, guards: [recorder.answering("no", 0)], matches: [1: [1]])
        #expect(try definition.trace(recorder) { send([1: 1, 2: 0], $0) } == "no, refused")
    }

    @Test func underFirstMatchTheNextRowThatMatchesIsAsked() throws {
        var definition = try definition(.firstMatch)
        definition.row(1, 10, 1, actions: action("none"))
        definition.row(1, 10, 1, guards: [recorder.answering("no", 0)], matches: [1: [1]])
        definition.row(1, 10, 1, guards: [recorder.answering("nor this", 0)], matches: [1: [1], 2: [1]])
        #expect(try usesBitSets(definition))
        #expect(try definition.trace(recorder) { send([1: 1, 2: 1], $0) } == "nor this, no, none, transitioned")
    }

    @Test func aCombinationThatNoRowMatchesGoesToTheNextLevel() throws {
        var definition = try definition()
        definition.row(1, 10, 1, actions: action("state"), matches: [1: [0]])
        definition.row(1, ReservedID.any, 1, actions: action("any event"), matches: [1: [1]])
        definition.row(ReservedID.any, 10, 1, actions: action("any state"), matches: [2: [0]])
        definition.row(ReservedID.any, ReservedID.any, 1, actions: action("any"))
        let trace = try definition.trace(recorder) {
            send([1: 0, 2: 0], $0)
            send([1: 1, 2: 0], $0)
            send([1: 2, 2: 0], $0)
            send([1: 2, 2: 1], $0)
        }
        #expect(
            trace == "state, transitioned, any event, transitioned, any state, transitioned, any, transitioned")
    }

    @Test func aStrictMachineTakesOneCaseOfEachType() throws {
        var definition = try definition()
        definition.row(1, 10, 1, matches: [1: [0]])
        let trace = try definition.trace(recorder) { machine in
            send([1: 0], machine)
            recorder.write("\(machine.rejected.predicate) \(machine.rejected.value == ReservedID.none)")
            send([1: 0, 2: 0, 9: 0], machine)
            send([1: 0, 2: 3], machine)
            recorder.write("\(machine.rejected.predicate) \(machine.rejected.value)")
            recorder.write(machine.send(10).name)
        }
        #expect(trace == "missing predicate, 2 true, unknown predicate, unknown case, 2 3, missing predicate")
    }

    @Test func aLenientMachineTakesWhatThereIs() throws {
        var definition = try definition()
        definition.row(1, 10, 1, actions: action("none"))
        definition.row(1, 10, 1, actions: action("one"), matches: [1: [0]])
        let trace = try definition.trace(recorder, isLenient: true) { machine in
            send([1: 0, 9: 7], machine)
            send([:], machine)
            recorder.write(machine.send(10).name)
        }
        #expect(trace == "one, transitioned, none, transitioned, none, transitioned")
    }

    @Test func whatIsQueuedKeepsItsCases() throws {
        var definition = try definition()
        let sending = recorder.callback("zero") { machine, step in
            machine.send(.event(10), [1: 1, 2: 2]) == .queued && step.value(of: 1) == 0 ? 0 : -1
        }
        let shown = recorder.callback("") { [recorder] _, step in
            recorder.write("\(step.value(of: 1)) and \(step.value(of: 2))")
            return 0
        }
        definition.row(1, 10, 1, actions: [sending], matches: [1: [0]])
        definition.row(1, 10, 1, actions: [shown], matches: [1: [1]])
        #expect(try definition.trace(recorder) { send([1: 0, 2: 0], $0) } == "zero, 1 and 2, transitioned")
    }
}
