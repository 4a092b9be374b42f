import CMemory

/// Finds the ids of a table by name, in a hash table at most half full: present names first, then those that documents say
/// they had before. Of several ids with one name it finds that which was named first.
struct NameIndex {
    private let kind: NameKind
    /// The upper half of a name's hash, above the name's number, from 1 on; 0 for a free slot.
    private let slots: UnsafeMutablePointer<UInt64>?
    private let mask: Int

    /// Of the names of ids that are known to the table. `nil` if there is no memory. O(names).
    @inline(never)
    init?(_ kind: NameKind, _ definition: UnsafePointer<Definition>, isKnown: (ID, _ group: ID) -> Bool) {
        self.kind = kind
        let names = Self.names(kind, definition)
        let count = names.texts.count + (definition.pointee.document?.formerNames.count ?? 0)
        var size = 4
        while size < 2 * count { size *= 2 }
        mask = size - 1
        guard count > 0 else {
            slots = nil
            return
        }
        guard let memory = calloc(size, MemoryLayout<UInt64>.stride) else { return nil }
        let slots = memory.bindMemory(to: UInt64.self, capacity: size)
        self.slots = slots
        for number in 0..<count {
            guard let name = Self.name(number, kind, names, definition), isKnown(name.id, name.group) else { continue }
            name.text.bytes.withUnsafeBytes { bytes in
                let hash = Self.hash(bytes, in: name.group)
                let slot = self.slot(bytes, in: name.group, hash, names, definition)
                if slots[slot] == 0 { slots[slot] = hash & Self.hashMask | UInt64(number + 1) }
            }
        }
    }

    func free() { CMemory.free(slots) }

    /// The id of a name in a group. O(bytes).
    @inline(never)
    func id(of name: UnsafeRawBufferPointer, in group: ID = 0, _ definition: UnsafePointer<Definition>) -> ID? {
        guard let slots else { return nil }
        let names = Self.names(kind, definition)
        let slot = slots[self.slot(name, in: group, Self.hash(name, in: group), names, definition)]
        return slot == 0 ? nil : Self.name(Self.number(slot), kind, names, definition)?.id
    }

    private static var hashMask: UInt64 { ~UInt64(UInt32.max) }

    private static func number(_ slot: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: slot)) - 1 }

    private static func hash(_ name: UnsafeRawBufferPointer, in group: ID) -> UInt64 {
        var hasher = WordHasher()
        hasher.add(UInt64(UInt32(bitPattern: group)))
        hasher.add(name)
        return hasher.value
    }

    /// The slot of this name, or the free one where it belongs.
    @inline(never)
    private func slot(
        _ bytes: UnsafeRawBufferPointer, in group: ID, _ hash: UInt64, _ names: borrowing Names,
        _ definition: UnsafePointer<Definition>
    ) -> Int {
        var position = Int(truncatingIfNeeded: hash) & mask
        while let slot = slots?[position], slot != 0 {
            if (slot ^ hash) & Self.hashMask == 0,
                let name = Self.name(Self.number(slot), kind, names, definition), name.group == group,
                name.text.isSame(as: bytes)
            {
                break
            }
            position = (position &+ 1) & mask
        }
        return position
    }

    private static func names(_ kind: NameKind, _ definition: UnsafePointer<Definition>) -> Names {
        switch kind {
        case .state: definition.pointee.stateNames
        case .event: definition.pointee.eventNames
        case .predicate: definition.pointee.predicateNames
        case .value: definition.pointee.caseNames
        }
    }

    /// The name with a number: among the present ones, or behind these among the former ones, if it is one of this kind.
    private static func name(
        _ number: Int, _ kind: NameKind, _ names: borrowing Names, _ definition: UnsafePointer<Definition>
    ) -> (text: Text, id: ID, group: ID)? {
        if number < names.texts.count {
            let (id, group) = names.id(at: number)
            return (names.texts[number], id, group)
        }
        guard let document = definition.pointee.document, kind == .state || kind == .event else { return nil }
        let former = document.formerNames[number - names.texts.count]
        return former.isEvent == (kind == .event) ? (document.names[former.name], former.id, 0) : nil
    }
}

/// The indices of a table.
struct TableNames {
    private let states: NameIndex
    private let events: NameIndex
    private let predicates: NameIndex
    private let cases: NameIndex

    /// `nil` if there is no memory.
    init?(_ definition: UnsafePointer<Definition>, _ table: UnsafePointer<TableStorage>) {
        let states = NameIndex(.state, definition) { id, _ in table.pointee.states.index(of: id) != nil }
        let events = NameIndex(.event, definition) { id, _ in table.pointee.events.index(of: id) != nil }
        let predicates = NameIndex(.predicate, definition) { id, _ in table.pointee.predicates.index(of: id) != nil }
        let cases = NameIndex(.value, definition) { id, group in
            guard let predicate = table.pointee.predicates.index(of: group) else { return false }
            return id >= 0 && id < table.pointee.predicateRecords[predicate].caseCount
        }
        guard let states, let events, let predicates, let cases else {
            for index in [states, events, predicates, cases] { index?.free() }
            return nil
        }
        (self.states, self.events, self.predicates, self.cases) = (states, events, predicates, cases)
    }

    func free() {
        states.free()
        events.free()
        predicates.free()
        cases.free()
    }

    subscript(kind: NameKind) -> NameIndex {
        switch kind {
        case .state: states
        case .event: events
        case .predicate: predicates
        case .value: cases
        }
    }
}

extension Table {
    /// What has a name, or had it; `nil` if there is nothing. O(bytes).
    func id(of name: UnsafeRawBufferPointer, _ kind: NameKind, in group: ID = 0) -> ID? {
        names[kind].id(of: name, in: group, definition)
    }

    /// The state, event, predicate type or case of a name, present or former; `nil` if there is none. O(bytes).
    public func state(of name: UnsafeRawBufferPointer) -> ID? { id(of: name, .state) }

    /// The event of a name, or of a name that it had before. O(length).
    public func event(of name: UnsafeRawBufferPointer) -> ID? { id(of: name, .event) }

    /// The predicate type of a name. O(length).
    public func predicate(of name: UnsafeRawBufferPointer) -> ID? { id(of: name, .predicate) }

    /// The case of a name of a predicate type. O(length).
    public func value(of name: UnsafeRawBufferPointer, inPredicate predicate: ID) -> ID? {
        id(of: name, .value, in: predicate)
    }
}
