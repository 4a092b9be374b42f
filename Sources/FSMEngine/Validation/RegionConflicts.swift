extension ChartSubject {
    /// Warns of rows of different regions that are for one event and cannot be taken together: once for each event and
    /// parallel state. O(rows × depth).
    func checkConflictingRegions() {
        let conflicts = RegionConflicts(self)
        conflicts.groups.forEachGroup { report(conflicts, $0) }
    }

    private func report(_ conflicts: RegionConflicts, _ group: [Int]) {
        // Those that leave the parallel state come first.
        let leaving = group[0]
        let region = conflicts.regions[leaving]
        var other = leaving
        var places: [Place] = []
        for number in group {
            let isElsewhere = conflicts.regions[number] != region
            let row = conflicts.rows[number].index
            if isElsewhere || number < conflicts.leavingCount { places.add(definition.rows[row].place) }
            if other == leaving && isElsewhere && row != conflicts.rows[leaving].index { other = number }
        }
        guard other != leaving, let parallel = parent(region) else { return }
        let rows = (conflicts.rows[leaving], conflicts.rows[other])
        let texts = (text(rows.0), text(rows.1))
        let isFirst = source(rows.0) < source(rows.1)
        report(
            .conflictingRegions, resolved.row(rows.0), places,
            fill(
                """
                % and % are of two regions of state %, and one of them leaves both regions, so that where both could \
                be taken only the first is: add guards, use another event, or give the row to state %
                """,
                isFirst ? texts.0 : texts.1, isFirst ? texts.1 : texts.0, name(parallel), name(parallel)))
    }
}

/// Rows of different regions that are for one event and cannot be taken together.
private final class RegionConflicts {
    private let chart: ChartSubject
    /// Rows, each within a region of a parallel state. One may stand here several times, for regions within regions.
    private(set) var rows: [StateRow] = []
    private(set) var regions: [TypedIndex<Node>] = []
    /// So many come first that leave their parallel state.
    private(set) var leavingCount = 0
    /// For each of these its group, which is for one parallel state and event, and its own number.
    var groups: [SortKey] = []
    private var numberOfGroup = IndexMap<UInt64>()

    init(_ chart: ChartSubject) {
        self.chart = chart
        let candidates = chart.stateRows()
        // First the groups are opened by rows that leave a parallel state; then those that do not are added to them.
        for row in candidates where isCandidate(row) { add(row, leaving: true) }
        leavingCount = rows.count
        if leavingCount == 0 { return }
        for row in candidates where isCandidate(row) { add(row, leaving: false) }
    }

    /// A row that is taken whenever it is found, and leaves something.
    @inline(never)
    private func isCandidate(_ stateRow: StateRow) -> Bool {
        let row = chart.definition.rows[stateRow.index]
        guard stateRow.state < chart.resolved.states.end, case .state = row.target else { return false }
        let isForOne = row.event == ReservedID.eventless || !ReservedID.contains(row.event)
        return isForOne && chart.resolved.isUnconditional(stateRow.index)
    }

    @inline(never)
    private func add(_ row: StateRow, leaving: Bool) {
        let isLocal = chart.definition.rows[row.index].isLocal
        let targets = chart.targets(of: row.index)
        var region = chart.source(row)
        /// Some state within the present one is not left.
        var isHeld = false
        while let outer = chart.parent(region) {
            if chart.kind(outer) == .parallel {
                let leaves = !isHeld && !(isLocal && chart.areWithin(targets, region))
                if leaves == leaving { add(row, of: region, in: outer, leaving: leaving) }
            } else if !isHeld {
                isHeld = chart.areBelow(targets, outer)
            }
            region = outer
        }
    }

    @inline(never)
    private func add(
        _ row: StateRow, of region: TypedIndex<Node>, in parallel: TypedIndex<Node>, leaving: Bool
    ) {
        let event = chart.definition.rows[row.index].event
        let key = UInt64(parallel.value) << 32 | UInt64(UInt32(bitPattern: event))
        let next = UInt32(numberOfGroup.count)
        guard let number = leaving ? numberOfGroup.index(of: key, orInsert: next) : numberOfGroup[key] else { return }
        groups.add(SortKey(Int(number), rows.count))
        rows.add(row)
        regions.add(region)
    }
}
