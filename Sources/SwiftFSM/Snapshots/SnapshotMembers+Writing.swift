// As bytes, in which names count: ids that have one are those of no table.

extension SnapshotMembers {
    /// Requires that ``check()`` finds nothing.
    var bytes: [UInt8] {
        var writer = SnapshotByteWriter()
        writer.bytes = Self.magic
        writer.add(format)
        // What has no fingerprint is of no definition that is known.
        writer.bytes += fingerprintBytes ?? Array(repeating: 0xff, count: Self.fingerprintSize)
        writer.add(definition ?? "")
        writer.add(version ?? "")
        writer.add(flagBits)
        let place = writer.bytes.count
        writer.add(UInt32(0))
        writer.add(time ?? 0)
        writer.add(states) { $0.add($1) }
        if hasMore { writeMore(to: &writer) }
        let size = UInt32(truncatingIfNeeded: writer.bytes.count)
        for index in 0..<4 { writer.bytes[place + index] = UInt8(truncatingIfNeeded: size >> UInt32(8 * index)) }
        return writer.bytes
    }

    private var flagBits: UInt32 {
        var bits = Self.byNameBit
        for (bit, flag) in Flag.allCases.enumerated() where flags?.contains(flag) == true { bits |= 1 << UInt32(bit) }
        if time != nil { bits |= Self.dueTimesBit }
        return hasMore ? bits | Self.moreBit : bits
    }

    private var hasMore: Bool {
        progress != nil || histories != nil || timers != nil || timeouts != nil || deferred != nil
    }

    private func writeMore(to writer: inout SnapshotByteWriter) {
        let progress = progress ?? Self.noProgress
        for count in progress.prefix(3) { writer.add(UInt32(truncatingIfNeeded: count)) }
        writer.add(progress[3])
        writer.add(histories) {
            $0.add($1.state)
            $0.add($1.states) { $0.add($1) }
        }
        writer.add(timers) {
            $0.add($1.number)
            $0.add((time == nil ? $1.left : $1.due) ?? 0)
            $0.add($1.event)
        }
        writer.add(timeouts) {
            $0.add($1.state)
            $0.add($1.event)
            $0.add($1.index)
            $0.add($1.number)
        }
        // Nothing is sent or raised.
        writer.add(UInt32(0))
        writer.add(UInt32(0))
        writer.add(deferred) {
            $0.add($1.event)
            $0.add(.number(SnapshotByteWriter.noID))
            $0.add($1.cases) {
                $0.add($1[0])
                $0.add($1[1])
            }
            $0.add(UInt32(0))
        }
    }
}

/// Writes numbers, which are little-endian, and texts.
private struct SnapshotByteWriter {
    var bytes: [UInt8] = []

    /// `SFSM_NONE`
    static var noID: Int32 { .min + 4 }

    mutating func add<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    mutating func add(_ text: String) {
        add(UInt32(truncatingIfNeeded: text.utf8.count))
        bytes += text.utf8
    }

    mutating func add(_ name: SnapshotMembers.Name) {
        switch name {
        case .name(let name):
            add(Int32(0))
            add(name)
        case .number(let number):
            add(number)
            add("")
        }
    }

    mutating func add<Element>(_ list: [Element]?, _ element: (inout SnapshotByteWriter, Element) -> Void) {
        add(UInt32(truncatingIfNeeded: list?.count ?? 0))
        for item in list ?? [] { element(&self, item) }
    }
}
