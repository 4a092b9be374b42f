import CSwiftFSM
import FSMEngine

@c(sfsm_builder_add_state_at) @implementation
public func sfsm_builder_add_state_at(
    _ builder: OpaquePointer?, _ state: Int32, _ flags: UInt32, _ file: UnsafePointer<CChar>?, _ line: Int32,
    _ outBlock: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    guard let builder = builder?.builder else { return Status.nullPointer }
    guard !builder.isBuilt else { return Status.alreadyBuilt }
    guard flags & ~UInt32(SFSM_FINAL) == 0 else { return Status.badValue }
    guard builder.hasMemory(toAdd: builder.definition.bytesToAdd(blocks: 1)), let place = builder.place(file, line)
    else { return Status.outOfMemory }
    let block = Block(state: state, isFinal: flags & UInt32(SFSM_FINAL) != 0, place: place)
    let number = builder.definition.add(block)
    outBlock?.pointee = number + 1
    return Status.ok
}

/// Adds a callback to a block of a builder, or finalizes it.
private func addToBlock(
    _ builder: OpaquePointer?, _ block: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?, on event: BlockEvent
) -> sfsm_status {
    guard let builder = builder?.builder else {
        Finalization(finalizer, context)?()
        return Status.nullPointer
    }
    let fault = block < 1 ? Status.outOfRange : builder.fault(adding: block - 1, of: builder.definition.blocks.count)
    return builder.take(function, context, finalizer, fault: builder.isBuilt ? Status.alreadyBuilt : fault) {
        builder.definition.add($0, on: event, toBlock: block - 1)
        return Status.ok
    }
}

@c(sfsm_builder_on_entry) @implementation
public func sfsm_builder_on_entry(
    _ builder: OpaquePointer?, _ block: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToBlock(builder, block, function, context, finalizer, on: .entry)
}

@c(sfsm_builder_on_exit) @implementation
public func sfsm_builder_on_exit(
    _ builder: OpaquePointer?, _ block: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToBlock(builder, block, function, context, finalizer, on: .exit)
}

@c(sfsm_builder_on_cycle) @implementation
public func sfsm_builder_on_cycle(
    _ builder: OpaquePointer?, _ block: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToBlock(builder, block, function, context, finalizer, on: .cycle)
}
