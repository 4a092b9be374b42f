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
        predicates += model.callables.flatMap { $0.signature.predicates }
        for call in model.calls {
            switch call {
            case .send(let event, let with), .probe(let event, let with):
                events.append(event)
                predicates += with.cases.map { $0.predicate }
            case .request(let state, let with):
                states.append(state)
                predicates += with.cases.map { $0.predicate }
            case .explain(let event, let requested, let with):
                events.append(event)
                states.append(requested)
                predicates += with.cases.map { $0.predicate }
            case .permitted(_, let with): predicates += with.cases.map { $0.predicate }
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

    /// `p0 1`, `p1 none`
    func `case`(_ part: Model.Case) -> String {
        "\(predicate(part.predicate)) \(value(part.value))"
    }

    func value(_ value: Int32) -> String { value == ReservedID.none ? "none" : "\(value)" }

    /// ` [p0 1, p1 none]`; nothing for no cases.
    func cases(_ cases: [Model.Case]) -> String {
        cases.isEmpty ? "" : " " + list(cases)
    }

    /// `[p0 1, p1 none]`
    func list(_ cases: [Model.Case]) -> String { "[" + cases.map { self.case($0) }.joined(separator: ", ") + "]" }

    /// ` [p0 1] (150)`, without what is empty.
    private func with(_ with: Model.With) -> String {
        cases(with.cases) + (with.arguments.isEmpty ? "" : " " + Datum.list(with.arguments))
    }

    func text(of call: Model.Call) -> String {
        switch call {
        case .send(let event, let with): return "send \(self.event(event))\(self.with(with))"
        case .request(let state, let with): return "request \(self.state(state))\(self.with(with))"
        case .update(let sends): return "update 1" + (sends ? "" : " handed over")
        case .probe(let event, let with): return "probe \(self.event(event))\(self.with(with))"
        case .explain(ReservedID.request, let state, let with):
            return "explain request \(self.state(state))\(self.with(with))"
        case .explain(let event, _, let with): return "explain \(self.event(event))\(self.with(with))"
        case .permitted(let permission, let with):
            return "permitted\(self.with(with))" + (permission.contains(.withoutGuards) ? " without guards" : "")
                + (permission.contains(.requests) ? " requests" : "")
        }
    }

    /// `r3: not matched p0 1`
    func mismatch(_ row: Int, _ mismatch: Model.Case) -> String {
        "r\(row + 1): not matched \(self.case(mismatch))"
    }

    /// The numbers that the words stand for.
    var ids: [String] {
        [("states", "s", states), ("events", "e", events), ("predicates", "p", predicates)].compactMap {
            kind, letter, ids in
            let numbered = ids.enumerated().map { "\(letter)\($0) = \($1)" }
            return ids.isEmpty ? nil : "ids \(kind) " + numbered.joined(separator: " ")
        }
    }
}
