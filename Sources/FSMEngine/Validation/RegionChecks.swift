extension ChartSubject {
    /// Warns of parallel states with less than two regions. O(states).
    func checkSingleRegions() {
        for node in nodes where tree[node].isParallel {
            let regions = tree.states(in: node)
            guard regions.count < 2 else { continue }
            let fault: StaticString =
                regions.isEmpty
                ? "state % is parallel, but has no children: nest more in it, or do not make it parallel"
                : "state % is parallel, but has one child: nest more in it, or do not make it parallel"
            report(.singleRegion, node, places(node, regions), fill(fault, name(node)))
        }
    }

    /// Warns of rows that leave and enter all regions of a parallel state in which their sources and targets lie.
    /// O(rows × depth).
    func checkSiblingRegions() {
        var isReported = IndexedArray<Row, Bool>(repeating: false, count: definition.rows.count)
        for stateRow in stateRows() where stateRow.state < resolved.states.end && !isReported[stateRow.index] {
            isReported[stateRow.index] = checkSiblingRegions(stateRow)
        }
    }

    /// Whether there was something to report.
    private func checkSiblingRegions(_ stateRow: StateRow) -> Bool {
        let source = source(stateRow)
        let targets = targets(of: stateRow.index)
        guard !targets.isEmpty, let parallel = holder(of: targets, source), kind(parallel) == .parallel else {
            return false
        }
        let home = region(of: source, in: parallel)
        var other = home
        for target in targets {
            // To come back to all regions by their history is meant.
            if isHistory(target) && parent(target) == parallel { return false }
            if other == home && !tree.isWithin(target, home) { other = region(of: target, in: parallel) }
        }
        let row = resolved.row(stateRow)
        if other == home && row.isLocal { return false }
        let fault: StaticString =
            other == home
            ? """
            % leaves and enters all regions of the parallel state %: mark the row as local, so that it leaves region % \
            alone
            """
            : """
            % leaves and enters all regions of the parallel state %: raise an event that a row of region % takes, or ask \
            whether a state is active there
            """
        report(
            .siblingRegionTarget, row, [row.place, place(parallel)],
            fill(fault, names.row(row), name(parallel), name(other)))
        return true
    }

    /// The nearest state around `source` in which all of these lie.
    private func holder(of targets: [TypedIndex<Node>], _ source: TypedIndex<Node>) -> TypedIndex<Node>? {
        var holder = parent(source)
        while let outer = holder, !areBelow(targets, outer) { holder = parent(outer) }
        return holder
    }

    /// The child of `outer` in which a node lies that is below it.
    @inline(never)
    private func region(of node: TypedIndex<Node>, in outer: TypedIndex<Node>) -> TypedIndex<Node> {
        var region = node
        while let parent = parent(region), parent != outer { region = parent }
        return region
    }
}
