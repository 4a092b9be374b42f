/// Where a document is being written: the blocks whose lines may come next, each in the one before it.
struct DocumentPath {
    private var open: [Int] = []
    /// So many blocks have been opened, in their order.
    private(set) var openedCount = 0
    var depth: Int { open.count }

    /// Opens the next block: in the one in which its state is nested, if that is open. Returns its number, and whether it is
    /// in one.
    mutating func openNext(of definition: Definition) -> (number: Int, isNested: Bool) {
        let number = openedCount
        let parent = definition.part(of: definition.blocks[number]).parent
        while let last = open.last, definition.blocks[last].isSuperstate || definition.blocks[last].state != parent {
            _ = open.popLast()
        }
        if parent == ReservedID.none { open = [] }
        let isNested = !open.isEmpty
        open.append(number)
        openedCount += 1
        return (number, isNested)
    }

    /// Comes to the rows of a block that was opened, or with -1 to those of none. Returns whether the block is open no more:
    /// then a line `in` goes on with it.
    mutating func goTo(_ block: Int) -> Bool {
        guard block >= 0 else {
            open = []
            return false
        }
        while let last = open.last, last != block { _ = open.popLast() }
        guard open.isEmpty else { return false }
        open = [block]
        return true
    }
}
