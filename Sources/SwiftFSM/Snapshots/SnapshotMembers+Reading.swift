// The bytes of a snapshot, as chapter 12 of `include/swiftfsm.h` describes them. They may come from anywhere.

extension SnapshotMembers {
    /// What the bytes begin with.
    static var magic: [UInt8] { Array("SFSM".utf8) }

    /// The bits of the flags behind those of ``Flag``.
    static var dueTimesBit: UInt32 { 64 }
    static var moreBit: UInt32 { 128 }
    static var byNameBit: UInt32 { 256 }

    /// Reads the bytes of a snapshot.
    init(_ bytes: [UInt8]) throws(FSMSnapshotError) {
        var reader = SnapshotByteReader(bytes)
        guard bytes.starts(with: Self.magic) else { throw .noSnapshot }
        reader.position = Self.magic.count
        let format = try reader.number(UInt32.self)
        guard format == Self.latestFormat else { throw format > Self.latestFormat ? .laterFormat : .noSnapshot }
        fingerprint = try reader.hexadecimal(Self.fingerprintSize)
        definition = try reader.text()
        version = try reader.text()
        let flags = try reader.number(UInt32.self)
        let size = try reader.number(UInt32.self)
        guard Int(size) == bytes.count, flags < 2 * Self.byNameBit else { throw .damaged("byte \(reader.position)") }
        let time = try reader.number(Int64.self)
        if flags & Self.dueTimesBit != 0 { self.time = time } else if time != 0 { throw .damaged("time") }
        let known = Flag.allCases.enumerated().filter { flags >> $0.offset & 1 != 0 }.map(\.element)
        self.flags = known.isEmpty ? nil : known
        states = try reader.list(ofSize: 8) { reader throws(FSMSnapshotError) in try reader.name() } ?? []
        if flags & Self.moreBit != 0 { try readMore(&reader) }
        guard reader.isAtEnd else { throw .damaged("byte \(reader.position)") }
    }

    /// What follows the active states.
    private mutating func readMore(_ reader: inout SnapshotByteReader) throws(FSMSnapshotError) {
        let hasDueTimes = time != nil
        var progress: [UInt64] = []
        for _ in 0..<3 { progress.append(UInt64(try reader.number(UInt32.self))) }
        progress.append(try reader.number(UInt64.self))
        self.progress = progress == Self.noProgress ? nil : progress
        histories = try reader.list(ofSize: 12) { reader throws(FSMSnapshotError) in
            let state = try reader.name()
            let states = try reader.list(ofSize: 8) { reader throws(FSMSnapshotError) in try reader.name() }
            return History(state: state, states: states ?? [])
        }
        timers = try reader.list(ofSize: 24) { reader throws(FSMSnapshotError) in
            let number = try reader.number(UInt64.self)
            let time = try reader.number(Int64.self)
            let event = try reader.name()
            return Timer(
                event: event, left: hasDueTimes ? nil : time, due: hasDueTimes ? time : nil, number: number)
        }
        timeouts = try reader.list(ofSize: 28) { reader throws(FSMSnapshotError) in
            Timeout(
                state: try reader.name(), event: try reader.name(), index: try reader.number(UInt32.self),
                number: try reader.number(UInt64.self))
        }
        guard try reader.number(UInt32.self) == 0, try reader.number(UInt32.self) == 0 else { throw .eventsUnderWay }
        deferred = try reader.list(ofSize: 24) { reader throws(FSMSnapshotError) in try Waiting(&reader) }
    }

    /// Where nothing is under way, and no timer was ever started.
    static var noProgress: [UInt64] { [0, 0, 0, 1] }
}

extension SnapshotMembers.Waiting {
    fileprivate init(_ reader: inout SnapshotByteReader) throws(FSMSnapshotError) {
        event = try reader.name()
        _ = try reader.name()
        cases = try reader.list(ofSize: 16) { reader throws(FSMSnapshotError) in
            [try reader.name(), try reader.name()]
        }
        guard try reader.number(UInt32.self) == 0 else { throw .waitsWithValues([event.description]) }
    }
}

/// Reads numbers, which are little-endian, and texts.
struct SnapshotByteReader {
    private let bytes: [UInt8]
    var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(FSMSnapshotError) -> Number {
        let size = MemoryLayout<Number>.size
        guard bytes.count - position >= size else { throw damage }
        defer { position += size }
        return bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self))
        }
    }

    /// An id and its name.
    mutating func name() throws(FSMSnapshotError) -> SnapshotMembers.Name {
        let number = try number(Int32.self)
        return try text().map { .name($0) } ?? .number(number)
    }

    /// A number of bytes, then UTF-8; `nil` if it is empty.
    mutating func text() throws(FSMSnapshotError) -> String? {
        let count = Int(try number(UInt32.self))
        guard count <= bytes.count - position else { throw damage }
        guard let text = String(validating: bytes[position..<position + count], as: UTF8.self) else { throw damage }
        position += count
        return text.isEmpty ? nil : text
    }

    mutating func hexadecimal(_ count: Int) throws(FSMSnapshotError) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for _ in 0..<count {
            let byte = Int(try number(UInt8.self))
            text += [digits[byte >> 4], digits[byte & 15]]
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A number of elements, each of at least so many bytes; `nil` if there is none.
    mutating func list<Element>(
        ofSize size: Int, _ element: (inout SnapshotByteReader) throws(FSMSnapshotError) -> Element
    ) throws(FSMSnapshotError) -> [Element]? {
        let count = Int(try number(UInt32.self))
        guard count <= (bytes.count - position) / size else { throw damage }
        var list: [Element] = []
        for _ in 0..<count { list.append(try element(&self)) }
        return list.isEmpty ? nil : list
    }

    private var damage: FSMSnapshotError { .damaged("byte \(position)") }
}
