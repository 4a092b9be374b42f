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

// MARK: - Sending

@c(sfsm_machine_send_with) @implementation
public func sfsm_machine_send_with(
    _ machine: OpaquePointer?, _ event: Int32, _ cases: UnsafePointer<sfsm_case>?, _ caseCount: Int,
    _ arguments: UnsafePointer<sfsm_value>?, _ argumentCount: Int
) -> sfsm_outcome {
    if caseCount == 0 && argumentCount == 0 { return sfsm_machine_send(machine, event) }
    return withArguments(machine, cases, caseCount, arguments, argumentCount) { $0.send(.event(event), $1, $2) }
}

@c(sfsm_machine_rejected_argument) @implementation
public func sfsm_machine_rejected_argument(
    _ machine: OpaquePointer?, _ outIndex: UnsafeMutablePointer<Int>?, _ outDeclared: UnsafeMutablePointer<Int32>?,
    _ outSent: UnsafeMutablePointer<Int32>?
) -> sfsm_status {
    guard let machine else { return Status.nullPointer }
    let rejected = machine.machine.rejectedArgument
    outIndex?.pointee = rejected.index
    outDeclared?.pointee = rejected.declared
    outSent?.pointee = rejected.sent
    return Status.ok
}

/// Calls `body` with a machine and what is sent to it, if all is there.
@inline(__always)
func withArguments(
    _ machine: OpaquePointer?, _ cases: UnsafePointer<sfsm_case>?, _ caseCount: Int,
    _ arguments: UnsafePointer<sfsm_value>?, _ argumentCount: Int, _ body: (Machine, Cases, Arguments) -> Outcome
) -> sfsm_outcome {
    withCases(machine, cases, caseCount) { machine, cases in
        guard argumentCount >= 0 else { return Outcome(rawValue: Status.outOfRange) }
        guard argumentCount > 0 else { return body(machine, cases, .nothing) }
        guard let arguments else { return Outcome(rawValue: Status.nullPointer) }
        // `sfsm_value` is laid out like the engine's own (a test compares them).
        return UnsafeRawPointer(arguments).withMemoryRebound(to: Value.self, capacity: argumentCount) {
            body(machine, cases, Arguments(start: $0, count: argumentCount))
        }
    }
}
