import CMemory
import CSwiftFSM
import FSMEngine

@c(sfsm_value_text) @implementation
public func sfsm_value_text(
    _ value: UnsafePointer<sfsm_value>?, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ outLength: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    guard let value else { return Status.nullPointer }
    let fault = Status.ofArray(text, capacity)
    guard fault == Status.ok else { return fault }
    // Laid out like the engine's own (a test compares them).
    let own = UnsafeRawPointer(value).load(as: Value.self)
    let status = own.withText { bytes -> sfsm_status in
        outLength?.pointee = bytes.count
        if capacity == 0 { return Status.ok }
        guard let text, bytes.count < capacity else { return Status.outOfRange }
        if let start = bytes.baseAddress { memmove(text, start, bytes.count) }
        text[bytes.count] = 0
        return Status.ok
    }
    return status ?? Status.badValue
}

@c(sfsm_value_read) @implementation
public func sfsm_value_read(
    _ type: sfsm_value_type, _ text: UnsafePointer<CChar>?, _ length: Int, _ outValue: UnsafeMutablePointer<sfsm_value>?
) -> sfsm_status {
    guard let text, let outValue else { return Status.nullPointer }
    guard length >= 0 else { return Status.outOfRange }
    let bytes = UnsafeRawBufferPointer(start: text, count: length)
    guard let value = Value.reading(bytes, type: type) else { return Status.badValue }
    UnsafeMutableRawPointer(outValue).storeBytes(of: value, as: Value.self)
    return Status.ok
}
