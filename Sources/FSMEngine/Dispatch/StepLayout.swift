/// How the cases and arguments of a table's steps lie in ``Step``: for those that prepare calls with them.
public struct StepLayout {
    /// The predicate types, in the order of ``Step/cases``.
    public let predicates: [ID]
    /// Which of them have a provider.
    public let hasProvider: [Bool]
    /// Everything that events carry, by `argumentListIndex`: nothing comes first.
    public let argumentLists: [[ValueType]]
}

extension Signature.Parameter {
    /// Where its value lies in ``Step``; of cases and arguments in the first of them.
    public var offset: Int {
        // Embedded Swift has no key paths to ask: the fields' addresses tell, and nothing is read.
        withUnsafeTemporaryAllocation(of: Step.self, capacity: 1) { steps in
            let step = steps.baseAddress!
            func offset(_ field: UnsafeMutableRawPointer) -> Int { field - UnsafeMutableRawPointer(step) }
            switch self {
            case .context: return withUnsafeMutablePointer(to: &step.pointee.context) { offset($0) }
            case .event: return withUnsafeMutablePointer(to: &step.pointee.event) { offset($0) }
            case .source: return withUnsafeMutablePointer(to: &step.pointee.source) { offset($0) }
            case .target: return withUnsafeMutablePointer(to: &step.pointee.target) { offset($0) }
            case .time: return withUnsafeMutablePointer(to: &step.pointee.time) { offset($0) }
            case .argument: return Value.bitsOffset
            case .step, .predicate: return 0
            }
        }
    }
}

extension Value {
    /// The bits come last.
    public static var bitsOffset: Int { MemoryLayout<Value>.size - MemoryLayout<UInt64>.size }
}

extension ValidDefinition {
    /// As it will be in the table.
    public var stepLayout: StepLayout {
        var hasProvider = IndexedArray<Predicate, Bool>(repeating: false, count: matchings.predicates.indexCount)
        for provider in definition.providers {
            if let number = matchings.predicates.index(of: provider.predicate) { hasProvider[number] = true }
        }
        return StepLayout(
            predicates: matchings.predicates.ids.elements, hasProvider: hasProvider.elements,
            argumentLists: definition.argumentLists.lists)
    }
}

extension Machine {
    /// As it is in its table, of which only plain memory is read: an attempt may do so (``MemoryRegion``).
    public var stepLayout: StepLayout {
        let table = storage.pointee.table
        let predicates = table.pointee.predicates.indices.map { table.pointee.predicates.ids[$0] }
        var lists: [[ValueType]] = [[]]
        if let argumentLists = table.pointee.argumentLists {
            var last: UInt32 = 0
            for event in table.pointee.events.indices {
                last = max(last, argumentLists.pointee.numbers[event])
            }
            let starts = argumentLists.pointee.starts
            // What no event carries needs no place.
            lists = (0...Int(last)).map { list in
                (starts[list]..<starts[list + 1]).map { argumentLists.pointee.types[Int($0)] }
            }
        }
        return StepLayout(
            predicates: predicates, hasProvider: table.pointee.predicates.indices.map { table.hasProvider($0) },
            argumentLists: lists)
    }
}

extension UnsafePointer<Step> {
    /// The number of what the event of this step carries.
    public var argumentListIndex: Int {
        guard pointee.argumentCount > 0 else { return 0 }
        let table = Machine(handle: pointee.machine).storage.pointee.table
        return table.column(ofEvent: pointee.event).map { table.argumentListIndex($0) } ?? 0
    }
}
