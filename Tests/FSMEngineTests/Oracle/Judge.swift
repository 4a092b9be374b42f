@testable import FSMEngine

/// The oracle of validation: what is wrong with a model, by comparing everything with everything.
struct Judge {
    let model: Model
    private var sound: [Model.Row] { model.rows.filter { isSound($0) } }
    /// `duplicate 1 2 3`: kind, and the ids concerned; sorted.
    func verdict() -> [String] {
        var found: [String] = []
        for row in model.rows where !isSound(row) { found.append(text(.reservedIDUsed, row)) }
        for block in model.blocks where block.state < ReservedID.first {
            found.append(text(.reservedIDUsed, block.state))
        }
        for state in model.initials where state < ReservedID.first { found.append(text(.reservedIDUsed, state)) }
        for row in sound { found += faults(of: row) }
        for row in model.rows where row.block >= 0 && model.blocks[row.block].state != row.source {
            found.append(text(.foreignRow, row))
        }
        for (number, block) in model.blocks.enumerated() where isEmpty(block, number) {
            found.append(text(.emptyBlock, block.state))
        }
        let initials = model.initials.filter { $0 >= ReservedID.first }
        if let other = initials.first(where: { $0 != initials[0] }) {
            found.append(text(.twoInitialStates, initials[0], ReservedID.none, other))
        }
        for (number, state) in initials.enumerated()
        where !model.states.contains(state) && !initials[..<number].contains(state) {
            found.append(text(.unknownInitial, state))
        }
        found += clashes()
        if found.isEmpty && model.rows.isEmpty { found.append(text(.emptyDefinition, ReservedID.none)) }
        return found.sorted()
    }

    func warnings() -> [String] {
        if sound.count < model.rows.count { return [] }
        var found: [String] = []
        for state in model.states where !hasWayOut(state) { found.append(text(.noWayOut, state)) }
        if let initial = model.initials.first(where: { $0 >= ReservedID.first }), model.states.contains(initial) {
            let reached = reachable(from: initial)
            for state in model.states where !reached.contains(state) {
                found.append(text(.unreachableState, state))
            }
        }
        return found.sorted()
    }

    private func isSound(_ row: Model.Row) -> Bool {
        let any = ReservedID.any
        let targets = [ReservedID.same, ReservedID.internal, ReservedID.dynamic]
        return (row.source >= ReservedID.first || row.source == any)
            && (row.event >= ReservedID.first || row.event == any)
            && (row.target >= ReservedID.first || targets.contains(row.target))
    }

    private func faults(of row: Model.Row) -> [String] {
        var found: [String] = []
        if row.target >= ReservedID.first && !knownStates.contains(row.target) {
            found.append(text(.unknownTarget, row))
        }
        if row.target == ReservedID.dynamic && row.resolver == nil { found.append(text(.missingResolver, row)) }
        if row.target != ReservedID.dynamic && row.resolver != nil { found.append(text(.unexpectedResolver, row)) }
        return found
    }

    private var knownStates: [ID] {
        model.states + model.blocks.map { $0.state }
    }

    private func isEmpty(_ block: Model.Block, _ number: Int) -> Bool {
        block.state >= ReservedID.first && !block.isFinal && block.entry.isEmpty && block.exit.isEmpty
            && block.cycle.isEmpty
            && !model.rows.contains { $0.block == number || ($0.block < 0 && $0.source == block.state) }
    }

    private func clashes() -> [String] {
        var found: [String] = []
        for (number, row) in sound.enumerated() {
            let former = sound[..<number].filter { isRival(row, $0) }
            let rivals = sound.filter { isRival(row, $0) }
            if !former.contains(where: { isEqual(row, $0) }) && rivals.filter({ isEqual(row, $0) }).count > 1 {
                found.append(text(.duplicate, row))
            }
            var targets: [Model.Row] = []
            for rival in rivals where !targets.contains(where: { isEqual(rival, $0) }) { targets.append(rival) }
            let excludes = model.guardPolicy == .exclusive && targets.count > 1
            if former.isEmpty && excludes { found.append(text(.clash, row)) }
        }
        return found
    }

    private func isRival(_ left: Model.Row, _ right: Model.Row) -> Bool {
        left.source == right.source && left.event == right.event
            && (model.guardPolicy == .exclusive || left.guards == right.guards)
    }

    private func isEqual(_ left: Model.Row, _ right: Model.Row) -> Bool {
        let a = left.target == left.source ? ReservedID.same : left.target
        let b = right.target == right.source ? ReservedID.same : right.target
        return a == b && left.resolver == right.resolver
    }

    private func leads(_ row: Model.Row, outOf state: ID) -> Bool {
        row.target == ReservedID.dynamic || (row.target >= ReservedID.first && row.target != state)
    }

    private func hasWayOut(_ state: ID) -> Bool {
        if model.blocks.contains(where: { $0.state == state && $0.isFinal }) { return true }
        let someOther: ID = 555_555
        return (model.knownEvents + [someOther]).contains { event in
            let any = ReservedID.any
            let levels = [(state, event), (state, any), (any, event), (any, any)].map { level in
                sound.filter { $0.source == level.0 && $0.event == level.1 }
            }.filter { !$0.isEmpty }
            let rows = model.guardPolicy == .exclusive ? levels.first ?? [] : levels.flatMap { $0 }
            return rows.contains { leads($0, outOf: state) }
        }
    }

    private func reachable(from initial: ID) -> [ID] {
        var reached = [initial]
        while true {
            let rows = sound.filter { $0.source == ReservedID.any || reached.contains($0.source) }
            if rows.contains(where: { $0.target == ReservedID.dynamic }) { return model.states }
            let next = rows.map { $0.target }.filter { knownStates.contains($0) && !reached.contains($0) }
            guard let state = next.first else { return reached }
            reached.append(state)
        }
    }

    private func text(_ kind: Diagnostic.Kind, _ row: Model.Row) -> String {
        text(kind, row.source, row.event, row.target)
    }

    private func text(
        _ kind: Diagnostic.Kind, _ state: ID, _ event: ID = ReservedID.none, _ target: ID = ReservedID.none
    ) -> String {
        "\(kind) \(state) \(event) \(target)"
    }
}

extension Diagnostic {
    /// The form in which ``Judge`` speaks.
    var verdict: String { "\(kind) \(state) \(event) \(target)" }
}
