import CSwiftFSM

@c(sfsm_status_text) @implementation
public func sfsm_status_text(_ status: sfsm_status) -> UnsafePointer<CChar>! {
    (status > 0 ? outcomeText(status) : statusText(status)).cString
}

private func outcomeText(_ outcome: sfsm_outcome) -> StaticString {
    switch Int(outcome) {
    case SFSM_TRANSITIONED: "A row was taken and its callbacks ran."
    case SFSM_REFUSED: "A row matches, but a guard or its resolver refused: nothing changed."
    case SFSM_UNHANDLED: "The state has no row for this event and these cases: nothing changed; add a row if it should."
    case SFSM_QUEUED: "The event waits: it runs after the present step, or after the events before it."
    case SFSM_DEFERRED: "The row that was taken defers the event: it is tried again when other states are active."
    default: unknown
    }
}

private var unknown: StaticString { "Unknown status." }

private func statusText(_ status: sfsm_status) -> StaticString {
    switch Int(status) {
    case SFSM_OK: "Done."
    case SFSM_NULL_POINTER: "A required handle, pointer or array is NULL: pass one."
    case SFSM_BAD_SIZE: "A struct has a size that is not known: set its field size, and zero the rest."
    case SFSM_BAD_VALUE: "An argument is not one of the documented values: correct it."
    case SFSM_RESERVED_ID: "A reserved id stands where only an id of your own may: use one from SFSM_FIRST_ID upwards."
    case SFSM_UNKNOWN_STATE: "The table has no such state: name one of its states."
    case SFSM_UNKNOWN_EVENT: "The table has no such event: send one of its events, or add a row for any event."
    case SFSM_INVALID_DEFINITION: "The definition has errors: correct what the diagnostics name."
    case SFSM_ALREADY_BUILT: "The builder has built its table and is spent: create another builder."
    case SFSM_NOT_RUNNING: "The machine is stopped: start it first."
    case SFSM_ALREADY_RUNNING: "The machine is running: stop it first."
    case SFSM_BUSY: "It is too late for this, or a step is under way: call again after it, or earlier."
    case SFSM_QUEUE_FULL: "Too many events or timers wait already: let them run, or discard them."
    case SFSM_OUT_OF_MEMORY: "There is not enough memory: nothing has changed; free some and call again."
    case SFSM_CALLBACK_FAILED: "A callback failed: sfsm_machine_failure returns its result."
    case SFSM_OUT_OF_RANGE: "There is no such index, row or block, or a size does not fit: use one within the range."
    case SFSM_MISSING_PREDICATE: "No case of a predicate type was sent: send one of each, or create a lenient machine."
    case SFSM_UNKNOWN_PREDICATE: "The table has no such predicate type: send only cases of its own."
    case SFSM_REPEATED_PREDICATE: "Two cases of one predicate type were sent: send one."
    case SFSM_UNKNOWN_CASE: "The predicate type has no such case: send or provide one that it has."
    case SFSM_BAD_SIGNATURE: "The signature cannot be read or does not fit: sfsm_signature_check tells where."
    case SFSM_ARGUMENT_COUNT: "The event declares more or fewer arguments: send as many as it declares."
    case SFSM_ARGUMENT_TYPE: "The event declares another type: send what it declares."
    case SFSM_UNSUPPORTED: "This build of the library, or this snapshot, cannot do it: see the function's description."
    case SFSM_BAD_CONFIGURATION: "It is damaged, or these states cannot all be active: name one leaf of each region."
    case SFSM_STEP_LIMIT_REACHED: "Too many steps followed one event: look for rows or timers without end."
    case SFSM_UNBOUND_CALLBACKS: "Callbacks of the definition are missing: bind them as you read it."
    case SFSM_UNNAMED_CALLBACK: "A callback of the definition has no name: name it with sfsm_builder_name_callbacks."
    default: unknown
    }
}
