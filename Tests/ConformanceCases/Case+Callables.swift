import FSMEngine

extension Conformance {
    /// What one parameter of a callable is passed.
    enum Passed: Equatable {
        /// What these point to is always the same.
        case context, step
        /// An event, a state, or a case.
        case number(Int32)
        case datum(Datum)
        /// The cases of all predicate types, each behind its type.
        case cases([[Int32]])
        case rest([Datum])
    }
}

extension Conformance.Case {
    /// The signature of a callback, if it is a callable.
    func signature(_ role: Conformance.Role, _ name: String) -> Signature? {
        callables[Conformance.words(role, name)]?.signature
    }

    mutating func noteRegistration(_ role: Conformance.Role, _ name: String) {
        callables[Conformance.words(role, name)]?.isRegistered = true
    }

    /// Variadic functions must be written in C: there are those for nothing, or context and up to two numbers in front.
    func checkFronts() throws(Fault) {
        let variadic = callables.values.filter { $0.signature.tail != .none }.sorted { $0.line < $1.line }
        for callable in variadic {
            for (index, parameter) in callable.signature.parameters.enumerated() {
                let isThere: Bool
                switch parameter {
                case .context: isThere = index == 0
                case .event, .source, .target, .predicate, .argument(.i32): isThere = index == 1 || index == 2
                default: isThere = false
                }
                guard isThere else {
                    throw Fault(
                        line: callable.line,
                        text: "before ... and args... stands nothing, or context and at most two numbers")
                }
            }
        }
        let lone = variadic.filter { $0.signature.parameters.isEmpty }
        if lone.count > 1 {
            throw Fault(line: lone[1].line, text: "only one callable has nothing before ... or args...")
        }
    }

    // MARK: - What they are passed

    /// `(context, coin, 150)`, as the signature asks for it.
    mutating func takePassed(_ cursor: inout Cursor, _ signature: Signature) throws(Fault) -> [Conformance.Passed] {
        var passed: [Conformance.Passed] = []
        try cursor.expect("(")
        for parameter in signature.parameters {
            if !passed.isEmpty { try cursor.expect(",") }
            passed.append(try takePassed(&cursor, parameter))
        }
        if signature.tail != .none && !passed.isEmpty { try cursor.expect(",") }
        switch signature.tail {
        case .none: break
        case .cases: passed.append(.cases(try words.takeCases(&cursor).map { [$0.predicate, $0.value] }))
        case .arguments: passed.append(.rest(try words.takeArguments(&cursor, takesIntegers: false)))
        }
        try cursor.expect(")")
        return passed
    }

    private mutating func takePassed(
        _ cursor: inout Cursor, _ parameter: Signature.Parameter
    ) throws(Fault) -> Conformance.Passed {
        switch parameter {
        case .context:
            try cursor.expect("context")
            return .context
        case .step:
            try cursor.expect("step")
            return .step
        case .event: return .number(try words.takeID(&cursor, .event))
        case .source, .target: return .number(try words.takeID(&cursor, .state))
        case .predicate(let id):
            let word = try cursor.word("a case")
            return .number(try words.caseNumber(word, of: id, line: cursor.line.number))
        case .time: return .datum(try words.takeDatum(&cursor, .f64))
        case .argument(let type): return .datum(try words.takeDatum(&cursor, type))
        }
    }
}
