@testable import ConformanceCases
@testable import FSMEngine

extension Signature {
    /// What a function of this signature is called with in a step, put together parameter by parameter.
    func passed(_ step: UnsafePointer<Step>, _ table: Table) -> [Conformance.Passed] {
        let carried = step.pointee.carried
        var named = 0
        var passed: [Conformance.Passed] = parameters.map { parameter in
            switch parameter {
            case .context: return .context
            case .step: return .step
            case .event: return .number(step.pointee.event)
            case .source: return .number(step.pointee.source)
            case .target: return .number(step.pointee.target)
            case .time:
                return .datum(Conformance.Datum(type: ValueType.f64.rawValue, bits: step.pointee.time.bitPattern))
            case .predicate(let id): return .number(step.pointee.value(of: id))
            case .argument(let type):
                named += 1
                return .datum(carried.indices.contains(named - 1) ? carried[named - 1] : .missing(type))
            }
        }
        switch tail {
        case .none: break
        case .cases: passed.append(.cases(table.predicateIDs.map { [$0, step.pointee.value(of: $0)] }))
        case .arguments: passed.append(.rest(Array(carried.dropFirst(named))))
        }
        return passed
    }

    /// The numbers of the predicate types that have to be known before it is called.
    func neededPredicates(_ table: Table) -> [Int] {
        table.predicateIDs.indices.filter { number in
            tail == .cases || parameters.contains { $0.isCase(of: table.predicateIDs[number]) }
        }
    }

    /// Whether a hook may have it: events of all kinds come there.
    func isForHook(_ table: Table) -> Bool {
        guard result == .void || result == .i32 else { return false }
        return parameters.allSatisfy { parameter in
            switch parameter {
            case .argument: return false
            case .predicate(let id): return table.predicateIDs.contains(id)
            default: return true
            }
        }
    }
}

extension Signature.Parameter {
    fileprivate func isCase(of predicate: ID) -> Bool {
        if case .predicate(predicate) = self { return true }
        return false
    }
}

extension Step {
    /// What the event carries.
    var carried: [Conformance.Datum] {
        UnsafeBufferPointer(start: arguments, count: argumentCount).map { Conformance.Datum($0) }
    }
}

extension Conformance.Datum {
    /// What is passed where there is no event: 0, an empty string, or no pointer.
    fileprivate static func missing(_ type: ValueType) -> Self {
        Self(type: type.rawValue, text: type == .str ? "" : nil)
    }
}

extension Table {
    /// The predicate types, in ascending order.
    fileprivate var predicateIDs: [ID] { (0..<predicateCount).compactMap { predicate(at: $0) } }
}
