/// A row as one state has it: its own, or a superstate's that it adopts.
struct StateRow {
    /// The row, in the definition.
    var index: TypedIndex<Row>
    /// The state's index, or the one that follows the last state's for any state.
    var state: TypedIndex<State>
    /// Its block; rows without a block have a scope a state of their own, behind the blocks.
    var scope: TypedIndex<Block>
}

/// What states have from the superstates that they adopt: first theirs, in order of adoption, depth first; then their
/// own.
struct Inheritance {
    /// All sound rows of all states; within one state inherited ones first.
    private(set) var rows: [StateRow] = []
    /// The blocks of each state, with the superstates that they adopt before them: the order of their callbacks.
    private(set) var blocksOfState: IndexedArray<State, [TypedIndex<Block>]>
    /// Blocks that adopt themselves, directly or through others.
    private(set) var circles: [TypedIndex<Block>] = []
    /// The block at which the paths of all states become more than ``maximumPathCount``, if there is one.
    private(set) var tangle: TypedIndex<Block>?

    /// All states together may inherit along so many paths: a superstate counts once for each path from a state to it.
    static var maximumPathCount: Int { 1_048_576 }

    /// O(rows), inherited ones counted once for each state.
    init(_ definition: Definition, soundRows: [TypedIndex<Row>], states: IDIndex<State>, _ traits: RowTraits) {
        blocksOfState = IndexedArray(repeating: [], count: states.indexCount)
        circles = Self.circles(definition)
        tangle = circles.isEmpty ? definition.tangle() : nil
        let inherits = circles.isEmpty && tangle == nil
        for block in definition.blocks.typedIndices {
            guard let state = states.index(of: definition.blocks[block].state) else { continue }
            if inherits { Self.addLine(to: block, definition, &blocksOfState[state]) }
            blocksOfState[state].append(block)
        }
        if traits.contains(.inherited) { inherit(definition, soundRows) }
        addOwn(definition, soundRows, states)
    }

    /// Rows of superstates, for each state that has them.
    private mutating func inherit(_ definition: Definition, _ soundRows: [TypedIndex<Row>]) {
        var rowsOfBlock = IndexedArray<Block, [TypedIndex<Row>]>(repeating: [], count: definition.blocks.count)
        // One with a source of its own is misplaced, and counts for that source only.
        for row in soundRows where definition.rows[row].source == ReservedID.none {
            if let block = definition.rows[row].ownBlock { rowsOfBlock[block].append(row) }
        }
        for state in blocksOfState.indices {
            for block in blocksOfState[state] where definition.blocks[block].isSuperstate {
                for row in rowsOfBlock[block] { rows.append(StateRow(index: row, state: state, scope: block)) }
            }
        }
    }

    @_optimize(speed)
    private mutating func addOwn(
        _ definition: Definition, _ soundRows: [TypedIndex<Row>], _ states: IDIndex<State>
    ) {
        // The scope of rows that stand in no block, for each state and for any.
        func scope(behindBlocks state: TypedIndex<State>) -> TypedIndex<Block> {
            TypedIndex(definition.blocks.count + state.value)
        }
        var ownScope = IndexedArray<State, TypedIndex<Block>>()
        ownScope.reserveCapacity(states.indexCount + 1)
        for state in states.indices {
            let block = blocksOfState[state].first { !definition.blocks[$0].isSuperstate }
            ownScope.append(block ?? scope(behindBlocks: state))
        }
        ownScope.append(scope(behindBlocks: states.end))
        rows.reserveCapacity(rows.count + soundRows.count)
        definition.rows.withUnsafeBufferPointer { all in
            for row in soundRows where all[row].source != ReservedID.none {
                let state = states.index(of: all[row].source) ?? states.end
                rows.append(StateRow(index: row, state: state, scope: all[row].ownBlock ?? ownScope[state]))
            }
        }
    }

    /// Appends the superstates of a block, each behind those that it adopts itself.
    private static func addLine(
        to block: TypedIndex<Block>, _ definition: Definition, _ line: inout [TypedIndex<Block>]
    ) {
        // With a stack of its own: superstates may be adopted any number of levels deep.
        var stack: [(block: TypedIndex<Block>, next: Int)] = [(block, 0)]
        while let top = stack.last {
            let adopted = definition.blocks[top.block].adopted
            if top.next < adopted.count {
                stack[stack.count - 1].next += 1
                stack.append((adopted[top.next], 0))
            } else {
                stack.removeLast()
                if !stack.isEmpty { line.append(top.block) }
            }
        }
    }

    /// The blocks at which adopting closes a circle. O(blocks + adoptions).
    private static func circles(_ definition: Definition) -> [TypedIndex<Block>] {
        /// Not yet, under way, under way and closing a circle, done.
        enum Visit { case not, open, closed, done }
        var circles: [TypedIndex<Block>] = []
        let blocks = definition.blocks
        var visits = IndexedArray<Block, Visit>(repeating: .not, count: blocks.count)
        for start in blocks.typedIndices where visits[start] == .not && !blocks[start].adopted.isEmpty {
            var stack: [(block: TypedIndex<Block>, next: Int)] = [(start, 0)]
            visits[start] = .open
            while let top = stack.last {
                let adopted = blocks[top.block].adopted
                guard top.next < adopted.count else {
                    visits[top.block] = .done
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                let next = adopted[top.next]
                switch visits[next] {
                case .not:
                    visits[next] = .open
                    stack.append((next, 0))
                case .open:
                    visits[next] = .closed
                    circles.append(next)
                case .closed, .done: break
                }
            }
        }
        return circles
    }
}

extension Definition {
    /// The block with which all states together adopt over more ways than ``Inheritance/maximumPathCount``: a
    /// superstate counts once for every way to it. Without circles only. O(blocks + adoptions).
    fileprivate func tangle() -> TypedIndex<Block>? {
        guard blocks.contains(where: { !$0.adopted.isEmpty }) else { return nil }
        // Of each block what it adopts, directly or not; -1 while that is not known.
        var ways = IndexedArray<Block, Int>(repeating: -1, count: blocks.count)
        var total = 0
        for start in blocks.typedIndices {
            var stack: [(block: TypedIndex<Block>, next: Int)] = ways[start] < 0 ? [(start, 0)] : []
            while let top = stack.last {
                let adopted = blocks[top.block].adopted
                if top.next < adopted.count {
                    stack[stack.count - 1].next += 1
                    guard ways[adopted[top.next]] < 0 else { continue }
                    // More levels than blocks: a circle.
                    guard stack.count <= blocks.count else { return nil }
                    stack.append((adopted[top.next], 0))
                    continue
                }
                stack.removeLast()
                guard ways[top.block] < 0 else { continue }
                ways[top.block] = 0
                for superstate in adopted {
                    ways[top.block] = min(ways[top.block] + ways[superstate] + 1, Inheritance.maximumPathCount + 1)
                }
            }
            guard !blocks[start].isSuperstate else { continue }
            total += ways[start]
            if total > Inheritance.maximumPathCount { return start }
        }
        return nil
    }
}
