import CSwiftFSM
import FSMEngine

@c(sfsm_machine_create) @implementation
public func sfsm_machine_create(
    _ table: OpaquePointer?, _ initial: Int32, _ context: UnsafeMutableRawPointer?,
    _ outMachine: UnsafeMutablePointer<OpaquePointer?>?
) -> sfsm_status {
    guard let outMachine else { return Status.nullPointer }
    outMachine.pointee = nil
    guard let table = table?.table else { return Status.nullPointer }
    do {
        outMachine.pointee = OpaquePointer(try Machine.create(table, initial: initial, context: context).handle)
        return Status.ok
    } catch {
        return error.outcome.rawValue
    }
}

@c(sfsm_machine_size) @implementation
public func sfsm_machine_size(_ table: OpaquePointer?) -> Int { table?.table.machineSize ?? 0 }

@c(sfsm_machine_create_with) @implementation
@_optimize(speed)
public func sfsm_machine_create_with(
    _ table: OpaquePointer?, _ options: UnsafePointer<sfsm_machine_options>?,
    _ outMachine: UnsafeMutablePointer<OpaquePointer?>?
) -> sfsm_status {
    guard let outMachine else { return Status.nullPointer }
    outMachine.pointee = nil
    guard let table, let options else { return Status.nullPointer }
    return table.withTable { table in
        let (memory, fault) = options.memory(for: table)
        guard fault == Status.ok else { return fault }
        do throws(MachineError) {
            let machine = try Machine.create(
                table, initial: options.pointee.initial, context: options.pointee.context,
                isLenient: options.pointee.flags & UInt32(SFSM_LENIENT) != 0, in: memory)
            outMachine.pointee = OpaquePointer(machine.handle)
            return Status.ok
        } catch {
            return error.outcome.rawValue
        }
    }
}

extension UnsafePointer<sfsm_machine_options> {
    /// Checks the options. Returns the caller's memory; `nil` with `ok` if the library allocates it.
    @_optimize(speed)
    fileprivate func memory(for table: Table) -> (UnsafeMutableRawPointer?, sfsm_status) {
        // The first version ended before the memory.
        let known = MemoryLayout<sfsm_machine_options>.size
        let hasMemory = pointee.size != known - 2 * MemoryLayout<Int>.size
        guard !hasMemory || pointee.size == known || isKnown(size: pointee.size) else { return (nil, Status.badSize) }
        guard pointee.flags & ~UInt32(SFSM_LENIENT) == 0 else { return (nil, Status.badValue) }
        guard hasMemory, let memory = pointee.memory else { return (nil, Status.ok) }
        guard UInt(bitPattern: memory) & UInt(Table.machineAlignment - 1) == 0 else { return (nil, Status.badValue) }
        let isLarge = UInt(bitPattern: pointee.memory_size) >= UInt(table.machineSize)
        guard isLarge else { return (nil, Status.outOfRange) }
        return (memory, Status.ok)
    }
}

@c(sfsm_machine_release) @implementation
public func sfsm_machine_release(_ machine: OpaquePointer?) { machine?.machine.release() }

@c(sfsm_machine_send) @implementation
@_optimize(speed)
public func sfsm_machine_send(_ machine: OpaquePointer?, _ event: Int32) -> sfsm_outcome {
    guard let machine else { return Status.nullPointer }
    return machine.machine.send(event).rawValue
}

@c(sfsm_machine_request) @implementation
public func sfsm_machine_request(_ machine: OpaquePointer?, _ state: Int32) -> sfsm_outcome {
    machine?.machine.send(.request(state)).rawValue ?? Status.nullPointer
}

@c(sfsm_machine_state) @implementation
public func sfsm_machine_state(_ machine: OpaquePointer?) -> Int32 { machine?.machine.state ?? ReservedID.none }

@c(sfsm_machine_start) @implementation
public func sfsm_machine_start(_ machine: OpaquePointer?, _ state: Int32) -> sfsm_status {
    machine?.machine.start(state).rawValue ?? Status.nullPointer
}

@c(sfsm_machine_stop) @implementation
public func sfsm_machine_stop(_ machine: OpaquePointer?) -> sfsm_outcome {
    machine?.machine.stop().rawValue ?? Status.nullPointer
}

@c(sfsm_machine_update) @implementation
public func sfsm_machine_update(
    _ machine: OpaquePointer?, _ time: Double, _ message: UnsafePointer<sfsm_message>?,
    _ outEvent: UnsafeMutablePointer<Int32>?
) -> sfsm_outcome {
    guard let machine else { return Status.nullPointer }
    if let message {
        let fault = message.faultOfOpenMessage
        guard fault == Status.ok else { return fault }
    }
    let (outcome, event) = machine.machine.update(
        time: time, cases: message?.cases, arguments: message?.arguments ?? .nothing, sends: outEvent == nil)
    if outcome.rawValue >= 0 { outEvent?.pointee = event }
    return outcome.rawValue
}

@c(sfsm_machine_set_state) @implementation
public func sfsm_machine_set_state(_ machine: OpaquePointer?, _ state: Int32) -> sfsm_status {
    machine?.machine.setState(state).rawValue ?? Status.nullPointer
}

@c(sfsm_machine_context) @implementation
public func sfsm_machine_context(_ machine: OpaquePointer?) -> UnsafeMutableRawPointer! { machine?.machine.context }

@c(sfsm_machine_set_context) @implementation
public func sfsm_machine_set_context(
    _ machine: OpaquePointer?, _ context: UnsafeMutableRawPointer?
) -> sfsm_status {
    guard let machine else { return Status.nullPointer }
    if machine.machine.isReplaying { return Status.busy }
    machine.machine.context = context
    return Status.ok
}

@c(sfsm_machine_table) @implementation
public func sfsm_machine_table(_ machine: OpaquePointer?) -> OpaquePointer! { machine?.machine.table.borrowedHandle }

@c(sfsm_machine_failure) @implementation
public func sfsm_machine_failure(_ machine: OpaquePointer?) -> Int32 { machine?.machine.failure ?? 0 }

@c(sfsm_machine_pending) @implementation
public func sfsm_machine_pending(_ machine: OpaquePointer?) -> Int { machine?.machine.pendingCount ?? 0 }

@c(sfsm_machine_run_pending) @implementation
public func sfsm_machine_run_pending(_ machine: OpaquePointer?) -> sfsm_status {
    machine?.machine.run().rawValue ?? Status.nullPointer
}

@c(sfsm_machine_discard_pending) @implementation
public func sfsm_machine_discard_pending(_ machine: OpaquePointer?) -> sfsm_status {
    guard let machine else { return Status.nullPointer }
    if machine.machine.isReplaying { return Status.busy }
    machine.machine.discard()
    return Status.ok
}
