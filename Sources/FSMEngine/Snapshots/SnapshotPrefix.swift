import CMemory

/// What the snapshots of all machines over a table begin with: which definition they are of. Made with the first
/// snapshot, by whichever thread comes first, and kept as long as the table.
///
/// The magic bytes, the version of the format, the fingerprint, then the name and the version of the definition.
struct SnapshotPrefix {
    /// How many bytes it has, then the bytes.
    private let memory: UnsafeMutableRawPointer

    private static var headSize: Int { MemoryLayout<Int>.stride }

    static var magic: StaticString { "SFSM" }
    static var format: UInt32 { 1 }
    static var fingerprintSize: Int { 32 }
    /// Where the fingerprint lies.
    static var fingerprintOffset: Int { 8 }
    /// Where the name begins.
    static var nameOffset: Int { fingerprintOffset + fingerprintSize }

    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory + Self.headSize, count: memory.load(as: Int.self))
    }

    /// That of a table; `nil` if there is no memory. O(1), the first time O(definition).
    @inline(__always)
    static func of(_ reference: Unmanaged<Table>) -> SnapshotPrefix? {
        reference._withUnsafeGuaranteedRef { table in
            swiftfsm_published(table.snapshotPrefix).map { SnapshotPrefix(memory: $0) } ?? make(table)
        }
    }

    private init(memory: UnsafeMutableRawPointer) { self.memory = memory }

    @inline(never)
    private static func make(_ table: Table) -> SnapshotPrefix? {
        let definition = table.definition
        let key = table.snapshotKey
        let made = MemoryRegion.none.attemptReading { () -> UnsafeMutableRawPointer? in
            prefix(of: definition, key).bytes.withUnsafeBytes { bytes in
                guard let memory = malloc(headSize + bytes.count) else { return nil }
                memory.storeBytes(of: bytes.count, as: Int.self)
                (memory + headSize).copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
                return memory
            }
        }
        guard let memory = made ?? nil else { return nil }
        let place = table.snapshotPrefix
        if swiftfsm_publish(place, memory) { return SnapshotPrefix(memory: memory) }
        // Another thread was faster.
        free(memory)
        return swiftfsm_published(place).map { SnapshotPrefix(memory: $0) }
    }

    private static func prefix(of definition: UnsafePointer<Definition>, _ key: UInt64) -> Text {
        var prefix = Text()
        func add(_ number: UInt64, ofSize size: Int) {
            for index in 0..<size { prefix.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
        }
        prefix.append(magic)
        add(UInt64(format), ofSize: 4)
        let written = definition.pointee.document()
        if written.fault == nil {
            for byte in written.text.bytes.withUnsafeBytes({ SHA256.digest(of: $0) }) { prefix.append(byte) }
        } else {
            // No document can say it. Half of it is 0, then come a hash of all names, and what it does.
            add(0, ofSize: 8)
            add(0, ofSize: 8)
            add(hashOfNames(definition), ofSize: 8)
            add(key, ofSize: 8)
        }
        for text in [definition.pointee.document?.name ?? Text(), definition.pointee.document?.version ?? Text()] {
            add(UInt64(text.bytes.count), ofSize: 4)
            prefix += text
        }
        return prefix
    }

    private static func hashOfNames(_ definition: UnsafePointer<Definition>) -> UInt64 {
        var hash = WordHasher()
        for names in [
            definition.pointee.stateNames, definition.pointee.eventNames, definition.pointee.predicateNames,
            definition.pointee.caseNames,
        ] {
            // In whatever order they were given.
            var sum: UInt64 = 0
            names.forEach { text, id, group in
                var one = WordHasher()
                one.add(UInt64(high: group, low: id))
                text.bytes.withUnsafeBytes { one.add($0) }
                sum &+= one.value
            }
            hash.add(sum)
        }
        return hash.value
    }
}
