// What is said of something that has no place.
extension Machine {
    /// A sentence about what has no place in this machine's table, and how to mend it.
    @inline(never)
    public func diagnostic(of fault: SnapshotFault) -> Diagnostic {
        var diagnostic = Diagnostic(.snapshotMismatch, places: [], text: sentence(of: fault))
        switch fault.kind {
        case .state, .history, .configuration: diagnostic.state = fault.id
        case .event, .timeout, .arguments, .deferral: diagnostic.event = fault.id
        case .predicate: diagnostic.predicate = fault.id
        case .value:
            diagnostic.predicate = fault.group
            diagnostic.value = fault.id
        case .definition, .json: break
        }
        return diagnostic
    }

    private func sentence(of fault: SnapshotFault) -> Text {
        let name = fault.name.isEmpty ? Text(fault.id) : Text(repairing: fault.name).shownName
        switch fault.kind {
        case .state:
            return fill(
                """
                the snapshot is in, or refers to, the state %, which this definition does not have: add "was %" to the state that \
                takes its place, or name one in sfsm_restoring.migrate
                """, name, name)
        case .event:
            return fill(
                """
                the event % waits in the snapshot, and this definition does not have it: add "was %" to the event that takes its \
                place, or name one in sfsm_restoring.migrate
                """, name, name)
        case .predicate:
            return fill(
                """
                the snapshot has a case of the predicate type %, which this definition does not have: name another one in \
                sfsm_restoring.migrate
                """, name)
        case .value:
            return fill(
                """
                the snapshot has the case % of the predicate type %, which has no such case in this definition: name another one \
                in sfsm_restoring.migrate
                """, name, self.name(ofPredicate: fault.group))
        case .definition:
            return fill(
                """
                the snapshot is of the definition %, this one is %: restore it in a machine over the definition that it is of, or \
                accept it in sfsm_restoring.migrate
                """, name, ownName)
        case .history:
            return fill(
                """
                the snapshot has a history of the state %, which cannot be one in this definition: the state has no history any \
                more, or other states in it
                """, name)
        case .timeout:
            return fill(
                """
                a timeout for the event % runs in the snapshot, and its state has none for it in this definition, or is not \
                active
                """, name)
        case .arguments:
            return fill(
                "the event % waits in the snapshot with other arguments than it carries in this definition", name)
        case .deferral:
            return fill(
                "the event % is deferred in the snapshot, and this definition is flat: it defers no events", name)
        case .configuration:
            return fill(
                """
                the active states of the snapshot, % the first of them, cannot be the active ones in this definition: they exclude \
                each other, others have to be active with them, or one has states in it
                """, name)
        case .json: return fill("byte % of the snapshot's JSON: expected %", Text(fault.id), name)
        }
    }

    private func name(ofPredicate id: ID) -> Text {
        names.definition.pointee.predicateNames.name(of: id)?.shownName ?? Text(id)
    }

    private var ownName: Text { names.definition.pointee.document?.name?.shownName ?? Text() }
}
