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

    func withNames<Result>(of definition: inout Definition, _ body: (inout Names) -> Result) -> Result {
        switch self {
        case .states: body(&definition.stateNames)
        case .events: body(&definition.eventNames)
        case .predicates: body(&definition.predicateNames)
        case .cases: body(&definition.caseNames)
        }
    }
}

/// Sets all names, or none if there is a fault with one of the ids.
@inline(never)
private func setNames(
    of ids: NamedIDs, _ builder: OpaquePointer?, _ function: StaticString, _ names: UnsafePointer<sfsm_name>?,
    _ count: Int
) -> sfsm_status {
    configure(builder, function) { builder in
        guard count >= 0 else { return Status.outOfRange }
        guard count > 0 else { return Status.ok }
        guard let names else { return Status.nullPointer }
        for index in 0..<count {
            guard names[index].name != nil else { return Status.nullPointer }
            let fault = ids.fault(naming: names[index].id, in: builder.definition)
            guard fault == Status.ok else { return fault }
        }
        let memory = builder.memory
        let copies = memory.attempt {
            (0..<count).map { names[$0].name.map { String(cString: $0) } ?? "" }
        }
        guard let copies, ids.withNames(of: &builder.definition, { $0.reserve(count, in: memory) }) else {
            return Status.outOfMemory
        }
        var group: ID = 0
        if case .cases(let predicate) = ids { group = predicate }
        ids.withNames(of: &builder.definition) {
            for index in 0..<count { $0.set(copies[index], for: names[index].id, in: group) }
        }
        return Status.ok
    }
}
