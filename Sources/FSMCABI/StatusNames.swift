// Made by ./dev generate from include/swiftfsm.h: change that, not this file.

import CSwiftFSM

@c(sfsm_status_name) @implementation
public func sfsm_status_name(_ status: sfsm_status) -> UnsafePointer<CChar>! {
    let name: StaticString
    switch status {
    case 0: name = "SFSM_OK"
    case -1: name = "SFSM_NULL_POINTER"
    case -2: name = "SFSM_BAD_SIZE"
    case -3: name = "SFSM_BAD_VALUE"
    case -4: name = "SFSM_RESERVED_ID"
    case -5: name = "SFSM_UNKNOWN_STATE"
    case -6: name = "SFSM_UNKNOWN_EVENT"
    case -7: name = "SFSM_INVALID_DEFINITION"
    case -8: name = "SFSM_ALREADY_BUILT"
    case -9: name = "SFSM_NOT_RUNNING"
    case -10: name = "SFSM_ALREADY_RUNNING"
    case -11: name = "SFSM_BUSY"
    case -12: name = "SFSM_QUEUE_FULL"
    case -13: name = "SFSM_OUT_OF_MEMORY"
    case -14: name = "SFSM_CALLBACK_FAILED"
    case -15: name = "SFSM_OUT_OF_RANGE"
    case -16: name = "SFSM_MISSING_PREDICATE"
    case -17: name = "SFSM_UNKNOWN_PREDICATE"
    case -18: name = "SFSM_REPEATED_PREDICATE"
    case -19: name = "SFSM_UNKNOWN_CASE"
    case -20: name = "SFSM_BAD_SIGNATURE"
    case -22: name = "SFSM_ARGUMENT_COUNT"
    case -23: name = "SFSM_ARGUMENT_TYPE"
    case -24: name = "SFSM_UNSUPPORTED"
    case -25: name = "SFSM_BAD_CONFIGURATION"
    case -26: name = "SFSM_STEP_LIMIT_REACHED"
    case -27: name = "SFSM_UNBOUND_CALLBACKS"
    case -28: name = "SFSM_UNNAMED_CALLBACK"
    case 1: name = "SFSM_TRANSITIONED"
    case 2: name = "SFSM_REFUSED"
    case 3: name = "SFSM_UNHANDLED"
    case 4: name = "SFSM_QUEUED"
    case 5: name = "SFSM_DEFERRED"
    default: name = "unknown"
    }
    return name.cString
}
