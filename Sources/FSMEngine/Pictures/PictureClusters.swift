/// Which superstates are drawn around the states whose first one they are: those whose states have the same parent.
struct PictureClusters {
    /// The first superstate that each state adopts; -1 for none.
    private var ofState: [Int32]
    /// The same of each block.
    private var ofBlock: [Int32]
    /// The parent of all states in a superstate: see `unknown` and `several`.
    private var parent: [Int32]

    private static let unknown: Int32 = -1
    private static let several: Int32 = -2

    init(_ definition: Definition, _ states: IDIndex<State>, _ outline: StateOutline, isFlat: Bool) {
        ofState = [Int32](repeating: -1, count: states.indexCount)
        ofBlock = [Int32](repeating: -1, count: definition.blocks.count)
        parent = [Int32](repeating: Self.unknown, count: definition.blocks.count)
        if isFlat { return }
        for number in definition.blocks.indices {
            let block = definition.blocks[number]
            if block.adopted.isEmpty { continue }
            let first = definition.adoptions[block.adopted.first]
            if block.isSuperstate {
                ofBlock[number] = first
            } else if let state = states.index(of: block.state), ofState[state.value] < 0 {
                ofState[state.value] = first
            }
        }
        for state in states.indices {
            let own = Int32(truncatingIfNeeded: outline.parent[state].value)
            var superstate = ofState[state.value]
            // What is known of one is known of those around it.
            while superstate >= 0 {
                let known = parent[Int(superstate)]
                if known == own || known == Self.several { break }
                parent[Int(superstate)] = known == Self.unknown ? own : Self.several
                superstate = ofBlock[Int(superstate)]
            }
        }
    }

    func superstate(of state: TypedIndex<State>) -> Int32 { drawn(ofState[state.value]) }

    func superstate(around superstate: Int32) -> Int32 { drawn(ofBlock[Int(superstate)]) }

    private func drawn(_ superstate: Int32) -> Int32 {
        superstate >= 0 && parent[Int(superstate)] >= 0 ? superstate : -1
    }
}
