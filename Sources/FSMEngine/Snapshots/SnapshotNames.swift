/// Ids in a snapshot, each with its name behind it, by which another version of the definition finds it: 4 bytes of the id,
/// 4 bytes of the name's length, and the name. Reserved ids, and what has no name, have an empty one.
struct SnapshotNames {
    let definition: UnsafePointer<Definition>
    /// Ids are written without their names.
    let isNameless: Bool

    init(definition: UnsafePointer<Definition>, isNameless: Bool = false) {
        self.definition = definition
        self.isNameless = isNameless
    }

    /// The name of an id; that of a case is in the group of its predicate type.
    @inline(__always)
    private func name(of id: ID, _ kind: NameKind, _ group: ID) -> Text? {
        if ReservedID.contains(id) { return nil }
        switch kind {
        case .state: return definition.pointee.stateNames.name(of: id)
        case .event: return definition.pointee.eventNames.name(of: id)
        case .predicate: return definition.pointee.predicateNames.name(of: id)
        case .value: return definition.pointee.caseNames.name(of: id, in: group)
        }
    }

    @inline(never)
    @_optimize(speed)
    func write(_ id: ID, _ kind: NameKind, in group: ID = 0, to sink: inout ByteSink) {
        sink.add(id)
        guard !isNameless, let name = name(of: id, kind, group) else { return sink.add(count: 0) }
        name.bytes.withUnsafeBytes { sink.add(text: $0) }
    }

    /// As JSON has it: a name, or the number of what has none.
    @inline(never)
    func writeJSON(_ id: ID, _ kind: NameKind, in group: ID = 0, to sink: inout ByteSink) {
        if let name = name(of: id, kind, group) { return name.bytes.withUnsafeBytes { sink.add(quoted: $0) } }
        switch id {
        case ReservedID.none: sink.add("null")
        case ReservedID.request: sink.add("\"request\"")
        case ReservedID.eventless: sink.add("\"eventless\"")
        default: sink.add(signed: Int64(id))
        }
    }

    /// Whether an id has this name, or none if it is empty.
    @inline(never)
    @_optimize(speed)
    func isName(_ name: UnsafeRawBufferPointer, of id: ID, _ kind: NameKind, in group: ID = 0) -> Bool {
        guard let own = self.name(of: id, kind, group) else { return name.isEmpty }
        return own.isSame(as: name)
    }
}

/// An argument of an event in a snapshot.
enum SnapshotValue {
    /// Stands for a null string instead of its length.
    static var nullLength: UInt32 { .max }
}
