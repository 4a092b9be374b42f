import CSwiftFSM
import FSMEngine

@c(sfsm_builder_add_event_at) @implementation
public func sfsm_builder_add_event_at(
    _ builder: OpaquePointer?, _ event: Int32, _ arguments: UnsafePointer<CChar>?, _ file: UnsafePointer<CChar>?,
    _ line: Int32
) -> sfsm_status {
    configure(builder, "sfsm_builder_add_event", file, line) {
        guard let arguments else { return Status.nullPointer }
        guard event >= ReservedID.first else { return Status.reservedID }
        let status = sfsm_arguments_check(arguments, nil, nil)
        guard status == Status.ok else { return status }
        guard $0.definition.reserveEvent(), let place = $0.place(file, line),
            let types = $0.memory.attempt({ () -> [ValueType] in
                var types: [ValueType] = []
                try? ValueType.readList(arguments.utf8) { types.append($0) }
                return types
            })
        else { return Status.outOfMemory }
        guard let type = EventType(event, arguments: types, place: place) else { return Status.badValue }
        $0.definition.declare(type)
        return Status.ok
    }
}

@c(sfsm_table_argument_count) @implementation
public func sfsm_table_argument_count(_ table: OpaquePointer?, _ event: Int32) -> Int {
    table?.table.arguments(ofEvent: event).count ?? 0
}

@c(sfsm_table_argument_type) @implementation
public func sfsm_table_argument_type(_ table: OpaquePointer?, _ event: Int32, _ index: Int) -> Int32 {
    guard let types = table?.table.arguments(ofEvent: event), types.indices.contains(index) else { return 0 }
    return types[index].rawValue
}
