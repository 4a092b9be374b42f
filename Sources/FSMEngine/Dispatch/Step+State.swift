extension UnsafePointer<Step> {
    /// The state whose callback runs. Otherwise the source until the states change, then the target.
    public var stateOfCallback: ID {
        guard pointee.outcome == .ok else { return ReservedID.none }
        let machine = Machine(handle: pointee.machine)
        if let node = owner(machine) {
            return machine.storage.pointee.stateIDs[
                machine.storage.pointee.table.pointee.chart!.pointee.nodes[node].state]
        }
        return machine.isActive(pointee.source) ? pointee.source : pointee.target
    }

    /// The node of a chart whose callback runs. The long way of a step notes it; the callbacks of a flat program are known by
    /// their place.
    private func owner(_ machine: Machine) -> Int? {
        guard machine.storage.pointee.isChart, self == UnsafePointer(machine.stepPointer) else { return nil }
        let noted = machine.storage.pointee.calling
        if noted != ChartNode.none { return Int(noted) }
        let table = machine.storage.pointee.table
        guard let program = flatProgram(table) else { return nil }
        var index = Int(program.pointee.first)
        // The only callback, of the fast path, is not noted.
        let isAlone = program.pointee.function != nil && pointee.rule == nil
        if !isAlone {
            guard let running = machine.storage.pointee.running else { return nil }
            index = running - table.pointee.callbacks
        }
        guard index < Int(table.pointee.chart!.pointee.callbackOwnerCount) else { return nil }
        let owner = table.pointee.chart!.pointee.callbackOwners[index]
        return owner == ChartNode.none ? nil : Int(owner)
    }

    /// The flat program of the row that the step takes, if it has one.
    private func flatProgram(_ table: UnsafePointer<TableStorage>) -> UnsafePointer<Program>? {
        if let rule = pointee.rule {
            let number = rule.assumingMemoryBound(to: Rule.self).pointee.program
            return number == 0 ? nil : table.pointee.programs + Int(number)
        }
        guard let state = table.pointee.states.index(of: pointee.source),
            let column = table.column(ofEvent: pointee.event),
            let cell = table.flatCell(table.cell(state, column), pointee.cases)
        else { return nil }
        return table.pointee.programs + Int(cell.program)
    }
}
