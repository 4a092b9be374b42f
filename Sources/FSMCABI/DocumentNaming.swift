import CSwiftFSM
import FSMEngine

@c(sfsm_builder_name_callbacks) @implementation
public func sfsm_builder_name_callbacks(
    _ builder: OpaquePointer?, _ names: UnsafePointer<sfsm_callback_name>?, _ count: Int
) -> sfsm_status {
    configure(builder, "sfsm_builder_name_callbacks") { builder in
        let fault = Status.ofArray(names, count, most: Status.mostElements)
        guard fault == Status.ok, let names else { return fault }
        for index in 0..<count where names[index].function == nil || names[index].name == nil {
            return Status.nullPointer
        }
        let copies = builder.memory.attempt { () -> [Text] in
            var copies: [Text] = []
            for index in 0..<count { if let name = names[index].name { copies.append(Text(cString: name)) } }
            for copy in copies where !copy.isDocumentName { return [] }
            return copies
        }
        guard let copies, builder.definition.reserveCallbackNames(2 * count) else { return Status.outOfMemory }
        guard copies.count == count else { return Status.badValue }
        for index in 0..<count {
            guard let function = names[index].function else { continue }
            let callback = Callback(function, context: names[index].context)
            builder.definition.setName(copies[index], ofCallback: callback)
            builder.definition.setName(copies[index], ofCallback: callback.forUpdate)
        }
        return Status.ok
    }
}

// MARK: - Names

@c(sfsm_table_state_named) @implementation
public func sfsm_table_state_named(_ table: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int) -> Int32 {
    find(table, name, length) { $0.state(of: $1) }
}

@c(sfsm_table_event_named) @implementation
public func sfsm_table_event_named(_ table: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int) -> Int32 {
    find(table, name, length) { $0.event(of: $1) }
}

@c(sfsm_table_predicate_named) @implementation
public func sfsm_table_predicate_named(
    _ table: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int
) -> Int32 {
    find(table, name, length) { $0.predicate(of: $1) }
}

@c(sfsm_table_case_named) @implementation
public func sfsm_table_case_named(
    _ table: OpaquePointer?, _ predicate: Int32, _ name: UnsafePointer<CChar>?, _ length: Int
) -> Int32 {
    find(table, name, length) { $0.value(of: $1, inPredicate: predicate) }
}

private func find(
    _ table: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ body: (Table, UnsafeRawBufferPointer) -> ID?
) -> Int32 {
    guard let table, let name, length >= 0 else { return ReservedID.none }
    return table.withTable { body($0, UnsafeRawBufferPointer(start: name, count: length)) } ?? ReservedID.none
}

// MARK: - What documents say besides

@c(sfsm_table_name) @implementation
public func sfsm_table_name(_ table: OpaquePointer?) -> UnsafePointer<CChar>! {
    table?.table.lent { $0.numberOfDocumentName }
}

@c(sfsm_table_version) @implementation
public func sfsm_table_version(_ table: OpaquePointer?) -> UnsafePointer<CChar>! {
    table?.table.lent { $0.numberOfDocumentVersion }
}

@c(sfsm_table_row_label) @implementation
public func sfsm_table_row_label(_ table: OpaquePointer?, _ row: Int) -> UnsafePointer<CChar>! {
    table?.table.lent { $0.numberOfLabel(ofRow: row - 1) }
}

@c(sfsm_table_callback_name) @implementation
public func sfsm_table_callback_name(
    _ table: OpaquePointer?, _ row: Int, _ role: Int32, _ index: Int
) -> UnsafePointer<CChar>! {
    guard let role = CallbackRole(rawValue: role) else { return nil }
    return table?.table.lent { $0.numberOfCallbackName(ofRow: row - 1, role, at: index) }
}

@c(sfsm_table_argument_name) @implementation
public func sfsm_table_argument_name(
    _ table: OpaquePointer?, _ event: Int32, _ index: Int
) -> UnsafePointer<CChar>! {
    table?.table.lent { $0.numberOfArgumentName(ofEvent: event, at: index) }
}

extension Table {
    /// A text of the definition's, as the owner lends it.
    fileprivate func lent(_ number: (Definition) -> Int?) -> UnsafePointer<CChar>? {
        number(definition.pointee).flatMap { cOwner.documentTexts?[$0] }
    }
}
