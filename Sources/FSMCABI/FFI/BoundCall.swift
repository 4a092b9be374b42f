import CLibFFI
import CMemory
import CSwiftFSM
import FSMEngine

/// A callable in one table: where in a step the values lie that its function is called with, and what libffi prepared
/// for that. Made as the table is built, or as a hook is set; no call changes anything of it. Plain memory, since a
/// reference count would cost more than the call.
struct BoundCall {
    var function: Callable.CNativeFunction
    var result: Signature.Result
    var tail: Signature.Tail
    /// Where the callable's own is, which is `nil` for the machine's.
    var context: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    var interface: CallInterface
    /// Where the values of the fixed parameters lie.
    var sources: UnsafeMutablePointer<ValueSource>
    var sourceCount: Int
    /// What is passed for the arguments that the signature names if there is no event to carry them.
    var emptyArguments: UnsafeMutablePointer<Value>
    var namedCount: Int
    /// The predicate types whose providers have to be asked before a call.
    var provided: UnsafeMutablePointer<Int>
    var providedCount: Int
    /// How many predicate types the table has.
    var caseCount: Int
    /// For `args...`: what follows for each of what events carry.
    var tails: UnsafeMutablePointer<ArgumentTail>
}

/// The arguments that `args...` stands for, for one list of types that events carry.
struct ArgumentTail {
    var interface: CallInterface
    var types: UnsafeMutablePointer<ValueType>
    var count: Int
}

/// Where the value of a parameter lies: so many bytes behind the beginning of something.
struct ValueSource {
    enum Base: Int {
        case step
        /// The callable's own context.
        case ownContext
        case arguments
        case cases
        /// The address of the step, as the call has it.
        case stepAddress
    }

    var base: Base
    var offset: Int

    /// Of arguments and cases the first one.
    init(_ parameter: Signature.Parameter, ownContext: Bool) {
        switch parameter {
        case .context where ownContext: base = .ownContext
        case .context, .event, .source, .target, .time: base = .step
        case .step: base = .stepAddress
        case .predicate: base = .cases
        case .argument: base = .arguments
        }
        offset = base == .ownContext ? 0 : parameter.offset
    }
}

// MARK: - Making one

extension BoundCall {
    /// Binds a callable to the steps of a table, which has the predicate types that its signature names. `nil` if libffi
    /// refuses, or there is no memory. The caller frees it, in one piece.
    @inline(never)
    static func make(_ callable: CallableRecord, _ layout: StepLayout) -> UnsafeMutablePointer<BoundCall>? {
        let signature = callable.signature
        let argumentLists = signature.tail == .arguments ? layout.argumentLists : []
        guard let size = Int(exactly: size(signature, layout, argumentLists)), let memory = malloc(size) else {
            return nil
        }
        var cursor = MemoryCursor(memory)
        let bound: UnsafeMutablePointer<BoundCall> = cursor.take(1)
        let caseCount = signature.tail == .cases ? layout.predicates.count : 0
        guard let interface = CallInterface(signature, caseCount: caseCount, in: &cursor) else {
            free(memory)
            return nil
        }
        bound.initialize(
            to: BoundCall(
                function: callable.function, result: signature.result, tail: signature.tail,
                context: cursor.take(1), interface: interface, sources: cursor.take(signature.parameters.count),
                sourceCount: 0, emptyArguments: cursor.take(signature.parameters.count), namedCount: 0,
                provided: cursor.take(signature.parameters.count + layout.predicates.count), providedCount: 0,
                caseCount: layout.predicates.count, tails: cursor.take(argumentLists.count)))
        bound.pointee.context.initialize(to: callable.context)
        for parameter in signature.parameters { bound.pointee.add(parameter, layout) }
        if signature.tail == .cases {
            for number in layout.predicates.indices { bound.pointee.ask(number, layout) }
        }
        for number in argumentLists.indices {
            guard
                let tail = ArgumentTail(
                    signature, argumentLists[number], skipping: bound.pointee.namedCount, in: &cursor)
            else {
                free(memory)
                return nil
            }
            (bound.pointee.tails + number).initialize(to: tail)
        }
        return bound
    }

    private static func size(_ signature: Signature, _ layout: StepLayout, _ argumentLists: [[ValueType]]) -> Int64 {
        let (count, caseCount) = (signature.parameters.count, layout.predicates.count)
        var size = Int64(
            MemoryCursor.size(1, of: BoundCall.self) + MemoryCursor.size(1, of: Int.self)
                + CallInterface.size(count + 1 + caseCount)
                + MemoryCursor.size(count, of: ValueSource.self) + MemoryCursor.size(count, of: Value.self)
                + MemoryCursor.size(count + caseCount, of: Int.self)
                + MemoryCursor.size(argumentLists.count, of: ArgumentTail.self))
        for argumentList in argumentLists {
            size += Int64(CallInterface.size(count + 1 + 2 * argumentList.count))
            size += Int64(MemoryCursor.size(argumentList.count, of: ValueType.self))
        }
        return size
    }

    private mutating func add(_ parameter: Signature.Parameter, _ layout: StepLayout) {
        var source = ValueSource(parameter, ownContext: context.pointee != nil)
        switch parameter {
        case .predicate(let id):
            let number = layout.predicates.firstIndex(of: id) ?? 0
            source.offset = number * MemoryLayout<Int32>.stride
            ask(number, layout)
        case .argument(let type):
            source.offset += namedCount * MemoryLayout<Value>.stride
            (emptyArguments + namedCount).initialize(to: .empty(type))
            namedCount += 1
        case .context, .event, .source, .target, .step, .time: break
        }
        (sources + sourceCount).initialize(to: source)
        sourceCount += 1
    }

    /// Has the provider of a predicate type asked before each call, if it has one.
    private mutating func ask(_ predicate: Int, _ layout: StepLayout) {
        guard layout.hasProvider[predicate] else { return }
        (provided + providedCount).initialize(to: predicate)
        providedCount += 1
    }
}

extension ArgumentTail {
    /// For what an event carries behind the arguments that the signature names. `nil` if libffi refuses.
    fileprivate init?(
        _ signature: Signature, _ argumentList: [ValueType], skipping named: Int, in memory: inout MemoryCursor
    ) {
        guard let interface = CallInterface(signature, arguments: argumentList, from: named, in: &memory) else {
            return nil
        }
        self.interface = interface
        count = max(argumentList.count - named, 0)
        types = memory.take(count)
        for index in 0..<count { (types + index).initialize(to: argumentList[named + index]) }
    }
}

extension Value {
    /// 0, an empty string, or `NULL`.
    fileprivate static func empty(_ type: ValueType) -> Value {
        type == .str ? Value(string: ("" as StaticString).cString) : Value(type: type.rawValue, bits: 0)
    }
}
