// Stands in for what tables of charts will tell.

/// What a state is in a chart.
public enum ChartStateKind: UInt8 {
    case atomic, compound, parallel, final, shallowHistory, deepHistory
}

extension Table {
    private func node(of state: ID) -> ChartNode? {
        guard let chart = storage.pointee.chart, let index = storage.pointee.states.index(of: state) else { return nil }
        return chart.pointee.nodes[Int(chart.pointee.nodeOfState[Int(index.value)])]
    }

    public func parent(of state: ID) -> ID? {
        guard let chart = storage.pointee.chart, let node = node(of: state), node.parent != 0 else { return nil }
        return storage.pointee.states.ids[chart.pointee.nodes[Int(node.parent)].state]
    }

    public func kind(of state: ID) -> ChartStateKind? {
        node(of: state).flatMap { ChartStateKind(rawValue: $0.kind.rawValue) }
    }
}
