@testable import FSMEngine

extension Interpreter {
    func send(_ want: Want, _ with: Model.With) -> Outcome {
        let (checked, fault) = checked(want, with)
        guard let sent = checked else { return fault }
        if queue.isEmpty { return drain(after: step(sent)) }
        // A failure left events waiting: they come first.
        let position = queue.count
        queue.append(sent)
        return drain(after: .queued, own: position)
    }

    /// Sends from inside a callback.
    func enqueue(_ want: Want, _ with: Model.With) -> Outcome {
        let (sent, fault) = checked(want, with, mayBeBusy: true)
        guard let sent else { return fault }
        queue.append(sent)
        return .queued
    }

    /// Runs what waits, up to a failure, after which the rest goes on waiting. The outcome is that of the first step,
    /// or of the one at the position `own`.
    func drain(after first: Outcome, own: Int = -1) -> Outcome {
        var outcome = first
        var position = 0
        if endsRun(first) { return first }
        while !queue.isEmpty {
            let sent = queue.removeFirst()
            let next = sent.map { step($0) } ?? stop()
            if position == own { outcome = next }
            if endsRun(next) { break }
            position += 1
        }
        return outcome
    }

    private func endsRun(_ outcome: Outcome) -> Bool {
        [.callbackFailed, .unknownState, .unknownCase].contains(outcome)
    }

    // MARK: - What is wrong with what is sent

    /// What is sent, or what is wrong with it. Arguments are looked at before the machine is, cases after that.
    func checked(_ want: Want, _ with: Model.With, mayBeBusy: Bool = false) -> (Sent?, Outcome) {
        let fault = fault(of: want)
        if fault != .ok { return (nil, fault) }
        var sent = Sent(want: want)
        let (arguments, wrong) = taken(with.arguments, as: model.types(of: sent.event))
        guard let arguments else { return (nil, wrong) }
        sent.arguments = arguments
        if mayBeBusy && isInquiring { return (nil, .busy) }
        let (cases, rejection) = taken(with.cases, inheriting: mayBeBusy ? shown.cases : [:])
        guard let cases else { return (nil, rejection) }
        sent.cases = cases
        return (sent, .ok)
    }

    private func fault(of want: Want) -> Outcome {
        switch want {
        case .event(let id):
            if id < ReservedID.first { return .reservedID }
            if state == nil { return .notRunning }
            return model.knownEvents.contains(id) || takesAnyEvent ? .ok : .unknownEvent
        case .request(let id):
            if id < ReservedID.first { return .reservedID }
            if state == nil { return .notRunning }
            return model.states.contains(id) ? .ok : .unknownState
        }
    }

    /// The arguments with the types that the event declares, or what is wrong with them: their number, then each.
    private func taken(_ arguments: [Datum], as types: [Int32]) -> ([Datum]?, Outcome) {
        func reject(_ index: Int, _ outcome: Outcome) -> ([Datum]?, Outcome) {
            mistakes.argument = Mistakes.Argument(
                index: index, declared: index < types.count ? types[index] : 0,
                sent: index < arguments.count ? arguments[index].type : 0)
            return (nil, outcome)
        }
        if arguments.count != types.count { return reject(min(arguments.count, types.count), .argumentCount) }
        var taken: [Datum] = []
        for (index, argument) in arguments.enumerated() {
            guard let value = argument.taken(as: types[index]) else { return reject(index, .argumentType) }
            taken.append(value)
        }
        return (taken, .ok)
    }

    /// The cases as a strict or lenient machine takes them, or what is wrong with them.
    /// Those of types without a provider that are not sent come from the step under way.
    func taken(_ cases: [Model.Case], inheriting step: Cases = [:]) -> (Cases?, Outcome) {
        var taken: Cases = [:]
        for sent in cases {
            func reject(_ outcome: Outcome) -> (Cases?, Outcome) {
                mistakes.predicateCase = sent
                return (nil, outcome)
            }
            guard let count = model.caseCount(sent.predicate) else {
                if model.isLenient { continue }
                return reject(.unknownPredicate)
            }
            if sent.value < 0 || sent.value >= count { return reject(.unknownCase) }
            if taken[sent.predicate] != nil {
                if model.isLenient { continue }
                return reject(.repeatedPredicate)
            }
            taken[sent.predicate] = sent.value
        }
        for (id, value) in step where taken[id] == nil && model.provider(of: id) == nil { taken[id] = value }
        let missing = model.predicateIDs.filter { taken[$0] == nil && model.provider(of: $0) == nil }
        return model.isLenient || missing.isEmpty ? (taken, .ok) : (nil, .missingPredicate)
    }
}

/// What a machine remembers of what was last wrong.
struct Mistakes {
    struct Argument {
        var index = 0
        var declared: Int32 = 0
        var sent: Int32 = 0
    }

    /// What the callback returned that failed last.
    var failure: Int32 = 0
    var predicateCase = Model.Case(predicate: ReservedID.none, value: ReservedID.none)
    var argument = Argument()
}
