@testable import ConformanceCases
@testable import FSMEngine

/// What comes of a call, held against its result.
extension Conformance.Performance {
    typealias Result = Conformance.Result
    typealias Call = Conformance.Call

    func checkDetails(_ expected: Result, _ answer: Answer, _ machine: Machine) {
        func check<Value: Equatable>(_ what: String, _ actual: Value, _ expected: Value?, _ line: Int) {
            guard let expected, actual != expected else { return }
            diverge(line, "\(what) is \(actual), not \(expected)")
        }
        let line = expected.line
        check("the failure", machine.failure, expected.failure, line)
        check("the number of waiting events", machine.pendingCount, expected.pending.map { Int($0) }, line)
        check("the target", answer.id, expected.target, line)
        check("the event", answer.id, expected.event, line)
        check("what is permitted", answer.ids, expected.ids, line)
        if let due = expected.due { check("when the next event is due", machine.due, .some(due), line) }
        check("whether it is done", machine.isDone, expected.isDone, line)
        checkActive(expected, machine)
        let rejected = machine.rejectedArgument
        if let wanted = expected.rejectedArgument,
            rejected.index != wanted.index || rejected.declared != wanted.declared || rejected.sent != wanted.sent
        {
            diverge(line, "rejected is \(rejected)")
        }
        check("rejected", words.text(machine.rejected), expected.rejected.map { words.text($0) }, line)
    }

    /// Compares the active leaves, and asks of each state of the case whether it is active.
    private func checkActive(_ expected: Result, _ machine: Machine) {
        guard let leaves = expected.active else { return }
        var active: [ID] = []
        machine.forEachActiveLeaf { active.append($0) }
        let words = { (states: [ID]) in states.map { self.words.text($0, .state) }.joined(separator: " ") }
        if active != leaves { diverge(expected.line, "active is \(words(active)), not \(words(leaves))") }
        var all: Set<ID> = []
        for leaf in active {
            var next: ID? = leaf
            while let state = next, all.insert(state).inserted { next = machine.table.parent(of: state) }
        }
        for (word, state) in self.words.all(.state) where machine.isActive(state) != all.contains(state) {
            diverge(expected.line, "whether \(word) is active is told in two ways")
        }
    }

    func checkReasons(_ call: Call, _ answer: Answer, _ machine: Machine) {
        // After a failure what was told before it does not count.
        let reasons = answer.outcome.rawValue > 0 ? answer.reasons : []
        for (index, expected) in call.reasons.enumerated() {
            guard index < reasons.count else { return diverge(expected.line, "there is no such reason") }
            let actual = reasons[index]
            let row = machine.table.transition(at: actual.transition)?.row
            if row != expected.row || actual.kind != expected.kind || actual.guardNumber != expected.guardNumber
                || words.text(actual.mismatch) != words.text(expected.mismatch)
            {
                diverge(expected.line, "the reason is \(actual)")
            }
        }
        if reasons.count > call.reasons.count, let line = call.result?.line {
            diverge(line, "there are \(reasons.count) reasons, not \(call.reasons.count)")
        }
    }
}

extension Outcome {
    /// The name of its constant in C, in small letters: `unknown event`.
    var words: String {
        switch self {
        case .badValue: return "bad value"
        case .outOfRange: return "out of range"
        case .outOfMemory: return "out of memory"
        case .missingPredicate: return "missing predicate"
        case .unknownPredicate: return "unknown predicate"
        case .repeatedPredicate: return "repeated predicate"
        case .unknownCase: return "unknown case"
        case .argumentCount: return "argument count"
        case .argumentType: return "argument type"
        case .deferred: return "deferred"
        case .badConfiguration: return "bad configuration"
        case .stepLimit: return "step limit reached"
        default: return name
        }
    }
}
