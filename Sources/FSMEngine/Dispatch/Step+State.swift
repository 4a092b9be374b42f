extension UnsafePointer<Step> {
    /// The state whose callback runs. A chart notes it where it may be another than the leaf that is active: otherwise the
    /// source until the states change, then the target.
    public var stateOfCallback: ID {
        guard pointee.outcome == .ok else { return ReservedID.none }
        let machine = Machine(handle: pointee.machine)
        let calling = machine.storage.pointee.calling
        if calling != ChartNode.none && self == UnsafePointer(machine.stepPointer) {
            let table = machine.storage.pointee.table.pointee.chart!
            let state = table.pointee.nodes[Int(calling)].state
            return machine.storage.pointee.stateIDs[state]
        }
        return machine.isActive(pointee.source) ? pointee.source : pointee.target
    }
}
