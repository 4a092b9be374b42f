import CSwiftFSM
import FSMEngine

/// What there is to know of a callable.
struct CallableRecord {
    var function: Callable.CNativeFunction
    var context: UnsafeMutableRawPointer?
    var signature: Signature
}

/// The same in plain memory, which lives as long as the callable: an attempt may use it (``MemoryRegion``).
struct CallableSource {
    var function: Callable.CNativeFunction
    var context: UnsafeMutableRawPointer?
    var text: UnsafePointer<CChar>

    /// A copy with the signature read; in an attempt.
    func record() -> CallableRecord? {
        guard let signature = try? Signature.parse(Text(cString: text)) else { return nil }
        return CallableRecord(function: function, context: context, signature: signature)
    }
}

extension Callable {
    var source: CallableSource { CallableSource(function: function, context: context, text: UnsafePointer(text)) }
}

/// The callables that the callbacks of a definition are made of, each once.
struct CallableRecords {
    /// A callable goes with its last callback, and another may come to lie at its address: so a record counts only if
    /// the call that it was made for has kept the callback.
    private enum State { case pending, kept, dropped }

    private var records: [(record: CallableRecord, state: State)] = []
    private var numberOfCallable = IndexMap<UInt64>()
    /// No record before this one is pending.
    private var firstPending = Int.max

    var isEmpty: Bool { records.isEmpty }
    var count: Int { records.count }

    subscript(number: Int) -> CallableRecord { records[number].record }

    /// The number of the record for a callback that a callable's handle has made, unless it is bound already.
    func number(of callback: Callback) -> Int? {
        guard callback.isUnboundCallable, let number = numberOfCallable[Self.key(callback)] else { return nil }
        return records[Int(number)].state == .dropped ? nil : Int(number)
    }

    /// Makes a record for a callback if it is a callable's, until ``settle(isKept:)``; `false` if there is no memory.
    mutating func add(_ callback: Callback, in memory: MemoryRegion) -> Bool {
        guard number(of: callback) == nil, let source = callback.callable?.source else { return true }
        guard memory.reserve(1, in: &records), numberOfCallable.reserve(1, in: memory),
            let record = memory.attempt({ source.record() }), let record
        else { return false }
        let next = records.count
        let number = Int(numberOfCallable.index(of: Self.key(callback), orInsert: UInt32(next)))
        if number == next { records.append((record, .pending)) } else { records[number] = (record, .pending) }
        firstPending = min(firstPending, number)
        return true
    }

    /// Whether the callbacks that records were made for since the last time are kept.
    @inline(__always)
    mutating func settle(isKept: Bool) {
        // Mostly there are none.
        if firstPending != Int.max { settlePending(isKept: isKept) }
    }

    @inline(never)
    private mutating func settlePending(isKept: Bool) {
        for number in firstPending..<records.count where records[number].state == .pending {
            records[number].state = isKept ? .kept : .dropped
        }
        firstPending = Int.max
    }

    private static func key(_ callback: Callback) -> UInt64 { UInt64(UInt(bitPattern: callback.context)) }
}
