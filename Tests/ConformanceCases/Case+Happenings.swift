import FSMEngine

extension Conformance.Case {
    /// A callback that is called: what it checks, and what it answers.
    mutating func takeHappening(_ cursor: inout Cursor) throws(Fault) -> Conformance.Happening {
        guard let role = Conformance.Role.allCases.first(where: { cursor.skip($0.rawValue) }) else {
            throw cursor.fault("there is no callback that is called \(cursor.peek)")
        }
        var happening = Conformance.Happening(line: cursor.line.number, role: role, name: "")
        if !role.isHook || seesHook(role, cursor) { happening.name = try cursor.word("the name of a callback") }
        let signature = signature(role, happening.name)
        let isTold = signature?.takesStep ?? true
        if role == .step && isTold { happening.outcome = try takeOutcome(&cursor) }
        happening.answer = try takeAnswer(&cursor, happening, signature)
        if cursor.skip("given") {
            guard let signature else {
                throw cursor.fault("only a callable is given something: every other callback is told the step")
            }
            happening.given = try takePassed(&cursor, signature)
        }
        try takeChecks(&cursor, &happening)
        if !isTold && happening.checksStep {
            throw cursor.fault("a callable without the parameter step is told no more than it is given")
        }
        try cursor.expectEnd()
        return happening
    }

    /// The outcome that the hook for steps is told, of one word or two.
    private func takeOutcome(_ cursor: inout Cursor) throws(Fault) -> String {
        var outcome = try cursor.word("an outcome")
        if outcome == "callback" || outcome == "unknown" { outcome += " " + (try cursor.word("an outcome")) }
        return outcome
    }

    /// `(locked coin unlocked) in locked with [Mood glad] carrying (i32 150) at 2.5`, any of these or none
    private mutating func takeChecks(
        _ cursor: inout Cursor, _ happening: inout Conformance.Happening
    ) throws(Fault) {
        if cursor.skip("(") {
            happening.step = (
                try words.takeID(&cursor, .state), try words.takeID(&cursor, .event), try words.takeID(&cursor, .state)
            )
            try cursor.expect(")")
        }
        if cursor.skip("in") { happening.state = try words.takeID(&cursor, .state) }
        if cursor.skip("with") { happening.cases = try words.takeCases(&cursor) }
        if cursor.skip("carrying") { happening.arguments = try words.takeArguments(&cursor, takesIntegers: false) }
        if cursor.skip("at") { happening.time = try cursor.number("a time") }
    }

    // MARK: - Answers

    /// `says no`, `fails -7`; what a callback returns where nothing is written depends on its role. The signature, if
    /// it is a callable's, decides what it can return.
    private mutating func takeAnswer(
        _ cursor: inout Cursor, _ happening: Conformance.Happening, _ signature: Signature?
    ) throws(Fault) -> Int32 {
        let role = happening.role
        let namesID = role == .resolver || role == .update
        if cursor.sees("fails") && (signature?.result == .void || signature?.result == .bool) {
            throw cursor.fault("a callable that returns void or bool does not fail")
        }
        if cursor.sees("says") && signature?.result == .void {
            throw cursor.fault("a callable that returns void says nothing")
        }
        if cursor.skip("fails") {
            if namesID { return ReservedID.failed }
            guard cursor.seesWord, let number = Int32(cursor.peek) else { return -1 }
            cursor.next += 1
            guard number < 0 else { throw cursor.fault("a failure is a number below zero") }
            return number
        }
        if cursor.skip("says") {
            let answer = try takeSaying(&cursor, happening)
            if role == .provider && signature?.result == .bool && answer > 1 {
                throw cursor.fault("a callable that returns bool says case 0 or 1")
            }
            return answer
        }
        if role == .resolver { throw cursor.fault("a resolver says a state, or none, or fails") }
        if role == .provider { throw cursor.fault("a provider says a case, or fails") }
        return role == .guard ? 1 : role == .update ? ReservedID.none : 0
    }

    /// `no`, `unlocked`, from behind `says`
    private mutating func takeSaying(
        _ cursor: inout Cursor, _ happening: Conformance.Happening
    ) throws(Fault) -> Int32 {
        switch happening.role {
        case .guard:
            try cursor.expect("no")
            return 0
        case .resolver: return try words.takeID(&cursor, .state)
        case .update: return try words.takeID(&cursor, .event)
        case .provider: return try takeProvided(&cursor, happening.name)
        default: throw cursor.fault("only guards, resolvers, providers and update callbacks say something")
        }
    }

    /// The case that a provider says, by its name in a type that it provides for, or as a number.
    private func takeProvided(_ cursor: inout Cursor, _ name: String) throws(Fault) -> Int32 {
        let word = try cursor.word("a case")
        if let number = Int32(word) {
            guard number >= 0 else { throw cursor.fault("a case is a number from 0: below that a provider fails") }
            return number
        }
        for type in predicates where type.provider == name {
            if let value = type.words.firstIndex(of: word) { return Int32(value) }
        }
        throw cursor.fault("\(word) is no case that the provider \(name) could say")
    }
}

extension Conformance.Happening {
    /// Whether anything is compared that only the step tells.
    fileprivate var checksStep: Bool { step != nil || !cases.isEmpty || arguments != nil || time != nil }
}

extension Signature {
    /// Whether a function of this signature is told the step.
    var takesStep: Bool {
        parameters.contains {
            guard case .step = $0 else { return false }
            return true
        }
    }
}
