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
        guard let signature = try? Signature.parse(String(cString: text)) else { return nil }
        return CallableRecord(function: function, context: context, signature: signature)
    }
}

extension Callable {
    var source: CallableSource { CallableSource(function: function, context: context, text: UnsafePointer(text)) }
}

/// The callables that the callbacks of a definition are made of, each once.
struct CallableRecords {
    private var records: [CallableRecord] = []
    private var numberOfCallable = IndexMap<UInt64>()

    var isEmpty: Bool { records.isEmpty }

    /// The record for a callback that a callable's handle has made, unless it is bound already.
    subscript(callback: Callback) -> CallableRecord? {
        guard callback.isUnboundCallable, let number = numberOfCallable[Self.key(callback)] else { return nil }
        return records[Int(number)]
    }

    /// Keeps a record for a callback if it is a callable's; `false` if there is no memory.
    mutating func keep(_ callback: Callback, in memory: MemoryRegion) -> Bool {
        guard callback.isUnboundCallable, numberOfCallable[Self.key(callback)] == nil else { return true }
        guard let source = callback.callable?.source else { return true }
        guard memory.reserve(1, in: &records), numberOfCallable.reserve(1, in: memory),
            let record = memory.attempt({ source.record() }), let record
        else { return false }
        _ = numberOfCallable.index(of: Self.key(callback), orInsert: UInt32(records.count))
        records.append(record)
        return true
    }

    private static func key(_ callback: Callback) -> UInt64 { UInt64(UInt(bitPattern: callback.context)) }
}
