/// A row as one state has it: its own, or a superstate's that it adopts.
struct StateRow {
    /// The row, in the definition.
    var index: TypedIndex<Row>
    /// The state's index, or the one that follows the last state's for any state.
    var state: Int
    /// The index of its block; rows without a block have a scope a state of their own, behind the blocks.
    var scope: Int
}

/// What states have from the superstates that they adopt: first theirs, in order of adoption, depth first; then their
/// own.
struct Inheritance {
    /// All sound rows of all states; within one state inherited ones first.
    private(set) var rows: [StateRow] = []
    /// The blocks of each state, with the superstates that they adopt before them: the order of their callbacks.
    private(set) var blocksOfState: [[Int]]
    /// Blocks that adopt themselves, directly or through others.
    private(set) var circles: [Int] = []
    /// The block at which the paths of all states become more than ``maximumPathCount``, if there is one.
    private(set) var tangle: Int?

    /// All states together may inherit along so many paths: a superstate counts once for each path from a state to it.
    static var maximumPathCount: Int { 1_048_576 }

    /// O(rows), inherited ones counted once for each state.
    init(_ definition: Definition, soundRows: [Int], states: IDIndex, _ traits: RowTraits) {
        blocksOfState = [[Int]](repeating: [], count: states.indexCount)
        circles = Self.circles(definition)
        tangle = circles.isEmpty ? definition.tangle() : nil
        let inherits = circles.isEmpty && tangle == nil
        for (number, block) in definition.blocks.enumerated() {
            guard let state = states.index(of: block.state) else { continue }
            if inherits { Self.addLine(to: number, definition, &blocksOfState[state]) }
            blocksOfState[state].append(number)
        }
        if traits.contains(.inherited) { inherit(definition, soundRows) }
        addOwn(definition, soundRows, states)
    }

    /// Rows of superstates, for each state that has them.
    private mutating func inherit(_ definition: Definition, _ soundRows: [Int]) {
        var rowsOfBlock = [[Int]](repeating: [], count: definition.blocks.count)
        // One with a source of its own is misplaced, and counts for that source only.
        for number in soundRows where definition.rows[number].source == ReservedID.none {
            let block = Int(definition.rows[number].block)
            rowsOfBlock[block].append(number)
        }
        for (state, blocks) in blocksOfState.enumerated() {
            for block in blocks where definition.blocks[block].isSuperstate {
                for number in rowsOfBlock[block] {
                    rows.append(StateRow(index: TypedIndex(number), state: state, scope: block))
                }
            }
        }
    }

    private mutating func addOwn(_ definition: Definition, _ soundRows: [Int], _ states: IDIndex) {
        // The scope of rows that stand in no block, for each state and for any.
        var ownScope = blocksOfState.enumerated().map { state, blocks in
            blocks.first { !definition.blocks[$0].isSuperstate } ?? definition.blocks.count + state
        }
        ownScope.append(definition.blocks.count + states.indexCount)
        rows.reserveCapacity(rows.count + soundRows.count)
        definition.rows.withUnsafeBufferPointer { all in
            for number in soundRows where all[number].source != ReservedID.none {
                let state = states.index(of: all[number].source) ?? states.indexCount
                let block = Int(all[number].block)
                rows.append(
                    StateRow(index: TypedIndex(number), state: state, scope: block < 0 ? ownScope[state] : block))
            }
        }
    }

    /// Appends the superstates of a block, each behind those that it adopts itself.
    private static func addLine(to block: Int, _ definition: Definition, _ line: inout [Int]) {
        // With a stack of its own: superstates may be adopted any number of levels deep.
        var stack: [(block: Int, next: Int)] = [(block, 0)]
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
    private static func circles(_ definition: Definition) -> [Int] {
        /// Not yet, under way, under way and closing a circle, done.
        enum Visit { case not, open, closed, done }
        var circles: [Int] = []
        var visits = [Visit](repeating: .not, count: definition.blocks.count)
        for start in definition.blocks.indices where visits[start] == .not && !definition.blocks[start].adopted.isEmpty
        {
            var stack: [(block: Int, next: Int)] = [(start, 0)]
            visits[start] = .open
            while let top = stack.last {
                let adopted = definition.blocks[top.block].adopted
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
    fileprivate func tangle() -> Int? {
        guard blocks.contains(where: { !$0.adopted.isEmpty }) else { return nil }
        // Of each block what it adopts, directly or not; -1 while that is not known.
        var ways = [Int](repeating: -1, count: blocks.count)
        var total = 0
        for start in blocks.indices {
            var stack: [(block: Int, next: Int)] = ways[start] < 0 ? [(start, 0)] : []
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
