import CMemory

/// Who is asked and told while a snapshot is restored.
public struct SnapshotHost {
    /// Decides what takes the place of something, a ``SnapshotFault``: an id of the table, or ``ReservedID/none`` for nothing.
    /// Of a definition any other id accepts it.
    public typealias Decision = @convention(c) (_ context: UnsafeRawPointer, _ fault: UnsafeRawPointer) -> ID

    private let decision: Decision?
    private let context: UnsafeRawPointer?
    private let faults: UnsafeMutableBufferPointer<SnapshotFault>
    /// Whether the machine's time becomes that of a snapshot with due times even if it is earlier.
    var setsTime = false
    /// How many faults were told.
    public private(set) var count = 0
    /// In which the names of faults lie.
    private var memory: UnsafeMutableRawPointer?

    /// Has room for as many faults as it tells.
    public init(
        _ faults: UnsafeMutableBufferPointer<SnapshotFault>, _ context: UnsafeRawPointer?, _ decision: Decision?
    ) {
        self.faults = faults
        self.context = context
        self.decision = decision
    }

    /// Asks nobody, and tells nothing.
    init() { self.init(UnsafeMutableBufferPointer(start: nil, count: 0), nil, nil) }

    @inline(never)
    func decide(_ fault: SnapshotFault) -> ID? {
        guard let decision, let context else { return nil }
        let id = withUnsafePointer(to: fault) { decision(context, $0) }
        return id == ReservedID.none ? nil : id
    }

    /// Is told what has no place. Returns what comes of it.
    @inline(never)
    @discardableResult
    public mutating func report(_ fault: SnapshotFault) -> Outcome {
        if count < faults.count {
            (faults.baseAddress! + count).initialize(to: fault)
            count += 1
        }
        return fault.outcome
    }

    /// Keeps memory in which the names of faults lie, once at most.
    mutating func keep(_ memory: UnsafeMutableRawPointer) { self.memory = memory }

    /// When all has been told.
    public func release() { free(memory) }
}
