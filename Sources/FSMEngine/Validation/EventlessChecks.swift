extension ChartSubject {
    /// Reports rows without an event that lead in a circle, so that a machine never comes to rest: as an error if it must
    /// go there, or else as a warning. Either is `nil` if it is not wanted. O(rows + states).
    func checkEventlessCircles(isWarning: Bool, _ found: inout [Diagnostic]) {
        guard resolved.traits.contains(.eventless) else { return }
        let levels = EventlessLevels(self)
        let graph = EventlessGraph(self, levels)
        var isCertain = [Bool](repeating: false, count: isWarning ? graph.pointCount : 0)
        var circles: [[TypedIndex<Row>]] = []
        graph.forEachCircle(onlyCertain: true) { points in
            let rows = graph.rows(of: points, onlyCertain: true)
            let allLeave = rows.allSatisfy { if case .state = definition.rows[$0].target { true } else { false } }
            guard levels.isUndisturbed(points, allLeave: allLeave) else { return }
            if isWarning {
                for point in points { isCertain[point] = true }
            } else {
                circles.append(rows)
            }
        }
        if isWarning {
            graph.forEachCircle(onlyCertain: false) { points in
                if points.contains(where: { isCertain[$0] }) { return }
                circles.append(graph.rows(of: points, onlyCertain: false))
            }
        }
        for rows in circles where !rows.isEmpty { found.report(circle(rows, isWarning: isWarning)) }
    }

    @inline(never)
    private func circle(_ rows: [TypedIndex<Row>], isWarning: Bool) -> Diagnostic {
        var keys = rows.map { SortKey($0.value, 0) }
        keys.sortKeys()
        let sorted = keys.map { TypedIndex<Row>(Int($0.high)) }
        let texts = sorted.map { names.row(definition.rows[$0]) }
        let places = sorted.map { definition.rows[$0].place }
        let text =
            isWarning
            ? fill(
                "% may lead in a circle without an event: make sure that a guard says no in the end",
                names.list(texts))
            : fill(
                "% lead in a circle that never ends, without an event or a guard: give one of them either",
                names.list(texts))
        return Diagnostic(
            isWarning ? .possibleEventlessCircle : .eventlessCircle, definition.rows[sorted[0]], places: places,
            text: text)
    }
}

extension EventlessGraph {
    /// The rows by which one goes from one of these points to another, each once.
    func rows(of points: [Int], onlyCertain: Bool) -> [TypedIndex<Row>] {
        var isMember = IndexMap<UInt64>()
        for point in points { _ = isMember.index(of: UInt64(point), orInsert: 0) }
        var isKnown = IndexMap<UInt64>()
        var rows: [TypedIndex<Row>] = []
        for point in points {
            var number = firstWay[point]
            while number >= 0 {
                let way = ways[number]
                number = way.next
                guard let row = way.row, way.isCertain || !onlyCertain, isMember[UInt64(way.target)] != nil else {
                    continue
                }
                let next = UInt32(rows.count)
                if isKnown.index(of: UInt64(row.value), orInsert: next) == next { rows.append(row) }
            }
        }
        return rows
    }
}
