/// What a text about a chart names in place of a `%`: something by its number. A word, since much is named.
struct Named {
    enum Kind: UInt8 { case row, block, timeout, cell, state, event, node, titledNode, number }
    let kind: Kind
    let number: Int32

    static func state(_ id: ID) -> Named { Named(kind: .state, number: id) }
    static func event(_ id: ID) -> Named { Named(kind: .event, number: id) }
    /// A block: `superstate Common`, `state LOCKED`.
    static func block(_ block: TypedIndex<Block>) -> Named { Named(.block, block.value) }
    static func row(_ row: TypedIndex<Row>) -> Named { Named(.row, row.value) }
    /// A row without its target.
    static func cell(_ row: TypedIndex<Row>) -> Named { Named(.cell, row.value) }
    static func node(_ node: TypedIndex<Node>) -> Named { Named(.node, node.value) }
    /// A node with what it is: `state LOCKED`, `history H`.
    static func titled(_ node: TypedIndex<Node>) -> Named { Named(.titledNode, node.value) }
    /// The first id that is not reserved.
    static var firstID: Named { Named(kind: .number, number: ReservedID.first) }

    init(kind: Kind, number: Int32) {
        self.kind = kind
        self.number = number
    }

    init(_ kind: Kind, _ number: Int) { self.init(kind: kind, number: Int32(truncatingIfNeeded: number)) }

    // MARK: - As a number

    /// By kind, in the order of these, then by number.
    var code: UInt64 { UInt64(kind.rawValue) << 32 | UInt64(UInt32(bitPattern: number)) }

    /// Of what has a number that is not negative.
    init(code: UInt64) {
        self.init(
            kind: Kind(rawValue: UInt8(code >> 32)) ?? .row, number: Int32(truncatingIfNeeded: code & 0x7fff_ffff))
    }
}

extension Diagnostic {
    @inline(never)
    fileprivate mutating func concern(_ state: ID?, _ event: ID?, _ target: ID?) {
        self.state = state ?? self.state
        self.event = event ?? self.event
        self.target = target ?? self.target
    }
}

extension ChartSubject {
    @inline(never)
    func name(_ node: TypedIndex<Node>) -> Text { names.state(id(node)) }

    /// A row as its state has it.
    @inline(never)
    func text(_ row: StateRow) -> Text { names.row(resolved.row(row)) }

    /// How a text names something.
    @inline(never)
    func text(_ named: Named?) -> Text? {
        guard let named else { return nil }
        let number = Int(named.number)
        switch named.kind {
        case .row, .cell:
            let row = definition.rows[number]
            return named.kind == .row ? names.row(row) : names.cell(row)
        case .block: return names.block(TypedIndex(number))
        case .timeout: return fill("a timeout of %", names.block(definition.chart.timeouts[number].block))
        case .state: return names.state(named.number)
        case .event: return names.event(named.number)
        case .node: return name(TypedIndex(number))
        case .titledNode:
            return fill(isHistory(TypedIndex(number)) ? "history %" : "state %", name(TypedIndex(number)))
        case .number: return Text(number)
        }
    }

    /// The template with the names of these.
    @inline(never)
    func text(
        _ template: StaticString, _ first: Named, _ second: Named? = nil, _ third: Named? = nil,
        _ fourth: Named? = nil
    ) -> Text {
        fill(template, text(first), text(second), text(third), text(fourth))
    }

    @inline(never)
    func report(_ kind: Diagnostic.Kind, state: ID, _ places: [Place], _ text: Text) {
        found.report(Diagnostic(kind, state: state, places: places, text: text))
    }

    @inline(never)
    func report(_ kind: Diagnostic.Kind, _ row: Row, _ places: [Place]?, _ text: Text) {
        found.report(Diagnostic(kind, row, places: places, text: text))
    }

    /// Says which other things the last report is about.
    @inline(never)
    func correctLast(state: ID? = nil, event: ID? = nil, target: ID? = nil) {
        found[found.count - 1].concern(state, event, target)
    }

    /// Reports something about a node.
    @inline(never)
    func report(_ kind: Diagnostic.Kind, _ node: TypedIndex<Node>, _ places: [Place], _ text: Text) {
        report(kind, state: id(node), places, text)
    }

    /// Reports something about a node, which the text names first.
    @inline(never)
    func report(
        _ kind: Diagnostic.Kind, _ node: TypedIndex<Node>, _ template: StaticString, _ second: Named? = nil,
        _ third: Named? = nil
    ) {
        report(kind, node, [place(node)], text(template, .node(node), second, third))
    }

    /// Reports something about a row, which the text names first.
    @inline(never)
    func report(
        _ kind: Diagnostic.Kind, _ row: TypedIndex<Row>, _ template: StaticString, _ second: Named? = nil,
        _ third: Named? = nil
    ) {
        report(kind, definition.rows[row], nil, text(template, .row(row), second, third))
    }

    /// Reports something that a block says.
    @inline(never)
    func report(
        _ kind: Diagnostic.Kind, _ block: TypedIndex<Block>, _ template: StaticString, _ first: Named,
        _ second: Named? = nil, _ third: Named? = nil
    ) {
        report(
            kind, state: definition.blocks[block].state, [definition.blocks[block].place],
            text(template, first, second, third))
    }

    /// The places of nodes, behind another one's.
    @inline(never)
    func places(_ first: TypedIndex<Node>, _ others: [TypedIndex<Node>]) -> [Place] {
        var places = [place(first)]
        for node in others { places.add(place(node)) }
        return places
    }
}
