extension ChartSubject {
    /// Warns of parallel states with less than two regions. O(states).
    func checkSingleRegions(_ found: inout [Diagnostic]) {
        for node in tree.items.indices where tree[node].isParallel {
            let regions = states(in: node)
            guard regions.count < 2 else { continue }
            found.report(
                Diagnostic(
                    .singleRegion, state: id(node), places: [place(node)] + regions.map { place($0) },
                    text: fill(
                        "state % is parallel, but has %: nest more in it, or do not make it parallel",
                        name(node),
                        regions.isEmpty ? fill("no children") : fill("one child"))))
        }
    }

    /// Warns of rows that leave and enter all regions of a parallel state in which their sources and targets lie.
    /// O(rows × depth).
    func checkSiblingRegions(_ found: inout [Diagnostic]) {
        var isReported = IndexedArray<Row, Bool>(repeating: false, count: definition.rows.count)
        for stateRow in stateRows where stateRow.state < resolved.states.end {
            let source = source(stateRow)
            let targets = targets(of: stateRow.index)
            guard !isReported[stateRow.index], !targets.isEmpty, let parallel = holder(of: targets, source),
                tree[parallel].kind == .parallel
            else { continue }
            // To come back to all regions by their history is meant.
            if targets.contains(where: { tree[$0].kind.isHistory && tree[$0].parent == parallel }) { continue }
            let row = resolved.row(stateRow)
            let home = region(of: source, in: parallel)
            let staysHome = targets.allSatisfy { tree.isWithin($0, home) }
            if staysHome && row.isLocal { continue }
            isReported[stateRow.index] = true
            let mending =
                staysHome
                ? fill("mark the row as local, so that it leaves region % alone", name(home))
                : fill(
                    "raise an event that a row of region % takes, or ask whether a state is active there",
                    name(region(of: targets.first { !tree.isWithin($0, home) } ?? home, in: parallel)))
            found.report(
                Diagnostic(
                    .siblingRegionTarget, row, places: [row.place, place(parallel)],
                    text: fill(
                        "% leaves and enters all regions of the parallel state %: %", names.row(row), name(parallel),
                        mending)))
        }
    }

    /// The nearest state around `source` in which all of these lie.
    func holder(of targets: [TypedIndex<Node>], _ source: TypedIndex<Node>) -> TypedIndex<Node>? {
        var holder = tree[source].parent
        while let outer = holder, !targets.allSatisfy({ isBelow($0, outer) }) { holder = tree[outer].parent }
        return holder
    }

    /// The child of `outer` in which a node lies that is below it.
    func region(of node: TypedIndex<Node>, in outer: TypedIndex<Node>) -> TypedIndex<Node> {
        var region = node
        while let parent = tree[region].parent, parent != outer { region = parent }
        return region
    }
}
