@testable import FSMEngine

/// The oracle of validation: what is wrong with a model, by comparing everything with everything. Row number n stands
/// in line n + 1, block number n in line n + 101, initial state number n in line n + 201, predicate type number n in
/// line n + 301, declared event number n in line n + 401.
final class Judge {
    let model: Model
    private(set) lazy var cells = Cells(model, where: isSound)
    private(set) lazy var unfitCallbacks = findUnfitCallbacks()
    private(set) lazy var triedRows = Set(levels.flatMap { cells.rows($0).map { $0.number } })
    /// What of the callbacks of states is called in the steps of which rows.
    private(set) lazy var visits = findVisits()

    init(model: Model) { self.model = model }

    func errors() -> [Finding] { knownErrors }

    private lazy var knownErrors: [Finding] = findErrors()

    /// What rows of one state are at fault with each other: duplicates, clashes, overrides.
    private(set) lazy var rivalries = (states + [ReservedID.any]).flatMap { faults(of: $0) }

    // What the model computes anew each time that it is asked.
    private lazy var states = model.states
    private lazy var caseCounts = Dictionary(
        model.predicates.map { ($0.id, $0.caseCount) }, uniquingKeysWith: { max($0, $1) })

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
        found += conflicts() + argumentConflicts() + unfitCallbacks.map { $0.finding }
        if model.hasCircle { found.append(Finding(.circularAdoption, [], at: [])) }
        found += rivalries
        if found.isEmpty && model.rows.isEmpty { found.append(Finding(.emptyDefinition, [], at: [])) }
        return found
    }

    var isValid: Bool { errors().isEmpty && tie == nil }

    /// Whether it is known what each state has.
    private(set) lazy var isWhole = model.rows.allSatisfy(isSound) && !model.hasCircle

    /// Where a state is first spoken of.
    func line(_ state: ID) -> [Int] {
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
        if row.matches.isEmpty { return found }
        func add(_ kind: Diagnostic.Kind, _ predicate: ID, _ value: Int32 = ReservedID.none) {
            let ids = [row.source, row.event, row.target]
            found.append(Finding(kind, ids, at: [line], predicate: predicate, value: value))
        }
        for (number, match) in row.matches.enumerated() {
            guard let count = caseCounts[match.predicate] else {
                add(.undeclaredPredicate, match.predicate)
                if match.values.isEmpty { add(.invalidMatch, match.predicate) }
                continue
            }
            if row.matches[..<number].contains(where: { $0.predicate == match.predicate }) {
                add(.invalidMatch, match.predicate)
            }
            if match.values.isEmpty { add(.invalidMatch, match.predicate) }
            for value in match.values where value < 0 || value >= count {
                add(.invalidMatch, match.predicate, value)
            }
        }
        for match in row.matches where row.matches.filter({ $0.predicate == match.predicate }).count == 1 {
            let known = match.values.filter { $0 >= 0 && $0 < caseCounts[match.predicate] ?? 0 }
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

    private func argumentConflicts() -> [Finding] {
        Set(model.events.map { $0.id }).sorted().compactMap { id in
            let numbers = model.events.indices.filter { model.events[$0].id == id }
            guard Set(numbers.map { model.events[$0].types }).count > 1 else { return nil }
            return Finding(.argumentConflict, [ReservedID.none, id], at: numbers.map { $0 + 401 })
        }
    }

    private func faults(of row: Model.Row, at line: Int) -> [Finding] {
        var found: [Finding] = faultsOfMatches(row, at: line)
        func add(_ kind: Diagnostic.Kind, _ lines: [Int]) {
            found.append(Finding(kind, [row.source, row.event, row.target], at: lines))
        }
        if row.block >= 0 && model.blocks[row.block].state != row.source {
            add(.misplacedRow, [line, row.block + 101])
        }
        guard hasSoundIDs(row) else {
            add(.reservedIDUsed, [line])
            return found
        }
        guard isSound(row) else { return found }
        if row.target >= ReservedID.first && !states.contains(row.target) { add(.unknownTarget, [line]) }
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
        for (number, state) in own where !states.contains(state) && !reported.contains(state) {
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
            let alike = Dictionary(grouping: rows) { $0.matchSets }.values
            return (isWhole ? alike.flatMap(overrides) : [])
                + clashes(cells.rows(Cells.Level(state: state, want: want)))
        }
    }

    /// All cells that may have rows.
    var levels: [Cells.Level] {
        let wants = Set(model.rows.filter(isSound).map { $0.want }).filter(isCell)
        return (states + [ReservedID.any]).flatMap { state in
            wants.map { Cells.Level(state: state, want: $0) }
        }
    }

    /// Requests for what is no state have a fault of their own.
    func isCell(_ want: Want) -> Bool {
        guard case .request(let state) = want else { return true }
        return state == ReservedID.any || states.contains(state)
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
            let former = rows[..<index].filter { isRival(row, $0) }
            let rivals = rows.filter { isRival(row, $0) }
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

    private func isRival(_ left: Model.StateRow, _ right: Model.StateRow) -> Bool {
        left.matchSets == right.matchSets && (model.guardPolicy == .exclusive || left.row.guards == right.row.guards)
    }

    private func isEqual(_ left: Model.Row, _ right: Model.Row) -> Bool {
        let a = left.target == left.source ? ReservedID.same : left.target
        let b = right.target == right.source ? ReservedID.same : right.target
        return a == b && left.resolver == right.resolver
    }
}
