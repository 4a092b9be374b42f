/// Of the states of a chart, in document order.
enum Node {}

/// How the states of a chart are nested.
///
/// Nodes are numbered in document order: the order in which their blocks were first opened, parents before children.
/// Node 0 is the chart itself, the parent of all states that are nested in none. What lies below a node are the nodes
/// that follow it, up to its last one. A history is a node too, although it is never active. An object, since it is large
/// and never copied.
final class StateTree {
    enum Kind: UInt8 {
        /// A state without children.
        case atomic
        /// A state of which one child is active at a time. The chart is one.
        case compound
        /// A state of which all children are active at the same time.
        case parallel
        case final
        case shallowHistory
        case deepHistory

        var isHistory: Bool { self == .shallowHistory || self == .deepHistory }
    }

    struct Item {
        var kind: Kind
        /// `nil` for the chart.
        let state: TypedIndex<State>?
        /// `nil` for the chart.
        let parent: TypedIndex<Node>?
        /// The last node of those below it; itself, if there is none.
        var last: TypedIndex<Node>
        /// 0 for the chart.
        let depth: Int
        /// Of a compound state the node that is entered with it, of a history the one that is entered if nothing is
        /// recorded. `nil` if there is none.
        var defaultTarget: TypedIndex<Node>?
        /// The event that is raised when the state is done, or ``ReservedID/none``.
        var doneEvent = ReservedID.none
        /// A block says that it is parallel, even if it has no children.
        var isParallel = false
        /// Some history records what is active below it when it is left.
        var isRecorded = false
        /// Some child is no history.
        var hasStates = false
        /// Timers are started when it is entered.
        var hasTimeouts = false

        /// Adds what a block says of a node whose children are known.
        @inline(never)
        fileprivate mutating func add(
            _ kind: StateKind, isFinal: Bool, hasChildren: Bool, _ part: ChartParts.StatePart,
            _ target: TypedIndex<Node>?
        ) {
            switch kind {
            case .plain: if isFinal && self.kind == .atomic { self.kind = .final }
            // Without children it is a leaf as any other.
            case .parallel:
                isParallel = true
                if hasChildren { self.kind = .parallel }
            case .shallowHistory: self.kind = .shallowHistory
            case .deepHistory: self.kind = .deepHistory
            }
            if defaultTarget == nil { defaultTarget = target }
            if part.doneEvent != ReservedID.none { doneEvent = part.doneEvent }
            if part.hasTimeouts { hasTimeouts = true }
        }
    }

    private(set) var items = IndexedArray<Node, Item>()
    /// The node of each state; the chart for gaps, and for what is nested too deep.
    private(set) var nodes: IndexedArray<State, TypedIndex<Node>>
    private(set) var faults: Faults

    /// What is wrong with nesting: states and blocks by their numbers.
    struct Faults {
        /// Blocks that name a parent which is no state, or a second parent.
        var unknownParents: [TypedIndex<Block>] = []
        var secondParents: [TypedIndex<Block>] = []
        /// States that are nested in themselves: for each circle the numbers of its states, each followed by its parent.
        var circles: [[Int]] = []
        /// States that are nested more than ``StateTree/maximumDepth`` deep, and have children: these are left out.
        var tooDeep: [TypedIndex<State>] = []

        var isEmpty: Bool {
            unknownParents.isEmpty && secondParents.isEmpty && circles.isEmpty && tooDeep.isEmpty
        }
    }

    /// States may be nested so deep.
    static var maximumDepth: Int { 1024 }
    static var chart: TypedIndex<Node> { TypedIndex(0) }

    /// O(blocks + rows + states).
    init(_ definition: Definition, _ states: IDIndex<State>) {
        nodes = IndexedArray(repeating: Self.chart, count: states.indexCount)
        let outline = StateOutline(definition, states)
        faults = outline.faults
        grow(from: outline)
        describe(definition, states)
    }

    subscript(node: TypedIndex<Node>) -> Item { items[node] }

    /// Whether `node` lies below `other`, or is it.
    @inline(never)
    func isWithin(_ node: TypedIndex<Node>, _ other: TypedIndex<Node>) -> Bool {
        node >= other && node <= items[other].last
    }

    /// The children of a node that may be active, in document order: all but histories.
    @inline(never)
    func states(in node: TypedIndex<Node>) -> [TypedIndex<Node>] {
        children(of: node, withHistories: false)
    }

    /// The children of a node, in document order.
    @inline(never)
    func children(of node: TypedIndex<Node>, withHistories: Bool) -> [TypedIndex<Node>] {
        var children: [TypedIndex<Node>] = []
        var child = node.next
        while child <= items[node].last {
            if withHistories || !items[child].kind.isHistory { children.add(child) }
            child = items[child].last.next
        }
        return children
    }

    /// Puts the states into document order. Without recursion, since nesting may be deep.
    private func grow(from outline: StateOutline) {
        add(nil, in: nil)
        var next = outline.firstChild[outline.root]
        while let state = next {
            let parent = outline.parent[state]
            add(state, in: parent == outline.root ? Self.chart : nodes[parent])
            next = outline.firstChild[state]
            if next != nil && items[nodes[state]].depth > Self.maximumDepth {
                faults.tooDeep.add(state)
                next = nil
            }
            // The next sibling, or that of the nearest state around it which has one.
            var around = state
            while next == nil && around != outline.root {
                next = outline.nextSibling[around]
                around = outline.parent[around]
            }
        }
        var value = items.count
        while value > 1 {
            value -= 1
            let node = TypedIndex<Node>(value)
            let last = items[node].last
            if last > node { items[node].kind = .compound }
            if let parent = items[node].parent, items[parent].last < last { items[parent].last = last }
        }
    }

    private func add(_ state: TypedIndex<State>?, in parent: TypedIndex<Node>?) {
        let node = TypedIndex<Node>(items.count)
        if let state { nodes[state] = node }
        items.append(
            Item(
                kind: state == nil ? .compound : .atomic, state: state, parent: parent, last: node,
                depth: parent.map { items[$0].depth + 1 } ?? 0, defaultTarget: nil))
    }

    /// Says what each node is.
    private func describe(_ definition: Definition, _ states: IDIndex<State>) {
        for number in definition.blocks.typedIndices {
            guard let state = states.index(of: definition.blocks[number].state), nodes[state] != Self.chart else {
                continue
            }
            let part = definition.part(of: number)
            let target = states.index(of: part.defaultTarget).map { nodes[$0] }
            let node = nodes[state]
            items[node].add(
                definition.blocks[number].kind, isFinal: definition.blocks[number].isFinal,
                hasChildren: items[node].last > node, part, target)
        }
        for node in items.indices {
            if let parent = items[node].parent {
                if items[node].kind.isHistory {
                    items[parent].isRecorded = true
                } else {
                    items[parent].hasStates = true
                }
            }
            guard items[node].kind == .compound, items[node].defaultTarget == nil else { continue }
            // An only child needs not be named.
            let children = self.states(in: node)
            if children.count == 1 { items[node].defaultTarget = children[0] }
        }
    }
}

extension Definition {
    /// What a block says of its state's place in a chart.
    @inline(never)
    func part(of block: TypedIndex<Block>) -> ChartParts.StatePart { part(of: blocks[block]) }
}
