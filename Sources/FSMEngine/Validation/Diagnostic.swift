/// One thing that building has to tell about a definition.
public struct Diagnostic {
    public enum Severity: Int32 {
        case error = 1
        case warning = 2
    }

    /// Numbers are stable: they are those of the C header.
    public enum Kind: Int32, CaseIterable {
        case emptyDefinition = 1
        case emptyBlock = 2
        case duplicate = 3
        case clash = 4
        case unknownTarget = 5
        case unknownInitial = 6
        case reservedIDUsed = 7
        case twoInitialStates = 8
        case missingResolver = 9
        case unexpectedResolver = 10
        case foreignRow = 11
        case nothingToOverride = 12
        case overrideOutOfOrder = 13
        case circularAdoption = 14
        case unreachableState = 101
        case noWayOut = 102
        case unusedEvent = 103
        case neverTaken = 104

        public var severity: Severity { rawValue < 100 ? .error : .warning }
    }

    public var kind: Kind
    /// The ids concerned, ``ReservedID/none`` where there is none.
    public var state: ID
    public var event: ID
    public var target: ID
    /// The places concerned, the one to begin with first.
    public var places: [Place]
    /// A sentence: what is wrong, with names, and how to mend it.
    public var text: String

    init(
        _ kind: Kind, state: ID = ReservedID.none, event: ID = ReservedID.none, target: ID = ReservedID.none,
        places: [Place], text: String
    ) {
        self.kind = kind
        self.state = state
        self.event = event
        self.target = target
        self.places = places
        self.text = text
    }

    init(_ kind: Kind, _ row: Row, places: [Place]? = nil, text: String) {
        self.init(
            kind, state: row.source, event: row.event, target: row.target, places: places ?? [row.place], text: text)
    }
}

/// Writes ids and rows as people read them: by name where there is one.
struct Wording {
    let definition: Definition

    func state(_ id: ID) -> String { reserved(id) ?? definition.stateNames[id] ?? "\(id)" }
    func event(_ id: ID) -> String { reserved(id) ?? definition.eventNames[id] ?? "\(id)" }

    /// `(LOCKED, COIN)`; `(superstate, COIN)` for a row that states have only through their superstates.
    func cell(_ row: Row) -> String {
        "(\(row.source == ReservedID.none ? "superstate" : state(row.source)), \(event(row.event)))"
    }

    /// `(LOCKED, COIN) -> UNLOCKED`
    func row(_ row: Row) -> String { "\(cell(row)) -> \(state(row.target))" }

    private func reserved(_ id: ID) -> String? {
        switch id {
        case ReservedID.any: return "any"
        case ReservedID.same: return "same"
        case ReservedID.internal: return "internal"
        case ReservedID.dynamic: return "dynamic"
        case ReservedID.none: return "none"
        case ReservedID.initial: return "initial"
        case ReservedID.failed: return "failed"
        case ReservedID.last: return "last"
        default: return ReservedID.contains(id) ? "reserved id \(id)" : nil
        }
    }
}
