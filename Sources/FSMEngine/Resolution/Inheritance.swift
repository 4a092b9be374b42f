/// A row as one state has it: its own, or a superstate's that it adopts.
///
/// Its indices are kept in words of 32 bits: large tables have many.
struct StateRow {
    private let compactIndex: CompactIndex<Row>
    private let compactState: CompactIndex<State>
    private let compactScope: CompactIndex<Block>

    @inline(__always)
    init(index: TypedIndex<Row>, state: TypedIndex<State>, scope: TypedIndex<Block>) {
        compactIndex = CompactIndex(index)
        compactState = CompactIndex(state)
        compactScope = CompactIndex(scope)
    }

    /// The row, in the definition.
    @inline(__always)
    var index: TypedIndex<Row> { TypedIndex(compactIndex) }
    /// The state's index, or the one that follows the last state's for any state.
    @inline(__always)
    var state: TypedIndex<State> { TypedIndex(compactState) }
    /// Its block; rows without a block have a scope a state of their own, behind the blocks.
    @inline(__always)
    var scope: TypedIndex<Block> { TypedIndex(compactScope) }
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
    init(_ definition: borrowing Definition, soundRows: [TypedIndex<Row>], states: IDIndex<State>, _ traits: RowTraits)
    {
        blocksOfState = IndexedArray(repeating: [], count: states.indexCount)
        let walk = AdoptionWalk(definition)
        circles = walk.circles
        tangle = circles.isEmpty ? walk.tangle(definition) : nil
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
    private mutating func inherit(_ definition: borrowing Definition, _ soundRows: [TypedIndex<Row>]) {
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
        let blockCount = definition.blocks.count
        func scope(behindBlocks state: TypedIndex<State>) -> TypedIndex<Block> {
            TypedIndex(blockCount &+ state.value)
        }
        var ownScope = IndexedArray<State, TypedIndex<Block>>(
            repeating: scope(behindBlocks: states.end), count: states.indexCount + 1)
        for state in states.indices {
            ownScope[state] = scope(behindBlocks: state)
            for block in blocksOfState[state] where !definition.blocks[block].isSuperstate {
                ownScope[state] = block
                break
            }
        }
        rows.reserveCapacity(rows.count + soundRows.count)
        definition.rows.withUnsafeBufferPointer { all in
            for row in soundRows where all[row].source != ReservedID.none {
                let state = states.inlinedIndex(of: all[row].source) ?? states.end
                rows.appendInline(StateRow(index: row, state: state, scope: all[row].ownBlock ?? ownScope[state]))
            }
        }
    }

    /// Appends the superstates of a block, each behind those that it adopts itself.
    private static func addLine(
        to block: TypedIndex<Block>, _ definition: borrowing Definition, _ line: inout [TypedIndex<Block>]
    ) {
        // Links of chains, with a stack of their own: superstates may be adopted any number of levels deep.
        var stack = [definition.blocks[block].adopted.first]
        while let link = stack.last {
            if link >= 0 {
                stack.append(definition.blocks[definition.superstate(link)].adopted.first)
                continue
            }
            stack.removeLast()
            guard let done = stack.last else { return }
            line.append(definition.superstate(done))
            stack[stack.count &- 1] = definition.adoptions.next(done)
        }
    }
}

/// A walk through all adoptions. O(blocks + adoptions).
private struct AdoptionWalk {
    /// The blocks at which adopting closes a circle.
    private(set) var circles: [TypedIndex<Block>] = []
    /// All blocks that adopt or are adopted, those that are adopted first.
    private var order: [TypedIndex<Block>] = []

    /// Not yet, under way, under way and closing a circle, done.
    private enum Visit { case not, open, closed, done }

    init(_ definition: borrowing Definition) {
        var visits = IndexedArray<Block, Visit>(repeating: .not, count: definition.blocks.count)
        for start in definition.blocks.typedIndices
        where visits[start] == .not && !definition.blocks[start].adopted.isEmpty {
            visits[start] = .open
            // Links of chains, of which each stands for a superstate of the one before.
            var stack = [definition.blocks[start].adopted.first]
            while let link = stack.last {
                guard link >= 0 else {
                    stack.removeLast()
                    let block = stack.last.map { definition.superstate($0) } ?? start
                    visits[block] = .done
                    order.append(block)
                    if let below = stack.last { stack[stack.count &- 1] = definition.adoptions.next(below) }
                    continue
                }
                let next = definition.superstate(link)
                if visits[next] == .not {
                    visits[next] = .open
                    stack.append(definition.blocks[next].adopted.first)
                    continue
                }
                if visits[next] == .open {
                    visits[next] = .closed
                    circles.append(next)
                }
                stack[stack.count &- 1] = definition.adoptions.next(link)
            }
        }
    }

    /// The block with which all states together adopt over more ways than ``Inheritance/maximumPathCount``: a
    /// superstate counts once for every way to it. Without circles only.
    func tangle(_ definition: borrowing Definition) -> TypedIndex<Block>? {
        // Of each block what it adopts, directly or not.
        var ways = IndexedArray<Block, Int>(repeating: 0, count: definition.blocks.count)
        for block in order {
            var link = definition.blocks[block].adopted.first
            while link >= 0 {
                let more = ways[block] + ways[definition.superstate(link)] + 1
                ways[block] = min(more, Inheritance.maximumPathCount + 1)
                link = definition.adoptions.next(link)
            }
        }
        var total = 0
        for start in definition.blocks.typedIndices where !definition.blocks[start].isSuperstate {
            total += ways[start]
            if total > Inheritance.maximumPathCount { return start }
        }
        return nil
    }
}
