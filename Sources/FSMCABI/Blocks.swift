import CSwiftFSM
import FSMEngine

@c(sfsm_builder_add_state_at) @implementation
public func sfsm_builder_add_state_at(
    _ builder: OpaquePointer?, _ state: Int32, _ flags: UInt32, _ file: UnsafePointer<CChar>?, _ line: Int32,
    _ outBlock: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    let kind: StateKind? =
        switch flags {
        case 0, UInt32(SFSM_FINAL): .plain
        case UInt32(SFSM_PARALLEL): .parallel
        case UInt32(SFSM_SHALLOW_HISTORY): .shallowHistory
        case UInt32(SFSM_DEEP_HISTORY): .deepHistory
        default: nil
        }
    let block = kind.map { Block(state: state, kind: $0, isFinal: flags == UInt32(SFSM_FINAL)) }
    return addBlock(builder, "sfsm_builder_add_state", file, line, outBlock, block)
}

@c(sfsm_builder_add_superstate_at) @implementation
public func sfsm_builder_add_superstate_at(
    _ builder: OpaquePointer?, _ file: UnsafePointer<CChar>?, _ line: Int32, _ outBlock: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    addBlock(builder, "sfsm_builder_add_superstate", file, line, outBlock, Block(superstateAt: .unknown))
}

@c(sfsm_builder_adopt) @implementation
public func sfsm_builder_adopt(_ builder: OpaquePointer?, _ block: Int, _ superstate: Int) -> sfsm_status {
    configure(builder, "sfsm_builder_adopt") {
        for number in [block, superstate] where $0.fault(addingToBlock: number) != Status.ok {
            return Status.outOfRange
        }
        guard $0.definition.reserveAdoption() else { return Status.outOfMemory }
        let isAdopted = $0.definition.adopt(superstate: superstate - 1, intoBlock: block - 1)
        return isAdopted ? Status.ok : Status.badValue
    }
}

/// Adds a block at a place of the caller's; there is none for flags that may not be.
@inline(never)
private func addBlock(
    _ builder: OpaquePointer?, _ function: StaticString, _ file: UnsafePointer<CChar>?, _ line: Int32,
    _ outBlock: UnsafeMutablePointer<Int>?, _ block: Block?
) -> sfsm_status {
    configure(builder, function, file, line) {
        guard var block else { return Status.badValue }
        guard $0.definition.reserve(blocks: 1), let place = $0.place(file, line) else { return Status.outOfMemory }
        block.place = place
        let number = $0.definition.add(block)
        outBlock?.pointee = number + 1
        return Status.ok
    }
}

extension Builder {
    /// What is wrong with adding something to the block of this number, or `SFSM_OK`.
    func fault(addingToBlock number: Int) -> sfsm_status {
        if isBuilt { return Status.alreadyBuilt }
        return number >= 1 && number <= definition.blocks.count ? Status.ok : Status.outOfRange
    }
}

/// Adds a callback to a block of a builder, or finalizes it.
@inline(never)
private func addToBlock(
    _ builder: OpaquePointer?, _ block: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?, _ name: StaticString, on event: BlockEvent
) -> sfsm_status {
    guard let builder = builder?.builder else {
        Finalization(finalizer, context)?()
        return Status.nullPointer
    }
    let status = builder.makeRoom(for: function, context, fault: builder.fault(addingToBlock: block))
    if status == Status.ok, let function {
        let callback = Callback(function, context: context)
        builder.definition.add(event == .update ? callback.forUpdate : callback, on: event, toBlock: block - 1)
    }
    return builder.finish(status, finalizer, context, name)
}

@c(sfsm_builder_on_entry) @implementation
public func sfsm_builder_on_entry(
    _ builder: OpaquePointer?, _ block: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToBlock(builder, block, function, context, finalizer, "sfsm_builder_on_entry", on: .entry)
}

@c(sfsm_builder_on_exit) @implementation
public func sfsm_builder_on_exit(
    _ builder: OpaquePointer?, _ block: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToBlock(builder, block, function, context, finalizer, "sfsm_builder_on_exit", on: .exit)
}

@c(sfsm_builder_on_cycle) @implementation
public func sfsm_builder_on_cycle(
    _ builder: OpaquePointer?, _ block: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToBlock(builder, block, function, context, finalizer, "sfsm_builder_on_cycle", on: .cycle)
}

@c(sfsm_builder_on_update) @implementation
public func sfsm_builder_on_update(
    _ builder: OpaquePointer?, _ block: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToBlock(builder, block, function, context, finalizer, "sfsm_builder_on_update", on: .update)
}
