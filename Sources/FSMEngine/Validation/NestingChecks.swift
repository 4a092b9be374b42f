extension ResolvedDefinition {
    /// Reports parents that are none, second parents, states that are nested in themselves, and nesting that is too deep.
    func checkNesting(_ tree: StateTree, _ found: inout [Diagnostic]) {
        for index in tree.faults.unknownParents {
            let block = definition.blocks[index]
            let parent = names.state(definition.part(of: block).parent)
            found.report(
                .unknownParent, state: block.state, at: block.place,
                "state % is nested in %, which has no rows and no block: correct the parent, or declare % with a block",
                names.state(block.state), parent, parent)
        }
        checkSecondParents(tree, &found)
        for circle in tree.faults.circles { found.report(circularNesting(circle)) }
        // What is nested in itself is deep because of that.
        if tree.faults.tooDeep.isEmpty || !tree.faults.circles.isEmpty { return }
        let places = StatePlaces(self)
        for state in tree.faults.tooDeep {
            found.report(
                .tooComplex, state: states.ids[state], at: places[state],
                "state % has children, although it is nested % deep: do not nest states deeper than that",
                names.state(states.ids[state]), Text(StateTree.maximumDepth + 1))
        }
    }

    private func checkSecondParents(_ tree: StateTree, _ found: inout [Diagnostic]) {
        var isReported = IndexedArray<State, Bool>(repeating: false, count: states.indexCount)
        for index in tree.faults.secondParents {
            let id = definition.blocks[index].state
            guard let state = states.index(of: id), !isReported[state] else { continue }
            isReported[state] = true
            var parents: [ID] = []
            var placesOfParents: [Place] = []
            for number in inheritance.blocksOfState[state] {
                let block = definition.blocks[number]
                let parent = definition.part(of: block).parent
                guard !block.isSuperstate, parent != ReservedID.none, states.index(of: parent) != nil else { continue }
                parents.append(parent)
                placesOfParents.append(block.place)
            }
            guard let first = parents.first, let second = parents.first(where: { $0 != first }) else { continue }
            found.report(
                Diagnostic(
                    .secondParent, state: id, target: second, places: placesOfParents,
                    text: fill(
                        "state % is nested in % and in %: keep one of these parents", names.state(id),
                        names.state(first), names.state(second))))
        }
    }

    @inline(never)
    private func circularNesting(_ circle: [TypedIndex<State>]) -> Diagnostic {
        var parts: [Text] = []
        var places: [Place] = []
        for (position, state) in circle.enumerated() {
            let parent = circle[position + 1 == circle.count ? 0 : position + 1]
            if parts.count <= DiagnosticText.maximumListedCount {
                parts.append(fill("% in %", names.state(states.ids[state]), names.state(states.ids[parent])))
            } else {
                parts.append("")
            }
            let nesting = inheritance.blocksOfState[state].first {
                !definition.blocks[$0].isSuperstate
                    && states.index(of: definition.part(of: definition.blocks[$0]).parent) == parent
            }
            if let nesting { places.append(definition.blocks[nesting].place) }
        }
        let id = states.ids[circle[0]]
        return Diagnostic(
            .circularNesting, state: id, places: places,
            text: fill(
                "state % is nested in itself (%): nest one of them elsewhere", names.state(id), names.list(parts)))
    }

    /// Reports superstates that are nested, or said to have a default or to be done.
    func checkSuperstateParts(_ found: inout [Diagnostic]) {
        for index in definition.blocks.typedIndices {
            let block = definition.blocks[index]
            guard block.isSuperstate, block.chartPart != 0 || block.isFinal else { continue }
            found.report(
                .misplacedNesting, at: block.place,
                """
                % is never active, so that it cannot be nested, final or done, or have a default: say that of the \
                states that adopt it
                """,
                names.superstate(index))
        }
    }

    /// Reports states whose blocks disagree about what they are. O(blocks).
    func checkConflictingBlocks(_ found: inout [Diagnostic]) {
        for state in states.indices {
            let blocks = inheritance.blocksOfState[state].map { definition.blocks[$0] }.filter {
                !$0.isSuperstate && ($0.chartPart != 0 || $0.kind != .plain || $0.isFinal)
            }
            if blocks.isEmpty { continue }
            let id = states.ids[state]
            let name = names.state(id)
            let kinds = blocks.flatMap { $0.kinds }
            if let other = kinds.first(where: { $0 != kinds[0] }) {
                let places = blocks.filter { !$0.kinds.isEmpty }.map { $0.place }
                let text = fill("state % is % and %: keep one of these", name, kinds[0].words, other.words)
                found.report(Diagnostic(.conflictingBlocks, state: id, places: places, text: text))
            }
            for isOfDone in [false, true] {
                let ids = blocks.map {
                    isOfDone ? definition.part(of: $0).doneEvent : definition.part(of: $0).defaultTarget
                }
                guard let first = ids.first(where: { $0 != ReservedID.none }),
                    let other = ids.first(where: { $0 != ReservedID.none && $0 != first })
                else { continue }
                let places = blocks.indices.filter { ids[$0] != ReservedID.none }.map { blocks[$0].place }
                let text =
                    isOfDone
                    ? fill("state % raises % and % when it is done", name, names.event(first), names.event(other))
                    : fill("state % has the defaults % and %", name, names.state(first), names.state(other))
                found.report(
                    Diagnostic(
                        .conflictingBlocks, state: id, places: places, text: fill("%: keep one of them", text)))
            }
        }
    }
}

extension Block {
    /// What a block says that its state is, if anything.
    fileprivate enum Claim {
        case parallel, shallowHistory, deepHistory, final

        var words: Text {
            switch self {
            case .parallel: fill("parallel")
            case .shallowHistory: fill("a shallow history")
            case .deepHistory: fill("a deep history")
            case .final: fill("final")
            }
        }
    }

    fileprivate var kinds: [Claim] {
        let final: [Claim] = isFinal ? [.final] : []
        switch kind {
        case .plain: return final
        case .parallel: return final + [.parallel]
        case .shallowHistory: return final + [.shallowHistory]
        case .deepHistory: return final + [.deepHistory]
        }
    }
}
