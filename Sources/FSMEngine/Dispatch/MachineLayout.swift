/// Where the parts of a machine over a table begin in its one block of memory, behind its ``MachineStorage``.
struct MachineLayout {
    let argumentCount: Int
    let predicateCount: Int
    /// The arguments and the cases of the step under way.
    let arguments: Int
    let cases: Int
    /// Of a chart: its ``Configuration``; its ``ChartMachine``, if that is needed after every step; its ``Timers``, if
    /// states have timeouts, with room for all that run before and after a step.
    let chart: Int
    let work: Int
    let timers: Int
    let timerRoom: Int
    /// The bytes of all.
    let size: Int

    /// What the address and the size are multiples of (`SFSM_MACHINE_ALIGNMENT`).
    static var alignment: Int { 16 }

    @inline(__always)
    init(_ table: UnsafePointer<TableStorage>) {
        argumentCount = table.maximumArgumentCount
        predicateCount = Int(table.pointee.predicates.indexCount)
        arguments = MemoryLayout<MachineStorage>.stride
        cases = arguments &+ argumentCount &* MemoryLayout<Value>.stride
        chart = Self.aligned(cases &+ predicateCount &* MemoryLayout<Int32>.stride)
        guard let chart = table.pointee.chart else {
            (work, timers, timerRoom, size) = (0, 0, 0, self.chart)
            return
        }
        work = Self.aligned(self.chart &+ Configuration.size(chart))
        timers = Self.aligned(work &+ (chart.pointee.hasEventless ? MemoryLayout<ChartMachine>.stride : 0))
        timerRoom = 2 &* Int(chart.pointee.maximumTimeoutCount)
        let timerSize = timerRoom == 0 ? 0 : MemoryLayout<Timers>.stride &+ timerRoom &* Timers.itemSize
        size = Self.aligned(timers &+ timerSize)
    }

    @inline(__always)
    private static func aligned(_ offset: Int) -> Int { (offset &+ alignment &- 1) & ~(alignment &- 1) }
}
