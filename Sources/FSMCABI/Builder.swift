import CMemory
import CSwiftFSM
import FSMEngine

/// What a `sfsm_builder *` stands for: a definition in the making, and the callbacks that were handed over with it.
///
/// Whatever is added asks for room first, which may fail and then changes nothing, and is added after that without
/// allocating (``MemoryRegion``).
final class Builder {
    private(set) var memory: MemoryRegion
    var definition: Definition
    /// Go over to the table; until then they are run with the builder.
    var finalizations: [Finalization] = []
    private(set) var isBuilt = false
    private var callables = CallableRecords()
    private var files = FileNames()

    fileprivate init(in memory: MemoryRegion) {
        self.memory = memory
        definition = Definition(in: memory)
    }

    deinit {
        for finalization in finalizations { finalization() }
        memory.release()
    }

    /// A place of the caller's, with the file known by number; `nil` if there is no memory to keep a new file name.
    func place(_ file: UnsafePointer<CChar>?, _ line: Int32) -> Place? {
        files.index(of: file, in: &definition, memory).map { Place(file: $0, line: line) }
    }

    /// Makes room for so many finalizations more.
    func reserve(finalizations count: Int) -> Bool { memory.reserve(count, in: &finalizations) }

    /// Notes what building has to know of a callback that is a callable's, until ``settleCallables(isKept:)``.
    @inline(never)
    func noteCallable(of callback: Callback) -> Bool { callables.add(callback, in: memory) }

    /// Whether the callbacks that were noted since the last time are kept.
    @inline(__always)
    func settleCallables(isKept: Bool) { callables.settle(isKept: isKept) }

    /// Makes room for a callback, which is to be added next. Returns the fault if there is one, or that there is no
    /// memory.
    @inline(never)
    @_optimize(speed)
    func makeRoom(
        for function: sfsm_function?, _ context: UnsafeMutableRawPointer?, fault: sfsm_status
    ) -> sfsm_status {
        guard fault == Status.ok else { return fault }
        guard let function else { return Status.nullPointer }
        let callback = Callback(function, context: context)
        let hasRoom =
            definition.reserveCallback() && reserve(finalizations: 1)
            && (!callback.isUnboundCallable || noteCallable(of: callback))
        return hasRoom ? Status.ok : Status.outOfMemory
    }

    /// For the function of this name: keeps the finalization of a callback from now on if that was added, or else runs
    /// it. Returns the status.
    @inline(never)
    func finish(
        _ status: sfsm_status, _ finalizer: sfsm_finalizer?, _ context: UnsafeMutableRawPointer?, _ name: StaticString
    ) -> sfsm_status {
        settleCallables(isKept: status == Status.ok)
        if let finalization = Finalization(finalizer, context) {
            if status == Status.ok { finalizations.append(finalization) } else { finalization() }
        }
        return note(status, of: name)
    }
}

/// File names as C hands them over: mostly the same one again and again.
private struct FileNames {
    /// The last one, with its terminating zero: its buffer may hold another name by now.
    private var last: [CChar] = []
    private var lastNumber: Int32 = -1

    /// The number of a file in the definition, -1 for `NULL`; `nil` if there is no memory for a new one.
    mutating func index(
        of file: UnsafePointer<CChar>?, in definition: inout Definition, _ memory: MemoryRegion
    ) -> Int32? {
        guard let file else { return -1 }
        if lastNumber >= 0 && last.withUnsafeBufferPointer({ strcmp($0.baseAddress!, file) == 0 }) { return lastNumber }
        return index(ofOther: file, in: &definition, memory)
    }

    @inline(never)
    private mutating func index(
        ofOther file: UnsafePointer<CChar>, in definition: inout Definition, _ memory: MemoryRegion
    ) -> Int32? {
        let length = strlen(file)
        lastNumber = -1
        last.removeAll(keepingCapacity: true)
        guard memory.reserve(length + 1, in: &last),
            let number = definition.file(decoding: UnsafeRawBufferPointer(start: file, count: length))
        else { return nil }
        last.append(contentsOf: UnsafeBufferPointer(start: file, count: length + 1))
        lastNumber = number
        return number
    }
}

@c(sfsm_builder_create) @implementation
public func sfsm_builder_create() -> OpaquePointer! {
    guard let memory = MemoryRegion.make() else { return nil }
    guard let builder = memory.attempt({ Builder(in: memory) }) else {
        memory.release()
        return nil
    }
    return .owning(builder)
}

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
    let listsDiagnostics = outDiagnostics != nil
    guard let result = builder.memory.attemptReading({ builder.build(listsDiagnostics: listsDiagnostics) }) else {
        return Status.outOfMemory
    }
    builder.definition.rejection = nil
    if let diagnostics = result.diagnostics { outDiagnostics?.pointee = .owning(diagnostics) }
    guard result.isValid else { return Status.invalidDefinition }
    guard let table = result.table, let owner = result.owner else { return Status.outOfMemory }
    builder.finish(table, owner: owner, finalizations: result.finalizations, empty: result.empty)
    outTable.pointee = .owning(table)
    return Status.ok
}

/// What comes of an attempt to build.
private final class BuildResult {
    let isValid: Bool
    var diagnostics: DiagnosticList?
    var table: Table?
    var owner: CCallbackOwner?
    var finalizations: [Finalization] = []
    /// What takes the place of the definition.
    let empty = Definition()

    init(isValid: Bool) { self.isValid = isValid }
}

extension Builder {
    /// Checks and compiles the definition, of which nothing changes.
    fileprivate func build(listsDiagnostics: Bool) -> BuildResult {
        let (valid, diagnostics) = definition.validate(
            signatureOf: callables.isEmpty
                ? nil : { self.callables.number(of: $0).map { self.callables[$0].signature } })
        let result = BuildResult(isValid: valid != nil)
        if listsDiagnostics && !diagnostics.isEmpty {
            result.diagnostics = DiagnosticList(diagnostics, files: definition.files)
        }
        guard let valid else { return result }
        let owner = CCallbackOwner()
        owner.stateNames = CStrings(definition.stateNames.texts)
        owner.eventNames = CStrings(definition.eventNames.texts)
        owner.predicateNames = CStrings(definition.predicateNames.texts)
        owner.caseNames = CStrings(definition.caseNames.texts)
        owner.superstateNames = CStrings(definition.superstateNames.texts)
        owner.documentTexts = CStrings(definition.documentTexts)
        owner.files = CStrings(definition.files)
        result.owner = owner
        for finalization in finalizations { result.finalizations.append(finalization) }
        result.table = compile(valid, owner)
        return result
    }

    /// The table, whose callables are bound to it; `nil` if libffi refuses one of them.
    private func compile(_ valid: ValidDefinition, _ owner: CCallbackOwner) -> Table? {
        guard !callables.isEmpty else { return valid.compile(owner: owner) }
        let layout = valid.stepLayout
        var calls = [UnsafeMutableRawPointer?](repeating: nil, count: callables.count)
        var isBound = true
        let table = valid.compile(owner: owner) { callback in
            guard let number = self.callables.number(of: callback) else { return nil }
            if calls[number] == nil { calls[number] = owner.bind(self.callables[number], layout) }
            if calls[number] == nil { isBound = false }
            return calls[number].map { callback.bound(to: $0) }
        }
        return isBound ? table : nil
    }

    /// The definition is the table's from now on.
    fileprivate func finish(
        _ table: Table, owner: CCallbackOwner, finalizations: [Finalization], empty: Definition
    ) {
        isBuilt = true
        owner.finalizations = finalizations
        self.finalizations = []
        definition = empty
        callables = CallableRecords()
        files = FileNames()
        // Nothing else is left of what the builder had than itself.
        memory.release(self)
        table.keep(memory)
        memory = .none
    }
}

/// Changes the definition of a builder that is not built, as the function of this name does.
func configure(
    _ builder: OpaquePointer?, _ function: StaticString, _ file: UnsafePointer<CChar>? = nil, _ line: Int32 = 0,
    _ change: (Builder) -> sfsm_status
) -> sfsm_status {
    guard let builder = builder?.builder else { return Status.nullPointer }
    guard !builder.isBuilt else { return Status.alreadyBuilt }
    return builder.note(change(builder), of: function, file, line)
}

@c(sfsm_builder_set_initial_at) @implementation
public func sfsm_builder_set_initial_at(
    _ builder: OpaquePointer?, _ state: Int32, _ file: UnsafePointer<CChar>?, _ line: Int32
) -> sfsm_status {
    configure(builder, "sfsm_builder_set_initial", file, line) {
        guard $0.definition.reserveInitial(), let place = $0.place(file, line) else { return Status.outOfMemory }
        $0.definition.declareInitial(state, place: place)
        return Status.ok
    }
}

@c(sfsm_builder_set_entry_exit_policy) @implementation
public func sfsm_builder_set_entry_exit_policy(_ builder: OpaquePointer?, _ policy: Int32) -> sfsm_status {
    configure(builder, "sfsm_builder_set_entry_exit_policy") {
        guard let policy = EntryExitPolicy(rawValue: policy) else { return Status.badValue }
        $0.definition.entryExit = policy
        return Status.ok
    }
}

@c(sfsm_builder_set_guard_policy) @implementation
public func sfsm_builder_set_guard_policy(_ builder: OpaquePointer?, _ policy: Int32) -> sfsm_status {
    configure(builder, "sfsm_builder_set_guard_policy") {
        guard let policy = GuardPolicy(rawValue: policy) else { return Status.badValue }
        $0.definition.guardPolicy = policy
        return Status.ok
    }
}

@c(sfsm_builder_set_phase_order) @implementation
public func sfsm_builder_set_phase_order(
    _ builder: OpaquePointer?, _ phases: UnsafePointer<Int32>?, _ count: Int
) -> sfsm_status {
    configure(builder, "sfsm_builder_set_phase_order") {
        guard let phases else { return count == 0 ? Status.badValue : Status.nullPointer }
        guard count == 5 else { return Status.badValue }
        let order = $0.memory.attempt { () -> StepOrder? in
            var list: [Phase] = []
            for index in 0..<count {
                guard let phase = Phase(rawValue: phases[index]) else { return nil }
                list.append(phase)
            }
            return StepOrder(list)
        }
        guard let order else { return Status.outOfMemory }
        guard let order else { return Status.badValue }
        $0.definition.order = order
        return Status.ok
    }
}
