extension ChartSubject {
    /// Warns of rows of different regions that are for one event and cannot be taken together: once for each event and
    /// parallel state. O(rows × depth).
    func checkConflictingRegions() {
        var conflicts = RegionConflicts(self)
        conflicts.groups.forEachGroup { report(conflicts.rivals, $0) }
    }

    private func report(_ rivals: [RegionConflicts.Rival], _ group: [Int]) {
        // Those that leave the parallel state come first.
        let leaving = rivals[group[0]]
        var other: RegionConflicts.Rival?
        var places: [Place] = []
        for number in group {
            let rival = rivals[number]
            if rival.leaves || rival.region != leaving.region { places.append(definition.rows[rival.row.index].place) }
            if other == nil && rival.region != leaving.region && rival.row.index != leaving.row.index { other = rival }
        }
        guard let other else { return }
        let isFirst = source(leaving.row) < source(other.row)
        let parallel = name(leaving.parallel)
        found.report(
            Diagnostic(
                .conflictingRegions, resolved.row(leaving.row), places: places,
                text: fill(
                    """
                    % and % are of two regions of state %, and one of them leaves both regions, so that where both \
                    could be taken only the first is: add guards, use another event, or give the row to state %
                    """,
                    names.row(resolved.row((isFirst ? leaving : other).row)),
                    names.row(resolved.row((isFirst ? other : leaving).row)), parallel, parallel)))
    }
}

/// Rows of different regions that are for one event and cannot be taken together.
private struct RegionConflicts {
    /// A row within a region of a parallel state.
    struct Rival {
        var row: StateRow
        var region: TypedIndex<Node>
        var parallel: TypedIndex<Node>
        /// Whether it leaves the parallel state, or a part of it.
        var leaves: Bool
    }

    private let chart: ChartSubject
    private(set) var rivals: [Rival] = []
    /// For each of these its group, which is for one parallel state and event, and its own number.
    var groups: [SortKey] = []
    private var numberOfGroup = IndexMap<UInt64>()

    init(_ chart: ChartSubject) {
        self.chart = chart
        let rows = chart.stateRows()
        // First the groups are opened by rows that leave a parallel state; then those that do not are added to them.
        for onlyLeaving in [true, false] {
            for row in rows where isCandidate(row) { add(row, onlyLeaving: onlyLeaving) }
        }
    }

    /// A row that is taken whenever it is found, and leaves something.
    private func isCandidate(_ stateRow: StateRow) -> Bool {
        let row = chart.definition.rows[stateRow.index]
        guard stateRow.state < chart.resolved.states.end, case .state = row.target else { return false }
        let isForOne = row.event == ReservedID.eventless || !ReservedID.contains(row.event)
        return isForOne && chart.resolved.isAlwaysTaken(stateRow.index)
    }

    private mutating func add(_ stateRow: StateRow, onlyLeaving: Bool) {
        let isLocal = chart.definition.rows[stateRow.index].isLocal
        let targets = chart.targets(of: stateRow.index)
        var region = chart.source(stateRow)
        /// Some state within the present one is not left.
        var isHeld = false
        while let outer = chart.parent(region) {
            if chart.kind(outer) == .parallel {
                let leaves = !isHeld && !(isLocal && chart.areWithin(targets, region))
                if leaves == onlyLeaving {
                    add(Rival(row: stateRow, region: region, parallel: outer, leaves: leaves))
                }
            } else if !isHeld {
                isHeld = chart.areBelow(targets, outer)
            }
            region = outer
        }
    }

    private mutating func add(_ rival: Rival) {
        let event = chart.definition.rows[rival.row.index].event
        let key = UInt64(rival.parallel.value) << 32 | UInt64(UInt32(bitPattern: event))
        let next = UInt32(numberOfGroup.count)
        guard let number = rival.leaves ? numberOfGroup.index(of: key, orInsert: next) : numberOfGroup[key] else {
            return
        }
        groups.append(SortKey(Int(number), rivals.count))
        rivals.append(rival)
    }
}
