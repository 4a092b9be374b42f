/// Where a snapshot comes from.
enum SnapshotOrigin {
    /// A machine over the same definition: ids are taken as they are.
    case same
    /// The same, in a journal, where ids have no names.
    case journal
    case otherVersion
}

/// Puts the ids of a table in the place of those in a snapshot: by name, by former name, or as the host decides.
struct SnapshotMigration {
    let bytes: UnsafeMutableRawBufferPointer
    let origin: SnapshotOrigin
    let table: Unmanaged<Table>
    /// What came of the first that has no place.
    private(set) var outcome = Outcome.ok

    init(bytes: UnsafeMutableRawBufferPointer, _ origin: SnapshotOrigin, table: Unmanaged<Table>) {
        self.bytes = bytes
        self.origin = origin
        self.table = table
    }

    /// The parts of the snapshot, whose head begins at a position. `nil` if these are no bytes of one.
    mutating func read(at position: Int, _ host: inout SnapshotHost) -> SnapshotParts? {
        var reader = ByteReader(UnsafeRawBufferPointer(bytes), at: position)
        guard let head = SnapshotHead(&reader), head.flags.contains(.isNameless) == (origin == .journal) else {
            return nil
        }
        if origin == .journal { return SnapshotParts(UnsafeRawBufferPointer(bytes), at: position) { _ in } }
        if origin == .same && !head.flags.contains(.isByName) { return readSame(at: position) }
        // First that all of it is there: the host is asked about whole snapshots only.
        guard SnapshotParts(UnsafeRawBufferPointer(bytes), at: position, { _ in }) != nil else { return nil }
        var (migration, asked) = (self, host)
        let parts = SnapshotParts(UnsafeRawBufferPointer(bytes), at: position) { reference in
            if migration.origin == .same && reference.name.isEmpty { return }
            migration.replace(reference, &asked)
        }
        (self, host) = (migration, asked)
        return parts
    }

    /// The parts of a snapshot of the same definition, in which each id has its name.
    private func readSame(at position: Int) -> SnapshotParts? {
        let names = table._withUnsafeGuaranteedRef { SnapshotNames(definition: $0.definition) }
        var isRight = true
        let parts = SnapshotParts(UnsafeRawBufferPointer(bytes), at: position) {
            if !names.isName($0.name, of: $0.id, $0.kind, in: group(of: $0)) { isRight = false }
        }
        return isRight ? parts : nil
    }

    /// The predicate type of a case.
    private func group(of reference: SnapshotParts.Reference) -> ID {
        guard reference.kind == .value else { return 0 }
        return ID(littleEndian: bytes.loadUnaligned(fromByteOffset: reference.group, as: ID.self))
    }

    private mutating func replace(_ reference: SnapshotParts.Reference, _ host: inout SnapshotHost) {
        let group = group(of: reference)
        // The predicate type has no place already.
        if reference.kind == .value && group == ReservedID.none { return }
        var id =
            reference.name.isEmpty
            ? nil : table._withUnsafeGuaranteedRef { $0.id(of: reference.name, reference.kind, in: group) }
        if id == nil {
            let fault = SnapshotFault(
                kind: SnapshotFault.Kind(rawValue: reference.kind.rawValue)!, id: reference.id, name: reference.name,
                group: group)
            id = host.decide(fault)
            if id == nil || !isKnown(id!, reference.kind, group) {
                host.report(fault)
                if outcome == .ok { outcome = fault.outcome }
                id = ReservedID.none
            }
        }
        bytes.storeBytes(of: id!.littleEndian, toByteOffset: reference.position, as: Int32.self)
    }

    /// Whether a host may put this id there.
    private func isKnown(_ id: ID, _ kind: NameKind, _ group: ID) -> Bool {
        table._withUnsafeGuaranteedRef { table in
            switch kind {
            case .state: table.state(named: id) != nil
            case .event: table.storage.column(ofEvent: id) != nil
            case .predicate: table.storage.pointee.predicates.index(of: id) != nil
            case .value: id >= 0 && id < table.caseCount(ofPredicate: group) ?? 0
            }
        }
    }
}
