/// File names, each kept once.
extension Definition {
    /// The number of a file name, to be used in places. O(length of the name).
    public mutating func file(_ name: String) -> Int32 { file(Text(name)) }

    private mutating func file(_ name: Text) -> Int32 {
        let (known, hash) = name.bytes.withUnsafeBytes { bytes in
            let hash = Self.hash(bytes)
            return (file(of: bytes, hash), hash)
        }
        return known ?? append(name, hash)
    }

    /// The number of the file name in these bytes, of which those that are no UTF-8 are replaced; `nil` if there is no
    /// memory for a new name. O(length of the name); only for a new one a text is made.
    @inline(never)
    public mutating func file(decoding bytes: UnsafeRawBufferPointer) -> Int32? {
        let hash = Self.hash(bytes)
        if let known = file(of: bytes, hash) { return known }
        guard memory.reserve(1, in: &files), fileGroups.reserve(in: memory),
            let name = memory.attempt({ Text(repairing: bytes) })
        else { return nil }
        return name.isSame(as: bytes) ? append(name, hash) : file(name)
    }

    @inline(never)
    private func file(of bytes: UnsafeRawBufferPointer, _ hash: UInt64) -> Int32? {
        fileGroups.group(hash: hash, isSame: { files[$0].isSame(as: bytes) }).map { Int32(truncatingIfNeeded: $0) }
    }

    @inline(never)
    private mutating func append(_ name: Text, _ hash: UInt64) -> Int32 {
        files.append(name)
        return Int32(truncatingIfNeeded: fileGroups.group(of: files.count - 1, hash: hash) { _ in false })
    }

    @inline(never)
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = WordHasher()
        hash.add(bytes)
        return hash.value
    }
}
