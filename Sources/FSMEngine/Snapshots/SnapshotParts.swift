/// The parts of a snapshot, and where in its bytes they begin. That they are whole is checked, nothing else.
struct SnapshotParts {
    /// Where the first of a list lies, and how many there are.
    struct List {
        var position = 0
        var count = 0
    }

    /// An id with its name.
    struct Reference {
        let kind: NameKind
        /// Where the id lies.
        let position: Int
        let id: ID
        let name: UnsafeRawBufferPointer
        /// Where the id of the predicate type of a case lies.
        let group: Int
    }

    var head: SnapshotHead
    var leaves = List()
    var histories = List()
    var timers = List()
    var timeouts = List()
    var queued = List()
    var raised = List()
    var deferred = List()

    /// `position` is where the head begins. Calls `visit` with each id that is not reserved, in order. `nil` if these are no
    /// bytes of a snapshot. O(bytes).
    @inline(never)
    init?(_ bytes: UnsafeRawBufferPointer, at position: Int, _ visit: (Reference) -> Void) {
        var walk = SnapshotWalk(reader: ByteReader(bytes, at: position))
        guard let head = SnapshotHead(&walk.reader) else { return nil }
        self.head = head
        leaves = walk.list(ofSize: 8) { $0.skip(.state, visit) }
        if head.flags.contains(.hasMore) {
            self.head.readNumbers(&walk.reader)
            histories = walk.list(ofSize: 12) {
                $0.skip(.state, visit)
                _ = $0.list(ofSize: 8) { $0.skip(.state, visit) }
            }
            timers = walk.list(ofSize: 24) {
                _ = $0.reader.long()
                _ = $0.reader.long()
                $0.skip(.event, visit)
            }
            timeouts = walk.list(ofSize: 28) {
                $0.skip(.state, visit)
                $0.skip(.event, visit)
                _ = $0.reader.word()
                _ = $0.reader.long()
            }
            queued = walk.list(ofSize: 24) { $0.skipEvent(visit) }
            raised = walk.list(ofSize: 24) { $0.skipEvent(visit) }
            deferred = walk.list(ofSize: 24) { $0.skipEvent(visit) }
            self.head.timerCount = timers.count
            self.head.queuedCount = queued.count
            self.head.raisedCount = raised.count
            self.head.deferredCount = deferred.count
        }
        guard !walk.reader.isDamaged, walk.reader.isAtEnd else { return nil }
    }
}

/// Goes through the bytes of a snapshot.
private struct SnapshotWalk {
    var reader: ByteReader

    @inline(never)
    mutating func list(ofSize size: Int, _ skip: (inout SnapshotWalk) -> Void) -> SnapshotParts.List {
        let count = reader.count(ofSize: size)
        let list = SnapshotParts.List(position: reader.position, count: count)
        for _ in 0..<count where !reader.isDamaged { skip(&self) }
        return list
    }

    @inline(never)
    mutating func skip(_ kind: NameKind, group: Int = 0, _ visit: (SnapshotParts.Reference) -> Void) {
        let position = reader.position
        let id = reader.id()
        let name = reader.text()
        if reader.isDamaged || (name.isEmpty && ReservedID.contains(id)) { return }
        visit(SnapshotParts.Reference(kind: kind, position: position, id: id, name: name, group: group))
    }

    @inline(never)
    mutating func skipEvent(_ visit: (SnapshotParts.Reference) -> Void) {
        skip(.event, visit)
        skip(.state, visit)
        _ = list(ofSize: 16) {
            let predicate = $0.reader.position
            $0.skip(.predicate, visit)
            $0.skip(.value, group: predicate, visit)
        }
        _ = list(ofSize: 8) { $0.reader.skipValue() }
    }
}

extension ByteReader {
    /// An id and its name.
    mutating func reference() -> ID {
        let id = id()
        _ = text()
        return id
    }

    /// Skips an argument; what is none damages the snapshot.
    @inline(never)
    mutating func skipValue() { if value() == nil { damage() } }

    /// An argument: a string lies in the snapshot, without an end.
    @inline(never)
    mutating func value() -> (value: Value, string: UnsafeRawBufferPointer?)? {
        let type = id()
        guard let known = ValueType(rawValue: type) else { return nil }
        if known != .str {
            let bits = long()
            // An address would be one of another process.
            return known == .ptr && bits != 0 ? nil : (Value(type: type, bits: bits), nil)
        }
        var length = self
        if length.word() == SnapshotValue.nullLength {
            self = length
            return (Value(string: nil), nil)
        }
        let string = text()
        return string.contains(0) ? nil : (Value(string: nil), string)
    }
}
