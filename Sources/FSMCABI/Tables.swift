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

extension Table {
    /// The owner that ``sfsm_builder_build(_:_:_:)`` gave it: every table that C knows comes from there.
    fileprivate var cOwner: CCallbackOwner { unsafeDowncast(owner!, to: CCallbackOwner.self) }
}
