// A Swift program, with the whole runtime, that calls the static library through its header.
import CSwiftFSM

func check(_ status: sfsm_status) { precondition(status >= 0, String(cString: sfsm_status_text(status))) }

let builder = sfsm_builder_create()
for state: Int32 in [0, 1] {
    check(sfsm_builder_add_row_at(builder, state, state, 1 - state, #file, #line, nil))
}
var table: OpaquePointer?
check(sfsm_builder_build(builder, &table, nil))
var machine: OpaquePointer?
check(sfsm_machine_create(table, 0, nil, &machine))

var visited: [Int32] = []
for event: Int32 in [0, 1, 0] {
    check(sfsm_machine_send(machine, event))
    visited.append(sfsm_machine_state(machine))
}
sfsm_machine_release(machine)
sfsm_table_release(table)
sfsm_builder_release(builder)
print("visited from a Swift program: \(visited)")
precondition(visited == [1, 0, 1])
