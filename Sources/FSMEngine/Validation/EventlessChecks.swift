extension ChartSubject {
    /// Reports rows without an event that lead in a circle, so that a machine never comes to rest: as an error if it must
    /// go there, or else as a warning. O(rows + states).
    func checkEventlessCircles(isWarning: Bool) {
        guard resolved.traits.contains(.eventless) else { return }
        let levels = EventlessLevels(self)
        let graph = EventlessGraph(self, levels)
        var isCertain = [Bool](repeating: false, count: graph.pointCount)
        graph.forEachCircle(onlyCertain: true) { points, circles in
            let rows = graph.rows(of: points, circles, onlyCertain: true)
            var allLeave = true
            for row in rows where !leavesSomething(row) { allLeave = false }
            guard levels.isUndisturbed(points, circles, allLeave: allLeave) else { return }
            if isWarning {
                for point in points { isCertain[point] = true }
            } else {
                report(
                    .eventlessCircle, rows,
                    rows.count == 1
                        ? "% leads in a circle that never ends, without an event or a guard: give it either"
                        : "% lead in a circle that never ends, without an event or a guard: give one of them either")
            }
        }
        guard isWarning else { return }
        graph.forEachCircle(onlyCertain: false) { points, circles in
            for point in points where isCertain[point] { return }
            if isExclusive(graph, points, circles) { return }
            report(
                .possibleEventlessCircle, graph.rows(of: points, circles, onlyCertain: false),
                "% may lead in a circle without an event: make sure that a guard says no in the end")
        }
    }

    private func leavesSomething(_ row: TypedIndex<Row>) -> Bool {
        if case .state = definition.rows[row].target { true } else { false }
    }

    @inline(never)
    private func report(_ kind: Diagnostic.Kind, _ rows: [TypedIndex<Row>], _ template: StaticString) {
        guard let first = rows.first else { return }
        var places: [Place] = []
        for row in rows { places.add(definition.rows[row].place) }
        report(
            kind, definition.rows[first], places,
            fill(template, names.list(rows.count) { names.row(definition.rows[rows[$0]]) }))
    }
}

extension EventlessGraph {
    /// The rows by which one goes from one of these points to another, each once, in the order of the definition.
    @inline(never)
    func rows(of points: [Int], _ circles: [Int], onlyCertain: Bool) -> [TypedIndex<Row>] {
        var keys: [SortKey] = []
        for point in points {
            var number = firstWay[point]
            while number >= 0 {
                let way = ways[number]
                number = way.next
                if way.row < 0 || (onlyCertain && !way.isCertain) || circles[way.target] != circles[point] { continue }
                keys.add(SortKey(way.row, 0))
            }
        }
        keys.sortKeys()
        var rows: [TypedIndex<Row>] = []
        for key in keys {
            let row = TypedIndex<Row>(Int(key.high))
            if rows.isEmpty || rows[rows.count - 1] != row { rows.add(row) }
        }
        return rows
    }
}
