@testable import FSMEngine

/// How the ids of a model are written in a conformance case (Tests/Conformance): states `s0 s1 …`, events `e0 …`,
/// predicate types `p0 …`.
struct ModelWords {
    private let states: [ID]
    private let events: [ID]
    private let predicates: [ID]

    init(_ model: Model) {
        var states = model.states + model.rows.map { $0.target } + model.initials + [model.start, 987_654]
        var events = model.knownEvents + model.rows.map { $0.event } + [424_242]
        var predicates = model.predicateIDs + model.rows.flatMap { $0.matches.map { $0.predicate } }
        for call in model.calls {
            switch call {
            case .send(let event, let cases), .probe(let event, let cases):
                events.append(event)
                predicates += cases.map { $0.predicate }
            case .request(let state, let cases):
                states.append(state)
                predicates += cases.map { $0.predicate }
            case .explain(let event, let requested, let cases):
                events.append(event)
                states.append(requested)
                predicates += cases.map { $0.predicate }
            case .permitted(_, let cases): predicates += cases.map { $0.predicate }
            case .update: break
            }
        }
        self.states = Self.own(states)
        self.events = Self.own(events)
        self.predicates = Self.own(predicates)
    }

    private static func own(_ ids: [ID]) -> [ID] {
        var own: [ID] = []
        for id in ids where id >= ReservedID.first && !own.contains(id) { own.append(id) }
        return own
    }

    func state(_ id: ID) -> String { Self.word(id, "s", states) }
    func event(_ id: ID) -> String { Self.word(id, "e", events) }
    func predicate(_ id: ID) -> String { Self.word(id, "p", predicates) }

    private static func word(_ id: ID, _ letter: String, _ ids: [ID]) -> String {
        if let index = ids.firstIndex(of: id) { return "\(letter)\(index)" }
        let reserved = ["any", "same", "internal", "dynamic", "none", "initial", "failed", "last", "request"]
        let number = Int(id) - Int(ID.min)
        return number < reserved.count ? reserved[number] : "reserved \(number)"
    }

    /// ` [p0 1, p1 none]`; nothing for no cases.
    func cases(_ cases: [(ID, Int32?)]) -> String {
        cases.isEmpty
            ? "" : " [" + cases.map { "\(predicate($0)) \($1.map { "\($0)" } ?? "none")" }.joined(separator: ", ") + "]"
    }

    func cases(_ cases: [Model.Case]) -> String { self.cases(cases.map { ($0.predicate, $0.value) }) }

    /// The numbers that the words stand for.
    var ids: [String] {
        [("states", "s", states), ("events", "e", events), ("predicates", "p", predicates)].compactMap {
            kind, letter, ids in
            let numbered = ids.enumerated().map { "\(letter)\($0) = \($1)" }
            return ids.isEmpty ? nil : "ids \(kind) " + numbered.joined(separator: " ")
        }
    }
}
