import CMemory
import CSwiftFSM
import FSMEngine

@c(sfsm_table_snapshot_key) @implementation
public func sfsm_table_snapshot_key(_ table: OpaquePointer?) -> UInt64 { table?.table.snapshotKey ?? 0 }

@c(sfsm_machine_snapshot) @implementation
public func sfsm_machine_snapshot(
    _ machine: OpaquePointer?, _ flags: UInt32, _ buffer: UnsafeMutableRawPointer?, _ capacity: Int,
    _ outSize: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    guard let machine, let outSize else { return Status.nullPointer }
    let fault = Status.ofArray(buffer, capacity)
    guard fault == Status.ok else { return fault }
    guard flags & ~UInt32(SFSM_SNAPSHOT_JSON | SFSM_SNAPSHOT_DUE) == 0 else { return Status.badValue }
    let hasDueTimes = flags & UInt32(SFSM_SNAPSHOT_DUE) != 0
    let isJSON = flags & UInt32(SFSM_SNAPSHOT_JSON) != 0
    let (outcome, size) =
        isJSON
        ? machine.machine.snapshotJSON(buffer, capacity: capacity, hasDueTimes: hasDueTimes)
        : machine.machine.snapshot(buffer, capacity: capacity, hasDueTimes: hasDueTimes)
    if size > 0 { outSize.pointee = size }
    return outcome.rawValue
}

@c(sfsm_machine_rejected_event) @implementation
public func sfsm_machine_rejected_event(_ machine: OpaquePointer?) -> Int32 {
    machine?.machine.rejectedArgument.event ?? ReservedID.none
}

@c(sfsm_machine_restore) @implementation
public func sfsm_machine_restore(
    _ machine: OpaquePointer?, _ snapshot: UnsafeRawPointer?, _ size: Int, _ restoring: UnsafePointer<sfsm_restoring>?,
    _ outDiagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> sfsm_status {
    outDiagnostics?.pointee = nil
    guard let machine else { return Status.nullPointer }
    let fault = Status.ofArray(snapshot, size)
    guard fault == Status.ok else { return fault }
    if let restoring, !restoring.isKnown(size: restoring.pointee.size) { return Status.badSize }
    let given = UnsafeRawBufferPointer(start: snapshot, count: size)
    var host = RestoringHost(machine: machine.machine, restoring: restoring)
    return withUnsafeTemporaryAllocation(of: SnapshotFault.self, capacity: RestoringHost.maximumFaultCount) { faults in
        withUnsafePointer(to: &host) { host in
            var asked = SnapshotHost(faults, host, restoring?.pointee.migrate == nil ? nil : RestoringHost.decide)
            let json = SnapshotJSONReader.bytes(of: given)
            var outcome = json?.outcome ?? .ok
            if let fault = json?.fault { asked.report(fault) }
            if outcome == .ok {
                let bytes = json.map { UnsafeRawBufferPointer($0.bytes) } ?? given
                outcome = machine.machine.restore(bytes, &asked)
            }
            if asked.count > 0, let outDiagnostics {
                outDiagnostics.pointee = diagnostics(of: machine.machine, faults.baseAddress!, asked.count)
                if outDiagnostics.pointee == nil { outcome = .outOfMemory }
            }
            asked.release()
            free(json?.bytes.baseAddress)
            machine.machine.endRelease()
            return outcome.rawValue
        }
    }
}

/// Asks the host's function.
private struct RestoringHost {
    static var maximumFaultCount: Int { 20 }

    let machine: Machine
    let restoring: UnsafePointer<sfsm_restoring>?

    static var decide: SnapshotHost.Decision {
        { context, fault in
            let host = context.assumingMemoryBound(to: RestoringHost.self).pointee
            let fault = fault.assumingMemoryBound(to: SnapshotFault.self).pointee
            guard let restoring = host.restoring, let migrate = restoring.pointee.migrate else {
                return ReservedID.none
            }
            var missing = sfsm_missing()
            missing.part = fault.kind.rawValue
            missing.id = fault.id
            missing.predicate = fault.kind == .value ? fault.group : ReservedID.none
            missing.name = fault.name.baseAddress?.assumingMemoryBound(to: CChar.self)
            missing.length = fault.name.count
            return host.machine.whileBusy { migrate(restoring.pointee.context, &missing) }
        }
    }
}

/// `nil` if there is no memory.
@inline(never)
private func diagnostics(
    of machine: Machine, _ faults: UnsafePointer<SnapshotFault>, _ count: Int
) -> OpaquePointer? {
    let list = MemoryRegion.none.attemptReading { () -> DiagnosticList in
        var diagnostics: [Diagnostic] = []
        for index in 0..<count { diagnostics.append(machine.diagnostic(of: faults[index])) }
        return DiagnosticList(diagnostics, files: [])
    }
    return list.map { OpaquePointer.owning($0) }
}
