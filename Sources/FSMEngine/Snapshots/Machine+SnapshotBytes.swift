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
            var decider = SnapshotDecider(machine: self, decision: decide)
            return withUnsafePointer(to: &decider) { decider in
                withUnsafeTemporaryAllocation(of: SnapshotFault.self, capacity: 20) { faults in
                    var host = SnapshotHost(faults, decider, SnapshotDecider.decide)
                    defer { host.release() }
                    let outcome = bytes.withUnsafeBytes { restore($0, &host) }
                    for index in 0..<host.count { report(faults[index]) }
                    return outcome
                }
            }
        }
    }
}

/// What a function of Swift decides.
private struct SnapshotDecider {
    let machine: Machine
    let decision: (SnapshotFault) -> ID?

    static var decide: SnapshotHost.Decision {
        { context, fault in
            let decider = context.assumingMemoryBound(to: SnapshotDecider.self).pointee
            let fault = fault.assumingMemoryBound(to: SnapshotFault.self).pointee
            return decider.machine.whileBusy { decider.decision(fault) } ?? ReservedID.none
        }
    }
}
