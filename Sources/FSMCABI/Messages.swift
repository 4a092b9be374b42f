import CSwiftFSM
import FSMEngine

@c(sfsm_machine_send_message) @implementation
@_optimize(speed)
public func sfsm_machine_send_message(_ machine: OpaquePointer?, _ message: UnsafePointer<sfsm_message>?)
    -> sfsm_outcome
{
    guard let machine, let message else { return Status.nullPointer }
    let fault = message.inlinedFault
    guard fault == Status.ok else { return fault }
    if !message.isRequest {
        let event = message.pointee.event
        if message.pointee.argument_count == 0 {
            return message.pointee.case_count == 0
                ? sfsm_machine_send(machine, event)
                : machine.machine.send(event, matching: message.cases).rawValue
        }
        if message.pointee.case_count == 0 {
            return machine.machine.send(event, carrying: message.arguments).rawValue
        }
    }
    return machine.machine.send(message.content).rawValue
}

@c(sfsm_machine_rejected_case) @implementation
public func sfsm_machine_rejected_case(
    _ machine: OpaquePointer?, _ outPredicate: UnsafeMutablePointer<Int32>?, _ outValue: UnsafeMutablePointer<Int32>?
) -> sfsm_status {
    guard let machine else { return Status.nullPointer }
    let rejected = machine.machine.rejected
    outPredicate?.pointee = rejected.predicate
    outValue?.pointee = rejected.value
    return Status.ok
}

@c(sfsm_machine_rejected_argument) @implementation
public func sfsm_machine_rejected_argument(
    _ machine: OpaquePointer?, _ outIndex: UnsafeMutablePointer<Int>?, _ outDeclared: UnsafeMutablePointer<Int32>?,
    _ outSent: UnsafeMutablePointer<Int32>?
) -> sfsm_status {
    guard let machine else { return Status.nullPointer }
    let rejected = machine.machine.rejectedArgument
    outIndex?.pointee = rejected.index
    outDeclared?.pointee = rejected.declared
    outSent?.pointee = rejected.sent
    return Status.ok
}

extension UnsafePointer<sfsm_message> {
    /// Why the message cannot be read, or `SFSM_OK`.
    @inline(never)
    var fault: sfsm_status { inlinedFault }

    /// The same, compiled into its caller.
    @inline(__always)
    fileprivate var inlinedFault: sfsm_status {
        let isThis = pointee.size == MemoryLayout<sfsm_message>.size
        guard isThis || isKnown(size: pointee.size) else { return Status.badSize }
        guard pointee.case_count >= 0 && pointee.argument_count >= 0 else { return Status.outOfRange }
        guard pointee.cases != nil || pointee.case_count == 0 else { return Status.nullPointer }
        guard pointee.arguments != nil || pointee.argument_count == 0 else { return Status.nullPointer }
        return Status.ok
    }

    /// The same for a message whose event is left open.
    var faultOfOpenMessage: sfsm_status {
        let fault = fault
        guard fault == Status.ok else { return fault }
        return pointee.event == ReservedID.any ? Status.ok : Status.badValue
    }

    @inline(__always)
    var isRequest: Bool { pointee.event == ReservedID.request }

    /// What a message without fault says. Its cases and arguments are the caller's: their memory is laid out like the
    /// engine's own (a test compares them).
    var content: Message {
        Message(
            isRequest ? .request(pointee.requested) : .event(pointee.event), cases: cases, arguments: arguments)
    }

    var cases: Cases {
        Cases(
            start: UnsafeRawPointer(pointee.cases)?.assumingMemoryBound(to: PredicateCase.self),
            count: pointee.case_count)
    }

    var arguments: Arguments {
        Arguments(
            start: UnsafeRawPointer(pointee.arguments)?.assumingMemoryBound(to: Value.self),
            count: pointee.argument_count)
    }
}

extension UnsafePointer {
    /// Whether this library knows everything that a struct of this size says: all of the first version's fields are
    /// there, and fields of a later version are 0. `first` is the first version's size, if fields were appended since.
    func isKnown(size: Int, first: Int? = nil) -> Bool {
        let known = MemoryLayout<Pointee>.size
        guard size >= first ?? known else { return false }
        guard size > known else { return true }
        let bytes = UnsafeRawPointer(self)
        for offset in known..<size where bytes.load(fromByteOffset: offset, as: UInt8.self) != 0 { return false }
        return true
    }
}
