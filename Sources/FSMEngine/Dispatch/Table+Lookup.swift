extension Table {
    /// What an event does in a state, for a host that keeps states and performs actions itself: `transitioned` with the
    /// row's only action, `unhandled` if there is no row, `unknownEvent` or `unknownState` for ids that the table does
    /// not have. Nothing is called and nothing changes. O(1), on any thread.
    ///
    /// For tables whose rows have fixed targets, no guards, no matches and one action at most.
    public func lookup(_ event: ID, in state: ID) -> Advance {
        guard let source = storage.pointee.states.index(of: state) else { return Advance(.unknownState, 0, 0) }
        guard let column = storage.pointee.events.index(of: event) else {
            return Advance(.unknownEvent, source, source)
        }
        let cell = storage.cell(source, column)
        let program = storage.pointee.programs + Int(cell.program)
        guard program.pointee.kind == .flat else { return Advance(.unhandled, source, source) }
        return Advance(.transitioned, source, cell.target, program.pointee.context)
    }
}
