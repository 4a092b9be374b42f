import CSwiftFSM
import FSMEngine

/// A status of the C header, as the functions here return it.
struct Status {
    static let ok = sfsm_status(SFSM_OK)
    static let nullPointer = sfsm_status(SFSM_NULL_POINTER)
    static let badSize = sfsm_status(SFSM_BAD_SIZE)
    static let badValue = sfsm_status(SFSM_BAD_VALUE)
    static let reservedID = sfsm_status(SFSM_RESERVED_ID)
    static let invalidDefinition = sfsm_status(SFSM_INVALID_DEFINITION)
    static let alreadyBuilt = sfsm_status(SFSM_ALREADY_BUILT)
    static let outOfMemory = sfsm_status(SFSM_OUT_OF_MEMORY)
    static let outOfRange = sfsm_status(SFSM_OUT_OF_RANGE)
    static let unknownPredicate = sfsm_status(SFSM_UNKNOWN_PREDICATE)
    static let unknownCase = sfsm_status(SFSM_UNKNOWN_CASE)
    static let badSignature = sfsm_status(SFSM_BAD_SIGNATURE)
    static let unsupported = sfsm_status(SFSM_UNSUPPORTED)
}

@c(sfsm_status_name) @implementation
public func sfsm_status_name(_ status: sfsm_status) -> UnsafePointer<CChar>! {
    let name: StaticString
    switch Int(status) {
    case Int(SFSM_OK): name = "SFSM_OK"
    case Int(SFSM_NULL_POINTER): name = "SFSM_NULL_POINTER"
    case Int(SFSM_BAD_SIZE): name = "SFSM_BAD_SIZE"
    case Int(SFSM_BAD_VALUE): name = "SFSM_BAD_VALUE"
    case Int(SFSM_RESERVED_ID): name = "SFSM_RESERVED_ID"
    case Int(SFSM_UNKNOWN_STATE): name = "SFSM_UNKNOWN_STATE"
    case Int(SFSM_UNKNOWN_EVENT): name = "SFSM_UNKNOWN_EVENT"
    case Int(SFSM_INVALID_DEFINITION): name = "SFSM_INVALID_DEFINITION"
    case Int(SFSM_ALREADY_BUILT): name = "SFSM_ALREADY_BUILT"
    case Int(SFSM_NOT_RUNNING): name = "SFSM_NOT_RUNNING"
    case Int(SFSM_ALREADY_RUNNING): name = "SFSM_ALREADY_RUNNING"
    case Int(SFSM_BUSY): name = "SFSM_BUSY"
    case Int(SFSM_QUEUE_FULL): name = "SFSM_QUEUE_FULL"
    case Int(SFSM_OUT_OF_MEMORY): name = "SFSM_OUT_OF_MEMORY"
    case Int(SFSM_CALLBACK_FAILED): name = "SFSM_CALLBACK_FAILED"
    case Int(SFSM_OUT_OF_RANGE): name = "SFSM_OUT_OF_RANGE"
    case Int(SFSM_MISSING_PREDICATE): name = "SFSM_MISSING_PREDICATE"
    case Int(SFSM_UNKNOWN_PREDICATE): name = "SFSM_UNKNOWN_PREDICATE"
    case Int(SFSM_REPEATED_PREDICATE): name = "SFSM_REPEATED_PREDICATE"
    case Int(SFSM_UNKNOWN_CASE): name = "SFSM_UNKNOWN_CASE"
    case Int(SFSM_BAD_SIGNATURE): name = "SFSM_BAD_SIGNATURE"
    case Int(SFSM_ARGUMENT_COUNT): name = "SFSM_ARGUMENT_COUNT"
    case Int(SFSM_ARGUMENT_TYPE): name = "SFSM_ARGUMENT_TYPE"
    case Int(SFSM_UNSUPPORTED): name = "SFSM_UNSUPPORTED"
    case Int(SFSM_TRANSITIONED): name = "SFSM_TRANSITIONED"
    case Int(SFSM_REFUSED): name = "SFSM_REFUSED"
    case Int(SFSM_UNHANDLED): name = "SFSM_UNHANDLED"
    case Int(SFSM_QUEUED): name = "SFSM_QUEUED"
    default: name = "unknown"
    }
    return name.cString
}
