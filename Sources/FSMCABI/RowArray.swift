import CSwiftFSM
import FSMEngine

/// An array of rows as a caller compiled it: elements may be larger than those that this library knows.
struct RowArray {
    let base: UnsafeRawPointer
    let count: Int
    let stride: Int

    /// A row where it lies: only what is asked of it is read.
    subscript(index: Int) -> UnsafePointer<sfsm_row> {
        (base + index * stride).assumingMemoryBound(to: sfsm_row.self)
    }

    /// What makes it impossible to add all rows, or `SFSM_OK`: then it has been counted what they hold.
    @_optimize(speed)
    func fault(blockCount: Int, _ content: inout RowContent) -> sfsm_status {
        for index in 0..<count {
            let row = self[index]
            if saysMore(index) { return Status.badSize }
            if content.lacksFunction(row.pointee.actions, row.pointee.action_count)
                || content.lacksFunction(row.pointee.guards, row.pointee.guard_count)
                || content.lacksCases(row.pointee.matches, row.pointee.match_count)
            {
                let counts = row.pointee.action_count | row.pointee.guard_count | row.pointee.match_count
                return UInt(bitPattern: counts) > UInt(Status.mostElements) ? Status.outOfRange : Status.nullPointer
            }
            if row.pointee.block < 0 || row.pointee.block > blockCount { return Status.outOfRange }
            if row.pointee.flags & ~UInt32(SFSM_OVERRIDING | SFSM_LOCAL) != 0 || row.pointee.reserved != 0 {
                return Status.badValue
            }
            if row.pointee.action != nil { content.callbacks += 1 }
            if row.pointee.guard != nil { content.callbacks += 1 }
            if row.pointee.resolver.function != nil {
                content.callbacks += 1
                content.haveContexts = true
            }
            if row.pointee.resolver.finalizer != nil { content.finalizers += 1 }
            if row.pointee.line > 0 { content.namesPlaces = true }
        }
        return Status.ok
    }

    /// Whether a field that this library does not know has a value.
    @_optimize(speed)
    private func saysMore(_ index: Int) -> Bool {
        let row = base + index * stride
        for offset in MemoryLayout<sfsm_row>.size..<stride where row.load(fromByteOffset: offset, as: UInt8.self) != 0 {
            return true
        }
        return false
    }

    /// Calls `body` with the cases of each match of a row.
    func forEachMatch(of row: UnsafePointer<sfsm_row>, _ body: (Int32, UnsafeBufferPointer<Int32>) -> Void) {
        guard let matches = row.pointee.matches, row.pointee.match_count > 0 else { return }
        for index in 0..<row.pointee.match_count {
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

    /// Where each row stands; `nil` if there is no memory to keep the names of their files.
    @_optimize(speed)
    func places(in builder: Builder, _ file: UnsafePointer<CChar>?, _ line: Int32, areOwn: Bool) -> RowPlaces? {
        guard let call = builder.place(file, line) else { return nil }
        var places = RowPlaces(call: call)
        guard areOwn else { return places }
        guard MemoryRegion.none.reserve(count, in: &places.own) else { return nil }
        var last: (file: UnsafePointer<CChar>?, number: Int32) = (file, call.file)
        for index in 0..<count {
            let line = self[index].pointee.line
            if line <= 0 {
                places.own.append(call)
                continue
            }
            let named = self[index].pointee.file
            if let named, named != last.file {
                guard let place = builder.place(named, line) else { return nil }
                last = (named, place.file)
            }
            places.own.append(Place(file: named == nil ? call.file : last.number, line: line))
        }
        return places
    }

    /// Calls `body` with everything that has to be finalized.
    func forEachFinalization(_ body: (Finalization) -> Void) {
        forEachCallback { callback in
            if let finalization = Finalization(callback) { body(finalization) }
        }
    }

    /// Calls `body` with every callback that comes with a context.
    @inline(never)
    func forEachCallback(_ body: (sfsm_callback) -> Void) {
        for index in 0..<count {
            let row = self[index]
            forEach(row.pointee.guards, row.pointee.guard_count, body)
            forEach(row.pointee.actions, row.pointee.action_count, body)
            body(row.pointee.resolver)
        }
    }

    @_optimize(speed)
    func forEach(_ callbacks: UnsafePointer<sfsm_callback>?, _ count: Int, _ body: (sfsm_callback) -> Void) {
        guard let callbacks, UInt(bitPattern: count) <= UInt(Status.mostElements) else { return }
        for index in 0..<count { body(callbacks[index]) }
    }
}

/// What an array of rows holds, counted while it is checked: what there is none of is not looked for again.
struct RowContent {
    var callbacks: Int64 = 0
    /// Some callbacks come with a context.
    var haveContexts = false
    var finalizers: Int64 = 0
    /// Of matches; if that is more than ``maximumCaseCount``, counting has stopped.
    var cases: Int64 = 0
    /// Some row says itself where it stands.
    var namesPlaces = false

    @_optimize(speed)
    mutating func lacksFunction(_ functions: UnsafePointer<sfsm_callback>?, _ count: Int) -> Bool {
        guard count != 0 else { return false }
        guard let functions, UInt(bitPattern: count) <= UInt(Status.mostElements) else { return true }
        for index in 0..<count {
            if functions[index].function == nil { return true }
            if functions[index].finalizer != nil { finalizers += 1 }
        }
        callbacks += Int64(count)
        haveContexts = true
        return false
    }

    mutating func lacksCases(_ matches: UnsafePointer<sfsm_match>?, _ count: Int) -> Bool {
        guard count != 0 else { return false }
        guard let matches, UInt(bitPattern: count) <= UInt(Status.mostElements) else { return true }
        for index in 0..<count {
            let valueCount = matches[index].value_count
            if valueCount != 0 && (matches[index].values == nil || valueCount < 0) { return true }
            // A match without values names one.
            if cases <= maximumCaseCount { cases += min(max(Int64(valueCount), 1), maximumCaseCount) }
        }
        return false
    }
}

/// Where each row of an array stands.
struct RowPlaces {
    /// The place of the call that adds them: that of all rows, if none has its own.
    let call: Place
    var own: [Place] = []

    subscript(index: Int) -> Place { own.isEmpty ? call : own[index] }
}
