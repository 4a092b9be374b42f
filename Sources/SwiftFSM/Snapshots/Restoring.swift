import FSMEngine

/// Restores the bytes of a snapshot in a machine, and finds out what has no place.
struct Restoring<State: FSMHashable, Event: FSMHashable> {
    let machine: Machine
    let table: CompiledTable<State, Event>
    let migrate: ((FSMMissing) -> FSMReplacement<State, Event>?)?

    func restore(_ bytes: [UInt8]) throws(FSMSnapshotError) {
        var faults: [FSMSnapshotFault] = []
        let outcome = machine.restore(
            bytes, deciding: { replacement(for: $0) },
            reporting: {
                let fault = told($0)
                if !faults.contains(fault) { faults.append(fault) }
            })
        if !faults.isEmpty { throw .noPlace(faults) }
        switch outcome {
        case .ok: return
        case .busy: throw .actionsUnderWay
        case .outOfMemory: throw .outOfMemory
        case .unsupported: throw .laterFormat
        default: throw .damaged("its parts do not fit together")
        }
    }

    /// The id of what takes the place of something; that of nothing for a value that the table does not have either.
    private func replacement(for fault: SnapshotFault) -> ID? {
        guard let migrate else { return nil }
        return switch (fault.kind, migrate(fault.missing)) {
        case (.state, .state(let state)): table.states.number(of: state)
        case (.event, .event(let event)): table.events.number(of: event)
        case (.definition, .accepted): 0
        default: nil
        }
    }

    private func told(_ fault: SnapshotFault) -> FSMSnapshotFault {
        let missing = fault.missing
        let text = missing.text(isOfDocument: table.isDocument) ?? machine.diagnostic(of: fault).text
        return FSMSnapshotFault(missing: missing, text: text)
    }
}

extension SnapshotFault {
    fileprivate var missing: FSMMissing {
        let name = self.name.isEmpty ? "\(id)" : String(decoding: self.name, as: UTF8.self)
        return switch kind {
        case .state: .state(name)
        case .event: .event(name)
        case .predicate, .value: .predicate(name)
        case .definition, .json: .definition(name)
        case .configuration: .configuration(name)
        case .history: .history(name)
        case .timeout: .timeout(name)
        case .arguments, .deferral: .deferral(name)
        }
    }
}

extension FSMMissing {
    /// How to correct it; `nil` where the engine says that.
    fileprivate func text(isOfDocument: Bool) -> String? {
        func sentence(_ what: String, _ kind: String, _ name: String) -> String {
            let former = isOfDocument ? "add 'was \(name)' to the \(kind) that takes its place, or " : ""
            return "\(what), which this table does not have: \(former)"
                + "let 'migrating' return the \(kind) that takes its place"
        }
        return switch self {
        case .state(let name): sentence("the snapshot is in, or refers to, the state '\(name)'", "state", name)
        case .event(let name): sentence("the event '\(name)' waits in the snapshot", "event", name)
        case .predicate(let name):
            "an event waits in the snapshot with the predicate '\(name)', which this table does not have: "
                + "keep it in the table"
        case .definition(let name):
            "the snapshot is of the definition '\(name)', not of this one: restore it in a machine over that one, "
                + "or let 'migrating' return '.accepted'"
        case .configuration, .history, .timeout, .deferral: nil
        }
    }
}
