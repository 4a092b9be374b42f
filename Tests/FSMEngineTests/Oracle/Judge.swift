@testable import FSMEngine

/// One thing that is wrong with a model.
struct Finding {
    let kind: Diagnostic.Kind
    /// State, event and target.
    let ids: [ID]
    /// Where it stands.
    let lines: [Int]
    /// `duplicate 1 2 3`: kind, and the ids concerned.
    var text: String
    /// What is reported once: the kind and where it stands. What several states have from a superstate is one.
    var key: String

    init(
        _ kind: Diagnostic.Kind, _ ids: [ID], at lines: [Int], predicate: ID = ReservedID.none,
        value: Int32 = ReservedID.none
    ) {
        let ids = ids + [ID](repeating: ReservedID.none, count: 3 - ids.count)
        self.kind = kind
        self.ids = ids
        self.lines = lines
        text = "\(kind) \(ids[0]) \(ids[1]) \(ids[2]) \(predicate) \(value)"
        switch kind {
        // The blocks of a circle are equal: which of them is named is the engine's choice.
        case .circularAdoption: key = "\(kind)"
        case .duplicate, .clash, .implicitClash, .nothingToOverride, .overrideOutOfOrder: key = "\(kind) \(lines)"
        default: key = "\(text) \(lines)"
        }
    }

    init(_ diagnostic: Diagnostic) {
        self.init(
            diagnostic.kind, [diagnostic.state, diagnostic.event, diagnostic.target],
            at: diagnostic.places.map { Int($0.line) }, predicate: diagnostic.predicate, value: diagnostic.value)
    }
}

/// The oracle of validation: what is wrong with a model, by comparing everything with everything. Row number n stands
/// in line n + 1, block number n in line n + 101, initial state number n in line n + 201, predicate type number n in
/// line n + 301.
final class Judge {
    let model: Model
    private(set) lazy var cells = Cells(model, where: isSound)

    init(model: Model) { self.model = model }

    func errors() -> [Finding] { knownErrors }

    private lazy var knownErrors: [Finding] = findErrors()

    private func findErrors() -> [Finding] {
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
        found += conflicts()
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
        for (number, type) in model.predicates.enumerated() {
            let isFirst = model.predicates.firstIndex { $0.id == type.id } == number
            let isNamed = model.rows.contains { $0.matches.contains { $0.predicate == type.id } }
            if isFirst && !isNamed {
                found.append(Finding(.unusedPredicate, [], at: [number + 301], predicate: type.id))
            }
        }
        let taken = isValid ? takenRows() : Set(model.rows.indices)
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

    var isValid: Bool { errors().isEmpty && tie == nil }

    /// Whether it is known what each state has.
    private var isWhole: Bool { model.rows.allSatisfy(isSound) && !model.hasCircle }

    /// Where a state is first spoken of.
    private func line(_ state: ID) -> [Int] {
        if let block = model.blocks.firstIndex(where: { $0.state == state }) { return [block + 101] }
        return [model.rows.firstIndex { $0.source == state }! + 1]
    }

    // MARK: - Rows and blocks

    func isSound(_ row: Model.Row) -> Bool { hasSoundIDs(row) && faultsOfMatches(row, at: 0).isEmpty }

    private func hasSoundIDs(_ row: Model.Row) -> Bool {
        let isInherited =
            row.source == ReservedID.none && row.block >= 0 && model.blocks[row.block].isSuperstate
        let isSource = row.source >= ReservedID.first || row.source == ReservedID.any || isInherited
        if row.event == ReservedID.request {
            return isSource && (row.target >= ReservedID.first || row.target == ReservedID.any)
        }
        let targets = [ReservedID.same, ReservedID.internal, ReservedID.dynamic]
        return isSource && (row.event >= ReservedID.first || row.event == ReservedID.any)
            && (row.target >= ReservedID.first || targets.contains(row.target))
    }

    private func faultsOfMatches(_ row: Model.Row, at line: Int) -> [Finding] {
        var found: [Finding] = []
        func add(_ kind: Diagnostic.Kind, _ predicate: ID, _ value: Int32 = ReservedID.none) {
            let ids = [row.source, row.event, row.target]
            found.append(Finding(kind, ids, at: [line], predicate: predicate, value: value))
        }
        for (number, match) in row.matches.enumerated() {
            guard let count = model.caseCount(match.predicate) else {
                add(.undeclaredPredicate, match.predicate)
                if match.values.isEmpty { add(.invalidMatch, match.predicate) }
                continue
            }
            if row.matches[..<number].contains(where: { $0.predicate == match.predicate }) || match.values.isEmpty {
                add(.invalidMatch, match.predicate)
            }
            for value in match.values where value < 0 || value >= count {
                add(.invalidMatch, match.predicate, value)
            }
        }
        for match in row.matches where row.matches.filter({ $0.predicate == match.predicate }).count == 1 {
            let known = match.values.filter { $0 >= 0 && $0 < model.caseCount(match.predicate) ?? 0 }
            for value in known where known.filter({ $0 == value }).count > 1 {
                add(.invalidMatch, match.predicate, value)
            }
        }
        return found
    }

    private func conflicts() -> [Finding] {
        model.predicateIDs.compactMap { id in
            let numbers = model.predicates.indices.filter { model.predicates[$0].id == id }
            guard Set(numbers.map { model.predicates[$0].caseCount }).count > 1 else { return nil }
            return Finding(.predicateConflict, [], at: numbers.map { $0 + 301 }, predicate: id)
        }
    }

    private func faults(of row: Model.Row, at line: Int) -> [Finding] {
        var found: [Finding] = faultsOfMatches(row, at: line)
        func add(_ kind: Diagnostic.Kind, _ lines: [Int]) {
            found.append(Finding(kind, [row.source, row.event, row.target], at: lines))
        }
        if row.block >= 0 && model.blocks[row.block].state != row.source { add(.foreignRow, [line, row.block + 101]) }
        guard hasSoundIDs(row) else {
            add(.reservedIDUsed, [line])
            return found
        }
        guard isSound(row) else { return found }
        if row.target >= ReservedID.first && !model.states.contains(row.target) { add(.unknownTarget, [line]) }
        if row.target == ReservedID.dynamic && row.resolver == nil { add(.missingResolver, [line]) }
        if row.target != ReservedID.dynamic && row.resolver != nil { add(.unexpectedResolver, [line]) }
        return found
    }

    private func isEmpty(_ block: Model.Block, _ number: Int) -> Bool {
        block.saysNothing
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
        let all = cells.inherited(state)
        var wants: [Want] = []
        for row in all where !wants.contains(row.row.want) { wants.append(row.row.want) }
        return wants.filter(isCell).flatMap { want in
            let rows = all.filter { $0.row.want == want }
            let alike = Dictionary(grouping: rows) { $0.row.matchSets }.values
            return (isWhole ? alike.flatMap(overrides) : [])
                + clashes(cells.rows(Cells.Level(state: state, want: want)))
        }
    }

    /// Requests for what is no state have a fault of their own.
    func isCell(_ want: Want) -> Bool {
        guard case .request(let state) = want else { return true }
        return state == ReservedID.any || model.states.contains(state)
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
        left.matchSets == right.matchSets && (model.guardPolicy == .exclusive || left.guards == right.guards)
    }

    private func isEqual(_ left: Model.Row, _ right: Model.Row) -> Bool {
        let a = left.target == left.source ? ReservedID.same : left.target
        let b = right.target == right.source ? ReservedID.same : right.target
        return a == b && left.resolver == right.resolver
    }

    // MARK: - Ways

    private func leads(_ row: Model.Row, outOf state: ID) -> Bool {
        if row.target == ReservedID.any { return model.states.count > 1 }
        return row.target == ReservedID.dynamic
            || (row.target >= ReservedID.first && row.target != state)
    }

    /// Rows of its own are ways out even where others always come before them: of that there is another warning.
    private func hasWayOut(_ state: ID) -> Bool {
        if model.blocks.contains(where: { $0.state == state && $0.isFinal }) { return true }
        return cells.wants.contains { want in
            let levels = cells.levels(state, want)
            let isClosed = levels[..<2].contains { cells.isClosed($0) }
            return (isClosed ? levels[..<2] : levels[...]).contains { level in
                cells.rows(level).contains { leads($0.row, outOf: state) }
            }
        }
    }

    /// The rows that some state takes for some event and combination, if guards and resolvers say what they may. A cell
    /// comes before less specific ones if it does so for all combinations.
    private func takenRows() -> Set<Int> {
        var taken: Set<Int> = []
        var seen: Set<Cells.Level> = []
        for state in model.states {
            for want in cells.wants {
                for level in cells.levels(state, want) {
                    if seen.insert(level).inserted {
                        for cases in cells.combinations {
                            for row in cells.rows(level, cases) {
                                taken.insert(row.number)
                                if cells.isAlwaysTaken(row.row) { break }
                            }
                        }
                    }
                    if cells.isClosed(level) { break }
                }
            }
        }
        return taken
    }

    private func reachable(from initial: ID) -> [ID] {
        var reached = [initial]
        let wants = Set(cells.wants + cells.wants.map { $0.any })
        while true {
            let rows = (reached + [ReservedID.any]).flatMap { state in
                wants.flatMap { cells.rows(Cells.Level(state: state, want: $0)) }
            }.map { $0.row }
            if rows.contains(where: { [ReservedID.dynamic, ReservedID.any].contains($0.target) }) {
                return model.states
            }
            let next = rows.map { $0.target }.filter { model.states.contains($0) && !reached.contains($0) }
            guard let state = next.first else { return reached }
            reached.append(state)
        }
    }
}
