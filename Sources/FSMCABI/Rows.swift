import CSwiftFSM
import FSMEngine

/// No system has memory for so many cases of matches at once: more are not even counted.
let maximumCaseCount: Int64 = 1 << 40

@c(sfsm_builder_add_rows_at) @implementation
@_optimize(speed)
public func sfsm_builder_add_rows_at(
    _ builder: OpaquePointer?, _ rows: UnsafePointer<sfsm_row>?, _ count: Int, _ rowSize: Int,
    _ file: UnsafePointer<CChar>?, _ line: Int32
) -> sfsm_status {
    let name: StaticString = "sfsm_builder_add_rows"
    let isSized = rowSize >= MemoryLayout<sfsm_row>.size && rowSize % MemoryLayout<sfsm_row>.alignment == 0
    guard isSized, count >= 0, !count.multipliedReportingOverflow(by: rowSize).overflow else {
        let status = isSized ? Status.outOfRange : Status.badSize
        return builder?.builder.note(status, of: name, file, line) ?? status
    }
    guard let rows else {
        guard let builder = builder?.builder else { return Status.nullPointer }
        return count > 0 ? builder.note(Status.nullPointer, of: name, file, line) : Status.ok
    }
    let array = RowArray(base: UnsafeRawPointer(rows), count: count, stride: rowSize)
    var status = Status.nullPointer
    if let builder = builder?.builder {
        let blockCount = builder.definition.blocks.count
        var content = RowContent()
        status = builder.isBuilt ? Status.alreadyBuilt : array.fault(blockCount: blockCount, &content)
        if status == Status.ok {
            if builder.reserve(array, content),
                let places = array.places(in: builder, file, line, areOwn: content.namesPlaces)
            {
                builder.add(array, places, content)
                builder.settleCallables(isKept: true)
                return status
            }
            builder.settleCallables(isKept: false)
            status = Status.outOfMemory
        }
        status = builder.note(status, of: name, file, line)
    }
    array.forEachFinalization { $0() }
    return status
}

extension Builder {
    @_optimize(speed)
    fileprivate func add(_ array: RowArray, _ places: RowPlaces, _ content: RowContent) {
        for index in 0..<array.count {
            let source = array[index]
            var row = Row(
                source: source.pointee.source, event: source.pointee.event, target: source.pointee.target,
                place: places[index], block: Int32(truncatingIfNeeded: source.pointee.block) - 1,
                isOverriding: source.pointee.flags & UInt32(SFSM_OVERRIDING) != 0)
            row.isLocal = source.pointee.flags & UInt32(SFSM_LOCAL) != 0
            let number = definition.add(row)
            if content.callbacks > 0 { addCallbacks(of: source, in: array, toRow: number) }
            array.forEachMatch(of: source) { definition.addMatch($0, cases: $1, toRow: number) }
        }
        if content.finalizers > 0 { array.forEachFinalization { finalizations.append($0) } }
    }

    /// Makes room for rows with all that they hold.
    @_optimize(speed)
    fileprivate func reserve(_ array: RowArray, _ content: RowContent) -> Bool {
        // More than an array can hold is more than there is.
        let most = min(maximumCaseCount, Int64(Int.max / 64))
        guard max(content.callbacks, content.cases, content.finalizers, Int64(array.count)) <= most,
            definition.reserve(
                rows: array.count, callbacks: Int(content.callbacks), matches: Int(content.cases)),
            reserve(finalizations: Int(content.finalizers))
        else { return false }
        var hasRoom = true
        if content.haveContexts {
            array.forEachCallback {
                if let function = $0.function {
                    hasRoom = hasRoom && noteCallable(of: Callback(function, context: $0.context))
                }
            }
        }
        return hasRoom
    }

    @_optimize(speed)
    private func addCallbacks(of source: UnsafePointer<sfsm_row>, in array: RowArray, toRow number: Int) {
        if let function = source.pointee.guard { definition.addGuard(Callback(function, context: nil), toRow: number) }
        array.forEach(source.pointee.guards, source.pointee.guard_count) {
            if let function = $0.function {
                definition.addGuard(Callback(function, context: $0.context), toRow: number)
            }
        }
        if let function = source.pointee.action {
            definition.addAction(Callback(function, context: nil), toRow: number)
        }
        array.forEach(source.pointee.actions, source.pointee.action_count) {
            if let function = $0.function {
                definition.addAction(Callback(function, context: $0.context), toRow: number)
            }
        }
        if let function = source.pointee.resolver.function {
            _ = definition.setResolver(
                Callback(function, context: source.pointee.resolver.context), ofRow: number)
        }
    }

    /// What is wrong with adding something to the row of this number, or `SFSM_OK`. C counts rows from 1.
    @_optimize(speed)
    func fault(addingToRow number: Int) -> sfsm_status {
        if isBuilt { return Status.alreadyBuilt }
        return number >= 1 && number <= definition.rows.count ? Status.ok : Status.outOfRange
    }
}

@c(sfsm_builder_add_row_at) @implementation
@_optimize(speed)
public func sfsm_builder_add_row_at(
    _ builder: OpaquePointer?, _ source: Int32, _ event: Int32, _ target: Int32, _ file: UnsafePointer<CChar>?,
    _ line: Int32, _ outRow: UnsafeMutablePointer<Int>?
) -> sfsm_status {
    guard let builder = builder?.builder else { return Status.nullPointer }
    guard !builder.isBuilt else { return Status.alreadyBuilt }
    guard builder.definition.reserve(rows: 1), let place = builder.place(file, line) else { return Status.outOfMemory }
    let row = Row(source: source, event: event, target: target, place: place)
    let number = builder.definition.add(row)
    outRow?.pointee = number + 1
    return Status.ok
}

/// What a row has a callback for.
private enum RowPart {
    case guards, actions, resolver
}

/// Adds a callback to a row of a builder, or finalizes it.
@inline(never)
@_optimize(speed)
private func addToRow(
    _ builder: OpaquePointer?, _ row: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?, _ name: StaticString, _ part: RowPart
) -> sfsm_status {
    guard let builder = builder?.builder else {
        Finalization(finalizer, context)?()
        return Status.nullPointer
    }
    var status = builder.makeRoom(for: function, context, fault: builder.fault(addingToRow: row))
    if status == Status.ok, let function {
        let callback = Callback(function, context: context)
        switch part {
        case .guards: builder.definition.addGuard(callback, toRow: row - 1)
        case .actions: builder.definition.addAction(callback, toRow: row - 1)
        case .resolver: if !builder.definition.setResolver(callback, ofRow: row - 1) { status = Status.badValue }
        }
        if status == Status.ok && finalizer == nil {
            builder.settleCallables(isKept: true)
            return status
        }
    }
    return builder.finish(status, finalizer, context, name)
}

@c(sfsm_builder_add_guard) @implementation
public func sfsm_builder_add_guard(
    _ builder: OpaquePointer?, _ row: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToRow(builder, row, function, context, finalizer, "sfsm_builder_add_guard", .guards)
}

@c(sfsm_builder_add_action) @implementation
public func sfsm_builder_add_action(
    _ builder: OpaquePointer?, _ row: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToRow(builder, row, function, context, finalizer, "sfsm_builder_add_action", .actions)
}

@c(sfsm_builder_set_resolver) @implementation
public func sfsm_builder_set_resolver(
    _ builder: OpaquePointer?, _ row: Int, _ function: sfsm_function?, _ context: UnsafeMutableRawPointer?,
    _ finalizer: sfsm_finalizer?
) -> sfsm_status {
    addToRow(builder, row, function, context, finalizer, "sfsm_builder_set_resolver", .resolver)
}
