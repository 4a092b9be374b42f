import CSwiftFSM
import FSMEngine

@c(sfsm_machine_probe) @implementation
public func sfsm_machine_probe(
    _ machine: OpaquePointer?, _ message: UnsafePointer<sfsm_message>?, _ outTarget: UnsafeMutablePointer<Int32>?
) -> sfsm_outcome {
    guard let machine, let message else { return Status.nullPointer }
    let fault = message.fault
    guard fault == Status.ok else { return fault }
    let (outcome, target) = machine.machine.probe(message.content)
    if outcome.rawValue > 0 { outTarget?.pointee = target }
    return outcome.rawValue
}

@c(sfsm_machine_permitted) @implementation
public func sfsm_machine_permitted(
    _ machine: OpaquePointer?, _ message: UnsafePointer<sfsm_message>?, _ flags: UInt32,
    _ ids: UnsafeMutablePointer<Int32>?, _ capacity: Int, _ outCount: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    guard let machine, let outCount else { return Status.nullPointer }
    let fault = Status.ofArray(ids, capacity)
    guard fault == Status.ok else { return fault }
    guard flags & ~(UInt32(SFSM_WITHOUT_GUARDS) | UInt32(SFSM_PERMITTED_STATES)) == 0 else { return Status.badValue }
    if let message {
        let fault = message.faultOfOpenMessage
        guard fault == Status.ok else { return fault }
        guard message.pointee.argument_count == 0 else { return Outcome.argumentCount.rawValue }
    }
    var count = 0
    let permission = Machine.Permission(rawValue: flags)
    let outcome = machine.machine.forEachPermitted(permission, message?.cases ?? .none) { id in
        if count < capacity { ids?[count] = id }
        count += 1
    }
    if outcome == .ok { outCount.pointee = count }
    return outcome.rawValue
}

@c(sfsm_machine_explain_sized) @implementation
public func sfsm_machine_explain_sized(
    _ machine: OpaquePointer?, _ message: UnsafePointer<sfsm_message>?, _ reasons: UnsafeMutablePointer<sfsm_reason>?,
    _ reasonSize: Int, _ capacity: Int, _ outCount: UnsafeMutablePointer<Int>?
) -> sfsm_outcome {
    guard let machine, let message else { return Status.nullPointer }
    guard let array = ReasonArray(reasons, stride: reasonSize, capacity: capacity) else { return Status.badSize }
    var fault = Status.ofArray(reasons, capacity)
    if fault == Status.ok { fault = message.fault }
    guard fault == Status.ok else { return fault }
    var count = 0
    let outcome = machine.machine.explain(message.content) { reason in
        array.write(reason, at: count)
        count += 1
    }
    if outcome.rawValue > 0 { outCount?.pointee = count }
    return outcome.rawValue
}

/// An array of reasons as a caller compiled it: elements may be larger than those that this library knows.
private struct ReasonArray {
    private let base: UnsafeMutableRawPointer?
    private let stride: Int
    private let capacity: Int

    /// `nil` if its elements are smaller than those that this library knows, or cannot lie behind each other.
    init?(_ base: UnsafeMutablePointer<sfsm_reason>?, stride: Int, capacity: Int) {
        guard stride >= MemoryLayout<sfsm_reason>.size, stride % MemoryLayout<UnsafeRawPointer>.size == 0 else {
            return nil
        }
        self.base = UnsafeMutableRawPointer(base)
        self.stride = stride
        self.capacity = capacity
    }

    /// Writes an element, if there is room for it. Fields that this library does not know become 0.
    func write(_ reason: Reason, at index: Int) {
        guard index < capacity, let base else { return }
        let element = base + index * stride
        let known = MemoryLayout<sfsm_reason>.size
        (element + known).initializeMemory(as: UInt8.self, repeating: 0, count: stride - known)
        element.storeBytes(
            of: sfsm_reason(
                transition: reason.transition, kind: reason.kind.rawValue, predicate: reason.mismatch.predicate,
                value: reason.mismatch.value, guard: reason.guardNumber),
            as: sfsm_reason.self)
    }
}
