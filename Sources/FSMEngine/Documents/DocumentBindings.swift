extension WantedCallback {
    /// A step may call it, and it is not bound.
    public var isMissing: Bool { isUsed && !isBound }
}

// What a host supplies for the callbacks that a document names.
extension DocumentReader {
    /// Puts the definition that was read in the place of the one that it was read into. Allocates nothing.
    public func exchange(_ other: inout Definition) {
        swap(&definition, &other)
        parts = DocumentParts()
    }

    /// Notes that there is something for a name, before reading: for a role, or with `nil` for each. The first one counts.
    @inline(never)
    public func addBinding(_ number: Int, _ role: CallbackRole?, _ name: UnsafeRawBufferPointer) {
        let key = UInt64(high: role?.rawValue ?? 0, low: parts.names.number(of: name))
        _ = bindings.index(of: key, orInsert: UInt32(truncatingIfNeeded: number))
    }

    /// The number of what there is for a callback that the document wants: for its role first.
    @inline(never)
    public func binding(of wanted: WantedCallback) -> Int? {
        let number = bindings[UInt64(high: wanted.role.rawValue, low: wanted.nameNumber)]
        return (number ?? bindings[UInt64(high: 0, low: wanted.nameNumber)]).map { Int($0) }
    }
}

extension Diagnostic {
    /// Nothing was supplied for a callback.
    @inline(never)
    public init(missing wanted: WantedCallback) {
        self.init(
            wanted, fill("expected a callback for % %: none was supplied", Text(wanted.role.word), wanted.name.quoted))
    }

    /// What was supplied for a callback has another signature than the document declares.
    @inline(never)
    public init(misfit wanted: WantedCallback, _ supplied: Text) {
        self.init(
            wanted,
            fill(
                "expected a callable % for % %, found one that is %", wanted.signature, Text(wanted.role.word),
                wanted.name.quoted, supplied))
    }

    private init(_ wanted: WantedCallback, _ text: Text) {
        self.init(.unboundCallback, places: [wanted.place], text: text)
        column = wanted.column
    }
}

extension Signature {
    /// Whether both say the same, in whichever words.
    public func isSame(as other: Signature) -> Bool {
        guard result == other.result, tail == other.tail, parameters.count == other.parameters.count else {
            return false
        }
        for index in parameters.indices where !parameters[index].isSame(as: other.parameters[index]) { return false }
        return true
    }
}

extension Signature.Parameter {
    fileprivate func isSame(as other: Signature.Parameter) -> Bool {
        switch (self, other) {
        case (.context, .context), (.event, .event), (.source, .source), (.target, .target), (.step, .step),
            (.time, .time):
            return true
        case (.predicate(let id), .predicate(let otherID)): return id == otherID
        case (.argument(let type), .argument(let otherType)): return type == otherType
        default: return false
        }
    }
}
