import SwiftFSM

/// The turnstile of the older document, whose classes belong to the main actor, and whose events are handled without
/// `await`. The suites inherit it, so that their tables read as the document's code blocks do.
@MainActor
class OlderTurnstile: ExpandedSyntaxBuilder {
    typealias State = Turnstile.State
    typealias Event = Turnstile.Event
    typealias Enforcement = Turnstile.Enforcement
    typealias Reward = Turnstile.Reward
    typealias Machine = FSM<State, Event>

    /// The names of the actions of one step, in the order in which they ran.
    var trace: [String] = []
    lazy var fsm = machine()

    func unlock() { trace.append("unlock") }
    func lock() { trace.append("lock") }
    func alarm() { trace.append("alarm") }
    func alarmOn() { trace.append("alarmOn") }
    func alarmOff() { trace.append("alarmOff") }
    func thankyou() { trace.append("thankyou") }
    func beGrumpy() { trace.append("beGrumpy") }
    func idiot() { trace.append("idiot") }
    func smile() { trace.append("smile") }
    func defconOne() { trace.append("defconOne") }
    func doSomething() { trace.append("doSomething") }
    func doSomethingElse() { trace.append("doSomethingElse") }
    func doYetAnotherThing() { trace.append("doYetAnotherThing") }
    func action() { trace.append("action") }
    func otherAction() { trace.append("otherAction") }

    func first() { trace.append("first") }
    func secondAsync() async {
        await Task.yield()
        trace.append("secondAsync")
    }
    func thirdWithEvent(_ event: Event) { trace.append("third(\(event))") }
    func fourthWithEventAsync(_ event: Event) async {
        await Task.yield()
        trace.append("fourth(\(event))")
    }

    /// A machine for another table. What it logs is not printed.
    func machine(
        initialState: State = .locked, actionsPolicy: StateActionsPolicy = .executeOnChangeOnly
    ) -> Machine {
        let machine = Machine(initialState: initialState, actionsPolicy: actionsPolicy)
        machine.logHandler = nil
        return machine
    }

    /// A machine with this table.
    func machine(
        from initialState: State = .locked, @TableBuilder<State, Event> _ block: () -> [Syntax.Define<State, Event>]
    ) throws -> Machine {
        let machine = machine(initialState: initialState)
        try machine.buildTable(block)
        return machine
    }

    /// Sends an event without awaiting anything, and tells what was done and the state after it, "alarmOff, lock →
    /// locked", or why nothing was.
    func step(_ event: Event, _ predicates: any Predicate..., on other: Machine? = nil) throws -> String {
        let machine = other ?? fsm
        trace = []
        let outcome =
            switch predicates.count {
            case 0: try machine.handleEvent(event)
            case 1: try machine.handleEvent(event, predicates: predicates[0])
            default: try machine.handleEvent(event, predicates: predicates[0], predicates[1])
            }
        return told(outcome, machine.state)
    }

    /// The steps that events without predicates lead to, one after the other.
    func steps(_ events: Event..., on other: Machine? = nil) throws -> [String] {
        try events.map { try step($0, on: other) }
    }

    /// The same as `step`, with `handleEventAsync`.
    func stepAsync(_ event: Event, _ predicate: (any Predicate)? = nil) async -> String {
        trace = []
        guard let predicate else { return told(await fsm.handleEventAsync(event), fsm.state) }
        return told(await fsm.handleEventAsync(event, predicates: predicate), fsm.state)
    }

    private func told(_ outcome: FSMOutcome<State>, _ state: State) -> String {
        guard outcome.isTransition else { return trace.isEmpty ? "\(outcome)" : "\(trace)!" }
        return (trace.isEmpty ? "" : trace.joined(separator: ", ") + " ") + "→ \(state)"
    }

    /// What is wrong with this table: a line for each fault and for each of its rows, with the lines of the source
    /// counted from the call, which is 0.
    func faults(
        line: Int = #line, @TableBuilder<State, Event> _ block: () -> [Syntax.Define<State, Event>]
    ) -> String {
        faultSummary(from: line) { try machine().buildTable(block) }
    }
}
