import CMemory

/// File names, each kept once.
extension Definition {
    /// The number of a file name, to be used in places. O(length of the name).
    public mutating func file(_ name: String) -> Int32 {
        var name = name
        let (known, hash) = name.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            let hash = Self.hash(bytes)
            return (file(of: bytes, hash), hash)
        }
        return known ?? append(name, hash)
    }

    /// The number of the file name in these bytes, of which those that are no UTF-8 are replaced; `nil` if there is no
    /// memory for a new name. O(length of the name); only for a new one a string is made.
    @inline(never)
    @_optimize(speed)
    public mutating func file(decoding bytes: UnsafeRawBufferPointer) -> Int32? {
        let hash = Self.hash(bytes)
        if let known = file(of: bytes, hash) { return known }
        guard memory.reserve(1, in: &files), fileGroups.reserve(in: memory),
            let name = memory.attempt({ String(decoding: bytes, as: UTF8.self) })
        else { return nil }
        return name.utf8.isSame(as: bytes) ? append(name, hash) : file(name)
    }

    @inline(__always)
    private func file(of bytes: UnsafeRawBufferPointer, _ hash: UInt64) -> Int32? {
        fileGroups.group(hash: hash, isSame: { files[$0].utf8.isSame(as: bytes) }).map { Int32(truncatingIfNeeded: $0) }
    }

    private mutating func append(_ name: String, _ hash: UInt64) -> Int32 {
        files.append(name)
        return Int32(truncatingIfNeeded: fileGroups.group(of: files.count - 1, hash: hash) { _ in false })
    }

    @inline(__always)
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = WordHasher()
        hash.add(bytes)
        return hash.value
    }
}

extension String.UTF8View {
    @inline(__always)
    fileprivate func isSame(as bytes: UnsafeRawBufferPointer) -> Bool {
        guard count == bytes.count, let start = bytes.baseAddress else { return isEmpty && bytes.isEmpty }
        return withContiguousStorageIfAvailable { own in
            own.baseAddress.map { memcmp($0, start, bytes.count) == 0 } ?? true
        } ?? elementsEqual(bytes)
    }
}
