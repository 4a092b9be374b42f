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

    // MARK: - Signatures

    /// `guard exact bool(context, event, i32)`, from behind `callable`.
    mutating func readCallable(_ cursor: inout Cursor) throws(Fault) {
        guard let role = Conformance.Role.allCases.first(where: { cursor.skip($0.rawValue) }) else {
            throw cursor.fault("there is no callback that is called \(cursor.peek)")
        }
        let hasName = !role.isHook || !cursor.seesSecond("(")
        let callable = Conformance.words(role, hasName ? try cursor.word("the name of a callback") : "")
        guard callables[callable] == nil else {
            throw cursor.fault("the callable \(callable) has a signature already")
        }
        let text = try takeSignature(&cursor)
        let signature: Signature
        do throws(SignatureFault) {
            signature = try Signature.parse(text)
        } catch {
            throw cursor.fault("\(text) cannot be read on at \(error.position): \(error.expected) is expected")
        }
        callables[callable] = Conformance.Callable(line: cursor.line.number, signature: signature)
        try checkFront(of: signature, cursor)
    }

    /// Takes a signature, in which predicate types become their numbers.
    private mutating func takeSignature(_ cursor: inout Cursor) throws(Fault) -> String {
        var text = try cursor.word("a result")
        try cursor.expect("(")
        var parameters: [String] = []
        while !cursor.sees(")") {
            if !parameters.isEmpty { try cursor.expect(",") }
            var parameter = try cursor.word("a parameter")
            if parameter == "predicate" {
                try cursor.expect("(")
                parameter += "(\(try words.takeID(&cursor, .predicate, mayBeNew: true)))"
                try cursor.expect(")")
            }
            parameters.append(parameter)
        }
        try cursor.expect(")")
        text += "(" + parameters.joined(separator: ", ") + ")"
        return text
    }

    /// Variadic functions must be written in C: there are those for nothing, or context and up to two numbers in front.
    private func checkFront(of signature: Signature, _ cursor: Cursor) throws(Fault) {
        guard signature.tail != .none else { return }
        for (index, parameter) in signature.parameters.enumerated() {
            let isThere: Bool
            switch parameter {
            case .context: isThere = index == 0
            case .event, .source, .target, .predicate, .argument(.i32): isThere = index == 1 || index == 2
            default: isThere = false
            }
            guard isThere else {
                throw cursor.fault("before ... and args... stands nothing, or context and at most two numbers")
            }
        }
        let lone = callables.values.filter { $0.signature.tail != .none && $0.signature.parameters.isEmpty }
        if lone.count > 1 { throw cursor.fault("only one callable has nothing before ... or args...") }
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
