import CSwiftFSM
import FSMEngine

extension Builder {
    /// Notes the first call that was a mistake, for the next build to report. Returns the status. Whoever is short of
    /// memory may try again.
    @inline(never)
    func note(
        _ status: sfsm_status, of function: StaticString, _ file: UnsafePointer<CChar>? = nil, _ line: Int32 = 0
    ) -> sfsm_status {
        guard status != Status.ok, !isBuilt, definition.rejection == nil, let reason = Self.reason(status) else {
            return status
        }
        let place = place(file, line) ?? .unknown
        definition.rejection = Rejection(function: function, reason: reason, place: place)
        return status
    }

    private static func reason(_ status: sfsm_status) -> StaticString? {
        switch status {
        case Status.nullPointer: "a required pointer is NULL"
        case Status.badSize: "the size of its rows is not one that this library knows"
        case Status.badValue: "an argument is none of the values that it may have"
        case Status.reservedID: "an id is reserved"
        case Status.outOfRange: "there is no such row or block, or a count is too large"
        case Status.unknownPredicate: "the predicate type is not declared"
        case Status.unknownCase: "the predicate type does not have that case"
        case Status.badSignature: "the types of the arguments cannot be read"
        default: nil
        }
    }
}
