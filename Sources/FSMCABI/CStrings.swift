import CMemory
import FSMEngine

/// Zero-terminated copies of strings, to be lent to C for as long as this object lives.
final class CStrings {
    private let bytes: UnsafeMutablePointer<CChar>
    private let starts: [Int]

    init(_ texts: [Text]) {
        var starts: [Int] = []
        starts.reserveCapacity(texts.count)
        var size = 0
        for text in texts {
            starts.append(size)
            size += text.bytes.count + 1
        }
        let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: max(size, 1))
        bytes.initialize(repeating: 0, count: max(size, 1))
        for index in texts.indices {
            texts[index].bytes.withUnsafeBytes {
                if let own = $0.baseAddress { memcpy(bytes + starts[index], own, $0.count) }
            }
        }
        self.bytes = bytes
        self.starts = starts
    }

    deinit { bytes.deallocate() }

    subscript(index: Int) -> UnsafePointer<CChar> { UnsafePointer(bytes + starts[index]) }
}

extension Text {
    /// Bytes of C's, of which those that are no UTF-8 are replaced.
    @inline(never)
    init(cString: UnsafePointer<CChar>) { self.init(repairing: UnsafeRawBufferPointer(cString.utf8)) }
}

extension StaticString {
    /// A literal's own bytes: they end with a zero and live for ever.
    var cString: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}
