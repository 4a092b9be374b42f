import CSwiftFSM
import FSMEngine

@c(sfsm_builder_add_predicate_at) @implementation
public func sfsm_builder_add_predicate_at(
    _ builder: OpaquePointer?, _ predicate: Int32, _ caseCount: Int32, _ file: UnsafePointer<CChar>?, _ line: Int32
) -> sfsm_status {
    configure(builder, "sfsm_builder_add_predicate", file, line) {
        guard predicate >= ReservedID.first else { return Status.reservedID }
        guard PredicateType(predicate, caseCount: caseCount) != nil else { return Status.badValue }
        guard $0.definition.reservePredicate(), let place = $0.place(file, line),
            let type = PredicateType(predicate, caseCount: caseCount, place: place)
        else { return Status.outOfMemory }
        $0.definition.declare(type)
        return Status.ok
    }
}

@c(sfsm_builder_add_match) @implementation
public func sfsm_builder_add_match(
    _ builder: OpaquePointer?, _ row: Int, _ predicate: Int32, _ values: UnsafePointer<Int32>?, _ count: Int
) -> sfsm_status {
    configure(builder, "sfsm_builder_add_match") {
        guard row >= 1 && row <= $0.definition.rows.count && count >= 0 else { return Status.outOfRange }
        guard values != nil || count == 0 else { return Status.nullPointer }
        guard count <= min(maximumCaseCount, Int64(Int.max / 64)), $0.definition.reserve(matches: count + 1) else {
            return Status.outOfMemory
        }
        $0.definition.addMatch(predicate, cases: UnsafeBufferPointer(start: values, count: count), toRow: row - 1)
        return Status.ok
    }
}

@c(sfsm_builder_set_provider) @implementation
public func sfsm_builder_set_provider(
    _ builder: OpaquePointer?, _ predicate: Int32, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    guard let builder = builder?.builder else {
        Finalization(finalizer, context)?()
        return Status.nullPointer
    }
    var fault = builder.isBuilt ? Status.alreadyBuilt : Status.ok
    if fault == Status.ok && builder.definition.caseCount(ofPredicate: predicate) == nil {
        fault = Status.unknownPredicate
    }
    if fault == Status.ok && !builder.definition.reserveProvider() { fault = Status.outOfMemory }
    var status = builder.makeRoom(for: function, context, fault: fault)
    if status == Status.ok, let function {
        let isSet = builder.definition.setProvider(Callback(function, context: context), ofPredicate: predicate)
        if !isSet { status = Status.badValue }
    }
    return builder.finish(status, finalizer, context, "sfsm_builder_set_provider")
}

@c(sfsm_step_case) @implementation
public func sfsm_step_case(_ step: UnsafePointer<sfsm_step>?, _ predicate: Int32) -> Int32 {
    guard let step else { return ReservedID.none }
    return UnsafeRawPointer(step).load(as: Step.self).value(of: predicate)
}
