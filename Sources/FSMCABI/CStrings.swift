import CMemory

/// Zero-terminated copies of strings, to be lent to C for as long as this object lives.
final class CStrings {
    private let bytes: UnsafeMutablePointer<CChar>
    private let starts: [Int]

    init(_ strings: [String]) {
        var starts: [Int] = []
        starts.reserveCapacity(strings.count)
        var size = 0
        for string in strings {
            starts.append(size)
            size += string.utf8.count + 1
        }
        let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: max(size, 1))
        bytes.initialize(repeating: 0, count: max(size, 1))
        for (string, start) in zip(strings, starts) {
            var string = string
            string.withUTF8 { if let own = $0.baseAddress { memcpy(bytes + start, own, $0.count) } }
        }
        self.bytes = bytes
        self.starts = starts
    }

    deinit { bytes.deallocate() }

    subscript(index: Int) -> UnsafePointer<CChar> { UnsafePointer(bytes + starts[index]) }
}

extension StaticString {
    /// A literal's own bytes: they end with a zero and live for ever.
    var cString: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}
