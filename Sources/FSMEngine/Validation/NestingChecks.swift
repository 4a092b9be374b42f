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
            isReported.mark(state)
            checkClaims(.parent, blocks(ofState: state))
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
                places.add(definition.blocks[block].place)
                break
            }
        }
        let nesting = names.list(circle.count) { fill("% in %", names.state(id($0)), names.state(id($0 + 1))) }
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
            checkClaims(.kind, blocks)
            checkClaims(.defaultTarget, blocks)
            checkClaims(.doneEvent, blocks)
        }
    }
}

/// What several blocks of a state may say differently.
private enum Claim { case parent, kind, defaultTarget, doneEvent }

extension ChartSubject {
    /// Reports blocks of one state that say different things.
    @inline(never)
    private func checkClaims(_ claim: Claim, _ blocks: [TypedIndex<Block>]) {
        var first = ReservedID.none
        var second = ReservedID.none
        var places: [Place] = []
        func note(_ id: ID, _ block: TypedIndex<Block>) {
            if first == ReservedID.none { first = id }
            if second == ReservedID.none && id != first { second = id }
            places.add(definition.blocks[block].place)
        }
        for block in blocks {
            let said = said(claim, block)
            if said != ReservedID.none { note(said, block) }
            guard claim == .kind, definition.blocks[block].kind != .plain else { continue }
            // A block that is also final has a place already.
            if said != ReservedID.none { _ = places.takeLast() }
            note(ID(definition.blocks[block].kind.rawValue), block)
        }
        if second == ReservedID.none { return }
        let state = definition.blocks[blocks[0]].state
        report(
            claim == .parent ? .secondParent : .conflictingBlocks, state: state, places,
            disagreement(claim, .state(state), first, second))
        if claim == .parent { correctLast(target: second) }
    }

    @inline(never)
    private func said(_ claim: Claim, _ block: TypedIndex<Block>) -> ID {
        let part = part(block)
        switch claim {
        case .parent: return resolved.states.index(of: part.parent) == nil ? ReservedID.none : part.parent
        case .kind: return definition.blocks[block].isFinal ? 0 : ReservedID.none
        case .defaultTarget: return part.defaultTarget
        case .doneEvent: return part.doneEvent
        }
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
