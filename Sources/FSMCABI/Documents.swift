import CSwiftFSM
import FSMEngine

@c(sfsm_builder_read) @implementation
public func sfsm_builder_read(
    _ builder: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int, _ reading: UnsafePointer<sfsm_reading>?,
    _ outDiagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> sfsm_status {
    outDiagnostics?.pointee = nil
    if let reading, !reading.isKnown(size: reading.pointee.size) { return Status.badSize }
    let reading = reading?.pointee ?? sfsm_reading()
    let areBindings = Status.ofArray(reading.bindings, reading.binding_count, most: Status.mostElements) == Status.ok
    let bindings = UnsafeBufferPointer(start: reading.bindings, count: areBindings ? reading.binding_count : 0)
    var status = Status.nullPointer
    var supply: CallbackSupply?
    if let builder = builder?.builder {
        status = Status.ofArray(text, length)
        if status == Status.ok { status = fault(of: reading, bindings) }
        if status == Status.ok && builder.isBuilt { status = Status.alreadyBuilt }
        if status == Status.ok {
            let bytes = UnsafeRawBufferPointer(start: text, count: length)
            (status, supply) = builder.read(bytes, reading, bindings, outDiagnostics)
        }
    }
    for index in bindings.indices where supply?.isUsed[index] != true { Finalization(bindings[index].callback)?() }
    return builder?.builder.note(status, of: "sfsm_builder_read") ?? status
}

/// What is wrong with how a document is to be read, or `SFSM_OK`.
private func fault(of reading: sfsm_reading, _ bindings: UnsafeBufferPointer<sfsm_binding>) -> sfsm_status {
    let fault = Status.ofArray(reading.bindings, reading.binding_count, most: Status.mostElements)
    guard fault == Status.ok else { return fault }
    let known = UInt32(SFSM_UNBOUND | SFSM_OWN_SIGNATURES)
    guard reading.flags & ~known == 0, reading.reserved == 0 else { return Status.badValue }
    for binding in bindings {
        guard binding.name != nil, binding.callback.function != nil else { return Status.nullPointer }
        guard binding.role == 0 || CallbackRole(rawValue: binding.role) != nil else { return Status.badValue }
    }
    return Status.ok
}

/// The callbacks for a document, as they are found.
final class CallbackSupply {
    let reader: DocumentReader
    private var roles: [CallbackRole] = []
    /// The callback for each name that the document wants.
    var callbacks: [sfsm_callback?]
    /// The bindings that some name has.
    var isUsed: [Bool]
    /// It comes from the finder, and so does its finalizer.
    var isFound: [Bool]

    init(_ reader: DocumentReader, bindingCount: Int) {
        self.reader = reader
        let wanted = reader.definition.wantedCallbacks
        let count = wanted.count
        for index in wanted.indices { roles.append(wanted[index].role) }
        callbacks = [sfsm_callback?](repeating: nil, count: count)
        isFound = [Bool](repeating: false, count: count)
        isUsed = [Bool](repeating: false, count: bindingCount)
    }

    /// The name and the signature of each callback that is missing, one behind the other.
    func namesOfMissing() -> CStrings {
        var texts: [Text] = []
        for wanted in reader.definition.wantedCallbacks where wanted.isMissing {
            texts.append(wanted.name)
            texts.append(wanted.signature ?? Text())
        }
        return CStrings(texts)
    }

    /// Nothing of it is kept.
    func drop() {
        for index in isUsed.indices { isUsed[index] = false }
        for index in callbacks.indices where isFound[index] { callbacks[index].flatMap { Finalization($0) }?() }
    }
}

extension Builder {
    /// Reads a document. With a status other than `SFSM_OK` nothing has changed, and no callback was kept.
    fileprivate func read(
        _ text: UnsafeRawBufferPointer, _ reading: sfsm_reading, _ bindings: UnsafeBufferPointer<sfsm_binding>,
        _ outDiagnostics: UnsafeMutablePointer<OpaquePointer?>?
    ) -> (sfsm_status, CallbackSupply?) {
        guard let place = place(reading.file, 0) else { return (Status.outOfMemory, nil) }
        var limits = DocumentLimits()
        if reading.byte_limit > 0 { limits.bytes = min(limits.bytes, reading.byte_limit) }
        if reading.row_limit > 0 { limits.rows = min(limits.rows, reading.row_limit) }
        let supply = memory.attemptExtending { () -> CallbackSupply in
            let reader = DocumentReader(
                self.definition, text.bindMemory(to: UInt8.self), file: place.file, limits: limits)
            for index in bindings.indices {
                reader.addBinding(
                    index, CallbackRole(rawValue: bindings[index].role),
                    UnsafeRawBufferPointer(bindings[index].name!.utf8))
            }
            reader.read()
            return CallbackSupply(reader, bindingCount: bindings.count)
        }
        guard let supply else { return (Status.outOfMemory, nil) }
        var status = supply.reader.hasFaults ? Status.ok : find(supply, reading, bindings)
        if status == Status.ok {
            // What is wrong with the document, or with what there is for it. It may live longer than the builder.
            let diagnostics = memory.attemptReading { () -> DiagnosticList? in
                let diagnostics = supply.reader.hasFaults ? supply.reader.diagnostics : supply.faults(reading)
                return diagnostics.isEmpty ? nil : DiagnosticList(diagnostics, files: self.definition.files)
            }
            if let diagnostics {
                status = diagnostics == nil ? keep(supply, bindings) : Status.invalidDefinition
                if let diagnostics, let outDiagnostics { outDiagnostics.pointee = .owning(diagnostics) }
            } else {
                status = Status.outOfMemory
            }
        }
        if status != Status.ok { supply.drop() }
        return (status, supply)
    }

    /// Finds a callback for each name that has none yet.
    private func find(
        _ supply: CallbackSupply, _ reading: sfsm_reading, _ bindings: UnsafeBufferPointer<sfsm_binding>
    ) -> sfsm_status {
        // The names of all at once: each attempt costs as much as the definition is large.
        var asked: CStrings?
        if reading.finder != nil {
            asked = memory.attemptReading { supply.namesOfMissing() }
            guard asked != nil else { return Status.outOfMemory }
        }
        var next = 0
        for (number, wanted) in supply.reader.definition.wantedCallbacks.enumerated() where wanted.isMissing {
            let place = next
            next += 2
            if let index = supply.reader.binding(of: wanted) {
                supply.callbacks[number] = bindings[index].callback
                supply.isUsed[index] = true
            } else if let finder = reading.finder, let asked {
                let found = ask(finder, reading, wanted, asked, place)
                guard found.function != nil else {
                    Finalization(found)?()
                    continue
                }
                supply.callbacks[number] = found
                supply.isFound[number] = true
            }
        }
        return Status.ok
    }

    /// Asks for a callback, which has no function if there is none. Its name is among the strings at this place, and behind
    /// that its signature.
    private func ask(
        _ finder: sfsm_finder, _ reading: sfsm_reading, _ wanted: WantedCallback, _ strings: CStrings, _ place: Int
    ) -> sfsm_callback {
        var message = sfsm_wanted()
        message.size = MemoryLayout<sfsm_wanted>.size
        message.role = wanted.role.rawValue
        message.line = wanted.place.line
        message.column = wanted.column
        message.name = strings[place]
        message.signature = wanted.signature == nil ? nil : strings[place + 1]
        message.file = reading.file
        var found = sfsm_callback()
        let status = withExtendedLifetime(strings) { finder(&message, reading.context, &found) }
        return status == Status.ok ? found : sfsm_callback()
    }

    /// Takes over the definition that was read, with the callbacks.
    private func keep(_ supply: CallbackSupply, _ bindings: UnsafeBufferPointer<sfsm_binding>) -> sfsm_status {
        let count = supply.callbacks.count
        guard reserve(finalizations: count + bindings.count) else { return Status.outOfMemory }
        for number in 0..<count {
            guard let callback = supply.callback(number), callback.isUnboundCallable else { continue }
            guard noteCallable(of: callback) else {
                settleCallables(isKept: false)
                return Status.outOfMemory
            }
        }
        settleCallables(isKept: true)
        supply.reader.exchange(&definition)
        definition.bind { supply.callback($0) }
        for number in 0..<count where supply.callbacks[number] != nil { definition.setBound(number) }
        for index in bindings.indices where supply.isUsed[index] {
            if let finalization = Finalization(bindings[index].callback) { finalizations.append(finalization) }
        }
        for number in 0..<count where supply.isFound[number] {
            if let finalization = supply.callbacks[number].flatMap({ Finalization($0) }) {
                finalizations.append(finalization)
            }
        }
        return Status.ok
    }
}

extension CallbackSupply {
    /// The callback for a name, as the engine has it.
    fileprivate func callback(_ number: Int) -> Callback? {
        guard let callback = callbacks[number], let function = callback.function else { return nil }
        let plain = Callback(function, context: callback.context)
        return roles[number] == .update ? plain.forUpdate : plain
    }

    /// The callbacks that are missing, unless they may be, and callables that are not what the document declares.
    fileprivate func faults(_ reading: sfsm_reading) -> [Diagnostic] {
        let mayBeMissing = reading.flags & UInt32(SFSM_UNBOUND) != 0
        let mayDiffer = reading.flags & UInt32(SFSM_OWN_SIGNATURES) != 0
        var faults: [Diagnostic] = []
        for (number, wanted) in reader.definition.wantedCallbacks.enumerated() where wanted.isMissing {
            if let callback = callback(number) {
                if !mayDiffer, let fault = fault(of: callback, wanted) { faults.append(fault) }
            } else if !mayBeMissing {
                faults.append(Diagnostic(missing: wanted))
            }
        }
        return faults
    }

    private func fault(of callback: Callback, _ wanted: WantedCallback) -> Diagnostic? {
        guard let declared = wanted.signature, let text = callback.callable?.source.text else { return nil }
        let supplied = Text(cString: text)
        guard let first = try? Signature.parse(declared), let second = try? Signature.parse(supplied),
            !first.isSame(as: second)
        else { return nil }
        return Diagnostic(misfit: wanted, supplied)
    }
}
