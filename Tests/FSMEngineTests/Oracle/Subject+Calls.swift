@testable import FSMEngine

extension Subject {
    /// What a call comes to, and what else it gives.
    func perform(_ call: Model.Call, _ machine: Machine) -> (outcome: Outcome, result: String) {
        switch call {
        case .send(let event, let with):
            // With nothing the way that most callers take.
            if usesPlans { return lend(with) { (machine.sendByPlans(.event(event, cases: $0, arguments: $1)), "") } }
            if with.cases.isEmpty && with.arguments.isEmpty { return (machine.send(event), "") }
            return lend(with) { (machine.send(.event(event, cases: $0, arguments: $1)), "") }
        case .request(let state, let with):
            if usesPlans { return lend(with) { cases, _ in (machine.sendByPlans(.request(state, cases: cases)), "") } }
            return lend(with) { cases, _ in (machine.send(.request(state, cases: cases)), "") }
        case .update(let sends):
            let (outcome, event) = machine.update(time: 1, sends: sends)
            return (outcome, sends || outcome != .ok ? "" : " names \(event)")
        case .probe(let event, let with):
            let (outcome, target) = lend(with) { machine.probe(.event(event, cases: $0, arguments: $1)) }
            return (outcome, " to \(target)")
        case .explain(ReservedID.request, let state, let with): return explain(.request(state), with, machine)
        case .explain(let event, _, let with): return explain(.event(event), with, machine)
        case .permitted(let permission, let with):
            var found: [ID] = []
            let outcome = lend(with) { cases, _ in machine.forEachPermitted(permission, cases) { found.append($0) } }
            return (outcome, " \(found)")
        }
    }

    private func explain(
        _ trigger: Trigger, _ with: Model.With, _ machine: Machine
    ) -> (outcome: Outcome, result: String) {
        var reasons: [String] = []
        let outcome = lend(with) { cases, arguments in
            machine.explain(Message(trigger, cases: cases, arguments: arguments)) { reason in
                let row = machine.table.transition(at: reason.transition)!.row
                switch reason.kind {
                case .taken: reasons.append("\(row) taken")
                case .notMatched:
                    reasons.append("\(row) not matched \(reason.mismatch.predicate) \(reason.mismatch.value)")
                case .guardRefused: reasons.append("\(row) guard refused \(reason.guardNumber)")
                case .resolverRefused: reasons.append("\(row) resolver refused")
                case .notTried: reasons.append("\(row) not tried")
                }
            }
        }
        return (outcome, " \(reasons)")
    }

    /// Calls `body` with copies that are spoilt after that: what waits must be the engine's own.
    private func lend<Result>(_ with: Model.With, _ body: (FSMEngine.Cases, Arguments) -> Result) -> Result {
        let cases = with.cases.map { PredicateCase($0.predicate, $0.value) }
        let texts = with.arguments.map { $0.string.map { UnsafeMutableBufferPointer(copying: $0) } }
        var values = zip(with.arguments, texts).map { $0.value(at: $1?.baseAddress) }
        defer {
            for text in texts {
                text?.update(repeating: CChar(bitPattern: 0x3f))
                text?.deallocate()
            }
            for index in values.indices { values[index] = Value(type: -1, bits: .max) }
        }
        return cases.withUnsafeBufferPointer { cases in values.withUnsafeBufferPointer { body(cases, $0) } }
    }
}

extension UnsafeMutableBufferPointer<CChar> {
    /// A copy of a string, with its zero.
    fileprivate init(copying text: String) {
        self = .allocate(capacity: text.utf8.count + 1)
        _ = initialize(from: text.utf8CString)
    }
}

// MARK: - Values

extension Datum {
    /// A string, unless there is none.
    fileprivate var string: String? { type == 12 && text != "none" ? String(text.dropFirst().dropLast()) : nil }

    /// The value in C; what is behind it in its union may be anything.
    fileprivate func value(at string: UnsafeMutablePointer<CChar>?) -> Value {
        var value = Value(type: type, bits: 0xa5a5_a5a5_a5a5_a5a5)
        withUnsafeMutableBytes(of: &value.bits) { bytes in
            switch type {
            case 1: bytes.storeBytes(of: text == "true", as: Bool.self)
            case 2: bytes.storeBytes(of: Int8(text)!, as: Int8.self)
            case 3: bytes.storeBytes(of: Int16(text)!, as: Int16.self)
            case 4: bytes.storeBytes(of: Int32(text)!, as: Int32.self)
            case 5, Self.integer: bytes.storeBytes(of: Int64(text)!, as: Int64.self)
            case 6: bytes.storeBytes(of: UInt8(text)!, as: UInt8.self)
            case 7: bytes.storeBytes(of: UInt16(text)!, as: UInt16.self)
            case 8: bytes.storeBytes(of: UInt32(text)!, as: UInt32.self)
            case 9: bytes.storeBytes(of: UInt64(text)!, as: UInt64.self)
            case 10: bytes.storeBytes(of: Float(text)!, as: Float.self)
            case 11: bytes.storeBytes(of: Double(text)!, as: Double.self)
            case 12: bytes.storeBytes(of: string, as: UnsafeMutablePointer<CChar>?.self)
            case 13: bytes.storeBytes(of: text == "none" ? 0 : UInt(text.dropFirst())!, as: UInt.self)
            default: break
            }
        }
        return value
    }

    /// What a callback is told.
    init(_ value: Value) {
        type = value.type
        text = withUnsafeBytes(of: value.bits) { bytes in
            switch value.type {
            case 1: return bytes[0] == 0 ? "false" : bytes[0] == 1 ? "true" : "no bool"
            case 2: return "\(bytes.load(as: Int8.self))"
            case 3: return "\(bytes.load(as: Int16.self))"
            case 4: return "\(bytes.load(as: Int32.self))"
            case 5: return "\(bytes.load(as: Int64.self))"
            case 6: return "\(bytes.load(as: UInt8.self))"
            case 7: return "\(bytes.load(as: UInt16.self))"
            case 8: return "\(bytes.load(as: UInt32.self))"
            case 9: return "\(bytes.load(as: UInt64.self))"
            case 10: return "\(bytes.load(as: Float.self))"
            case 11: return "\(bytes.load(as: Double.self))"
            case 12: return bytes.load(as: UnsafePointer<CChar>?.self).map { "\"\(String(cString: $0))\"" } ?? "none"
            case 13: return bytes.load(as: UInt.self) == 0 ? "none" : "q\(bytes.load(as: UInt.self))"
            default: return "no type"
            }
        }
    }
}
