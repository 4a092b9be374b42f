/// What a state is in a chart.
public enum ChartStateKind: UInt8 {
    /// Without children, with a default one, with children that are all active, an end, or a history.
    case atomic, compound, parallel, final, shallowHistory, deepHistory
}

extension Table {
    /// The state that a state or history is nested in; `nil` if it is in none, or unknown. O(1).
    public func parent(of id: ID) -> ID? {
        guard let chart = storage.pointee.chart, let state = storage.pointee.states.index(of: id) else { return nil }
        let node = chart.pointee.nodes[Int(chart.pointee.nodeOfState[Int(state.value)])]
        return node.parent == 0 ? nil : storage.pointee.states.ids[chart.pointee.nodes[Int(node.parent)].state]
    }

    /// What a state is; `nil` if the table is flat or does not have it. O(1).
    public func kind(of id: ID) -> ChartStateKind? {
        guard let chart = storage.pointee.chart, let state = storage.pointee.states.index(of: id) else { return nil }
        switch chart.pointee.nodes[Int(chart.pointee.nodeOfState[Int(state.value)])].kind {
        case .atomic: return .atomic
        case .compound: return .compound
        case .parallel: return .parallel
        case .final: return .final
        case .shallowHistory: return .shallowHistory
        case .deepHistory: return .deepHistory
        }
    }
}
