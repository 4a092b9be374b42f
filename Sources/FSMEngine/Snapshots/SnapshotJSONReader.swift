import CMemory

/// Makes the bytes of a snapshot of its JSON: ids that have names are none of any table.
public struct SnapshotJSONReader {
    var scanner: JSONScanner
    var sink: ByteSink

    /// The bytes of what is JSON by its first character, in memory that the caller frees; `badValue` and what was expected
    /// where if it is no snapshot; `nil` for anything else. O(size).
    public static func bytes(of json: UnsafeRawBufferPointer) -> (
        outcome: Outcome, bytes: UnsafeMutableRawBufferPointer, fault: SnapshotFault?
    )? {
        var scanner = JSONScanner(json)
        guard scanner.peek() == 0x7b else { return nil }
        let nothing = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        // Most are small: then reading it once is enough.
        guard var memory = malloc(smallSize) else { return (.outOfMemory, nothing, nil) }
        var reader = SnapshotJSONReader(json, ByteSink(memory, capacity: smallSize))
        reader.read()
        if let (position, what) = reader.scanner.expected {
            free(memory)
            let name = UnsafeRawBufferPointer(start: what.utf8Start, count: what.utf8CodeUnitCount)
            let fault = SnapshotFault(kind: .json, id: ID(truncatingIfNeeded: position), name: name)
            return (reader.isLater ? .unsupported : .badValue, nothing, fault)
        }
        let size = reader.sink.count
        if size > smallSize {
            free(memory)
            guard let larger = malloc(size) else { return (.outOfMemory, nothing, nil) }
            memory = larger
            reader = SnapshotJSONReader(json, ByteSink(memory))
            reader.read()
        }
        reader.sink.replace(at: reader.sizePosition, by: size)
        return (.ok, UnsafeMutableRawBufferPointer(start: memory, count: size), nil)
    }

    private static var smallSize: Int { 1024 }
    /// Where the size of the whole snapshot belongs.
    private var sizePosition = 0
    private var isLater = false

    private init(_ json: UnsafeRawBufferPointer, _ sink: ByteSink) {
        scanner = JSONScanner(json)
        self.sink = sink
    }

    // MARK: - The snapshot

    private mutating func read() {
        let members = object(
            "format definition version fingerprint states flags time progress histories timers timeouts sent raised deferred"
        )
        if scanner.peek() != 0 || scanner.position < scanner.bytes.count { return scanner.fail("the end") }
        sink.add(SnapshotPrefix.magic)
        sink.add(SnapshotPrefix.format)
        guard go(to: members[0], "a member \"format\"") else { return }
        let format = scanner.natural()
        if format != SnapshotPrefix.format {
            isLater = format > SnapshotPrefix.format && !scanner.hasFault
            return scanner.fail("format 1")
        }
        readFingerprint(members[3])
        text(members[1])
        text(members[2])
        readMachine(members)
    }

    private mutating func readFingerprint(_ position: Int) {
        guard position >= 0 else {
            for _ in 0..<SnapshotPrefix.fingerprintSize { sink.add(UInt8(0xff)) }
            return
        }
        scanner.position = position
        scanner.expect(0x22, "a string")
        for _ in 0..<SnapshotPrefix.fingerprintSize {
            let (high, low) = (scanner.hexadecimalDigit(), scanner.hexadecimalDigit())
            sink.add(UInt8(truncatingIfNeeded: high << 4 | low))
        }
        guard scanner.isAtQuote else { return scanner.fail("64 hexadecimal digits") }
        scanner.position += 1
    }

    private mutating func readMachine(_ members: Members) {
        var flags = SnapshotHead.Flags.isByName
        if members[5] >= 0 {
            scanner.position = members[5]
            scanner.forEach(0x5b, 0x5d, "a list") { scanner in
                for bit in 0..<SnapshotJSON.flagCount {
                    let start = scanner.position
                    if scanner.take(0x22), scanner.take(word: SnapshotJSON.flag(bit)), scanner.take(0x22) {
                        return flags.formUnion(SnapshotHead.Flags(rawValue: 1 << bit))
                    }
                    scanner.position = start
                }
                scanner.fail("\"stopped\", \"done\", \"unsettled\", \"restless\", \"moved\" or \"resuming\"")
            }
        }
        if members[6] >= 0 { flags.insert(.hasDueTimes) }
        for index in 7...13 where members[index] >= 0 { flags.insert(.hasMore) }
        sink.add(flags.rawValue)
        sizePosition = sink.count
        sink.add(count: 0)
        sink.add(UInt64(bitPattern: go(to: members[6]) ? scanner.integer() : 0))
        guard go(to: members[4], "a member \"states\"") else { return }
        list { $0.id() }
        if !flags.contains(.hasMore) { return }
        readProgress(members[7])
        readLists(members, hasDueTimes: flags.contains(.hasDueTimes))
    }

    private mutating func readProgress(_ position: Int) {
        guard go(to: position) else {
            for _ in 0..<3 { sink.add(UInt32(0)) }
            return sink.add(UInt64(1))
        }
        var (count, writer) = (0, sink)
        scanner.forEach(0x5b, 0x5d, "a list") { scanner in
            if count > 3 { return scanner.fail("four integers") }
            if count < 3 { writer.add(scanner.word()) } else { writer.add(scanner.natural()) }
            count += 1
        }
        sink = writer
        if count != 4 { scanner.fail("four integers") }
    }

    private mutating func readLists(_ members: Members, hasDueTimes: Bool) {
        list(members[8]) {
            let members = $0.object("state states")
            $0.member(members[0], "a member \"state\"") { $0.id() }
            $0.member(members[1], "a member \"states\"") { $0.list { $0.id() } }
        }
        list(members[9]) {
            let members = $0.object(hasDueTimes ? "event due number" : "event left number")
            $0.member(members[2], "a member \"number\"") { $0.sink.add($0.scanner.natural()) }
            $0.member(members[1], hasDueTimes ? "a member \"due\"" : "a member \"left\"") {
                $0.sink.add(UInt64(bitPattern: $0.scanner.integer()))
            }
            $0.member(members[0], "a member \"event\"") { $0.id() }
        }
        list(members[10]) {
            let members = $0.object("state event index number")
            $0.member(members[0], "a member \"state\"") { $0.id() }
            $0.member(members[1], "a member \"event\"") { $0.id() }
            $0.member(members[2], "a member \"index\"") { $0.sink.add($0.scanner.word()) }
            $0.member(members[3], "a member \"number\"") { $0.sink.add($0.scanner.natural()) }
        }
        for index in 11...13 { list(members[index]) { $0.event() } }
    }

    private mutating func event() {
        let members = object("event request stop cases arguments")
        let count = (members[0] >= 0 ? 1 : 0) + (members[1] >= 0 ? 1 : 0) + (members[2] >= 0 ? 1 : 0)
        if count != 1 { return scanner.fail("one member \"event\", \"request\" or \"stop\"") }
        if go(to: members[0]) {
            id()
        } else {
            sink.add(go(to: members[2]) ? ReservedID.none : ReservedID.request)
            sink.add(count: 0)
        }
        if go(to: members[2]), !scanner.take(word: "true") { scanner.fail("true") }
        if go(to: members[1]) {
            id()
        } else {
            sink.add(ReservedID.none)
            sink.add(count: 0)
        }
        list(members[3]) {
            $0.scanner.expect(0x5b, "a list of a predicate type and a case")
            $0.id()
            $0.scanner.expect(0x2c, "','")
            $0.id()
            $0.scanner.expect(0x5d, "']'")
        }
        list(members[4]) { $0.value() }
        scanner.position = members.end
    }

    // MARK: - Parts

    /// Where the values of an object's members begin, in the order of their names; -1 for those that are not there.
    private struct Members {
        var positions = InlineArray<14, Int>(repeating: -1)
        var end = 0
        subscript(index: Int) -> Int { positions[index] }
    }

    /// The object that begins here, which has no other members than those with these names.
    @inline(never)
    private mutating func object(_ names: StaticString) -> Members {
        var members = Members()
        scanner.forEach(0x7b, 0x7d, "an object") { scanner in
            guard let index = Self.name(&scanner, names) else { return scanner.fail(names) }
            scanner.expect(0x3a, "':'")
            guard members.positions[index] < 0 else { return scanner.fail("each member once") }
            _ = scanner.peek()
            members.positions[index] = scanner.position
            scanner.skipValue()
        }
        members.end = scanner.position
        return members
    }

    /// The index of the name that comes next, among these, which are separated by spaces.
    private static func name(_ scanner: inout JSONScanner, _ names: StaticString) -> Int? {
        _ = scanner.peek()
        let start = scanner.position
        guard scanner.take(0x22) else { return nil }
        var (index, first) = (0, 0)
        for end in 0...names.utf8CodeUnitCount where end == names.utf8CodeUnitCount || names.utf8Start[end] == 0x20 {
            let (bytes, length) = (scanner.bytes, end - first)
            if bytes.count - scanner.position > length, bytes[scanner.position] == names.utf8Start[first],
                bytes[scanner.position + length] == 0x22,
                memcmp(bytes.baseAddress! + scanner.position, names.utf8Start + first, length) == 0
            {
                scanner.position += length + 1
                return index
            }
            (index, first) = (index + 1, end + 1)
        }
        scanner.position = start
        return nil
    }

    /// Goes on at a position, if it is one.
    private mutating func go(to position: Int, _ what: StaticString? = nil) -> Bool {
        if position >= 0 && !scanner.hasFault {
            scanner.position = position
            return true
        }
        if let what { scanner.fail(what) }
        return false
    }

    /// Reads the member at a position, and goes on where it was.
    @inline(never)
    private mutating func member(_ position: Int, _ what: StaticString, _ body: (inout SnapshotJSONReader) -> Void) {
        let end = scanner.position
        if go(to: position, what) { body(&self) }
        scanner.position = end
    }

    /// The list at a position, none if there is no such member.
    private mutating func list(_ position: Int, _ element: (inout SnapshotJSONReader) -> Void) {
        let end = scanner.position
        if go(to: position) { list(element) } else { sink.add(count: 0) }
        scanner.position = end
    }

    /// The list that begins here: first how many there are.
    @inline(never)
    private mutating func list(_ element: (inout SnapshotJSONReader) -> Void) {
        _ = scanner.peek()
        let start = scanner.position
        var count = 0
        scanner.forEach(0x5b, 0x5d, "a list") {
            $0.skipValue()
            count += 1
        }
        sink.add(count: count)
        let end = scanner.position
        scanner.position = start
        scanner.expect(0x5b, "a list")
        for index in 0..<count where !scanner.hasFault {
            if index > 0 { scanner.expect(0x2c, "','") }
            _ = scanner.peek()
            element(&self)
        }
        scanner.expect(0x5d, "',' or ']'")
        if !scanner.hasFault { scanner.position = end }
    }

    /// A name, or a number.
    @inline(never)
    private mutating func id() {
        if scanner.peek() == 0x22 {
            sink.add(Int32(0))
            let start = sink.count + MemoryLayout<UInt32>.size
            text(scanner.position)
            if sink.count == start { scanner.fail("a name, or a number") }
            return
        }
        let number = scanner.integer()
        guard let id = ID(exactly: number) else { return scanner.fail("an integer of 32 bits") }
        sink.add(id)
        sink.add(count: 0)
    }

    /// The string at a position, an empty one if there is no such member.
    @inline(never)
    mutating func text(_ position: Int) {
        guard go(to: position) else { return sink.add(count: 0) }
        var (length, writer, hasZero) = (0, sink, false)
        scanner.string {
            if $0 == 0 { hasZero = true }
            length += 1
        }
        if hasZero { return scanner.fail("a string without \\u0000") }
        writer.add(count: length)
        scanner.position = position
        scanner.string { writer.add($0) }
        sink = writer
    }
}
