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
        show(sent, source)
        isCommitted = false
        let outcome = attempt {
            switch try choose(sent, source) {
            case .row(let row, let target): return try perform(row, sent, source, target)
            case .refused: return .refused
            case .unhandled:
                if isUnknown(sent) { return .unknownEvent }
                tell("unhandled")
                return .unhandled
            }
        }
        if outcome == .refused { shown.target = sent.requested }
        // Nobody is told of an event that the table does not know.
        guard outcome == .unknownEvent else { return end(outcome) }
        shown = Shown()
        return outcome
    }

    /// Nothing is asked yet, so that there is no target but one that was requested.
    func show(_ sent: Sent, _ source: ID) {
        shown = Shown(
            event: sent.event, source: source, target: sent.requested, cases: sent.cases, arguments: sent.arguments)
    }

    func isUnknown(_ sent: Sent) -> Bool {
        guard case .event(let id) = sent.want else { return false }
        return !model.knownEvents.contains(id)
    }

    /// Asks providers, guards, and resolvers that come first, level by level.
    func choose(_ sent: Sent, _ source: ID) throws -> Choice {
        var hasMatched = false
        for level in cells.levels(source, sent.want) {
            let rows = try holding(level, sent)
            if rows.isEmpty { continue }
            hasMatched = true
            for row in model.guardPolicy == .exclusive ? [rows[0]] : rows {
                var target = fixedTarget(row, sent, source)
                guard try refusal(of: row, target) == nil else { continue }
                if row.target == ReservedID.dynamic && model.phases[0] == .resolve {
                    target = try resolve(row)
                    if target == nil { continue }
                }
                return .row(row, target)
            }
            if model.guardPolicy == .exclusive { return .refused }
        }
        shown.target = sent.requested
        return hasMatched ? .refused : .unhandled
    }

    /// The rows of a level that hold, in the order in which they are tried; for that all cases that the level names are
    /// asked for.
    func holding(_ level: Cells.Level, _ sent: Sent) throws -> [Model.Row] {
        try provide(for: level, sent)
        return cells.rows(level, shown.cases).map { $0.row }
    }

    func provide(for level: Cells.Level, _ sent: Sent) throws {
        shown.target = sent.requested
        let named = cells.rows(level).flatMap { $0.row.matches.map { $0.predicate } }
        try provide(Set(named).sorted())
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
    func refusal(of row: Model.Row, _ target: ID?) throws -> Int? {
        for (number, callback) in row.guards.enumerated() {
            let answer = try ask(.guard, callback, target ?? ReservedID.none)
            if answer.fails { throw failed(answer.failure) }
            if !answer.permits { return number }
        }
        return nil
    }

    func resolve(_ row: Model.Row) throws -> ID? {
        let target = try ask(.resolver, row.resolver!, ReservedID.none).target
        if target == ReservedID.none { return nil }
        if target == ReservedID.failed { throw failed(target) }
        if !model.states.contains(target) {
            mistakes.failure = target
            throw Failure.unknownState
        }
        return target
    }

    private func perform(_ row: Model.Row, _ sent: Sent, _ source: ID, _ known: ID?) throws -> Outcome {
        var target = known
        let isInternal = row.target == ReservedID.internal
        shown.target = target ?? ReservedID.none
        // Once exit has run because the target was not known yet, entry follows, whatever the target is.
        var hasLeft = false
        for phase in model.phases {
            switch phase {
            case .resolve:
                if target == nil {
                    target = try resolve(row)
                    if target == nil { return .refused }
                    shown.target = target!
                }
            case .exit:
                hasLeft = target == nil
                let passes = !isInternal && (target != source || model.entryExit == .always)
                let callbacks = passes ? blocks(source).flatMap { $0.exit } : []
                try call(.exit, callbacks, target ?? ReservedID.none)
            case .actions:
                try call(.action, row.actions, target ?? ReservedID.none)
            case .commit:
                state = target
                isCommitted = true
            case .entry:
                let passes = !isInternal && (target != source || hasLeft || model.entryExit == .always)
                try call(.entry, passes ? blocks(target!).flatMap { $0.entry } : [], target!)
                let returns = !isInternal && target == source
                try call(.cycle, returns ? blocks(source).flatMap { $0.cycle } : [], target!)
            }
        }
        return .transitioned
    }
}
