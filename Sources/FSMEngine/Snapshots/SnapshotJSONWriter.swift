import CMemory

/// Writes the bytes of a snapshot, which are whole, as JSON: one line, in the same order, without what is empty.
struct SnapshotJSONWriter {
    private var reader: ByteReader
    private(set) var sink: ByteSink
    /// Something stands before in the object or list.
    private var needsComma = false

    init(_ bytes: UnsafeRawBufferPointer, _ sink: ByteSink) {
        reader = ByteReader(bytes)
        self.sink = sink
    }

    mutating func write() {
        reader.position = SnapshotPrefix.fingerprintOffset
        sink.add("{\"format\":1")
        needsComma = true
        let fingerprint = UnsafeRawBufferPointer(
            rebasing: reader.bytes[reader.position..<SnapshotPrefix.nameOffset])
        reader.position = SnapshotPrefix.nameOffset
        textMember("\"definition\":")
        textMember("\"version\":")
        add("\"fingerprint\":\"")
        for byte in fingerprint { sink.add(hexadecimal: byte) }
        sink.add("\"")
        writeMachine()
        sink.add("}")
    }

    private mutating func writeMachine() {
        let flags = SnapshotHead.Flags(rawValue: reader.word())
        _ = reader.word()
        let time = reader.long()
        list("\"states\":", isAlways: true) { $0.id() }
        let progress = flags.intersection(.progress)
        if !progress.isEmpty {
            add("\"flags\":[")
            needsComma = false
            for bit in 0..<SnapshotJSON.flagCount where progress.rawValue >> bit & 1 != 0 {
                add("\"")
                sink.add(SnapshotJSON.flag(bit))
                sink.add("\"")
            }
            sink.add("]")
            needsComma = true
        }
        if flags.contains(.hasDueTimes) { member("\"time\":", signed: time) }
        guard flags.contains(.hasMore) else { return }
        let numbers = (reader.word(), reader.word(), reader.word(), reader.long())
        if numbers.0 > 0 || numbers.1 > 0 || numbers.2 > 0 || numbers.3 > 1 {
            add("\"progress\":[")
            needsComma = false
            member("", UInt64(numbers.0))
            member("", UInt64(numbers.1))
            member("", UInt64(numbers.2))
            member("", numbers.3)
            sink.add("]")
            needsComma = true
        }
        writeLists(flags)
    }

    @inline(never)
    private mutating func writeLists(_ flags: SnapshotHead.Flags) {
        list("\"histories\":") {
            $0.object {
                $0.member("\"state\":")
                $0.id()
                $0.list("\"states\":", isAlways: true) { $0.id() }
            }
        }
        list("\"timers\":") {
            $0.object {
                let number = $0.reader.long()
                let time = $0.reader.long()
                $0.member("\"event\":")
                $0.id()
                $0.member(flags.contains(.hasDueTimes) ? "\"due\":" : "\"left\":", signed: time)
                $0.member("\"number\":", number)
            }
        }
        list("\"timeouts\":") {
            $0.object {
                $0.member("\"state\":")
                $0.id()
                $0.member("\"event\":")
                $0.id()
                $0.member("\"index\":", UInt64($0.reader.word()))
                $0.member("\"number\":", $0.reader.long())
            }
        }
        list("\"sent\":") { $0.event() }
        list("\"raised\":") { $0.event() }
        list("\"deferred\":") { $0.event() }
    }

    @inline(never)
    private mutating func event() {
        object {
            let event = $0.peekedID
            if event == ReservedID.none || event == ReservedID.request {
                _ = $0.reader.reference()
                $0.member(event == ReservedID.none ? "\"stop\":true" : "\"request\":")
                if event == ReservedID.none { _ = $0.reader.reference() } else { $0.id() }
            } else {
                $0.member("\"event\":")
                $0.id()
                _ = $0.reader.reference()
            }
            $0.list("\"cases\":") {
                $0.sink.add("[")
                $0.id()
                $0.sink.add(",")
                $0.id()
                $0.sink.add("]")
            }
            $0.list("\"arguments\":") { $0.value() }
        }
    }

    // MARK: - Parts

    private var peekedID: ID {
        var reader = reader
        return reader.id()
    }

    /// A literal, behind a comma if something stands before it.
    @inline(never)
    private mutating func add(_ literal: StaticString) {
        if needsComma { sink.add(UInt8(0x2c)) }
        sink.add(literal)
        needsComma = true
    }

    private mutating func member(_ name: StaticString) { add(name) }

    @inline(never)
    private mutating func textMember(_ name: StaticString) {
        let text = reader.text()
        if text.isEmpty { return }
        add(name)
        string(text)
    }

    @inline(never)
    private mutating func member(_ name: StaticString, _ number: UInt64) {
        add(name)
        sink.add(decimal: number)
    }

    @inline(never)
    private mutating func member(_ name: StaticString, signed number: UInt64) {
        add(name)
        sink.add(signed: Int64(bitPattern: number))
    }

    @inline(never)
    private mutating func object(_ body: (inout SnapshotJSONWriter) -> Void) {
        sink.add("{")
        needsComma = false
        body(&self)
        sink.add("}")
        needsComma = true
    }

    /// A list with its name; nothing if it is empty, unless it is always there.
    @inline(never)
    private mutating func list(
        _ name: StaticString, isAlways: Bool = false, _ element: (inout SnapshotJSONWriter) -> Void
    ) {
        let count = reader.word()
        if count == 0 && !isAlways { return }
        add(name)
        sink.add("[")
        for index in 0..<count {
            if index > 0 { sink.add(UInt8(0x2c)) }
            element(&self)
        }
        sink.add("]")
        needsComma = true
    }

    /// An id: its name, or its number if it has none.
    @inline(never)
    private mutating func id() {
        let id = reader.id()
        let name = reader.text()
        if name.isEmpty { sink.add(signed: Int64(id)) } else { string(name) }
    }

    private mutating func string(_ text: UnsafeRawBufferPointer) { sink.add(quoted: text) }

    @inline(never)
    private mutating func value() {
        guard let (value, text) = reader.value() else { return }
        sink.add(json: value, text)
    }
}

/// Words that writing and reading JSON share.
enum SnapshotJSON {
    static var flagCount: UInt32 { 6 }

    /// What a machine is doing, by the bits of ``SnapshotHead/Flags``.
    static func flag(_ bit: UInt32) -> StaticString {
        switch bit {
        case 0: "stopped"
        case 1: "done"
        case 2: "unsettled"
        case 3: "restless"
        case 4: "moved"
        default: "resuming"
        }
    }
}

extension Machine {
    /// As ``snapshot(_:capacity:hasDueTimes:)``, in JSON.
    @inline(never)
    public func snapshotJSON(
        _ buffer: UnsafeMutableRawPointer?, capacity: Int, hasDueTimes: Bool
    ) -> (outcome: Outcome, count: Int) {
        let (outcome, size) = snapshot(nil, capacity: 0, hasDueTimes: hasDueTimes)
        guard outcome == .ok else { return (outcome, 0) }
        if size <= 512 {
            return withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) {
                snapshotJSON(buffer, capacity, size, hasDueTimes, $0.baseAddress!)
            }
        }
        guard let memory = malloc(size) else { return (.outOfMemory, 0) }
        defer { free(memory) }
        return snapshotJSON(buffer, capacity, size, hasDueTimes, memory)
    }

    private func snapshotJSON(
        _ buffer: UnsafeMutableRawPointer?, _ capacity: Int, _ size: Int, _ hasDueTimes: Bool,
        _ memory: UnsafeMutableRawPointer
    ) -> (outcome: Outcome, count: Int) {
        _ = snapshot(memory, capacity: size, hasDueTimes: hasDueTimes)
        let bytes = UnsafeRawBufferPointer(start: memory, count: size)
        var measure = SnapshotJSONWriter(bytes, ByteSink())
        measure.write()
        let count = measure.sink.count
        guard let buffer, count <= capacity else { return (capacity == 0 ? .ok : .outOfRange, count) }
        var writer = SnapshotJSONWriter(bytes, ByteSink(buffer))
        writer.write()
        return (.ok, count)
    }
}
