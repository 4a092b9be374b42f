/// Of the states of a chart, in document order.
enum Node {}

/// How the states of a chart are nested.
///
/// Nodes are numbered in document order: the order in which their blocks were first opened, parents before children.
/// Node 0 is the chart itself, the parent of all states that are nested in none. What lies below a node are the nodes
/// that follow it, up to its last one. A history is a node too, although it is never active.
struct StateTree {
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
        /// Timers are started when it is entered.
        var hasTimeouts = false
    }

    private(set) var items: IndexedArray<Node, Item>
    /// The node of each state; the chart for gaps, and for what is nested too deep.
    private(set) var nodes: IndexedArray<State, TypedIndex<Node>>
    private(set) var faults = Faults()

    /// What is wrong with nesting: states and blocks by their numbers.
    struct Faults {
        /// Blocks that name a parent which is no state, or a second parent.
        var unknownParents: [TypedIndex<Block>] = []
        var secondParents: [TypedIndex<Block>] = []
        /// States that are nested in themselves: for each circle its states, each followed by its parent.
        var circles: [[TypedIndex<State>]] = []
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
        items = IndexedArray()
        nodes = IndexedArray(repeating: Self.chart, count: states.indexCount)
        var outline = Outline(definition, states)
        faults = outline.faults
        grow(from: &outline)
        describe(definition, states)
    }

    subscript(node: TypedIndex<Node>) -> Item { items[node] }

    /// Whether `node` lies below `other`, or is it.
    func isWithin(_ node: TypedIndex<Node>, _ other: TypedIndex<Node>) -> Bool {
        node >= other && node <= items[other].last
    }

    /// The children of a node, in document order, histories included.
    func children(of node: TypedIndex<Node>) -> [TypedIndex<Node>] {
        var children: [TypedIndex<Node>] = []
        var child = node.next
        while child <= items[node].last {
            children.append(child)
            child = items[child].last.next
        }
        return children
    }

    /// Puts the states into document order.
    private mutating func grow(from outline: inout Outline) {
        items.append(
            Item(kind: .compound, state: nil, parent: nil, last: Self.chart, depth: 0, defaultTarget: nil))
        // With a stack of its own, since nesting may be deep.
        var stack = [(node: Self.chart, next: outline.firstTop)]
        while let (parent, next) = stack.last {
            guard let state = next else {
                items[parent].last = TypedIndex(items.count - 1)
                stack.removeLast()
                continue
            }
            stack[stack.count - 1].next = outline.nextSibling[state]
            let node = TypedIndex<Node>(items.count)
            nodes[state] = node
            items.append(
                Item(
                    kind: .atomic, state: state, parent: parent, last: node, depth: stack.count, defaultTarget: nil))
            if stack.count <= Self.maximumDepth {
                stack.append((node, outline.firstChild[state]))
            } else if outline.firstChild[state] != nil {
                faults.tooDeep.append(state)
            }
        }
    }

    /// Says what each node is.
    private mutating func describe(_ definition: Definition, _ states: IDIndex<State>) {
        for node in items.indices where items[node].last > node { items[node].kind = .compound }
        for block in definition.blocks {
            guard let state = states.index(of: block.state), nodes[state] != Self.chart else { continue }
            let node = nodes[state]
            switch block.kind {
            case .plain: if block.isFinal && items[node].kind == .atomic { items[node].kind = .final }
            // Without children it is a leaf as any other.
            case .parallel:
                items[node].isParallel = true
                if items[node].last > node { items[node].kind = .parallel }
            case .shallowHistory: items[node].kind = .shallowHistory
            case .deepHistory: items[node].kind = .deepHistory
            }
            let part = definition.part(of: block)
            if let target = states.index(of: part.defaultTarget), items[node].defaultTarget == nil {
                items[node].defaultTarget = nodes[target]
            }
            if part.doneEvent != ReservedID.none { items[node].doneEvent = part.doneEvent }
            if part.hasTimeouts { items[node].hasTimeouts = true }
        }
        for node in items.indices {
            if items[node].kind.isHistory, let parent = items[node].parent { items[parent].isRecorded = true }
            guard items[node].kind == .compound, items[node].defaultTarget == nil else { continue }
            // An only child needs not be named.
            let children = children(of: node).filter { !items[$0].kind.isHistory }
            if children.count == 1 { items[node].defaultTarget = children[0] }
        }
    }
}

/// Which states are nested in which, as lists of siblings in the order in which they were first mentioned.
private struct Outline {
    private(set) var firstTop: TypedIndex<State>?
    private var lastTop: TypedIndex<State>?
    private(set) var firstChild: IndexedArray<State, TypedIndex<State>?>
    private var lastChild: IndexedArray<State, TypedIndex<State>?>
    private(set) var nextSibling: IndexedArray<State, TypedIndex<State>?>
    private var parent: IndexedArray<State, TypedIndex<State>?>
    private(set) var faults = StateTree.Faults()

    init(_ definition: Definition, _ states: IDIndex<State>) {
        firstChild = IndexedArray(repeating: nil, count: states.indexCount)
        lastChild = firstChild
        nextSibling = firstChild
        parent = firstChild
        findParents(definition, states)
        breakCircles(states)
        var isListed = IndexedArray<State, Bool>(repeating: false, count: states.indexCount)
        for block in definition.blocks { list(states.index(of: block.state), &isListed) }
        for row in definition.rows { list(states.index(of: row.source), &isListed) }
    }

    private mutating func findParents(_ definition: Definition, _ states: IDIndex<State>) {
        for number in definition.blocks.typedIndices {
            let block = definition.blocks[number]
            let named = definition.part(of: block).parent
            guard named != ReservedID.none, let state = states.index(of: block.state) else { continue }
            guard let found = states.index(of: named) else {
                faults.unknownParents.append(number)
                continue
            }
            if let known = parent[state] {
                if known != found { faults.secondParents.append(number) }
                continue
            }
            parent[state] = found
        }
    }

    /// Takes one state of each circle out of its parent. O(states).
    private mutating func breakCircles(_ states: IDIndex<State>) {
        /// The walk that came by a state first; 0 for none.
        var walk = IndexedArray<State, Int>(repeating: 0, count: states.indexCount)
        for start in states.indices where walk[start] == 0 {
            var state: TypedIndex<State>? = start
            while let present = state, walk[present] == 0 {
                walk[present] = start.value + 1
                state = parent[present]
            }
            guard let closing = state, walk[closing] == start.value + 1 else { continue }
            var circle = [closing]
            while let next = parent[circle[circle.count - 1]], next != closing { circle.append(next) }
            faults.circles.append(circle)
            parent[closing] = nil
        }
    }

    /// Appends a state to its siblings, if that has not been done.
    private mutating func list(_ state: TypedIndex<State>?, _ isListed: inout IndexedArray<State, Bool>) {
        guard let state, !isListed[state] else { return }
        isListed[state] = true
        if let parent = parent[state] {
            if let last = lastChild[parent] { nextSibling[last] = state } else { firstChild[parent] = state }
            lastChild[parent] = state
        } else {
            if let lastTop { nextSibling[lastTop] = state } else { firstTop = state }
            lastTop = state
        }
    }
}
