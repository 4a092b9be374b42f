import SwiftFSM

/// The turnstile of the documents: the words of its tables, and actions that record that they ran. The suites inherit
/// it, so that their tables read as the documents' code blocks do.
class Turnstile: ExpandedSyntaxBuilder {
    enum State { case locked, unlocked, alarming }
    enum Event { case coin, pass, reset }

    enum Enforcement: Predicate { case weak, strong }
    enum Reward: Predicate { case positive, negative }

    typealias Machine = FSM<State, Event>

    /// The names of the actions of one step, in the order in which they ran.
    var trace: [String] = []
    lazy var turnstile = machine()

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
        _ type: Machine.PredicateHandling = .eager, initialState: State = .locked,
        actionsPolicy: StateActionsPolicy = .executeOnChangeOnly
    ) -> Machine {
        let machine = Machine(type: type, initialState: initialState, actionsPolicy: actionsPolicy)
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

    /// Sends an event, and tells what was done and the state after it, "alarmOff, lock → locked", or why nothing was.
    func step(_ event: Event, _ predicates: any Predicate..., on other: Machine? = nil) async -> String {
        let machine = other ?? turnstile
        trace = []
        let outcome =
            switch predicates.count {
            case 0: await machine.handleEvent(event)
            case 1: await machine.handleEvent(event, predicates: predicates[0])
            case 2: await machine.handleEvent(event, predicates: predicates[0], predicates[1])
            default: await machine.handleEvent(event, predicates: predicates[0], predicates[1], predicates[2])
            }
        return told(outcome, machine.state)
    }

    /// The steps that events without predicates lead to, one after the other.
    func steps(_ events: Event..., on other: Machine? = nil) async -> [String] {
        var steps: [String] = []
        for event in events { steps.append(await step(event, on: other)) }
        return steps
    }

    private func told(_ outcome: FSMOutcome<State>, _ state: State) -> String {
        guard case .transitioned(_, let target) = outcome else { return trace.isEmpty ? "\(outcome)" : "\(trace)!" }
        // An action may have sent another event.
        let changed = target == state ? "" : " → \(state)"
        return (trace.isEmpty ? "" : trace.joined(separator: ", ") + " ") + "→ \(target)\(changed)"
    }

    /// What is wrong with this table: a line for each fault and for each of its rows, with the lines of the source
    /// counted from the call, which is 0.
    func faults(
        line: Int = #line, @TableBuilder<State, Event> _ block: () -> [Syntax.Define<State, Event>]
    ) -> String {
        faultSummary(from: line) { try machine().buildTable(block) }
    }
}
