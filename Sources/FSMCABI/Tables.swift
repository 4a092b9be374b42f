import CSwiftFSM
import FSMEngine

@c(sfsm_table_retain) @implementation
public func sfsm_table_retain(_ table: OpaquePointer?) -> OpaquePointer! {
    table?.retainTable()
    return table
}

@c(sfsm_table_release) @implementation
public func sfsm_table_release(_ table: OpaquePointer?) { table?.releaseTable() }

@c(sfsm_table_state_count) @implementation
public func sfsm_table_state_count(_ table: OpaquePointer?) -> Int { table?.table.stateCount ?? 0 }

@c(sfsm_table_event_count) @implementation
public func sfsm_table_event_count(_ table: OpaquePointer?) -> Int { table?.table.eventCount ?? 0 }

@c(sfsm_table_row_count) @implementation
public func sfsm_table_row_count(_ table: OpaquePointer?) -> Int { table?.table.rowCount ?? 0 }

@c(sfsm_table_size) @implementation
public func sfsm_table_size(_ table: OpaquePointer?) -> Int { table?.table.size ?? 0 }

@c(sfsm_table_initial) @implementation
public func sfsm_table_initial(_ table: OpaquePointer?) -> Int32 { table?.table.initial ?? ReservedID.none }

@c(sfsm_table_predicate_count) @implementation
public func sfsm_table_predicate_count(_ table: OpaquePointer?) -> Int { table?.table.predicateCount ?? 0 }

@c(sfsm_table_state_at) @implementation
public func sfsm_table_state_at(_ table: OpaquePointer?, _ index: Int) -> Int32 {
    table?.table.state(at: index) ?? ReservedID.none
}

@c(sfsm_table_event_at) @implementation
public func sfsm_table_event_at(_ table: OpaquePointer?, _ index: Int) -> Int32 {
    table?.table.event(at: index) ?? ReservedID.none
}

@c(sfsm_table_predicate_at) @implementation
public func sfsm_table_predicate_at(_ table: OpaquePointer?, _ index: Int) -> Int32 {
    table?.table.predicate(at: index) ?? ReservedID.none
}

@c(sfsm_table_case_count) @implementation
public func sfsm_table_case_count(_ table: OpaquePointer?, _ predicate: Int32) -> Int32 {
    table?.table.caseCount(ofPredicate: predicate) ?? 0
}

// MARK: - Names

@c(sfsm_table_state_name) @implementation
public func sfsm_table_state_name(_ table: OpaquePointer?, _ state: Int32) -> UnsafePointer<CChar>! {
    guard let table = table?.table, let position = table.stateNames.position(of: state) else { return nil }
    return table.cOwner.stateNames?[position]
}

@c(sfsm_table_event_name) @implementation
public func sfsm_table_event_name(_ table: OpaquePointer?, _ event: Int32) -> UnsafePointer<CChar>! {
    guard let table = table?.table, let position = table.eventNames.position(of: event) else { return nil }
    return table.cOwner.eventNames?[position]
}

@c(sfsm_table_predicate_name) @implementation
public func sfsm_table_predicate_name(_ table: OpaquePointer?, _ predicate: Int32) -> UnsafePointer<CChar>! {
    guard let table = table?.table, let position = table.predicateNames.position(of: predicate) else { return nil }
    return table.cOwner.predicateNames?[position]
}

@c(sfsm_table_case_name) @implementation
public func sfsm_table_case_name(
    _ table: OpaquePointer?, _ predicate: Int32, _ value: Int32
) -> UnsafePointer<CChar>! {
    guard let table = table?.table, let position = table.caseNames.position(of: value, in: predicate) else {
        return nil
    }
    return table.cOwner.caseNames?[position]
}

// MARK: - Transitions

@c(sfsm_table_transition_count) @implementation
public func sfsm_table_transition_count(_ table: OpaquePointer?) -> Int { table?.table.transitionCount ?? 0 }

@c(sfsm_table_transition) @implementation
public func sfsm_table_transition(
    _ table: OpaquePointer?, _ index: Int, _ outTransition: UnsafeMutablePointer<sfsm_transition>?
) -> sfsm_status {
    guard let table = table?.table, let outTransition else { return Status.nullPointer }
    guard outTransition.pointee.size >= MemoryLayout<sfsm_transition>.size else { return Status.badSize }
    guard let transition = table.transition(at: index) else { return Status.outOfRange }
    var flags = transition.isOverriding ? UInt32(SFSM_OVERRIDING) : 0
    if transition.isInherited { flags |= UInt32(SFSM_INHERITED) }
    if transition.isLocal { flags |= UInt32(SFSM_LOCAL) }
    outTransition.pointee.row = transition.row + 1
    outTransition.pointee.source = transition.source
    outTransition.pointee.event = transition.event
    outTransition.pointee.target = transition.target
    outTransition.pointee.rank = Int32(transition.rank)
    outTransition.pointee.flags = flags
    outTransition.pointee.line = transition.place.line
    outTransition.pointee.file = transition.place.file < 0 ? nil : table.cOwner.files?[Int(transition.place.file)]
    outTransition.pointee.guard_count = transition.guardCount
    outTransition.pointee.action_count = transition.actionCount
    return Status.ok
}

@c(sfsm_table_transition_cases) @implementation
public func sfsm_table_transition_cases(
    _ table: OpaquePointer?, _ index: Int, _ predicate: Int32, _ values: UnsafeMutablePointer<Int32>?,
    _ capacity: Int, _ outCount: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    list(table, index, values, capacity, outCount) { $0.forEachCase(ofTransition: index, for: predicate, $1) }
}

@c(sfsm_table_transition_targets) @implementation
public func sfsm_table_transition_targets(
    _ table: OpaquePointer?, _ index: Int, _ targets: UnsafeMutablePointer<Int32>?, _ capacity: Int,
    _ outCount: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    list(table, index, targets, capacity, outCount) { table, add in
        table.forEachTarget(ofTransition: index, add)
        return true
    }
}

@c(sfsm_table_transition_conditions) @implementation
public func sfsm_table_transition_conditions(
    _ table: OpaquePointer?, _ index: Int, _ states: UnsafeMutablePointer<Int32>?,
    _ areActive: UnsafeMutablePointer<Bool>?, _ capacity: Int, _ outCount: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    guard areActive != nil || capacity <= 0 else { return Status.nullPointer }
    return list(table, index, states, capacity, outCount) { table, add in
        var count = 0
        table.forEachCondition(ofTransition: index) { state, isActive in
            if count < capacity { areActive?[count] = isActive }
            count += 1
            add(state)
        }
        return true
    }
}

@c(sfsm_table_transition_raised) @implementation
public func sfsm_table_transition_raised(
    _ table: OpaquePointer?, _ index: Int, _ events: UnsafeMutablePointer<Int32>?, _ capacity: Int,
    _ outCount: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    list(table, index, events, capacity, outCount) { table, add in
        table.forEachRaisedEvent(ofTransition: index, add)
        return true
    }
}

/// Writes as many of the ids that `visit` adds for a transition as there is room for. It returns false for a predicate
/// type that the table does not have.
@inline(never)
private func list(
    _ table: OpaquePointer?, _ index: Int, _ ids: UnsafeMutablePointer<Int32>?, _ capacity: Int,
    _ outCount: UnsafeMutablePointer<Int>?, _ visit: (Table, (Int32) -> Void) -> Bool
) -> sfsm_status {
    guard let table = table?.table, let outCount else { return Status.nullPointer }
    guard index >= 0, index < table.transitionCount else { return Status.outOfRange }
    let fault = Status.ofArray(ids, capacity)
    guard fault == Status.ok else { return fault }
    var count = 0
    let isKnown = visit(table) { id in
        if count < capacity { ids?[count] = id }
        count += 1
    }
    guard isKnown else { return Status.unknownPredicate }
    outCount.pointee = count
    return Status.ok
}

extension Table {
    /// The owner that ``sfsm_builder_build(_:_:_:)`` gave it: every table that C knows comes from there.
    var cOwner: CCallbackOwner { unsafeDowncast(owner!, to: CCallbackOwner.self) }
}
