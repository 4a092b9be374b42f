import CMemory

// MARK: - For Swift

extension Machine {
    /// As ``snapshot(_:capacity:hasDueTimes:)``, in an array, which is empty unless the outcome is `ok`.
    public func snapshotBytes(hasDueTimes: Bool) -> (outcome: Outcome, bytes: [UInt8]) {
        let (asked, size) = snapshot(nil, capacity: 0, hasDueTimes: hasDueTimes)
        var outcome = asked
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, written in
            guard outcome == .ok else { return }
            outcome = snapshot(buffer.baseAddress, capacity: size, hasDueTimes: hasDueTimes).outcome
            written = outcome == .ok ? size : 0
        }
        return (outcome, bytes)
    }

    /// As ``restore(_:_:)``, with functions: `decide` is called while the machine is busy.
    public func restore(
        _ bytes: [UInt8], deciding decide: (SnapshotFault) -> ID?, reporting report: (SnapshotFault) -> Void
    ) -> Outcome {
        withoutActuallyEscaping(decide) { decide in
            withoutActuallyEscaping(report) { report in
                var host = FunctionHost(machine: self, decision: decide, telling: report)
                defer { free(host.memory) }
                return bytes.withUnsafeBytes { restore($0, &host) }
            }
        }
    }
}

/// A host that is two functions.
private struct FunctionHost: SnapshotHost {
    let machine: Machine
    let decision: (SnapshotFault) -> ID?
    let telling: (SnapshotFault) -> Void
    private(set) var memory: UnsafeMutableRawPointer?

    init(
        machine: Machine, decision: @escaping (SnapshotFault) -> ID?, telling: @escaping (SnapshotFault) -> Void
    ) {
        self.machine = machine
        self.decision = decision
        self.telling = telling
    }

    func decide(_ fault: SnapshotFault) -> ID? { machine.whileBusy { decision(fault) } }
    func report(_ fault: SnapshotFault) { telling(fault) }
    mutating func keep(_ memory: UnsafeMutableRawPointer) { self.memory = memory }
}
