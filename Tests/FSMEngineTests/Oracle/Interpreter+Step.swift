@testable import FSMEngine

extension Interpreter {
    /// What is to be done with a row; or why none is taken.
    enum Choice {
        /// With the target, unless that is asked for later.
        case row(Model.Row, ID?)
        case refused
        case unhandled
    }

    func step(_ sent: Sent) -> Outcome {
        guard let source = state else { return .notRunning }
        shownTarget = sent.requested
        shownCases = sent.cases
        let outcome = attempt {
            switch try choose(sent, source) {
            case .row(let row, let target): return try perform(row, sent, source, target)
            case .refused: return .refused
            case .unhandled:
                if isUnknown(sent) { return .unknownEvent }
                unhandled(sent, source)
                return .unhandled
            }
        }
        if outcome == .refused { shownTarget = sent.requested }
        if outcome == .unknownEvent {
            shownCases = [:]
            return outcome
        }
        return end(outcome, sent.event, source)
    }

    func isUnknown(_ sent: Sent) -> Bool {
        guard case .event(let id) = sent.want else { return false }
        return !model.knownEvents.contains(id)
    }

    /// Asks guards, and resolvers that come first.
    func choose(_ sent: Sent, _ source: ID) throws -> Choice {
        let rows = candidates(sent, source)
        if rows.isEmpty { return .unhandled }
        for row in model.guardPolicy == .exclusive ? [rows[0]] : rows {
            var target = fixedTarget(row, sent, source)
            guard try refusal(of: row, sent, source, target) == nil else { continue }
            if row.target == ReservedID.dynamic && model.phases[0] == .resolve {
                target = try resolve(row, sent, source)
                if target == nil { continue }
            }
            return .row(row, target)
        }
        return .refused
    }

    /// The rows that hold, in the order in which they are tried.
    private func candidates(_ sent: Sent, _ state: ID) -> [Model.Row] {
        cells.levels(state, sent.want).flatMap { cells.rows($0, sent.cases).map { $0.row } }
    }

    func fixedTarget(_ row: Model.Row, _ sent: Sent, _ source: ID) -> ID? {
        switch row.target {
        case ReservedID.same, ReservedID.internal: return source
        case ReservedID.dynamic: return nil
        case ReservedID.any: return sent.requested
        default: return row.target
        }
    }

    /// The number of the guard that says no, if one does.
    func refusal(of row: Model.Row, _ sent: Sent, _ source: ID, _ target: ID?) throws -> Int? {
        for (number, callback) in row.guards.enumerated() {
            let answer = write(callback, "guard", sent.event, source, target ?? ReservedID.none)
            if answer.fails { throw Failure.callback }
            if !answer.permits { return number }
        }
        return nil
    }

    func resolve(_ row: Model.Row, _ sent: Sent, _ source: ID) throws -> ID? {
        let target = write(row.resolver!, "resolver", sent.event, source, ReservedID.none).target(of: model)
        if target == ReservedID.failed { throw Failure.callback }
        if target == ReservedID.none { return nil }
        if !model.states.contains(target) { throw Failure.unknownState }
        return target
    }

    private func perform(_ row: Model.Row, _ sent: Sent, _ source: ID, _ known: ID?) throws -> Outcome {
        var target = known
        let event = sent.event
        let isInternal = row.target == ReservedID.internal
        shownTarget = target ?? ReservedID.none
        // Once exit has run because the target was not known yet, entry follows, whatever the target is.
        var hasLeft = false
        for phase in model.phases {
            switch phase {
            case .resolve:
                if target == nil {
                    target = try resolve(row, sent, source)
                    if target == nil { return .refused }
                    shownTarget = target!
                }
            case .exit:
                hasLeft = target == nil
                let passes = !isInternal && (target != source || model.entryExit == .always)
                for callback in passes ? blocks(source).flatMap({ $0.exit }) : [] {
                    try call(callback, "exit", event, source, target ?? ReservedID.none)
                }
            case .actions:
                for callback in row.actions { try call(callback, "action", event, source, target ?? ReservedID.none) }
            case .commit:
                state = target
            case .entry:
                let passes = !isInternal && (target != source || hasLeft || model.entryExit == .always)
                for callback in passes ? blocks(target!).flatMap({ $0.entry }) : [] {
                    try call(callback, "entry", event, source, target!)
                }
                for callback in target == source && !isInternal ? blocks(source).flatMap({ $0.cycle }) : [] {
                    try call(callback, "cycle", event, source, target!)
                }
            }
        }
        return .transitioned
    }
}
