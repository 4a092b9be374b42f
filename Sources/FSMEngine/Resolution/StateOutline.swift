/// Which states are nested in which, as lists of siblings in the order in which they were first mentioned.
struct StateOutline {
    /// Stands for the chart, as the parent of states that are nested in none: the number that follows the last state's.
    let root: TypedIndex<State>
    private(set) var parent: IndexedArray<State, TypedIndex<State>>
    private(set) var firstChild: IndexedArray<State, TypedIndex<State>?>
    private(set) var nextSibling: IndexedArray<State, TypedIndex<State>?>
    private(set) var faults = StateTree.Faults()

    init(_ definition: Definition, _ states: IDIndex<State>) {
        root = states.end
        parent = IndexedArray(repeating: root, count: root.value + 1)
        firstChild = IndexedArray(repeating: nil, count: root.value + 1)
        nextSibling = firstChild
        findParents(definition, states)
        breakCircles()
        // Those that are mentioned first are put before the others last.
        let mentioned = Self.mentioned(definition, states)
        var position = mentioned.count
        while position > 0 {
            position -= 1
            let state = mentioned[position]
            nextSibling[state] = firstChild[parent[state]]
            firstChild[parent[state]] = state
        }
    }

    private mutating func findParents(_ definition: Definition, _ states: IDIndex<State>) {
        for number in definition.blocks.typedIndices {
            let named = definition.part(of: number).parent
            guard named != ReservedID.none, let state = states.index(of: definition.blocks[number].state) else {
                continue
            }
            guard let found = states.index(of: named) else {
                faults.unknownParents.add(number)
                continue
            }
            if parent[state] == root {
                parent[state] = found
            } else if parent[state] != found {
                faults.secondParents.add(number)
            }
        }
    }

    /// Takes one state of each circle out of its parent. O(states).
    private mutating func breakCircles() {
        let parent = parent
        faults.circles = circles(among: root.value) { parent[TypedIndex($0)].value }
        for circle in faults.circles { self.parent[TypedIndex(circle[0])] = root }
    }

    /// Each state once, first those that have blocks.
    private static func mentioned(_ definition: Definition, _ states: IDIndex<State>) -> [TypedIndex<State>] {
        var isMentioned = IndexedArray<State, Bool>(repeating: false, count: states.indexCount)
        var mentioned: [TypedIndex<State>] = []
        for position in 0..<definition.blocks.count + definition.rows.count {
            let row = position - definition.blocks.count
            let id = row < 0 ? definition.blocks[position].state : definition.rows[row].source
            guard let state = states.index(of: id), !isMentioned[state] else { continue }
            isMentioned[state] = true
            mentioned.add(state)
        }
        return mentioned
    }
}

/// The circles among so many things of which each has one successor, or none: that is the count, or more. Of each circle
/// its members, each followed by its successor. O(count).
@inline(never)
func circles(among count: Int, _ successor: (Int) -> Int) -> [[Int]] {
    var circles: [[Int]] = []
    // The walk that came by first; -1 for none.
    var walk = [Int](repeating: -1, count: count)
    for start in 0..<count where walk[start] < 0 {
        var present = start
        while present < count && walk[present] < 0 {
            walk[present] = start
            present = successor(present)
        }
        guard present < count, walk[present] == start else { continue }
        var circle = [present]
        while case let next = successor(circle[circle.count - 1]), next != present { circle.add(next) }
        circles.add(circle)
    }
    return circles
}
