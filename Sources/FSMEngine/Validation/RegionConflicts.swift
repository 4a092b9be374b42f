/// Rows of different regions that are for one event and cannot be taken together.
struct RegionConflicts {
    private let chart: ChartSubject
    /// Rows that leave a parallel state, by that and their event; and those of its other regions.
    private var numberOfGroup = IndexMap<UInt64>()
    private var groups: [Group] = []

    private struct Group {
        var parallel: TypedIndex<Node>
        var rows: [(row: StateRow, region: TypedIndex<Node>, leaves: Bool)] = []
    }

    /// O(rows × depth).
    init(_ chart: ChartSubject) {
        self.chart = chart
        let rows = chart.stateRows.filter { isCandidate($0) }
        for row in rows { add(row, onlyLeaving: true) }
        if groups.isEmpty { return }
        for row in rows { add(row, onlyLeaving: false) }
    }

    /// A row that is taken whenever it is found, and leaves something.
    private func isCandidate(_ stateRow: StateRow) -> Bool {
        let row = chart.definition.rows[stateRow.index]
        guard stateRow.state < chart.resolved.states.end, case .state = row.target else { return false }
        let isForOne = row.event == ReservedID.eventless || !ReservedID.contains(row.event)
        return isForOne && row.matches.isEmpty && chart.resolved.isUnguarded(stateRow.index)
    }

    /// First the groups are opened by rows that leave a parallel state; then those that do not are added to them.
    private mutating func add(_ stateRow: StateRow, onlyLeaving: Bool) {
        let row = chart.definition.rows[stateRow.index]
        let targets = chart.targets(of: stateRow.index)
        var region = chart.source(stateRow)
        /// Some state within the present one is not left.
        var isHeld = false
        while let outer = chart.tree[region].parent {
            if chart.tree[outer].kind == .parallel {
                let staysHome = row.isLocal && targets.allSatisfy { chart.tree.isWithin($0, region) }
                let leaves = !isHeld && !staysHome
                if leaves == onlyLeaving { add(stateRow, of: region, in: outer, leaves: leaves) }
            } else if !isHeld {
                isHeld = targets.allSatisfy { chart.isBelow($0, outer) }
            }
            region = outer
        }
    }

    private mutating func add(
        _ row: StateRow, of region: TypedIndex<Node>, in parallel: TypedIndex<Node>, leaves: Bool
    ) {
        let event = chart.definition.rows[row.index].event
        let key = UInt64(parallel.value) << 32 | UInt64(UInt32(bitPattern: event))
        if leaves {
            let number = Int(numberOfGroup.index(of: key, orInsert: UInt32(groups.count)))
            if number == groups.count { groups.append(Group(parallel: parallel)) }
            groups[number].rows.append((row, region, true))
        } else if let number = numberOfGroup[key] {
            groups[Int(number)].rows.append((row, region, false))
        }
    }

    /// Reports each event once for each parallel state.
    func report(_ found: inout [Diagnostic]) {
        for group in groups {
            guard let leaving = group.rows.first(where: { $0.leaves }),
                let other = group.rows.first(where: { $0.region != leaving.region && $0.row.index != leaving.row.index }
                )
            else { continue }
            let row = chart.resolved.row(leaving.row)
            let pair = chart.source(leaving.row) < chart.source(other.row) ? (leaving, other) : (other, leaving)
            let texts = (
                chart.names.row(chart.resolved.row(pair.0.row)), chart.names.row(chart.resolved.row(pair.1.row))
            )
            var places: [Place] = []
            for each in group.rows where each.leaves || each.region != leaving.region {
                places.append(chart.definition.rows[each.row.index].place)
            }
            found.report(
                Diagnostic(
                    .conflictingRegions, row, places: places,
                    text: fill(
                        """
                        % and % are of two regions of state %, and one of them leaves both regions, so that where both \
                        could be taken only the first is: add guards, use another event, or give the row to state %
                        """,
                        texts.0, texts.1, chart.name(group.parallel), chart.name(group.parallel))))
        }
    }
}
