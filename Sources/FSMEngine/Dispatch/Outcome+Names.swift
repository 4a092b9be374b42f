extension Outcome {
    /// The name of its constant in the C header, statuses that only functions of that return included; `unknown` for
    /// other numbers. Each name stands here alone.
    public var name: StaticString {
        switch rawValue {
        case 0: "SFSM_OK"
        case -1: "SFSM_NULL_POINTER"
        case -2: "SFSM_BAD_SIZE"
        case -3: "SFSM_BAD_VALUE"
        case -4: "SFSM_RESERVED_ID"
        case -5: "SFSM_UNKNOWN_STATE"
        case -6: "SFSM_UNKNOWN_EVENT"
        case -7: "SFSM_INVALID_DEFINITION"
        case -8: "SFSM_ALREADY_BUILT"
        case -9: "SFSM_NOT_RUNNING"
        case -10: "SFSM_ALREADY_RUNNING"
        case -11: "SFSM_BUSY"
        case -12: "SFSM_QUEUE_FULL"
        case -13: "SFSM_OUT_OF_MEMORY"
        case -14: "SFSM_CALLBACK_FAILED"
        case -15: "SFSM_OUT_OF_RANGE"
        case -16: "SFSM_MISSING_PREDICATE"
        case -17: "SFSM_UNKNOWN_PREDICATE"
        case -18: "SFSM_REPEATED_PREDICATE"
        case -19: "SFSM_UNKNOWN_CASE"
        case -20: "SFSM_BAD_SIGNATURE"
        case -22: "SFSM_ARGUMENT_COUNT"
        case -23: "SFSM_ARGUMENT_TYPE"
        case 1: "SFSM_TRANSITIONED"
        case 2: "SFSM_REFUSED"
        case 3: "SFSM_UNHANDLED"
        case 4: "SFSM_QUEUED"
        default: "unknown"
        }
    }
}
