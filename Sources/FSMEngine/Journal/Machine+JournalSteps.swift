import CMemory

// The step that ends, in a record.
extension Machine {
    @inline(__always)
    func writeStep(_ outcome: Outcome, to sink: inout ByteSink) {
        let step = stepPointer
        sink.add(UInt64(bitPattern: storage.pointee.now))
        sink.add(outcome.rawValue)
        sink.add(rowNumber)
        sink.add(step.pointee.event)
        sink.add(step.pointee.source)
        sink.add(step.pointee.target)
        sink.add(state)
        if let cases = step.pointee.cases {
            writeCases(cases, SnapshotNames(definition: names.definition, isNameless: true), to: &sink)
        } else {
            sink.add(count: 0)
        }
        sink.add(count: step.pointee.argumentCount)
        for index in 0..<step.pointee.argumentCount { sink.add(step.pointee.arguments![index].withoutPointer) }
    }

    /// The number of the step's row, from 1, or 0. To look for a row takes longer than to write a step, so that those of a flat
    /// machine that depend on no case are kept.
    @inline(__always)
    private var rowNumber: UInt32 {
        let step = stepPointer
        guard step.pointee.rule == nil, step.pointee.outcome == .transitioned, step.pointee.cases == nil,
            !storage.pointee.isChart
        else { return foundRowNumber }
        let slot = UInt32(bitPattern: step.pointee.source &* 31 &+ step.pointee.event) % JournalRow.count
        let known = JournalRow.rows(of: storage.pointee.journal!) + Int(slot)
        if known.pointee.row == 0 || known.pointee.source != step.pointee.source
            || known.pointee.event != step.pointee.event || known.pointee.target != step.pointee.target
        {
            known.pointee = JournalRow(
                source: step.pointee.source, event: step.pointee.event, target: step.pointee.target, row: foundRowNumber
            )
        }
        return known.pointee.row
    }

    @inline(never)
    private var foundRowNumber: UInt32 {
        UnsafePointer(stepPointer).row.map { UInt32(truncatingIfNeeded: $0 &+ 1) } ?? 0
    }

    @inline(never)
    func writeStepJSON(_ outcome: Outcome, _ isWhole: Bool, to sink: inout ByteSink) {
        let step = stepPointer
        sink.add("{\"step\":{\"outcome\":\"")
        sink.add(outcome.word)
        sink.add("\",\"event\":")
        names.writeJSON(step.pointee.event, .event, to: &sink)
        if let row = UnsafePointer(step).row {
            sink.add(",\"row\":")
            sink.add(decimal: UInt64(row) + 1)
            if let label = label(ofRow: row) {
                sink.add(",\"label\":")
                label.bytes.withUnsafeBytes { sink.add(quoted: $0) }
            }
        }
        sink.add(",\"source\":")
        names.writeJSON(step.pointee.source, .state, to: &sink)
        sink.add(",\"target\":")
        names.writeJSON(step.pointee.target, .state, to: &sink)
        sink.add(",\"state\":")
        names.writeJSON(state, .state, to: &sink)
        sink.add(",\"time\":")
        sink.add(signed: storage.pointee.now)
        writeInputsJSON(to: &sink)
        sink.add(isWhole ? ",\"whole\":true}}\n" : "}}\n")
    }

    /// The cases and arguments, if there are some.
    private func writeInputsJSON(to sink: inout ByteSink) {
        let step = stepPointer
        if let cases = step.pointee.cases {
            sink.add(",\"cases\":[")
            let predicates = storage.pointee.table.pointee.predicates
            var isFirst = true
            for index in 0..<Int(predicates.indexCount) where cases[index] != ReservedID.none {
                let predicate = predicates.ids[CompactIndex(UInt32(truncatingIfNeeded: index))]
                sink.add(isFirst ? "[" : ",[")
                isFirst = false
                names.writeJSON(predicate, .predicate, to: &sink)
                sink.add(",")
                names.writeJSON(cases[index], .value, in: predicate, to: &sink)
                sink.add("]")
            }
            sink.add("]")
        }
        guard step.pointee.argumentCount > 0 else { return }
        sink.add(",\"arguments\":[")
        for index in 0..<step.pointee.argumentCount {
            if index > 0 { sink.add(",") }
            let value = step.pointee.arguments![index].withoutPointer
            sink.add(json: value, value.string.map { UnsafeRawBufferPointer(start: $0, count: strlen($0)) })
        }
        sink.add("]")
    }

    private func label(ofRow row: Int) -> Text? {
        names.definition.pointee.numberOfLabel(ofRow: row).map { names.definition.pointee.documentText($0) }
    }
}

extension Value {
    /// An address is of no use to who reads it later.
    fileprivate var withoutPointer: Value {
        type == ValueType.ptr.rawValue ? Value(type: type, bits: 0) : self
    }
}

extension Outcome {
    /// How JSON calls what came of a step.
    fileprivate var word: StaticString {
        switch self {
        case .transitioned: "transitioned"
        case .refused: "refused"
        case .unhandled: "unhandled"
        case .deferred: "deferred"
        case .callbackFailed: "callback failed"
        default: "failed"
        }
    }
}
