import CSwiftFSM
import FSMEngine

@c(sfsm_builder_nest) @implementation
public func sfsm_builder_nest(_ builder: OpaquePointer?, _ block: Int, _ parent: Int32) -> sfsm_status {
    setStatePart(builder, "sfsm_builder_nest", block, parent) { $0.nest(block: block - 1, in: parent) }
}

@c(sfsm_builder_set_default) @implementation
public func sfsm_builder_set_default(_ builder: OpaquePointer?, _ block: Int, _ target: Int32) -> sfsm_status {
    setStatePart(builder, "sfsm_builder_set_default", block, target) {
        $0.setDefault(ofBlock: block - 1, to: target)
    }
}

@c(sfsm_builder_on_done) @implementation
public func sfsm_builder_on_done(_ builder: OpaquePointer?, _ block: Int, _ event: Int32) -> sfsm_status {
    setStatePart(builder, "sfsm_builder_on_done", block, event) { $0.setDoneEvent(ofBlock: block - 1, to: event) }
}

@c(sfsm_builder_on_default) @implementation
public func sfsm_builder_on_default(
    _ builder: OpaquePointer?, _ block: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    guard let builder = builder?.builder else {
        Finalization(finalizer, context)?()
        return Status.nullPointer
    }
    var fault = builder.fault(placingBlock: block)
    if fault == Status.ok && !builder.definition.reserveStatePart() { fault = Status.outOfMemory }
    let status = builder.makeRoom(for: function, context, fault: fault)
    if status == Status.ok, let function {
        builder.definition.addDefaultAction(Callback(function, context: context), toBlock: block - 1)
    }
    return builder.finish(status, finalizer, context, "sfsm_builder_on_default")
}

@c(sfsm_builder_add_target) @implementation
public func sfsm_builder_add_target(_ builder: OpaquePointer?, _ row: Int, _ state: Int32) -> sfsm_status {
    addRowPart(builder, "sfsm_builder_add_target", row, state) {
        $0.addTarget(state, toRow: row - 1)
    }
}

@c(sfsm_builder_add_in_guard) @implementation
public func sfsm_builder_add_in_guard(
    _ builder: OpaquePointer?, _ row: Int, _ state: Int32, _ isIn: Bool
) -> sfsm_status {
    addRowPart(builder, "sfsm_builder_add_in_guard", row, state) {
        $0.addInGuard(state, isIn: isIn, toRow: row - 1)
    }
}

@c(sfsm_builder_add_raise) @implementation
public func sfsm_builder_add_raise(_ builder: OpaquePointer?, _ row: Int, _ event: Int32) -> sfsm_status {
    addRowPart(builder, "sfsm_builder_add_raise", row, event) {
        $0.addRaise(event, toRow: row - 1)
    }
}

@c(sfsm_table_parent) @implementation
public func sfsm_table_parent(_ table: OpaquePointer?, _ state: Int32) -> Int32 {
    table?.table.parent(of: state) ?? ReservedID.none
}

@c(sfsm_table_kind) @implementation
public func sfsm_table_kind(_ table: OpaquePointer?, _ state: Int32) -> UInt32 {
    switch table?.table.kind(of: state) {
    case .final: UInt32(SFSM_FINAL)
    case .parallel: UInt32(SFSM_PARALLEL)
    case .shallowHistory: UInt32(SFSM_SHALLOW_HISTORY)
    case .deepHistory: UInt32(SFSM_DEEP_HISTORY)
    case .atomic, .compound, nil: 0
    }
}

/// Says one thing of the state of a block, for which `id` stands; `set` is `false` if the block says that already.
@inline(never)
func setStatePart(
    _ builder: OpaquePointer?, _ function: StaticString, _ block: Int, _ id: ID, _ set: (inout Definition) -> Bool
) -> sfsm_status {
    configure(builder, function) {
        let fault = $0.fault(placingBlock: block)
        guard fault == Status.ok else { return fault }
        guard id >= ReservedID.first else { return Status.reservedID }
        guard $0.definition.reserveStatePart() else { return Status.outOfMemory }
        return set(&$0.definition) ? Status.ok : Status.badValue
    }
}

/// Adds one thing to a row, for which `id` stands, once there is room for it.
@inline(never)
private func addRowPart(
    _ builder: OpaquePointer?, _ function: StaticString, _ row: Int, _ id: ID, _ add: (inout Definition) -> Void
) -> sfsm_status {
    configure(builder, function) {
        guard row >= 1 && row <= $0.definition.rows.count else { return Status.outOfRange }
        guard id >= ReservedID.first else { return Status.reservedID }
        guard $0.definition.reserveRowPart(row - 1) else { return Status.outOfMemory }
        add(&$0.definition)
        return Status.ok
    }
}

extension Builder {
    /// What is wrong with saying of the block of this number where in a chart its state is, or `SFSM_OK`.
    fileprivate func fault(placingBlock number: Int) -> sfsm_status {
        let fault = fault(addingToBlock: number)
        guard fault == Status.ok else { return fault }
        return definition.blocks[number - 1].isSuperstate ? Status.badValue : Status.ok
    }
}
