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

    /// As ``restore(_:_:)``, with functions. `decide` is called while the machine is busy; `report` afterwards, with up to 20
    /// of what has no place.
    public func restore(
        _ bytes: [UInt8], deciding decide: (SnapshotFault) -> ID?, reporting report: (SnapshotFault) -> Void
    ) -> Outcome {
        withoutActuallyEscaping(decide) { decide in
            withUnsafePointer(to: FunctionHost(machine: self, decide: decide)) { context in
                withUnsafeTemporaryAllocation(of: SnapshotFault.self, capacity: FunctionHost.maximumFaultCount) {
                    faults in
                    var host = SnapshotHost(faults, context, FunctionHost.decision)
                    defer { host.release() }
                    let outcome = bytes.withUnsafeBytes { restore($0, &host) }
                    for index in 0..<host.count { report(faults[index]) }
                    return outcome
                }
            }
        }
    }
}

/// A host that is a function.
private struct FunctionHost {
    static var maximumFaultCount: Int { 20 }

    let machine: Machine
    let decide: (SnapshotFault) -> ID?

    static var decision: SnapshotHost.Decision {
        { context, fault in
            let host = context.assumingMemoryBound(to: FunctionHost.self).pointee
            let fault = fault.assumingMemoryBound(to: SnapshotFault.self).pointee
            return host.machine.whileBusy { host.decide(fault) } ?? ReservedID.none
        }
    }
}
