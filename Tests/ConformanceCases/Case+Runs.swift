import FSMEngine

extension Conformance.Case {
    /// `from locked, lenient, on step -> unknown state`, and the calls below it.
    mutating func readRun(_ heading: inout Cursor, _ lines: Lines) throws(Fault) {
        var run = Conformance.Run(line: heading.line.number)
        if !heading.skip("stopped") {
            try heading.expect("from")
            run.initial = try words.takeID(&heading, .state)
        }
        while heading.skip(",") {
            if heading.skip("lenient") {
                run.isLenient = true
                continue
            }
            try heading.expect("on")
            if heading.skip("unhandled") {
                run.observesUnhandled = true
                noteRegistration(.unhandled, "")
            } else {
                try heading.expect("step")
                run.observesSteps = true
                noteRegistration(.step, "")
            }
        }
        if heading.skip("->") { run.failure = heading.words().joined(separator: " ") }
        try heading.expectEnd()
        timers = []
        run.calls = try takeCalls(lines, depth: 1)
        guard (run.failure == nil) != run.calls.isEmpty else {
            throw heading.fault("a run has either calls or a result of its own")
        }
        runs.append(run)
    }

    // MARK: - Calls

    /// Calls that stand at this depth, and what is expected of each.
    mutating func takeCalls(_ lines: Lines, depth: Int) throws(Fault) -> [Conformance.Call] {
        var lines = lines
        var calls: [Conformance.Call] = []
        while var cursor = lines.takeCursor() {
            var call = Conformance.Call(line: cursor.line.number, verb: try takeVerb(&cursor))
            // Cases stand before what permitted is asked for.
            if case .send(let event) = call.verb, cursor.skip("after") {
                call.verb = try takeDelay(&cursor, event)
            }
            if call.verb.takesCases && cursor.sees("[") { call.cases = try words.takeCases(&cursor) }
            if call.verb.takesArguments && cursor.sees("(") {
                call.arguments = try words.takeArguments(&cursor, takesIntegers: true)
            }
            if case .permitted = call.verb { call.verb = .permitted(try takePermission(&cursor)) }
            if cursor.skip("->") { try takeResult(&cursor, of: &call) }
            try cursor.expectEnd()
            try takeTrace(lines.takeBelow(depth), depth: depth + 1, of: &call)
            guard call.result != nil else { throw cursor.fault("the call has no result") }
            calls.append(call)
        }
        return calls
    }

    private mutating func takeVerb(_ cursor: inout Cursor) throws(Fault) -> Conformance.Verb {
        switch try cursor.word("a call") {
        case "send": return .send(try words.takeID(&cursor, .event))
        case "cancel":
            let timer = try cursor.word("the name of a timer")
            guard timers.contains(timer) else { throw cursor.fault("no timer is called \(timer)") }
            return .cancel(timer: timer)
        case "advance": return .advance(try cursor.integer("a time"))
        case "raise": return .raise(try words.takeID(&cursor, .event))
        case "request": return .request(try words.takeID(&cursor, .state))
        case "start": return .start(try words.takeID(&cursor, .state))
        case "stop": return .stop
        case "update":
            let time = try cursor.number("a time")
            let isHandedOver = cursor.skip("handed")
            if isHandedOver { try cursor.expect("over") }
            return .update(time: time, isHandedOver: isHandedOver)
        case "set":
            if cursor.skip("states") { return .setStates(try takeStates(&cursor)) }
            try cursor.expect("state")
            return .setState(try words.takeID(&cursor, .state))
        case "run": return .run
        case "discard": return .discard
        case "probe": return .probe(try words.takeID(&cursor, .event))
        case "permitted": return .permitted([])
        case "explain":
            if cursor.skip("request") { return .explainRequest(try words.takeID(&cursor, .state)) }
            return .explain(try words.takeID(&cursor, .event))
        case let word: throw cursor.fault("a machine has no call that begins with \(word)")
        }
    }

    /// `30 as alarm`, from behind `after`
    private mutating func takeDelay(_ cursor: inout Cursor, _ event: ID) throws(Fault) -> Conformance.Verb {
        let delay: Int64 = try cursor.integer("a delay")
        let timer = cursor.skip("as") ? try cursor.word("the name of a timer") : nil
        if let timer { timers.insert(timer) }
        return .sendLater(event, delay: delay, timer: timer)
    }

    /// At least one.
    mutating func takeStates(_ cursor: inout Cursor) throws(Fault) -> [ID] {
        var states: [ID] = []
        repeat { states.append(try words.takeID(&cursor, .state)) } while cursor.seesWord
        return states
    }

    /// `without guards requests`, any of them or none
    private func takePermission(_ cursor: inout Cursor) throws(Fault) -> Machine.Permission {
        var permission: Machine.Permission = []
        if cursor.skip("without") {
            try cursor.expect("guards")
            permission.insert(.withoutGuards)
        }
        if cursor.skip("requests") { permission.insert(.requests) }
        return permission
    }

    // MARK: - What stands below a call

    private mutating func takeTrace(_ lines: Lines, depth: Int, of call: inout Conformance.Call) throws(Fault) {
        var lines = lines
        while var cursor = lines.takeCursor() {
            let below = lines.takeBelow(depth)
            if let result = call.result, result.line > call.line {
                throw cursor.fault("nothing stands behind the result")
            }
            if cursor.skip("->") {
                try takeResult(&cursor, of: &call)
            } else if cursor.seesSecond(":") {
                call.reasons.append(try takeReason(&cursor))
            } else {
                var happening = try takeHappening(&cursor)
                happening.calls = try takeCalls(below, depth: depth + 1)
                call.trace.append(happening)
                continue
            }
            if let first = below.first { throw Fault(line: first.number, text: "nothing stands below this") }
        }
    }

    /// `a: not matched Mood glad`
    private mutating func takeReason(_ cursor: inout Cursor) throws(Fault) -> Conformance.ExpectedReason {
        let line = cursor.line.number
        let row = try words.useRow(try cursor.word("the label of a row"), line: line)
        try cursor.expect(":")
        var reason = Conformance.ExpectedReason(line: line, row: row, kind: .taken)
        switch try cursor.word("a reason") {
        case "taken": break
        case "guard":
            try cursor.expect("refused")
            reason.kind = .guardRefused
            reason.guardNumber = try cursor.integer("the number of a guard")
        case "resolver":
            try cursor.expect("refused")
            reason.kind = .resolverRefused
        case "not":
            if cursor.skip("matched") {
                reason.kind = .notMatched
                reason.mismatch = try words.takeCase(&cursor)
            } else {
                try cursor.expect("tried")
                reason.kind = .notTried
            }
        case let word: throw cursor.fault("there is no reason \(word)")
        }
        try cursor.expectEnd()
        return reason
    }
}
