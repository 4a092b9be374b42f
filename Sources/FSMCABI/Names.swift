import CMemory
import CSwiftFSM
import FSMEngine

@c(sfsm_builder_name_states) @implementation
public func sfsm_builder_name_states(
    _ builder: OpaquePointer?, _ names: UnsafePointer<sfsm_name>?, _ count: Int
) -> sfsm_status {
    setNames(builder, names, count) { $0.stateNames.set($1, for: $2) }
}

@c(sfsm_builder_name_events) @implementation
public func sfsm_builder_name_events(
    _ builder: OpaquePointer?, _ names: UnsafePointer<sfsm_name>?, _ count: Int
) -> sfsm_status {
    setNames(builder, names, count) { $0.eventNames.set($1, for: $2) }
}

@c(sfsm_builder_name_predicates) @implementation
public func sfsm_builder_name_predicates(
    _ builder: OpaquePointer?, _ names: UnsafePointer<sfsm_name>?, _ count: Int
) -> sfsm_status {
    setNames(builder, names, count) { $0.predicateNames.set($1, for: $2) }
}

@c(sfsm_builder_name_cases) @implementation
public func sfsm_builder_name_cases(
    _ builder: OpaquePointer?, _ predicate: Int32, _ names: UnsafePointer<sfsm_name>?, _ count: Int
) -> sfsm_status {
    setNames(
        builder, names, count,
        fault: { definition, value in
            guard let count = definition.caseCount(ofPredicate: predicate) else { return Status.unknownPredicate }
            return value >= 0 && value < count ? Status.ok : Status.unknownCase
        },
        set: { $0.caseNames.set($1, for: $2, in: predicate) })
}

/// Sets all names, or none if there is a fault with one of the ids.
private func setNames(
    _ builder: OpaquePointer?, _ names: UnsafePointer<sfsm_name>?, _ count: Int,
    fault: (Definition, ID) -> sfsm_status = { $1 < ReservedID.first ? Status.reservedID : Status.ok },
    set: (inout Definition, String, ID) -> Void
) -> sfsm_status {
    guard let builder = builder?.builder else { return Status.nullPointer }
    guard !builder.isBuilt else { return Status.alreadyBuilt }
    guard count >= 0 else { return Status.outOfRange }
    guard count > 0 else { return Status.ok }
    guard let names else { return Status.nullPointer }
    var bytes: Int64 = 4_096
    for index in 0..<count {
        guard let name = names[index].name else { return Status.nullPointer }
        let fault = fault(builder.definition, names[index].id)
        guard fault == Status.ok else { return fault }
        bytes += 200 + Int64(strlen(name))
    }
    guard isMemoryAvailable(bytes) else { return Status.outOfMemory }
    for index in 0..<count {
        if let name = names[index].name { set(&builder.definition, String(cString: name), names[index].id) }
    }
    return Status.ok
}
