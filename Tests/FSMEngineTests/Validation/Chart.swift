import Testing

@testable import FSMEngine

/// Charts for tests: states from 1 up have the names A, B, C…
enum Chart {
    private static let (a, b, c, d, e, f, g) = (ID(1), ID(2), ID(3), ID(4), ID(5), ID(6), ID(7))

    /// Everything that validation says of a chart, each with its lines; of warnings those that are wanted.
    static func tells(_ warnings: Warnings = [], _ change: (inout Definition) -> Void) -> [String] {
        var definition = Definition()
        for id in 1...26 { definition.stateNames.set("\(Character(Unicode.Scalar(UInt8(64 + id))))", for: ID(id)) }
        definition.warnings = warnings
        change(&definition)
        return definition.validate().diagnostics.map { diagnostic in
            let lines = diagnostic.places.map { "\($0.line)" }.joined(separator: ",")
            return "\(diagnostic.kind.name) \(lines): \(diagnostic.text)"
        }
    }

    /// Two states, B and C, in A, with B as its default.
    static func nested(_ definition: inout Definition) {
        definition.state(a, defaultTo: b)
        definition.state(b, in: a)
        definition.state(c, in: a)
        definition.row(b, 10, c)
        definition.row(c, 10, b)
    }

    /// A is parallel: region B holds C and D, region E holds F and G.
    static func regions(_ definition: inout Definition) {
        definition.state(a, kind: .parallel)
        definition.state(b, in: a, defaultTo: c)
        definition.state(c, in: b)
        definition.state(d, in: b)
        definition.state(e, in: a, defaultTo: f)
        definition.state(f, in: e)
        definition.state(g, in: e)
        for (source, target) in [(c, d), (d, c), (f, g), (g, f)] { definition.row(source, 10, target) }
    }
}

/// Tests of charts: short names for states and reserved ids.
protocol ChartSuite {}

extension ChartSuite {
    var a: ID { 1 }
    var b: ID { 2 }
    var c: ID { 3 }
    var d: ID { 4 }
    var e: ID { 5 }
    var f: ID { 6 }
    var g: ID { 7 }
    var h: ID { 8 }
    var any: ID { ReservedID.any }
    var same: ID { ReservedID.same }
    var `internal`: ID { ReservedID.internal }
    var eventless: ID { ReservedID.eventless }
    var deferred: ID { ReservedID.deferred }
}

extension Definition {
    /// A block for a state, with its place in the chart, at a line from 101.
    @discardableResult
    mutating func state(
        _ id: ID, in parent: ID? = nil, kind: StateKind = .plain, isFinal: Bool = false, defaultTo target: ID? = nil,
        done: ID? = nil
    ) -> Int {
        let place = Place(file: -1, line: Int32(blocks.count + 101))
        let block = add(Block(state: id, kind: kind, isFinal: isFinal, place: place))
        if let parent { nest(block: block, in: parent) }
        if let target { setDefault(ofBlock: block, to: target) }
        if let done { setDoneEvent(ofBlock: block, to: done) }
        return block
    }

    /// A row with what only rows of charts have, at a line of its own.
    mutating func chartRow(
        _ source: ID, _ event: ID, _ targets: ID..., isLocal: Bool = false, guards: [Callback] = [],
        actions: [Callback] = [], inStates: [ID] = [], raises: [ID] = []
    ) {
        row(source, event, targets[0], guards: guards, actions: actions)
        let number = rows.count - 1
        rows[number].isLocal = isLocal
        for target in targets.dropFirst() { addTarget(target, toRow: number) }
        for state in inStates { addInGuard(state, isIn: true, toRow: number) }
        for event in raises { addRaise(event, toRow: number) }
    }
}
