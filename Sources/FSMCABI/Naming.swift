import CSwiftFSM
import FSMEngine

@c(sfsm_builder_name_states) @implementation
public func sfsm_builder_name_states(
    _ builder: OpaquePointer?, _ names: UnsafePointer<sfsm_name>?, _ count: Int
) -> sfsm_status {
    setNames(of: .states, builder, "sfsm_builder_name_states", names, count)
}

@c(sfsm_builder_name_events) @implementation
public func sfsm_builder_name_events(
    _ builder: OpaquePointer?, _ names: UnsafePointer<sfsm_name>?, _ count: Int
) -> sfsm_status {
    setNames(of: .events, builder, "sfsm_builder_name_events", names, count)
}

@c(sfsm_builder_name_predicates) @implementation
public func sfsm_builder_name_predicates(
    _ builder: OpaquePointer?, _ names: UnsafePointer<sfsm_name>?, _ count: Int
) -> sfsm_status {
    setNames(of: .predicates, builder, "sfsm_builder_name_predicates", names, count)
}

@c(sfsm_builder_name_cases) @implementation
public func sfsm_builder_name_cases(
    _ builder: OpaquePointer?, _ predicate: Int32, _ names: UnsafePointer<sfsm_name>?, _ count: Int
) -> sfsm_status {
    setNames(of: .cases(predicate), builder, "sfsm_builder_name_cases", names, count)
}

/// What names may be given to.
private enum NamedIDs {
    case states, events, predicates
    /// Of a predicate type.
    case cases(ID)

    /// What is wrong with naming an id, or `SFSM_OK`.
    func fault(naming id: ID, in definition: Definition) -> sfsm_status {
        guard case .cases(let predicate) = self else { return id < ReservedID.first ? Status.reservedID : Status.ok }
        guard let count = definition.caseCount(ofPredicate: predicate) else { return Status.unknownPredicate }
        return id >= 0 && id < count ? Status.ok : Status.unknownCase
    }
}

/// Sets all names, or none if there is a fault with one of the ids.
@inline(never)
private func setNames(
    of ids: NamedIDs, _ builder: OpaquePointer?, _ function: StaticString, _ names: UnsafePointer<sfsm_name>?,
    _ count: Int
) -> sfsm_status {
    configure(builder, function) { builder in
        let fault = Status.ofArray(names, count, most: Status.mostElements)
        guard fault == Status.ok, let names else { return fault }
        for index in 0..<count {
            guard names[index].name != nil else { return Status.nullPointer }
            let fault = ids.fault(naming: names[index].id, in: builder.definition)
            guard fault == Status.ok else { return fault }
        }
        let memory = builder.memory
        let copies = memory.attempt {
            var copies: [Text] = []
            for index in 0..<count { if let name = names[index].name { copies.append(Text(cString: name)) } }
            return copies
        }
        guard let copies else { return Status.outOfMemory }
        let isDone =
            switch ids {
            case .states: set(copies, names, 0, in: &builder.definition.stateNames, memory)
            case .events: set(copies, names, 0, in: &builder.definition.eventNames, memory)
            case .predicates: set(copies, names, 0, in: &builder.definition.predicateNames, memory)
            case .cases(let predicate): set(copies, names, predicate, in: &builder.definition.caseNames, memory)
            }
        return isDone ? Status.ok : Status.outOfMemory
    }
}

/// `false` if there is no memory.
@inline(never)
private func set(
    _ texts: [Text], _ names: UnsafePointer<sfsm_name>, _ group: ID, in known: inout Names, _ memory: MemoryRegion
) -> Bool {
    guard known.reserve(texts.count, in: memory) else { return false }
    for index in texts.indices { known.set(texts[index], for: names[index].id, in: group) }
    return true
}
