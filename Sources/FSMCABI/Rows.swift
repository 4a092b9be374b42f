import CSwiftFSM
import FSMEngine

/// No system has memory for so many cases of matches at once: more are not even counted.
let maximumCaseCount: Int64 = 1 << 40

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
        let blockCount = builder.definition.blocks.count
        var content = RowContent()
        status = builder.isBuilt ? Status.alreadyBuilt : array.fault(blockCount: blockCount, &content)
        if status == Status.ok {
            if content.fits(in: builder, rowCount: count),
                let places = array.places(in: builder, file, line, areOwn: content.namesPlaces)
            {
                builder.add(array, places, content)
                return status
            }
            status = Status.outOfMemory
        }
    }
    array.forEachFinalization { $0() }
    return status
}

extension Builder {
    fileprivate func add(_ array: RowArray, _ places: RowPlaces, _ content: RowContent) {
        definition.reserve(rows: array.count)
        for index in 0..<array.count {
            let source = array[index]
            let number = definition.add(
                Row(
                    source: source.pointee.source, event: source.pointee.event, target: source.pointee.target,
                    place: places[index], block: Int32(truncatingIfNeeded: source.pointee.block) - 1,
                    isOverriding: source.pointee.flags & UInt32(SFSM_OVERRIDING) != 0))
            if content.callbacks > 0 { addCallbacks(of: source, in: array, toRow: number) }
            array.forEachMatch(of: source) { definition.addMatch($0, cases: $1, toRow: number) }
        }
        if content.finalizers > 0 { array.forEachFinalization { owner.finalizations.append($0) } }
    }

    private func addCallbacks(of source: UnsafePointer<sfsm_row>, in array: RowArray, toRow number: Int) {
        if let function = source.pointee.guard { definition.addGuard(callback(function, nil), toRow: number) }
        array.forEach(source.pointee.guards, source.pointee.guard_count) {
            if let function = $0.function { definition.addGuard(callback(function, $0.context), toRow: number) }
        }
        if let function = source.pointee.action { definition.addAction(callback(function, nil), toRow: number) }
        array.forEach(source.pointee.actions, source.pointee.action_count) {
            if let function = $0.function { definition.addAction(callback(function, $0.context), toRow: number) }
        }
        if let function = source.pointee.resolver.function {
            _ = definition.setResolver(callback(function, source.pointee.resolver.context), ofRow: number)
        }
    }

    /// What is wrong with adding something to the row of this number, or `SFSM_OK`. C counts rows from 1.
    func fault(addingToRow number: Int) -> sfsm_status {
        if isBuilt { return Status.alreadyBuilt }
        return number >= 1 && number <= definition.rows.count ? Status.ok : Status.outOfRange
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
    outRow?.pointee = number + 1
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
    let fault = builder.fault(addingToRow: row)
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
        $0.addGuard($1, toRow: row - 1)
        return true
    }
}

@c(sfsm_builder_add_action) @implementation
public func sfsm_builder_add_action(
    _ builder: OpaquePointer?, _ row: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToRow(builder, row, function, context, finalizer) {
        $0.addAction($1, toRow: row - 1)
        return true
    }
}

@c(sfsm_builder_set_resolver) @implementation
public func sfsm_builder_set_resolver(
    _ builder: OpaquePointer?, _ row: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToRow(builder, row, function, context, finalizer) { $0.setResolver($1, ofRow: row - 1) }
}
