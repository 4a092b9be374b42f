import FSMEngine

extension Conformance.Case {
    /// `transitioned unlocked, pending 2`, from behind the arrow.
    mutating func takeResult(_ cursor: inout Cursor, of call: inout Conformance.Call) throws(Fault) {
        guard call.result == nil else { throw cursor.fault("the call has a result already") }
        // The last word is the state, what stands before it the outcome.
        var outcome = cursor.words()
        guard let state = outcome.popLast(), !outcome.isEmpty else {
            throw cursor.fault("an outcome and a state are expected behind ->")
        }
        var result = Conformance.Result(
            line: cursor.line.number, outcome: outcome.joined(separator: " "),
            state: try words.id(state, cursor, .state))
        while cursor.skip(",") { try takeDetail(&cursor, &result) }
        if cursor.skip(":") {
            result.ids = []
            while !cursor.skip("none") && !cursor.isAtEnd {
                result.ids?.append(try words.takeID(&cursor, call.listsStates ? .state : .event))
            }
        }
        try cursor.expectEnd()
        call.result = result
        try checkDetails(result, of: call)
    }

    private mutating func takeDetail(_ cursor: inout Cursor, _ result: inout Conformance.Result) throws(Fault) {
        switch try cursor.word("a detail") {
        case "failure": result.failure = try cursor.integer("a number")
        case "pending": result.pending = try cursor.integer("a number")
        case "target": result.target = try words.takeID(&cursor, .state)
        case "event": result.event = try words.takeID(&cursor, .event)
        case "rejected":
            if cursor.skip("argument") {
                result.rejectedArgument = try takeRejectedArgument(&cursor)
            } else {
                result.rejected = try words.takeCase(&cursor)
            }
        case "active": result.active = try takeStates(&cursor)
        case "done": result.isDone = true
        case "due": result.due = .some(cursor.skip("never") ? nil : try cursor.integer("a time") as Int64)
        case "not":
            try cursor.expect("done")
            result.isDone = false
        case let word:
            throw cursor.fault(
                "failure, pending, target, event, rejected, active, done or due is expected here, not \(word)")
        }
    }

    /// `1 (declared i32, sent f64)`
    private func takeRejectedArgument(_ cursor: inout Cursor) throws(Fault) -> Conformance.RejectedArgument {
        var rejected = Conformance.RejectedArgument(index: try cursor.integer("the number of an argument"))
        try cursor.expect("(")
        try cursor.expect("declared")
        rejected.declared = try takeToldType(&cursor)
        try cursor.expect(",")
        try cursor.expect("sent")
        rejected.sent = try takeToldType(&cursor)
        try cursor.expect(")")
        return rejected
    }

    /// A type as it was declared or sent; `none` where there is none.
    private func takeToldType(_ cursor: inout Cursor) throws(Fault) -> Int32 {
        if cursor.skip("none") { return 0 }
        return cursor.skip("integer") ? Value.integer : try Conformance.takeType(&cursor).rawValue
    }

    /// What only some calls tell has to be written of these.
    private func checkDetails(_ result: Conformance.Result, of call: Conformance.Call) throws(Fault) {
        let hasOutcome = ["transitioned", "refused", "unhandled", "deferred"].contains(result.outcome)
        let isOK = result.outcome == "ok"
        var (tellsTarget, tellsEvent, tellsIDs) = (false, false, false)
        switch call.verb {
        case .probe: tellsTarget = hasOutcome
        case .update(_, let isHandedOver): tellsEvent = isHandedOver && isOK
        case .permitted: tellsIDs = isOK
        default: break
        }
        if (result.target != nil) != tellsTarget {
            throw Fault(line: result.line, text: "a target belongs to a probe that has an outcome, and to nothing else")
        }
        if (result.event != nil) != tellsEvent {
            throw Fault(
                line: result.line, text: "an event belongs to an update that hands it over, and to nothing else")
        }
        if (result.ids != nil) != tellsIDs {
            throw Fault(line: result.line, text: "a list belongs to what is permitted, and to nothing else")
        }
    }
}
