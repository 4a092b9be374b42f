// Stands in for what machines and tables of charts will offer: right for flat ones.

extension Outcome {
    /// `SFSM_DEFERRED`
    public static var deferred: Outcome { Outcome(rawValue: 5) }
    /// `SFSM_BAD_CONFIGURATION`
    public static var badConfiguration: Outcome { Outcome(rawValue: -25) }
    /// `SFSM_STEP_LIMIT_REACHED`
    public static var stepLimit: Outcome { Outcome(rawValue: -26) }
}

extension Machine {
    public func isActive(_ id: ID) -> Bool { id != ReservedID.none && state == id }

    public func forEachActiveLeaf(_ body: (ID) -> Void) { if state != ReservedID.none { body(state) } }

    public func setStates(_ ids: UnsafeBufferPointer<ID>) -> Outcome {
        ids.count == 1 ? setState(ids[0]) : .badConfiguration
    }

    public func raise(_ event: ID) -> Outcome { send(event) }

    public var isDone: Bool { false }
}

/// What a state is in a chart.
public enum ChartStateKind: UInt8 {
    case atomic, compound, parallel, final, shallowHistory, deepHistory
}

extension Table {
    public func parent(of state: ID) -> ID? { nil }
    public func kind(of state: ID) -> ChartStateKind? { nil }
}
