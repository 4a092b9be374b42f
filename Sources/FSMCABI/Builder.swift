import CMemory
import CSwiftFSM
import FSMEngine

/// What a `sfsm_builder *` stands for: a definition in the making, and the callbacks that were handed over with it.
final class Builder {
    var definition = Definition()
    /// Goes over to the table; until then it goes with the builder.
    var owner = CCallbackOwner()
    var isBuilt = false
    /// Whether some callback is a callable's.
    private(set) var hasCallables = false
    private var files = FileNames()

    /// A place of the caller's, with the file known by number; `nil` if there is no memory to keep a new file name.
    func place(_ file: UnsafePointer<CChar>?, _ line: Int32) -> Place? {
        files.index(of: file, in: &definition).map { Place(file: $0, line: line) }
    }

    /// Whether there is memory for what is to be added: so many bytes of the definition, so many finalizations.
    func hasMemory(toAdd bytes: Int64, finalizations: Int64 = 0) -> Bool {
        (bytes == 0 || isMemoryAvailable(bytes)) && owner.hasMemory(forMore: finalizations)
    }

    /// A callback as C hands it over.
    func callback(_ function: @escaping Callback.CFunction, _ context: UnsafeMutableRawPointer?) -> Callback {
        let callback = Callback(function, context: context)
        if callback.callable != nil { hasCallables = true }
        return callback
    }

    /// Calls `add` with a callback that the builder keeps from now on; if there is a fault, finalizes it instead.
    func take(
        _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?, _ finalizer: sfsm_finalizer?,
        fault: sfsm_status, add: (Callback) -> sfsm_status
    ) -> sfsm_status {
        let finalization = Finalization(finalizer, context)
        var status = fault
        if status == Status.ok && !hasMemory(toAdd: definition.bytesToAdd(callbacks: 1), finalizations: 1) {
            status = Status.outOfMemory
        }
        if status == Status.ok {
            if let function { status = add(callback(function, context)) } else { status = Status.nullPointer }
        }
        if let finalization {
            if status == Status.ok { owner.finalizations.append(finalization) } else { finalization() }
        }
        return status
    }
}

/// File names as C hands them over: mostly the same one again and again.
private struct FileNames {
    /// The last one, with its terminating zero.
    private var last: [CChar] = []
    private var lastNumber: Int32 = -1

    /// The number of a file in the definition, -1 for `NULL`; `nil` if there is no memory for a new one.
    mutating func index(of file: UnsafePointer<CChar>?, in definition: inout Definition) -> Int32? {
        guard let file else { return -1 }
        if lastNumber >= 0 && last.withUnsafeBufferPointer({ strcmp($0.baseAddress!, file) == 0 }) { return lastNumber }
        let count = strlen(file) + 1
        guard isMemoryAvailable(4_096 + 3 * Int64(count) + 32 * Int64(definition.files.count)) else { return nil }
        last = Array(UnsafeBufferPointer(start: file, count: count))
        lastNumber = definition.file(String(cString: file))
        return lastNumber
    }
}

@c(sfsm_builder_create) @implementation
public func sfsm_builder_create() -> OpaquePointer! { isMemoryAvailable(4_096) ? .owning(Builder()) : nil }

@c(sfsm_builder_release) @implementation
public func sfsm_builder_release(_ builder: OpaquePointer?) { builder?.releaseBuilder() }

@c(sfsm_builder_build) @implementation
public func sfsm_builder_build(
    _ builder: OpaquePointer?, _ outTable: UnsafeMutablePointer<OpaquePointer?>?,
    _ outDiagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> sfsm_status {
    outTable?.pointee = nil
    outDiagnostics?.pointee = nil
    guard let builder = builder?.builder, let outTable else { return Status.nullPointer }
    guard !builder.isBuilt else { return Status.alreadyBuilt }
    let definition = builder.definition
    guard isMemoryAvailable(definition.bytesToValidate) else { return Status.outOfMemory }
    let (valid, diagnostics) = definition.validate(
        signatureOf: builder.hasCallables ? { $0.callable?.signature } : nil)
    if !diagnostics.isEmpty {
        outDiagnostics?.pointee = .owning(DiagnosticList(diagnostics, files: builder.definition.files))
    }
    guard let valid else { return Status.invalidDefinition }
    builder.owner.stateNames = CStrings(builder.definition.stateNames.all)
    builder.owner.eventNames = CStrings(builder.definition.eventNames.all)
    builder.owner.predicateNames = CStrings(builder.definition.predicateNames.all)
    builder.owner.caseNames = CStrings(builder.definition.caseNames.all)
    builder.owner.files = CStrings(builder.definition.files)
    guard let table = builder.compile(valid) else { return Status.outOfMemory }
    outTable.pointee = .owning(table)
    builder.isBuilt = true
    builder.owner = CCallbackOwner()
    builder.definition = Definition()
    return Status.ok
}

extension Builder {
    /// The table, whose callables are bound to it; `nil` if there is no memory.
    fileprivate func compile(_ valid: ValidDefinition) -> Table? {
        guard hasCallables else { return valid.compile(owner: owner) }
        let layout = valid.stepLayout
        let kept = owner.finalizations.count
        var isBound = true
        let table = valid.compile(owner: owner) {
            guard $0.callable != nil else { return nil }
            guard let bound = Callable.bind($0, layout, self.owner) else {
                isBound = false
                return nil
            }
            return bound
        }
        if isBound, let table { return table }
        // What was bound so far belongs to no table.
        for finalization in owner.finalizations[kept...] { finalization() }
        owner.finalizations.removeLast(owner.finalizations.count - kept)
        return nil
    }
}

/// Changes the definition of a builder that is not built.
func configure(_ builder: OpaquePointer?, _ change: (Builder) -> sfsm_status) -> sfsm_status {
    guard let builder = builder?.builder else { return Status.nullPointer }
    guard !builder.isBuilt else { return Status.alreadyBuilt }
    return change(builder)
}

@c(sfsm_builder_set_initial_at) @implementation
public func sfsm_builder_set_initial_at(
    _ builder: OpaquePointer?, _ state: Int32, _ file: UnsafePointer<CChar>?, _ line: Int32
) -> sfsm_status {
    configure(builder) {
        guard isMemoryAvailable(4_096), let place = $0.place(file, line) else { return Status.outOfMemory }
        $0.definition.declareInitial(state, place: place)
        return Status.ok
    }
}

@c(sfsm_builder_set_entry_exit_policy) @implementation
public func sfsm_builder_set_entry_exit_policy(_ builder: OpaquePointer?, _ policy: Int32) -> sfsm_status {
    configure(builder) {
        guard let policy = EntryExitPolicy(rawValue: policy) else { return Status.badValue }
        $0.definition.entryExit = policy
        return Status.ok
    }
}

@c(sfsm_builder_set_guard_policy) @implementation
public func sfsm_builder_set_guard_policy(_ builder: OpaquePointer?, _ policy: Int32) -> sfsm_status {
    configure(builder) {
        guard let policy = GuardPolicy(rawValue: policy) else { return Status.badValue }
        $0.definition.guardPolicy = policy
        return Status.ok
    }
}

@c(sfsm_builder_set_phase_order) @implementation
public func sfsm_builder_set_phase_order(
    _ builder: OpaquePointer?, _ phases: UnsafePointer<Int32>?, _ count: Int
) -> sfsm_status {
    configure(builder) {
        guard let phases else { return count == 0 ? Status.badValue : Status.nullPointer }
        guard count == 5 else { return Status.badValue }
        var list: [Phase] = []
        for index in 0..<count {
            guard let phase = Phase(rawValue: phases[index]) else { return Status.badValue }
            list.append(phase)
        }
        guard let order = StepOrder(list) else { return Status.badValue }
        $0.definition.order = order
        return Status.ok
    }
}
