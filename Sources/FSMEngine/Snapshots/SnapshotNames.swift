/// Ids in a snapshot, each with its name behind it, by which another version of the definition finds it: 4 bytes of the id,
/// 4 bytes of the name's length, and the name. Reserved ids, and what has no name, have an empty one.
struct SnapshotNames {
    /// What an id is that of.
    enum Kind: Int32 {
        case state = 1
        case event, predicate, value
    }

    let definition: UnsafePointer<Definition>
    /// Ids are written without their names.
    let isNameless: Bool

    init(definition: UnsafePointer<Definition>, isNameless: Bool = false) {
        self.definition = definition
        self.isNameless = isNameless
    }

    @inline(__always)
    func write(state: ID, to sink: inout SnapshotSink) { write(state, definition.pointee.stateNames, 0, to: &sink) }

    func write(event: ID, to sink: inout SnapshotSink) { write(event, definition.pointee.eventNames, 0, to: &sink) }

    func write(predicate: ID, to sink: inout SnapshotSink) {
        write(predicate, definition.pointee.predicateNames, 0, to: &sink)
    }

    func write(value: ID, of predicate: ID, to sink: inout SnapshotSink) {
        write(value, definition.pointee.caseNames, predicate, to: &sink)
    }

    /// Whether an id has this name, or none if it is empty.
    @inline(__always)
    func isName(_ name: UnsafeRawBufferPointer, ofState id: ID) -> Bool {
        isName(name, of: id, definition.pointee.stateNames, 0)
    }

    /// The same for an id of any kind; that of a case is in the group of its predicate type.
    @inline(never)
    func isName(_ name: UnsafeRawBufferPointer, of id: ID, _ kind: Kind, in group: ID) -> Bool {
        switch kind {
        case .state: isName(name, ofState: id)
        case .event: isName(name, of: id, definition.pointee.eventNames, 0)
        case .predicate: isName(name, of: id, definition.pointee.predicateNames, 0)
        case .value: isName(name, of: id, definition.pointee.caseNames, group)
        }
    }

    @inline(__always)
    private func isName(_ name: UnsafeRawBufferPointer, of id: ID, _ names: borrowing Names, _ group: ID) -> Bool {
        guard let position = names.position(of: id, in: group) else { return name.isEmpty }
        return names.texts[position].isSame(as: name)
    }

    @inline(never)
    @_optimize(speed)
    private func write(_ id: ID, _ names: borrowing Names, _ group: ID, to sink: inout SnapshotSink) {
        sink.add(id)
        guard !isNameless, !ReservedID.contains(id), let position = names.position(of: id, in: group) else {
            return sink.add(count: 0)
        }
        names.texts[position].bytes.withUnsafeBytes { sink.add(text: $0) }
    }
}

// As JSON has them: a name, or the number of what has none.
extension SnapshotNames {
    func writeJSON(state: ID, to sink: inout SnapshotSink) {
        writeJSON(state, definition.pointee.stateNames, 0, to: &sink)
    }

    func writeJSON(event: ID, to sink: inout SnapshotSink) {
        writeJSON(event, definition.pointee.eventNames, 0, to: &sink)
    }

    func writeJSON(predicate: ID, to sink: inout SnapshotSink) {
        writeJSON(predicate, definition.pointee.predicateNames, 0, to: &sink)
    }

    func writeJSON(value: ID, of predicate: ID, to sink: inout SnapshotSink) {
        writeJSON(value, definition.pointee.caseNames, predicate, to: &sink)
    }

    @inline(never)
    private func writeJSON(_ id: ID, _ names: borrowing Names, _ group: ID, to sink: inout SnapshotSink) {
        if id == ReservedID.none { return sink.add("null") }
        if id == ReservedID.request { return sink.add("\"request\"") }
        if id == ReservedID.eventless { return sink.add("\"eventless\"") }
        guard !ReservedID.contains(id), let position = names.position(of: id, in: group) else {
            return sink.add(signed: Int64(id))
        }
        names.texts[position].bytes.withUnsafeBytes { sink.add(quoted: $0) }
    }
}

/// An argument of an event in a snapshot.
enum SnapshotValue {
    /// Stands for a null string instead of its length.
    static var nullLength: UInt32 { .max }
}
