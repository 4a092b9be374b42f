/// A row that stays within its region, of the leaf for which it was found: see ``FlatChartCells``.
struct RegionRow {
    let leaf: UInt32
    let target: CompactIndex<State>
    let program: UInt32
    /// The next of the program's callbacks.
    var next: UInt32
}

/// What the short way of a step needs, read once.
struct RegionStep {
    let machine: Machine
    let configuration: UnsafeMutablePointer<Configuration>
    let table: UnsafePointer<ChartTable>
    /// The leaves that the event concerns, if they are active.
    let reach: UnsafePointer<UInt64>
    let width: Int
    let column: CompactIndex<Column>

    @inline(__always)
    init(_ machine: Machine, _ column: CompactIndex<Column>) {
        self.machine = machine
        configuration = machine.storage.pointee.configuration.unsafelyUnwrapped
        table = machine.storage.pointee.table.pointee.chart.unsafelyUnwrapped
        width = table.pointee.wordCount
        reach = table.pointee.reach + Int(column.value) &* width
        self.column = column
    }

    @inline(__always)
    func node(_ number: UInt32) -> UnsafePointer<ChartNode> { table.pointee.nodes + Int(number) }

    @inline(__always)
    var active: NodeSet { NodeSet(words: configuration.words, wordCount: width) }

    /// The number of the next event that is raised.
    @inline(__always)
    var raisedEnd: UInt64 { machine.storage.pointee.chart?.pointee.raised.end ?? 0 }

    /// The row of a leaf; `nil` if that is not one for the short way.
    @inline(__always)
    func row(_ leaf: UInt32) -> RegionRow? {
        let cell = machine.storage.pointee.table.cell(node(leaf).pointee.state, column)
        let program = machine.storage.pointee.programs + Int(cell.program)
        guard program.pointee.kind == .flat else { return nil }
        return RegionRow(leaf: leaf, target: cell.target, program: cell.program, next: program.pointee.first)
    }

    /// The same, where cells are narrow.
    @inline(__always)
    func narrowRow(_ leaf: UInt32) -> RegionRow? {
        let state = UInt(node(leaf).pointee.state.value)
        let index = state &* (UInt(machine.storage.pointee.eventIndexCount) &+ 1) &+ UInt(column.value)
        let cell = Cell(machine.storage.pointee.cells[Int(bitPattern: index)])
        let program = machine.storage.pointee.programs + Int(cell.program)
        guard program.pointee.kind == .flat else { return nil }
        return RegionRow(leaf: leaf, target: cell.target, program: cell.program, next: program.pointee.first)
    }

    @inline(__always)
    func program(_ row: RegionRow) -> UnsafePointer<Program> { machine.storage.pointee.programs + Int(row.program) }

    @inline(__always)
    func show(_ row: RegionRow) {
        machine.storage.pointee.step.source = machine.storage.pointee.stateIDs[node(row.leaf).pointee.state]
        machine.storage.pointee.step.target = machine.storage.pointee.stateIDs[row.target]
    }

    /// Makes the row's target active in its region instead of what is.
    @inline(__always)
    func move(_ row: RegionRow) {
        let target = table.pointee.nodeOfState[Int(row.target.value)]
        if target == row.leaf { return }
        active.remove(row.leaf)
        active.insert(target)
        if node(row.leaf).pointee.parent != node(target).pointee.parent { moveParents(row.leaf, target) }
    }

    @inline(never)
    private func moveParents(_ leaf: UInt32, _ target: UInt32) {
        let region = node(leaf).pointee.region
        var number = leaf
        while number != region {
            active.remove(number)
            number = node(number).pointee.parent
        }
        number = target
        while number != region {
            active.insert(number)
            number = node(number).pointee.parent
        }
    }

    /// After a step rows without an event are tried, if there are some.
    @inline(__always)
    func markRestless() {
        guard table.pointee.hasEventless else { return }
        configuration.pointee.isRestless = true
        machine.storage.pointee.flags.insert(.unsettled)
    }
}
