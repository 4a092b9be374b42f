@testable import ConformanceCases
@testable import FSMEngine

/// Which cases have rules that can be said in the words of a table. What stands here of the others is why not.
extension Conformance.Case {
    /// Why SwiftFSM has no words for this case; `nil` if it has.
    var unsayable: String? {
        inCharts.first ?? inDeclarations.first ?? inBlocks.first ?? inRows.first ?? inFindings.first ?? inRuns.first
    }

    /// Why SwiftFSM has no words for this case, which is a chart; `nil` if it has.
    var unsayableInChart: String? {
        // Charts have words for these.
        var sayable = [
            "conditions do not tell rows apart, and none is tried after another", "no row names a reserved id",
            "the time is told in cases of charts",
        ]
        if entryExit == .onChange {
            sayable.append("a row that stays does not differ from one that leads to its own state")
        }
        let reasons = inDeclarations + inBlocks + inRows + inFindings + inRuns
        let isWrittenInParts = Dictionary(grouping: blocks.filter { !$0.isSuperstate }, by: \.state).values.contains {
            $0.count > 1
        }
        let reasonsOfCharts = holding([
            "a chart is written from one block of each state": isWrittenInParts,
            "superstates are written from flat cases": blocks.contains { $0.isSuperstate },
            "predicates are written from flat cases": !predicates.isEmpty,
            "a row that stays comes back to no state, and recalls nothing": Set(rows.map(\.target)).isSuperset(
                of: [ReservedID.same, ReservedID.deferred]),
            "histories and final states have no blocks": blocks.contains {
                ($0.kind.isHistory || $0.isFinal) && !$0.timeouts.isEmpty
            },
            "a history stands in the block of a state": blocks.contains {
                $0.kind.isHistory && $0.parent == ReservedID.none
            },
        ])
        return (reasons + reasonsOfCharts).first { !sayable.contains($0) }
    }

    var isChart: Bool { !inCharts.isEmpty }

    /// The reasons that hold.
    private func holding(_ reasons: KeyValuePairs<String, Bool>) -> [String] {
        reasons.filter { $0.value }.map { $0.key }
    }

    // MARK: - The definition

    private var inCharts: [String] {
        holding([
            "charts are not written from cases": blocks.contains {
                $0.parent != ReservedID.none || $0.kind != .plain || $0.defaultTarget != ReservedID.none
                    || $0.doneEvent != ReservedID.none || !$0.timeouts.isEmpty
            }
                || rows.contains {
                    $0.isLocal || !$0.moreTargets.isEmpty || !$0.inGuards.isEmpty || !$0.raised.isEmpty
                        || $0.event == ReservedID.eventless || $0.target == ReservedID.deferred
                }
        ])
    }

    private var inDeclarations: [String] {
        holding([
            "a function of Swift has the type that the compiler has checked": !callables.isEmpty,
            "what an event carries is a part of its value": !eventTypes.isEmpty,
            "predicates come with the event, nobody provides them": predicates.contains { $0.provider != nil },
            "conditions do not tell rows apart, and none is tried after another": guards == .firstMatch,
            "the order of a step cannot be chosen": !order.isEmpty && order.filter { $0 != .resolve } != orderOfSteps,
            "a machine begins in the state that it is made with": !initials.isEmpty,
            "there are no hooks": !hooks.isEmpty,
            "there are no warnings": warnings != .all,
            "a predicate type is declared where it is an enum, once, and has cases": Set(predicates.map { $0.id }).count
                < predicates.count || predicates.contains { $0.caseCount < 1 || ReservedID.contains($0.id) },
        ])
    }

    /// The state changes first, then the row's actions are performed, those for leaving the state and for entering one.
    private var orderOfSteps: [Phase] { [.commit, .actions, .exit, .entry] }

    private var inBlocks: [String] {
        let reached = reachedBlocks
        return holding([
            "a state has no callbacks but those for entering and leaving it": blocks.contains {
                $0.callbacks[.cycle] != nil || $0.callbacks[.update] != nil
            },
            "a superstate has no name": blocks.contains { $0.name != nil },
            "superstates are values, and cannot adopt each other": blocks.indices.contains { !isAcyclic($0, []) },
            "a superstate that no state adopts is no part of a table": blocks.indices.contains {
                !reached.contains($0)
            },
            "of several defines of a state each has its own exit, and the first its entry": blocks.contains { block in
                !block.isSuperstate && defineCount(of: block.state) > 1 && hasCallbacks(block)
            },
            "no state has the number of a reserved id": blocks.contains {
                !$0.isSuperstate && ReservedID.contains($0.state)
            },
        ])
    }

    private var inRows: [String] {
        let counts = Dictionary(predicates.map { ($0.id, $0.caseCount) }) { first, _ in first }
        let matches = rows.flatMap { $0.matches }
        let named = Set(matches.map { $0.predicate })
        return holding([
            "there are no requests": rows.contains { $0.event == ReservedID.request },
            "a row is for one state": rows.contains { $0.source == ReservedID.any },
            "a row is for certain events": rows.contains { $0.event == ReservedID.any },
            "a row leads to one state, which is written there": rows.contains {
                $0.target == ReservedID.dynamic || $0.resolver != nil
            },
            "a row that stays does not differ from one that leads to its own state": rows.contains {
                $0.target == ReservedID.internal
            },
            "no row names a reserved id": rows.contains {
                ReservedID.contains($0.event) || (ReservedID.contains($0.target) && $0.target != ReservedID.same)
                    || (ReservedID.contains($0.source) && $0.block == nil)
            },
            "a row in a block is one of its state": rows.contains { row in
                row.block.map { blocks[$0].state != row.source } ?? false
            },
            "a predicate is a case of a type, which is declared by that": matches.contains {
                $0.values.isEmpty || counts[$0.predicate] == nil
            },
            "a predicate type that no row names is no part of a table": predicates.contains {
                !named.contains($0.id)
            },
        ])
    }

    /// How many defines a state has: a row in no block is in one of its own.
    private func defineCount(of state: ID) -> Int {
        blocks.filter { !$0.isSuperstate && $0.state == state }.count
            + rows.filter { $0.block == nil && $0.source == state }.count
    }

    private func hasCallbacks(_ block: Conformance.Block) -> Bool {
        !block.callbacks.isEmpty || block.adopted.contains { hasCallbacks(blocks[$0]) }
    }

    private func isAcyclic(_ number: Int, _ path: [Int]) -> Bool {
        !path.contains(number) && blocks[number].adopted.allSatisfy { isAcyclic($0, path + [number]) }
    }

    /// The blocks of states, and those that they adopt.
    private var reachedBlocks: Set<Int> {
        var reached: Set<Int> = []
        var waiting = blocks.indices.filter { !blocks[$0].isSuperstate }
        while let number = waiting.popLast() {
            if reached.insert(number).inserted { waiting += blocks[number].adopted }
        }
        return reached
    }

    // MARK: - What is told

    private var inFindings: [String] {
        let kinds = findings.map { $0.kind }
        return holding([
            "what a table has is not told row by row": transitionsLine != nil,
            "a state needs no define": kinds.contains("unknown target"),
            "a table without rows is fine as long as it has states": kinds.contains("empty definition")
                && !blocks.isEmpty,
            "faults have texts of their own": findings.contains { !$0.sayings.isEmpty },
            "there are no warnings": runs.isEmpty && !findings.isEmpty && !findings.contains { $0.isError },
        ])
    }

    private var inRuns: [String] {
        let calls = runs.flatMap { $0.calls }
        let trace = calls.flatMap { $0.trace }
        return holding([
            "a machine is never stopped": runs.contains { ReservedID.contains($0.initial) },
            "a machine may begin in any state": runs.contains { $0.failure != nil },
            "there are no hooks": runs.contains { $0.observesUnhandled || $0.observesSteps },
            "an event that is sent from inside an action is handled at once": trace.contains { !$0.calls.isEmpty },
            "actions and conditions do not fail": trace.contains { $0.answer < 0 },
        ]) + calls.compactMap { Self.unsayable($0) }
    }

    private static func unsayable(_ call: Conformance.Call) -> String? {
        switch call.verb {
        case .send(let event):
            if call.arguments != nil { return "what an event carries is a part of its value" }
            return ReservedID.contains(event) ? "no event has the number of a reserved id" : nil
        case .permitted(let permission):
            if permission.contains(.requests) { return "there are no requests" }
            return permission.contains(.withoutGuards) ? "what is permitted depends on all conditions" : nil
        case .raise: return "no event is raised"
        case .sendLater(_, let delay, _) where delay < 0: return "a negative delay counts as none"
        case .sendLater, .cancel, .advance: return "the time is told in cases of charts"
        case .request: return "there are no requests"
        case .start, .stop: return "a machine is never stopped"
        case .update: return "there are no updates"
        case .setState, .setStates: return "only events change the state"
        case .run, .discard: return "no event waits after a failure"
        case .probe, .explain, .explainRequest: return "an event is not asked about but sent"
        }
    }
}
