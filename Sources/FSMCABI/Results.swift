import CSwiftFSM

/// A status of the C header, as the functions here return it.
struct Status {
    static let ok = sfsm_status(SFSM_OK)
    static let nullPointer = sfsm_status(SFSM_NULL_POINTER)
    static let badSize = sfsm_status(SFSM_BAD_SIZE)
    static let busy = sfsm_status(SFSM_BUSY)
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
    static let unnamedCallback = sfsm_status(SFSM_UNNAMED_CALLBACK)

    /// What is wrong with an array of so many elements, or `ok`: only one of none may be `NULL`.
    static func ofArray(_ array: UnsafeRawPointer?, _ count: Int, most: Int = .max) -> sfsm_status {
        UInt(bitPattern: count) > UInt(most) ? outOfRange : array == nil && count > 0 ? nullPointer : ok
    }

    /// More elements than any array of structs has: each takes at least some bytes of the address space.
    static var mostElements: Int { .max / 64 }
}
