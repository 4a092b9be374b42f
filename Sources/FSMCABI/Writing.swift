import CSwiftFSM
import FSMEngine

@c(sfsm_builder_write) @implementation
public func sfsm_builder_write(
    _ builder: OpaquePointer?, _ writing: UnsafePointer<sfsm_writing>?, _ writer: sfsm_writer?,
    _ context: UnsafeMutableRawPointer?
) -> sfsm_status {
    guard let builder = builder?.builder, let writer else { return Status.nullPointer }
    guard !builder.isBuilt else { return Status.alreadyBuilt }
    let fault = fault(of: writing, rowCount: builder.definition.rows.count)
    guard fault == Status.ok else { return fault }
    let format = writing?.pointee.format ?? sfsm_format(SFSM_TEXT)
    // Of a builder there is no picture: what it has may be wrong.
    guard format <= SFSM_JSON else { return Status.badValue }
    return builder.memory.write(writer, context) { builder.definition.document(asJSON: format == SFSM_JSON) }
}

@c(sfsm_table_write) @implementation
public func sfsm_table_write(
    _ table: OpaquePointer?, _ writing: UnsafePointer<sfsm_writing>?, _ writer: sfsm_writer?,
    _ context: UnsafeMutableRawPointer?
) -> sfsm_status {
    guard let table = table?.table, let writer else { return Status.nullPointer }
    let fault = fault(of: writing, rowCount: table.rowCount)
    guard fault == Status.ok else { return fault }
    let format = writing?.pointee.format ?? sfsm_format(SFSM_TEXT)
    let definition = table.definition
    guard let writing, let picture = PictureFormat(rawValue: format) else {
        return MemoryRegion.none.write(writer, context) { definition.pointee.document(asJSON: format == SFSM_JSON) }
    }
    var options = PictureOptions()
    options.isFlat = writing.pointee.flags & UInt32(SFSM_FLAT) != 0
    options.current = UnsafeBufferPointer(start: writing.pointee.current, count: writing.pointee.current_count)
    options.hidden = UnsafeBufferPointer(start: writing.pointee.hidden, count: writing.pointee.hidden_count)
    options.focus = UnsafeBufferPointer(start: writing.pointee.focus, count: writing.pointee.focus_count)
    options.taken = UnsafeBufferPointer(start: writing.pointee.taken, count: writing.pointee.taken_count)
    return MemoryRegion.none.write(writer, context) {
        WrittenText(text: definition.pointee.picture(picture, options), fault: nil)
    }
}

/// What is wrong with how something is to be written, or `SFSM_OK`.
private func fault(of writing: UnsafePointer<sfsm_writing>?, rowCount: Int) -> sfsm_status {
    guard let writing else { return Status.ok }
    guard writing.isKnown(size: writing.pointee.size) else { return Status.badSize }
    let value = writing.pointee
    guard value.format >= SFSM_TEXT, value.format <= SFSM_HTML, value.flags & ~UInt32(SFSM_FLAT) == 0 else {
        return Status.badValue
    }
    for (array, count) in [
        (UnsafeRawPointer(value.current), value.current_count), (UnsafeRawPointer(value.hidden), value.hidden_count),
        (UnsafeRawPointer(value.focus), value.focus_count), (UnsafeRawPointer(value.taken), value.taken_count),
    ] {
        let fault = Status.ofArray(array, count, most: Status.mostElements)
        guard fault == Status.ok else { return fault }
    }
    return value.taken_count == 0 || value.taken_count == rowCount ? Status.ok : Status.outOfRange
}

@c(sfsm_builder_fingerprint) @implementation
public func sfsm_builder_fingerprint(
    _ builder: OpaquePointer?, _ outBytes: UnsafeMutablePointer<UInt8>?
) -> sfsm_status {
    guard let builder = builder?.builder, let outBytes else { return Status.nullPointer }
    guard !builder.isBuilt else { return Status.alreadyBuilt }
    return builder.memory.hash(to: outBytes) { builder.definition.document() }
}

@c(sfsm_table_fingerprint) @implementation
public func sfsm_table_fingerprint(_ table: OpaquePointer?, _ outBytes: UnsafeMutablePointer<UInt8>?) -> sfsm_status {
    guard let table = table?.table, let outBytes else { return Status.nullPointer }
    let definition = table.definition
    return MemoryRegion.none.hash(to: outBytes) { definition.pointee.document() }
}

extension MemoryRegion {
    /// Calls the writer with what `make` makes, in parts of 64 KB.
    @inline(never)
    fileprivate func write(
        _ writer: sfsm_writer, _ context: UnsafeMutableRawPointer?, _ make: () -> WrittenText
    ) -> sfsm_status {
        withText(make) { text in
            var next = 0
            while next < text.count {
                let count = min(65_536, text.count - next)
                let status = writer(context, (text.baseAddress! + next).assumingMemoryBound(to: CChar.self), count)
                if status < 0 { return status }
                next += count
            }
            return Status.ok
        }
    }

    /// Calls `body` with what `make` makes.
    @inline(never)
    private func withText(_ make: () -> WrittenText, _ body: (UnsafeRawBufferPointer) -> sfsm_status) -> sfsm_status {
        guard let written = attemptReading(make) else { return Status.outOfMemory }
        switch written.fault {
        case .unnamedCallback: return Status.unnamedCallback
        case .unwritable: return Status.badValue
        case nil: return written.text.bytes.withUnsafeBytes(body)
        }
    }

    @inline(never)
    fileprivate func hash(to bytes: UnsafeMutablePointer<UInt8>, _ make: () -> WrittenText) -> sfsm_status {
        withText(make) { text in
            let isDone = MemoryRegion.none.attempt { () -> Bool in
                let digest = SHA256.digest(of: text)
                for index in digest.indices { bytes[index] = digest[index] }
                return true
            }
            return isDone == nil ? Status.outOfMemory : Status.ok
        }
    }
}
