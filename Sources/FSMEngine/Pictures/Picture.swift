/// What a picture of a definition shows, in whatever language it is written then: boxes within boxes, and arrows.
///
/// The definition is valid. Nodes are the states in the order of their ids, then any state, superstates and resolvers.
/// O(rows × depth).
final class Picture {
    let definition: Definition
    let resolved: ResolvedDefinition
    let options: PictureOptions
    var nodes: [PictureNode] = []
    /// The first and last of those that are in no other.
    var firstNode: Int32 = -1
    private var lastNode: Int32 = -1
    var arrows: [PictureArrow] = []
    /// The first and last of the arrows that are in no node.
    var firstArrow: Int32 = -1
    private var lastArrow: Int32 = -1
    /// How often the arrow was taken that was taken most often; 0 if that is not known.
    var mostTaken: UInt64 = 0
    var nodeOfSuperstate = IndexMap<Int32>()
    /// By the number of the resolver's name.
    var nodeOfResolver = IndexMap<Int32>()
    var numberOfArrow = IndexMap<UInt64>()
    /// See ``argumentLabels()``.
    private(set) var arguments: [Text] = []
    /// The numbers of the timeouts of each block.
    private(set) var timeouts = DocumentGroups()

    init(_ definition: Definition, _ options: PictureOptions) {
        self.definition = definition
        self.options = options
        resolved = ResolvedDefinition(
            definition, isSound: IndexedArray(repeating: true, count: definition.rows.count))
        arguments = argumentLabels()
        for number in definition.chart.timeouts.indices {
            timeouts.add(number, to: UInt64(definition.chart.timeouts[number].block.value))
        }
        addNodes()
        for start in definition.initials { addStart(in: -1, to: start.state, Text()) }
        for block in definition.blocks { addStart(of: block) }
        addCallbacks()
        addRows()
        choose()
        for number in arrows.indices where isVisible(arrows[number].from) && isVisible(arrows[number].to) {
            placeArrow(Int32(truncatingIfNeeded: number))
        }
    }

    /// A name as a picture shows it, or the number of what has none.
    @inline(never)
    func name(of id: ID, _ names: Names) -> Text {
        if let name = names.name(of: id) { return name.shownName }
        return ReservedID.contains(id) ? Text(DocumentNames.reservedWord(Int(id &- ReservedID.any))) : Text(id)
    }

    func state(_ id: ID) -> Text { name(of: id, definition.stateNames) }
    /// Three dots for an empty name: a line or an arrow without a text would be a mistake in most languages.
    func event(_ id: ID) -> Text {
        let name = name(of: id, definition.eventNames)
        return name.isEmpty ? "…" : name
    }

    /// The node of a state; -1 for an id that is none.
    @inline(never)
    func node(of state: ID) -> Int32 {
        resolved.states.index(of: state).map { Int32(truncatingIfNeeded: $0.value) } ?? -1
    }

    /// The node of any state.
    var anyNode: Int32 { Int32(truncatingIfNeeded: resolved.states.end.value) }

    // MARK: - Nodes

    private func addNodes() {
        let outline = StateOutline(definition, resolved.states)
        for state in resolved.states.indices {
            add(outline.firstChild[state] == nil ? .leaf : .compound, self.state(resolved.states.ids[state]))
            // A number between those of states.
            if ReservedID.contains(resolved.states.ids[state]) { nodes[nodes.count - 1].isShown = false }
        }
        add(.any, "any")
        for block in definition.blocks { note(block) }
        let clusters = PictureClusters(definition, resolved.states, outline, isFlat: options.isFlat)
        var state = outline.firstChild[outline.root]
        while let present = state {
            attach(present, clusters, outline)
            // In document order, without recursion.
            var follower = present
            state = outline.firstChild[present]
            while state == nil && follower != outline.root {
                state = outline.nextSibling[follower]
                follower = outline.parent[follower]
            }
        }
        attach(anyNode, to: -1)
    }

    /// What a block says of its state.
    private func note(_ block: Block) {
        let number = Int(node(of: block.state))
        if number < 0 { return }
        switch block.kind {
        case .plain: if block.isFinal { nodes[number].kind = .final }
        case .parallel: if nodes[number].kind == .compound { nodes[number].kind = .parallel }
        case .shallowHistory: nodes[number].kind = .shallowHistory
        case .deepHistory: nodes[number].kind = .deepHistory
        }
    }

    /// Adds a node that is in no other yet, and returns its number.
    @inline(never)
    @discardableResult
    func add(_ kind: PictureNode.Kind, _ name: Text) -> Int32 {
        nodes.append(PictureNode(kind: kind, name: name, isShown: kind != .any))
        return Int32(truncatingIfNeeded: nodes.count &- 1)
    }

    /// The default of a block: of a history an arrow from itself.
    private func addStart(of block: Block) {
        let part = definition.part(of: block)
        let around = node(of: block.state)
        if around < 0 || part.defaultTarget == ReservedID.none { return }
        var label = Text()
        addNames(part.onDefault, "/ ", to: &label)
        addStart(in: around, to: part.defaultTarget, label)
    }

    private func addStart(in around: Int32, to state: ID, _ label: Text) {
        let target = node(of: state)
        if target < 0 { return }
        var source = around
        if around < 0 || !nodes[Int(around)].isHistory {
            source = add(.start, Text())
            attach(source, to: around)
        }
        arrows.append(PictureArrow(from: source, to: target, label: label, isOfRequests: false))
    }

    private func attach(_ state: TypedIndex<State>, _ clusters: PictureClusters, _ outline: StateOutline) {
        let parent = outline.parent[state]
        let around = parent == outline.root ? -1 : Int32(truncatingIfNeeded: parent.value)
        attach(Int32(truncatingIfNeeded: state.value), to: clusters.superstate(of: state), clusters, around)
    }

    /// Puts a node into its superstate's, which may have to be put into those around it first.
    private func attach(_ node: Int32, to superstate: Int32, _ clusters: PictureClusters, _ parent: Int32) {
        // The superstates that have no node yet, from the innermost one on.
        var opened: [Int32] = []
        var next = superstate
        while next >= 0 && nodeOfSuperstate[next] == nil {
            opened.append(next)
            next = clusters.superstate(around: next)
        }
        var container = next < 0 ? parent : Int32(bitPattern: nodeOfSuperstate[next] ?? 0)
        while let block = opened.popLast() {
            let number = add(.superstate, definition.superstateNames.name(of: block)?.shownName ?? Text())
            _ = nodeOfSuperstate.index(of: block, orInsert: UInt32(bitPattern: number))
            attach(number, to: container)
            container = number
        }
        attach(node, to: container)
    }

    /// Puts a node behind the others of its container; -1 for none.
    @inline(never)
    func attach(_ node: Int32, to container: Int32) {
        nodes[Int(node)].container = container
        guard container >= 0 else {
            if lastNode >= 0 { nodes[Int(lastNode)].next = node } else { firstNode = node }
            lastNode = node
            return
        }
        nodes[Int(node)].depth = nodes[Int(container)].depth + 1
        let last = nodes[Int(container)].last
        if last >= 0 { nodes[Int(last)].next = node } else { nodes[Int(container)].first = node }
        nodes[Int(container)].last = node
    }

    /// Whether one of the nodes is around the other one, or is the same.
    @inline(never)
    func isAround(_ outer: Int32, _ inner: Int32) -> Bool {
        var node = inner
        while node >= 0 && nodes[Int(node)].depth > nodes[Int(outer)].depth { node = nodes[Int(node)].container }
        return node == outer
    }

    /// Puts an arrow into the innermost node around both of its ends.
    private func placeArrow(_ number: Int32) {
        var (a, b) = (nodes[Int(arrows[Int(number)].from)].container, nodes[Int(arrows[Int(number)].to)].container)
        while a != b {
            if b < 0 || a >= 0 && nodes[Int(a)].depth > nodes[Int(b)].depth {
                a = nodes[Int(a)].container
            } else {
                b = nodes[Int(b)].container
            }
        }
        let last = a < 0 ? lastArrow : nodes[Int(a)].lastArrow
        if last >= 0 {
            arrows[Int(last)].next = number
        } else if a < 0 {
            firstArrow = number
        } else {
            nodes[Int(a)].firstArrow = number
        }
        if a < 0 { lastArrow = number } else { nodes[Int(a)].lastArrow = number }
    }

    /// Calls these with each node that is shown, in order, before and behind those that are in it.
    func walk(enter: (Int32) -> Void, leave: (Int32) -> Void) {
        var node = firstNode
        while node >= 0 {
            if nodes[Int(node)].isShown {
                enter(node)
                if nodes[Int(node)].first >= 0 {
                    node = nodes[Int(node)].first
                    continue
                }
                leave(node)
            }
            while node >= 0 && nodes[Int(node)].next < 0 {
                node = nodes[Int(node)].container
                if node >= 0 { leave(node) }
            }
            if node >= 0 { node = nodes[Int(node)].next }
        }
    }
}
