@testable import FSMEngine

/// One thing that is wrong with a model.
struct Finding {
    let kind: Diagnostic.Kind
    /// State, event and target.
    let ids: [ID]
    /// Where it stands.
    let lines: [Int]
    /// `duplicate 1 2 3`: kind, and the ids concerned.
    var text: String
    /// It concerns a signature.
    var isOfSignature = false
    /// What is reported once: the kind and where it stands. What several states have from a superstate is one.
    var key: String

    init(
        _ kind: Diagnostic.Kind, _ ids: [ID], at lines: [Int], predicate: ID = ReservedID.none,
        value: Int32 = ReservedID.none
    ) {
        let ids = ids + [ID](repeating: ReservedID.none, count: 3 - ids.count)
        self.kind = kind
        self.ids = ids
        self.lines = lines
        text = "\(kind) \(ids[0]) \(ids[1]) \(ids[2]) \(predicate) \(value)"
        switch kind {
        // The blocks of a circle are equal: which of them is named is the engine's choice.
        case .circularAdoption: key = "\(kind)"
        case .duplicate, .clash, .implicitClash, .nothingToOverride, .overrideOutOfOrder: key = "\(kind) \(lines)"
        default: key = "\(text) \(lines)"
        }
    }

    init(_ diagnostic: Diagnostic) {
        self.init(
            diagnostic.kind, [diagnostic.state, diagnostic.event, diagnostic.target],
            at: diagnostic.places.map { Int($0.line) }, predicate: diagnostic.predicate, value: diagnostic.value)
    }
}
