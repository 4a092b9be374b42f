import FSMEngine

// Names of what a table has: for the texts of faults, and for snapshots, in which other versions of the table find it.
extension Assembly {
    /// Names all states and events, and the predicates that events wait with: each by its description, the second of an
    /// equal one with a number.
    func addNames(to definition: inout Definition) {
        for (id, name) in Self.names(names(states)) { definition.stateNames.set(name, for: id) }
        for (id, name) in Self.names(names(events)) { definition.eventNames.set(name, for: id) }
        // Events of a flat table wait without predicates.
        guard isChart else { return }
        for (id, name) in Self.names(predicates.kinds.map { $0.name }) { definition.predicateNames.set(name, for: id) }
        for (number, kind) in predicates.kinds.enumerated() {
            for (id, name) in Self.names(kind.caseNames.prefix(Int(PredicateType.maximumCaseCount))) {
                definition.caseNames.set(name, for: id, in: Int32(number))
            }
        }
    }

    /// The names of all states, and of all events, as snapshots have them.
    var stateNames: [SnapshotMembers.Name] { Self.membersNames(names(states)) }
    var eventNames: [SnapshotMembers.Name] { Self.membersNames(names(events)) }

    private static func membersNames(_ values: [String]) -> [SnapshotMembers.Name] {
        var names = values.indices.map { SnapshotMembers.Name.number(Int32($0)) }
        for (id, name) in Self.names(values) { names[Int(id)] = .name(name) }
        return names
    }

    /// Values as names, and of a case whatever its values its own name.
    private func names<Value>(_ index: PatternIndex<Value>) -> [String] {
        let names = index.values.enumerated().map { number, value in
            index.isCase(Int32(number)) ? String(CaseKey.name(of: value)) : "\(value)"
        }
        // What patterns have in common has the names of all.
        return names + index.overlaps.map { $0.patterns.sorted().map { names[Int($0)] }.joined(separator: " & ") }
    }

    private static func names<Value>(_ values: some Sequence<Value>) -> [(id: Int32, name: String)] {
        var counts: [String: Int] = [:]
        var names: [(id: Int32, name: String)] = []
        for (number, value) in values.enumerated() {
            let name = "\(value)".withoutColons
            // No JSON of a snapshot has such names.
            if name.utf8.contains(0) { continue }
            var unique = name
            while let count = counts[unique] {
                counts[name] = count + 1
                unique = "\(name) (\(count + 1))"
            }
            counts[unique] = 1
            names.append((Int32(number), unique))
        }
        return names
    }
}

extension String {
    /// The same without spaces after colons: a text of a fault ends with a colon and how to correct it.
    fileprivate var withoutColons: String {
        guard utf8.contains(0x3a) else { return self }
        var text = ""
        for character in self where !(character == " " && text.last == ":") { text.append(character) }
        return text
    }
}
