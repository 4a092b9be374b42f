extension UnsafePointer<Step> {
    /// The state whose callback runs: where nothing is noted, the source until the states change, then the target.
    public var stateOfCallback: ID {
        guard pointee.outcome == .ok else { return ReservedID.none }
        return Machine(handle: pointee.machine).isActive(pointee.source) ? pointee.source : pointee.target
    }
}
