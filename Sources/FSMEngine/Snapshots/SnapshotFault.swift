/// Something in a snapshot that has no place in the table of the machine that it is to be restored in.
public struct SnapshotFault {
    /// Numbers 1 to 4 are those of `NameKind`.
    public enum Kind: Int32 {
        /// A state.
        case state = 1
        /// What is named, as the word says; `value` is a case of a predicate type.
        case event, predicate, value
        /// The snapshot is of a definition with another name.
        case definition
        /// The state has no history any more.
        case history
        /// The state has no timeout for the event any more, or not so many.
        case timeout
        /// The event is declared with other arguments.
        case arguments
        /// The event is deferred, which a flat definition cannot.
        case deferral
        /// Not all states that have to be active with this one are, or several that exclude each other.
        case configuration
        /// No JSON of a snapshot: the id is the place of a byte, the name what was expected there.
        case json
    }

    /// What has no place.
    public let kind: Kind
    /// The id in the snapshot; of a timeout that of its event.
    public let id: ID
    /// The name in the snapshot; it may be empty.
    public let name: UnsafeRawBufferPointer
    /// Of a case the id of its predicate type, of a timeout that of its state.
    public var group: ID = ReservedID.none

    /// What is returned for it.
    public var outcome: Outcome {
        switch kind {
        case .state: .unknownState
        case .event: .unknownEvent
        case .predicate: .unknownPredicate
        case .value: .unknownCase
        case .definition, .json: .badValue
        case .arguments: .argumentType
        case .history, .timeout, .deferral, .configuration: .badConfiguration
        }
    }
}
