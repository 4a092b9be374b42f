@testable import FSMEngine

/// One thing that is wrong with a model.
struct Finding {
    /// `duplicate 1 2 3`: kind, and the ids concerned.
    var text: String
    /// What is reported once: the kind and where it stands. What several states have from a superstate is one.
    var key: String

    init(_ kind: Diagnostic.Kind, _ ids: [ID], at lines: [Int]) {
        let ids = ids + [ID](repeating: ReservedID.none, count: 3 - ids.count)
        text = "\(kind) \(ids[0]) \(ids[1]) \(ids[2])"
        switch kind {
        // The blocks of a circle are equal: which of them is named is the engine's choice.
        case .circularAdoption: key = "\(kind)"
        case .duplicate, .clash, .nothingToOverride, .overrideOutOfOrder: key = "\(kind) \(lines)"
        default: key = "\(text) \(lines)"
        }
    }

    init(_ diagnostic: Diagnostic) {
        self.init(
            diagnostic.kind, [diagnostic.state, diagnostic.event, diagnostic.target],
            at: diagnostic.places.map { Int($0.line) })
    }
}

/// The oracle of validation: what is wrong with a model, by comparing everything with everything. Row number n stands in
/// line n + 1, block number n in line n + 101, initial state number n in line n + 201.
struct Judge {
    let model: Model

    func errors() -> [Finding] {
        var found: [Finding] = []
        for (number, row) in model.rows.enumerated() { found += faults(of: row, at: number + 1) }
        for (number, block) in model.blocks.enumerated() {
            if block.state < ReservedID.first && !block.isSuperstate {
                found.append(Finding(.reservedIDUsed, [block.state], at: [number + 101]))
            } else if isEmpty(block, number) {
                found.append(Finding(.emptyBlock, [block.state], at: [number + 101]))
            }
        }
        found += faultsOfInitials()
        if model.hasCircle { found.append(Finding(.circularAdoption, [], at: [])) }
        for state in model.states + [ReservedID.any] { found += faults(of: state) }
        if found.isEmpty && model.rows.isEmpty { found.append(Finding(.emptyDefinition, [], at: [])) }
        return found
    }

    func warnings() -> [Finding] {
        guard isWhole else { return [] }
        var found: [Finding] = []
        for event in model.knownEvents where !model.rows.contains(where: { $0.event == event }) {
            found.append(Finding(.unusedEvent, [ReservedID.none, event], at: []))
        }
        let taken = errors().isEmpty ? takenRows() : Set(model.rows.indices)
        for (number, row) in model.rows.enumerated() where !taken.contains(number) {
            found.append(Finding(.neverTaken, [row.source, row.event, row.target], at: [number + 1]))
        }
        for state in model.states where !hasWayOut(state) { found.append(Finding(.noWayOut, [state], at: line(state))) }
        if let initial = model.initials.first(where: { $0 >= ReservedID.first }), model.states.contains(initial) {
            let reached = reachable(from: initial)
            for state in model.states where !reached.contains(state) {
                found.append(Finding(.unreachableState, [state], at: line(state)))
            }
        }
        return found
    }

    /// Whether it is known what each state has.
    private var isWhole: Bool { model.rows.allSatisfy(isSound) && !model.hasCircle }

    /// Where a state is first spoken of.
    private func line(_ state: ID) -> [Int] {
        if let block = model.blocks.firstIndex(where: { $0.state == state }) { return [block + 101] }
        return [model.rows.firstIndex { $0.source == state }! + 1]
    }

    // MARK: - Rows and blocks

    private func isSound(_ row: Model.Row) -> Bool {
        let targets = [ReservedID.same, ReservedID.internal, ReservedID.dynamic]
        let isInherited =
            row.source == ReservedID.none && row.block >= 0 && model.blocks[row.block].isSuperstate
        return (row.source >= ReservedID.first || row.source == ReservedID.any || isInherited)
            && (row.event >= ReservedID.first || row.event == ReservedID.any)
            && (row.target >= ReservedID.first || targets.contains(row.target))
    }

    private func faults(of row: Model.Row, at line: Int) -> [Finding] {
        var found: [Finding] = []
        func add(_ kind: Diagnostic.Kind, _ lines: [Int]) {
            found.append(Finding(kind, [row.source, row.event, row.target], at: lines))
        }
        if row.block >= 0 && model.blocks[row.block].state != row.source { add(.foreignRow, [line, row.block + 101]) }
        guard isSound(row) else {
            add(.reservedIDUsed, [line])
            return found
        }
        if row.target >= ReservedID.first && !model.states.contains(row.target) { add(.unknownTarget, [line]) }
        if row.target == ReservedID.dynamic && row.resolver == nil { add(.missingResolver, [line]) }
        if row.target != ReservedID.dynamic && row.resolver != nil { add(.unexpectedResolver, [line]) }
        return found
    }

    private func isEmpty(_ block: Model.Block, _ number: Int) -> Bool {
        !block.isFinal && block.entry.isEmpty && block.exit.isEmpty && block.cycle.isEmpty && block.adopts.isEmpty
            && !model.rows.contains {
                $0.block == number || ($0.block < 0 && !block.isSuperstate && $0.source == block.state)
            }
    }

    private func faultsOfInitials() -> [Finding] {
        let numbered = Array(model.initials.enumerated())
        let own = numbered.filter { $0.element >= ReservedID.first }
        var found = numbered.filter { $0.element < ReservedID.first }.map {
            Finding(.reservedIDUsed, [$0.element], at: [$0.offset + 201])
        }
        if let other = own.first(where: { $0.element != own[0].element }) {
            let ids = [own[0].element, ReservedID.none, other.element]
            found.append(Finding(.twoInitialStates, ids, at: own.map { $0.offset + 201 }))
        }
        var reported: [ID] = []
        for (number, state) in own where !model.states.contains(state) && !reported.contains(state) {
            reported.append(state)
            found.append(Finding(.unknownInitial, [state], at: [number + 201]))
        }
        return found
    }

    // MARK: - What a state has

    private func faults(of state: ID) -> [Finding] {
        let all = model.inherited(state, where: isSound)
        var events: [ID] = []
        for row in all where !events.contains(row.row.event) { events.append(row.row.event) }
        return events.flatMap { event in
            (isWhole ? overrides(all.filter { $0.row.event == event }) : [])
                + clashes(model.rows(of: state, for: event, where: isSound))
        }
    }

    private func overrides(_ rows: [Model.StateRow]) -> [Finding] {
        guard let last = rows.lastIndex(where: { $0.row.isOverriding }) else { return [] }
        let row = rows[last]
        let ids = [row.row.source, row.row.event, row.row.target]
        let later = rows[(last + 1)...].filter { $0.scope != row.scope }
        if !later.isEmpty {
            return [Finding(.overrideOutOfOrder, ids, at: [row.number + 1] + later.map { $0.number + 1 })]
        }
        let earlier = rows[..<last].filter { $0.scope != row.scope }
        return earlier.isEmpty ? [Finding(.nothingToOverride, ids, at: [row.number + 1])] : []
    }

    private func clashes(_ rows: [Model.StateRow]) -> [Finding] {
        var found: [Finding] = []
        for (index, row) in rows.enumerated() {
            let ids = [row.row.source, row.row.event, row.row.target]
            let former = rows[..<index].filter { isRival(row.row, $0.row) }
            let rivals = rows.filter { isRival(row.row, $0.row) }
            let equal = rivals.filter { isEqual(row.row, $0.row) }
            if !former.contains(where: { isEqual(row.row, $0.row) }) && equal.count > 1 {
                found.append(Finding(.duplicate, ids, at: equal.map { $0.number + 1 }))
            }
            var targets: [Model.StateRow] = []
            for rival in rivals where !targets.contains(where: { isEqual(rival.row, $0.row) }) { targets.append(rival) }
            if former.isEmpty && model.guardPolicy == .exclusive && targets.count > 1 {
                found.append(Finding(.clash, ids, at: targets.map { $0.number + 1 }))
            }
        }
        return found
    }

    private func isRival(_ left: Model.Row, _ right: Model.Row) -> Bool {
        model.guardPolicy == .exclusive || left.guards == right.guards
    }

    private func isEqual(_ left: Model.Row, _ right: Model.Row) -> Bool {
        let a = left.target == left.source ? ReservedID.same : left.target
        let b = right.target == right.source ? ReservedID.same : right.target
        return a == b && left.resolver == right.resolver
    }

    // MARK: - Ways

    private func leads(_ row: Model.Row, outOf state: ID) -> Bool {
        row.target == ReservedID.dynamic || (row.target >= ReservedID.first && row.target != state)
    }

    private func hasWayOut(_ state: ID) -> Bool {
        if model.blocks.contains(where: { $0.state == state && $0.isFinal }) { return true }
        let someOther: ID = 555_555
        return (model.knownEvents + [someOther]).contains { event in
            let any = ReservedID.any
            let levels = [(state, event), (state, any), (any, event), (any, any)].map {
                model.rows(of: $0.0, for: $0.1, where: isSound)
            }.filter { !$0.isEmpty }
            let rows = model.guardPolicy == .exclusive ? levels.first ?? [] : levels.flatMap { $0 }
            return rows.contains { leads($0.row, outOf: state) }
        }
    }

    /// The rows that some state takes for some event, if guards and resolvers say what they may.
    private func takenRows() -> Set<Int> {
        var taken: Set<Int> = []
        let someOther: ID = 555_555
        for state in model.states {
            for event in model.knownEvents + [someOther] {
                let any = ReservedID.any
                let levels = [(state, event), (state, any), (any, event), (any, any)].map {
                    model.rows(of: $0.0, for: $0.1, where: isSound)
                }
                for row in levels.flatMap({ $0 }) {
                    taken.insert(row.number)
                    let mayRefuse = row.row.target == ReservedID.dynamic && model.phases[0] == .resolve
                    if model.guardPolicy == .exclusive || (row.row.guards.isEmpty && !mayRefuse) { break }
                }
            }
        }
        return taken
    }

    private func reachable(from initial: ID) -> [ID] {
        var reached = [initial]
        while true {
            let rows = (reached + [ReservedID.any]).flatMap { state in
                (model.knownEvents + [ReservedID.any]).flatMap { model.rows(of: state, for: $0, where: isSound) }
            }.map { $0.row }
            if rows.contains(where: { $0.target == ReservedID.dynamic }) { return model.states }
            let next = rows.map { $0.target }.filter { model.states.contains($0) && !reached.contains($0) }
            guard let state = next.first else { return reached }
            reached.append(state)
        }
    }
}
