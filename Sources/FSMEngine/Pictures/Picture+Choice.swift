// What stands in a box besides rows; which nodes are shown, and which are marked.
extension Picture {
    /// The callbacks of superstates stand in their own boxes, if they have some.
    func addCallbacks() {
        for state in resolved.states.indices {
            let number = Int32(truncatingIfNeeded: state.value)
            var blocks: [TypedIndex<Block>] = []
            for block in resolved.inheritance.blocksOfState[state] {
                let cluster = nodeOfSuperstate[Int32(truncatingIfNeeded: block.value)].map { Int32(bitPattern: $0) }
                if cluster == nil || !isAround(cluster ?? 0, number) { blocks.append(block) }
            }
            addLines(of: blocks, to: Int(number))
        }
        for block in definition.blocks.typedIndices {
            guard let node = nodeOfSuperstate[Int32(truncatingIfNeeded: block.value)] else { continue }
            addLines(of: [block], to: Int(node))
        }
    }

    private func addLines(of blocks: [TypedIndex<Block>], to node: Int) {
        addLine("entry", .entry, blocks, node)
        addLine("exit", .exit, blocks, node)
        addLine("cycle", .cycle, blocks, node)
        addLine("update", .update, blocks, node)
        for block in blocks {
            let done = definition.part(of: block).doneEvent
            if done != ReservedID.none { addLine("done", " → ", Text(), done, node) }
        }
        for block in blocks {
            timeouts.forEach(of: UInt64(block.value)) {
                let timeout = definition.chart.timeouts[$0]
                addLine("timeout ", " → ", Text(number: timeout.delay), timeout.event, node)
            }
        }
    }

    private func addLine(_ word: StaticString, _ event: BlockEvent, _ blocks: [TypedIndex<Block>], _ node: Int) {
        var names = Text()
        for block in blocks {
            addNames(definition.blocks[block].callbacks(on: event), names.isEmpty ? "" : " ", to: &names)
        }
        if !names.isEmpty { addLine(word, " / ", names, nil, node) }
    }

    /// `entry / lock`, `timeout 30 → ring`
    private func addLine(_ word: StaticString, _ mark: StaticString, _ name: Text, _ event: ID?, _ node: Int) {
        nodes[node].lines.beginLine()
        nodes[node].lines.begin(.quiet)
        nodes[node].lines.append(word)
        if event != nil { nodes[node].lines += name }
        nodes[node].lines.append(mark)
        nodes[node].lines.begin(.plain)
        nodes[node].lines += event.map { self.event($0) } ?? name
    }

    // MARK: - Choice

    /// Marks the present states, and leaves out what is not to be shown.
    func choose() {
        for id in options.current {
            let node = node(of: id)
            if node >= 0 { nodes[Int(node)].isMarked = true }
        }
        if !options.focus.isEmpty { focus() }
        for id in options.hidden {
            let node = node(of: id)
            if node >= 0 { nodes[Int(node)].isShown = false }
        }
        walk(enter: { _ in }) { number in
            let node = nodes[Int(number)]
            var hasChildren = false
            var child = node.first
            while child >= 0 {
                if nodes[Int(child)].isShown { hasChildren = true }
                child = nodes[Int(child)].next
            }
            if hasChildren || !node.isCluster { return }
            // With nothing in it that is shown it is a box like others.
            if node.kind == .superstate { nodes[Int(number)].isShown = false } else { nodes[Int(number)].kind = .leaf }
        }
        for arrow in arrows { mostTaken = max(mostTaken, arrow.taken) }
        for number in arrows.indices where nodes[Int(arrows[number].from)].isMarked { arrows[number].isMarked = true }
    }

    /// Leaves out all but the states in focus, with all that is in them, and their neighbours.
    private func focus() {
        var isInFocus = [Bool](repeating: false, count: nodes.count)
        for id in options.focus {
            let node = node(of: id)
            if node >= 0 { isInFocus[Int(node)] = true }
        }
        walk(enter: { node in
            let container = nodes[Int(node)].container
            if container >= 0 && isInFocus[Int(container)] { isInFocus[Int(node)] = true }
        }) { _ in }
        var isKept = isInFocus
        for arrow in arrows {
            if isInFocus[Int(arrow.from)] { isKept[Int(arrow.to)] = true }
            if isInFocus[Int(arrow.to)] { isKept[Int(arrow.from)] = true }
        }
        // What is around a node that is kept is left before what is around that.
        walk(enter: { _ in }) { node in
            let container = nodes[Int(node)].container
            if isKept[Int(node)] && container >= 0 { isKept[Int(container)] = true }
        }
        for node in nodes.indices where !isKept[node] { nodes[node].isShown = false }
    }

    /// Whether a node is shown, and all that is around it.
    func isVisible(_ number: Int32) -> Bool {
        var node = number
        while node >= 0 {
            if !nodes[Int(node)].isShown { return false }
            node = nodes[Int(node)].container
        }
        return true
    }

    /// The first leaf in a node.
    func anchor(_ number: Int32) -> Int32 {
        var node = number
        while nodes[Int(node)].isCluster {
            var child = nodes[Int(node)].first
            while child >= 0 && !nodes[Int(child)].isShown { child = nodes[Int(child)].next }
            if child < 0 { break }
            node = child
        }
        return node
    }
}

extension Picture {
    /// How many arrows are shown.
    var visibleArrowCount: Int {
        var count = 0
        for arrow in arrows where isVisible(arrow.from) && isVisible(arrow.to) { count += 1 }
        return count
    }

    /// How wide an arrow is beside the one that was taken most often.
    func width(of arrow: PictureArrow, upTo most: Int32) -> Int32 {
        Int32(truncatingIfNeeded: arrow.taken / (mostTaken / UInt64(most) + 1))
    }
}
