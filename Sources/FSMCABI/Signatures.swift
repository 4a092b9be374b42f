import CMemory
import CSwiftFSM
import FSMEngine

@c(sfsm_signature_check) @implementation
public func sfsm_signature_check(
    _ signature: UnsafePointer<CChar>?, _ outPosition: UnsafeMutablePointer<Int>?,
    _ outExpected: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> sfsm_status {
    check(signature, outPosition, outExpected) { bytes throws(SignatureFault) in
        try Signature.read(bytes) { _ in }
    }
}

@c(sfsm_arguments_check) @implementation
public func sfsm_arguments_check(
    _ arguments: UnsafePointer<CChar>?, _ outPosition: UnsafeMutablePointer<Int>?,
    _ outExpected: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> sfsm_status {
    check(arguments, outPosition, outExpected) { bytes throws(SignatureFault) in
        try ValueType.readList(bytes) { _ in }
    }
}

private func check(
    _ text: UnsafePointer<CChar>?, _ outPosition: UnsafeMutablePointer<Int>?,
    _ outExpected: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
    _ read: (UnsafeBufferPointer<UInt8>) throws(SignatureFault) -> Void
) -> sfsm_status {
    guard let text else { return Status.nullPointer }
    do {
        try read(text.utf8)
        return Status.ok
    } catch {
        outPosition?.pointee = error.position
        outExpected?.pointee = error.expected.cString
        return Status.badSignature
    }
}

extension UnsafePointer<CChar> {
    /// The bytes of a string of C's.
    var utf8: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: UnsafeRawPointer(self).assumingMemoryBound(to: UInt8.self), count: strlen(self))
    }
}
