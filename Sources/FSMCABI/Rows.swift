import CSwiftFSM
import FSMEngine

/// No system has memory for so many cases of matches at once: more are not even counted.
let mostCases = 1 << 40

/// An array of rows as a caller compiled it: elements may be larger than those that this library knows.
private struct RowArray {
    let base: UnsafeRawPointer
    let count: Int
    let stride: Int

    subscript(index: Int) -> sfsm_row { (base + index * stride).load(as: sfsm_row.self) }

    /// What makes it impossible to add all rows, or `SFSM_OK`.
    func fault(blockCount: Int) -> sfsm_status {
        for index in 0..<count {
            let row = self[index]
            if saysMore(index) { return Status.badSize }
            if lacksFunction(row.actions, row.action_count) || lacksFunction(row.guards, row.guard_count) {
                return Status.nullPointer
            }
            if lacksCases(row.matches, row.match_count) { return Status.nullPointer }
            if row.block < 0 || row.block > blockCount { return Status.outOfRange }
            if row.flags & ~UInt32(SFSM_OVERRIDING) != 0 || row.reserved != 0 { return Status.badValue }
        }
        return Status.ok
    }

    /// Whether a field that this library does not know has a value.
    private func saysMore(_ index: Int) -> Bool {
        let row = base + index * stride
        for offset in MemoryLayout<sfsm_row>.size..<stride where row.load(fromByteOffset: offset, as: UInt8.self) != 0 {
            return true
        }
        return false
    }

    private func lacksFunction(_ callbacks: UnsafePointer<sfsm_callback>?, _ count: Int) -> Bool {
        guard count != 0 else { return false }
        guard let callbacks, count > 0 else { return true }
        for index in 0..<count where callbacks[index].function == nil { return true }
        return false
    }

    private func lacksCases(_ matches: UnsafePointer<sfsm_match>?, _ count: Int) -> Bool {
        guard count != 0 else { return false }
        guard let matches, count > 0 else { return true }
        for index in 0..<count where matches[index].value_count != 0 {
            if matches[index].values == nil || matches[index].value_count < 0 { return true }
        }
        return false
    }

    /// Calls `body` with the cases of each match of a row.
    func forEachMatch(of row: sfsm_row, _ body: (Int32, UnsafeBufferPointer<Int32>) -> Void) {
        guard let matches = row.matches, row.match_count > 0 else { return }
        for index in 0..<row.match_count {
            var match = matches[index]
            if match.value_count > 0 {
                body(match.predicate, UnsafeBufferPointer(start: match.values, count: match.value_count))
            } else {
                withUnsafePointer(to: &match.value) {
                    body(match.predicate, UnsafeBufferPointer(start: $0, count: 1))
                }
            }
        }
    }

    /// Whether there is memory to add all rows to a builder.
    func fits(in builder: Builder) -> Bool {
        var callbacks = 0
        var cases = 0
        for index in 0..<count {
            callbacks += self[index].action_count + self[index].guard_count + 3
            forEachMatch(of: self[index]) { cases = min(cases, mostCases) + min($1.count, mostCases) }
            guard cases <= mostCases else { return false }
        }
        let bytes = builder.definition.bytesToAdd(rows: count, callbacks: callbacks, matches: cases)
        return builder.hasMemory(toAdd: bytes, finalizations: callbacks)
    }

    /// Where each row stands; `nil` if there is no memory to keep the names of their files.
    func places(in builder: Builder, _ file: UnsafePointer<CChar>?, _ line: Int32) -> [Place]? {
        guard isMemoryAvailable(count * MemoryLayout<Place>.stride), let call = builder.place(file, line) else {
            return nil
        }
        var places: [Place] = []
        places.reserveCapacity(count)
        var last: (file: UnsafePointer<CChar>?, number: Int32) = (file, call.file)
        for index in 0..<count {
            let row = self[index]
            if row.line <= 0 {
                places.append(call)
                continue
            }
            if let file = row.file, file != last.file {
                guard let place = builder.place(file, row.line) else { return nil }
                last = (file, place.file)
            }
            places.append(Place(file: row.file == nil ? call.file : last.number, line: row.line))
        }
        return places
    }

    /// Calls `body` with everything that has to be finalized.
    func forEachFinalization(_ body: (Finalization) -> Void) {
        for index in 0..<count {
            let row = self[index]
            forEach(row.guards, row.guard_count) { if let finalization = Finalization($0) { body(finalization) } }
            forEach(row.actions, row.action_count) { if let finalization = Finalization($0) { body(finalization) } }
            if let finalization = Finalization(row.resolver) { body(finalization) }
        }
    }

    func forEach(_ callbacks: UnsafePointer<sfsm_callback>?, _ count: Int, _ body: (sfsm_callback) -> Void) {
        guard let callbacks, count > 0 else { return }
        for index in 0..<count { body(callbacks[index]) }
    }
}

@c(sfsm_builder_add_rows_at) @implementation
public func sfsm_builder_add_rows_at(
    _ builder: OpaquePointer?, _ rows: UnsafePointer<sfsm_row>?, _ count: Int, _ rowSize: Int,
    _ file: UnsafePointer<CChar>?, _ line: Int32
) -> sfsm_status {
    guard rowSize >= MemoryLayout<sfsm_row>.size, rowSize % MemoryLayout<sfsm_row>.alignment == 0 else {
        return Status.badSize
    }
    guard count >= 0 else { return Status.outOfRange }
    guard let rows else { return builder == nil || count > 0 ? Status.nullPointer : Status.ok }
    let array = RowArray(base: UnsafeRawPointer(rows), count: count, stride: rowSize)
    var status = Status.nullPointer
    if let builder = builder?.builder {
        status = builder.isBuilt ? Status.alreadyBuilt : array.fault(blockCount: builder.definition.blocks.count)
        if status == Status.ok {
            if array.fits(in: builder), let places = array.places(in: builder, file, line) {
                builder.add(array, places)
                return status
            }
            status = Status.outOfMemory
        }
    }
    array.forEachFinalization { $0() }
    return status
}

extension Builder {
    fileprivate func add(_ array: RowArray, _ places: [Place]) {
        for index in 0..<array.count {
            let row = array[index]
            let number = definition.add(
                Row(
                    source: row.source, event: row.event, target: row.target, place: places[index],
                    block: Int32(truncatingIfNeeded: row.block) - 1,
                    isOverriding: row.flags & UInt32(SFSM_OVERRIDING) != 0))
            if let function = row.guard { definition.addGuard(callback(function, nil), toRow: number) }
            array.forEach(row.guards, row.guard_count) {
                if let function = $0.function {
                    definition.addGuard(callback(function, $0.context), toRow: number)
                }
            }
            if let function = row.action { definition.addAction(callback(function, nil), toRow: number) }
            array.forEach(row.actions, row.action_count) {
                if let function = $0.function {
                    definition.addAction(callback(function, $0.context), toRow: number)
                }
            }
            array.forEachMatch(of: row) { definition.addMatch($0, cases: $1, toRow: number) }
            if let function = row.resolver.function {
                _ = definition.setResolver(callback(function, row.resolver.context), ofRow: number)
            }
        }
        array.forEachFinalization { owner.finalizations.append($0) }
    }

    /// What is wrong with adding something to a row or block of this number, or `SFSM_OK`.
    func fault(adding number: Int, of count: Int) -> sfsm_status {
        if isBuilt { return Status.alreadyBuilt }
        return number >= 0 && number < count ? Status.ok : Status.outOfRange
    }
}

@c(sfsm_builder_add_row_at) @implementation
public func sfsm_builder_add_row_at(
    _ builder: OpaquePointer?, _ source: Int32, _ event: Int32, _ target: Int32, _ file: UnsafePointer<CChar>?,
    _ line: Int32, _ outRow: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    guard let builder = builder?.builder else { return Status.nullPointer }
    guard !builder.isBuilt else { return Status.alreadyBuilt }
    guard builder.hasMemory(toAdd: builder.definition.bytesToAdd(rows: 1)), let place = builder.place(file, line)
    else { return Status.outOfMemory }
    let row = Row(source: source, event: event, target: target, place: place)
    let number = builder.definition.add(row)
    outRow?.pointee = number
    return Status.ok
}

/// Adds a callback to a row of a builder, or finalizes it.
private func addToRow(
    _ builder: OpaquePointer?, _ row: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?, add: (inout Definition, Callback) -> Bool
) -> sfsm_status {
    guard let builder = builder?.builder else {
        Finalization(finalizer, context)?()
        return Status.nullPointer
    }
    let fault = builder.fault(adding: row, of: builder.definition.rows.count)
    return builder.take(function, context, finalizer, fault: fault) {
        add(&builder.definition, $0) ? Status.ok : Status.badValue
    }
}

@c(sfsm_builder_add_guard) @implementation
public func sfsm_builder_add_guard(
    _ builder: OpaquePointer?, _ row: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToRow(builder, row, function, context, finalizer) {
        $0.addGuard($1, toRow: row)
        return true
    }
}

@c(sfsm_builder_add_action) @implementation
public func sfsm_builder_add_action(
    _ builder: OpaquePointer?, _ row: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToRow(builder, row, function, context, finalizer) {
        $0.addAction($1, toRow: row)
        return true
    }
}

@c(sfsm_builder_set_resolver) @implementation
public func sfsm_builder_set_resolver(
    _ builder: OpaquePointer?, _ row: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToRow(builder, row, function, context, finalizer) { $0.setResolver($1, ofRow: row) }
}
