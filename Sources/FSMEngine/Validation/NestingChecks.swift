extension ChartSubject {
    /// Reports parents that are none, second parents, states that are nested in themselves, and nesting that is too deep.
    func checkNesting() {
        for block in tree.faults.unknownParents {
            let parent = Named.state(part(block).parent)
            report(
                .unknownParent, block,
                "% is nested in %, which has no rows and no block: correct the parent, or declare % with a block",
                .block(block), parent, parent)
        }
        checkSecondParents()
        for circle in tree.faults.circles { reportNesting(circle) }
        // What is nested in itself is deep because of that.
        if !tree.faults.circles.isEmpty { return }
        for state in tree.faults.tooDeep {
            let id = resolved.states.ids[state]
            report(
                .tooComplex, state: id, [places[state]],
                text(
                    "state % has children, although it is nested % deep: do not nest states deeper than that",
                    .state(id), Named(.number, StateTree.maximumDepth + 1)))
        }
    }

    private func checkSecondParents() {
        var isReported = IndexedArray<State, Bool>(repeating: false, count: resolved.states.indexCount)
        for block in tree.faults.secondParents {
            guard let state = resolved.states.index(of: definition.blocks[block].state), !isReported[state] else {
                continue
            }
            isReported[state] = true
            if let second = checkClaims(.parent, blocks(ofState: state)) { found[found.count - 1].target = second }
        }
    }

    @inline(never)
    private func reportNesting(_ circle: [Int]) {
        func id(_ position: Int) -> ID {
            resolved.states.ids[TypedIndex(circle[position == circle.count ? 0 : position])]
        }
        var places: [Place] = []
        for position in circle.indices {
            for block in blocks(ofState: TypedIndex(circle[position])) where part(block).parent == id(position + 1) {
                places.append(definition.blocks[block].place)
                break
            }
        }
        let nesting = list(circle.count) { fill("% in %", names.state(id($0)), names.state(id($0 + 1))) }
        report(
            .circularNesting, state: id(0), places,
            fill("state % is nested in itself (%): nest one of them elsewhere", names.state(id(0)), nesting))
    }

    /// Reports superstates that are nested, or said to have a default or to be done.
    func checkSuperstateParts() {
        for block in definition.blocks.typedIndices where definition.blocks[block].isSuperstate {
            if definition.blocks[block].chartPart == 0 && !definition.blocks[block].isFinal { continue }
            report(
                .misplacedNesting, block,
                """
                % is never active, so that it cannot be nested, final or done, or have a default: say that of the \
                states that adopt it
                """,
                .block(block))
        }
    }

    /// Reports states whose blocks disagree about what they are. O(blocks).
    func checkConflictingBlocks() {
        for state in resolved.states.indices {
            let blocks = blocks(ofState: state)
            for claim in [Claim.kind, .defaultTarget, .doneEvent] { _ = checkClaims(claim, blocks) }
        }
    }
}

/// What several blocks of a state may say differently.
private enum Claim { case parent, kind, defaultTarget, doneEvent }

extension ChartSubject {
    /// Reports blocks of one state that say different things; returns the second one.
    @inline(never)
    private func checkClaims(_ claim: Claim, _ blocks: [TypedIndex<Block>]) -> ID? {
        var first = ReservedID.none
        var second = ReservedID.none
        var places: [Place] = []
        for block in blocks {
            let part = part(block)
            var said = (ReservedID.none, ReservedID.none)
            switch claim {
            case .parent: if resolved.states.index(of: part.parent) != nil { said.0 = part.parent }
            case .kind:
                if definition.blocks[block].isFinal { said.0 = 0 }
                if definition.blocks[block].kind != .plain { said.1 = ID(definition.blocks[block].kind.rawValue) }
            case .defaultTarget: said.0 = part.defaultTarget
            case .doneEvent: said.0 = part.doneEvent
            }
            for id in [said.0, said.1] where id != ReservedID.none {
                if first == ReservedID.none { first = id } else if second == ReservedID.none && id != first { second = id }
            }
            if said.0 != ReservedID.none || said.1 != ReservedID.none { places.append(definition.blocks[block].place) }
        }
        if second == ReservedID.none { return nil }
        report(
            claim == .parent ? .secondParent : .conflictingBlocks, state: definition.blocks[blocks[0]].state, places,
            disagreement(claim, .state(definition.blocks[blocks[0]].state), first, second))
        return second
    }

    @inline(never)
    private func disagreement(_ claim: Claim, _ state: Named, _ first: ID, _ second: ID) -> Text {
        switch claim {
        case .parent:
            text("state % is nested in % and in %: keep one of these parents", state, .state(first), .state(second))
        case .kind:
            fill("state % is % and %: keep one of these", text(state), Self.kindName(first), Self.kindName(second))
        case .defaultTarget:
            text("state % has the defaults % and %: keep one of them", state, .state(first), .state(second))
        case .doneEvent:
            text(
                "state % raises % and % when it is done: keep one of them", state, .event(first), .event(second))
        }
    }

    /// What a block says that its state is: by its ``StateKind``, or final.
    @inline(never)
    private static func kindName(_ kind: ID) -> Text {
        switch kind {
        case 0: "final"
        case 1: "parallel"
        case 2: "a shallow history"
        default: "a deep history"
        }
    }
}
