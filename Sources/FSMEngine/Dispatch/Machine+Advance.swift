/// What a step comes to for a host that performs the actions of rows itself: one whose actions have to be awaited, say.
public struct Advance {
    public var outcome: Outcome
    /// The numbers of the states before and after the step, in ascending order of their ids.
    public var source: UInt32
    public var target: UInt32
    /// The context of the row's only action; `nil` if it has none, or no row was taken.
    public var action: UnsafeMutableRawPointer?

    @inline(__always)
    init(_ outcome: Outcome, _ source: UInt32, _ target: UInt32, _ action: UnsafeMutableRawPointer? = nil) {
        self.outcome = outcome
        self.source = source
        self.target = target
        self.action = action
    }

    /// Of a host that has no machine yet.
    public static var nothing: Advance { Advance(.unhandled, 0, 0) }
}

extension Machine {
    /// Asks the guards and changes the state as an event says, without calling any action. For tables of which each row
    /// has one action at most, nothing is to be done on entry and exit, and events carry nothing. O(1).
    ///
    /// Guards must neither fail nor send to this machine.
    public func advance(_ event: ID) -> Advance {
        let source = storage.pointee.state
        let offset = UInt32(bitPattern: event &- storage.pointee.eventBase)
        let indexCount = storage.pointee.eventIndexCount
        guard storage.pointee.flags.rawValue == 0, offset < indexCount else { return advance(event, .none) }
        let index = UInt(source) &* (UInt(indexCount) &+ 1) &+ UInt(offset)
        let cell = Cell(narrow: storage.pointee.cells[Int(bitPattern: index)])
        let program = storage.pointee.programs + Int(cell.program)
        guard program.pointee.kind == .flat else { return advance(event, .none) }
        storage.pointee.state = cell.target
        return Advance(.transitioned, source, cell.target, program.pointee.context)
    }

    /// The same with cases.
    public func advance(_ event: ID, _ cases: Cases) -> Advance {
        let source = storage.pointee.state
        let column = column(of: .event(event))
        let fault = fault(of: .event(event), column)
        guard fault == .ok, let column else { return Advance(fault == .ok ? .unknownEvent : fault, source, source) }
        guard storage.pointee.flags.rawValue == 0 else { return Advance(.busy, source, source) }
        let rejection = take(cases, into: stepCases)
        guard rejection == .ok else {
            forget(stepCases)
            return Advance(rejection, source, source)
        }
        storage.pointee.flags = .busy
        begin(event, from: state, to: ReservedID.none)
        let cell = storage.pointee.table.cell(source, column)
        let selection = storage.pointee.table.select(source, from: cell, column, stepPointer)
        storage.pointee.step.rule = nil
        storage.pointee.flags = []
        forget(stepCases)
        switch selection.kind {
        case .nothing: return Advance(outcome(of: selection), source, source)
        case .flat:
            storage.pointee.state = selection.target
            return Advance(.transitioned, source, selection.target, selection.program.pointee.context)
        case .rule:
            storage.pointee.state = selection.target
            let actions = selection.rule.pointee.actions
            let action = actions.isEmpty ? nil : storage.pointee.table.pointee.callbacks[Int(actions.first)].context
            return Advance(.transitioned, source, selection.target, action)
        }
    }
}
