#if canImport(Testing)
    import SwiftFSM
    import Testing

    /// Sends the events of each path to a machine of its own, and expects that it goes where the path leads. If not, the
    /// issue tells the path and the first step that differs.
    ///
    /// ```swift
    /// await expectPaths(table.paths()) { _ in try table.machine { rules } }
    /// ```
    ///
    /// The machines' conditions must hold as the rows of the path want it: prepare in `machine` what they read.
    ///
    /// - Parameters:
    ///   - paths: `table.paths()`.
    ///   - sourceLocation: Where issues are shown.
    ///   - isolation: That of the machines.
    ///   - machine: Makes a machine in the initial state.
    /// - Returns: Whether all machines went as expected.
    @discardableResult
    public func expectPaths<State, Event>(
        _ paths: FSMPaths<State, Event>, sourceLocation: SourceLocation = #_sourceLocation,
        isolation: isolated (any Actor)? = #isolation, _ machine: (FSMPath<State, Event>) throws -> FSM<State, Event>
    ) async -> Bool { await follow(paths, sourceLocation, isolation: isolation, machine) }

    /// Sends the events of each path to a machine with a context, and expects that it goes where the path leads.
    ///
    /// ```swift
    /// await expectPaths(table.paths()) { path in table.machine(Gate(for: path)) }
    /// ```
    ///
    /// - Parameters:
    ///   - paths: `table.paths()`.
    ///   - sourceLocation: Where issues are shown.
    ///   - isolation: That of the machines.
    ///   - machine: Makes a machine in the initial state, whose conditions hold as the rows of the path want it.
    /// - Returns: Whether all machines went as expected.
    @discardableResult
    public func expectPaths<State, Event, Context>(
        _ paths: FSMPaths<State, Event>, sourceLocation: SourceLocation = #_sourceLocation,
        isolation: isolated (any Actor)? = #isolation,
        _ machine: (FSMPath<State, Event>) throws -> FSMContextTable<State, Event, Context>.Machine
    ) async -> Bool { await follow(paths, sourceLocation, isolation: isolation, machine) }

    /// Sends the events of each path to a machine of the main actor, and expects that it goes where the path leads.
    ///
    /// - Parameters:
    ///   - paths: The paths.
    ///   - sourceLocation: Where issues are shown.
    ///   - machine: Makes a machine in the initial state, whose conditions hold as the rows of the path want it.
    /// - Returns: Whether all machines went as expected.
    @discardableResult
    @MainActor
    public func expectPaths<State, Event>(
        _ paths: FSMPaths<State, Event>, sourceLocation: SourceLocation = #_sourceLocation,
        _ machine: @MainActor (FSMPath<State, Event>) throws -> FSM<State, Event>.OnMainActor
    ) async -> Bool {
        await follow(paths, sourceLocation, isolation: MainActor.shared) { path in
            OnMainActor(machine: try machine(path))
        }
    }

    private func follow<Machine: PathFollower>(
        _ paths: FSMPaths<Machine.State, Machine.Event>, _ sourceLocation: SourceLocation,
        isolation: isolated (any Actor)?, _ machine: (FSMPath<Machine.State, Machine.Event>) throws -> Machine
    ) async -> Bool {
        var isSame = true
        for path in paths.paths {
            do {
                let machine = try machine(path)
                var found: [String] = []
                for step in path.steps { found.append(line(step, await machine.follow(step, isolation: isolation))) }
                let difference = TraceDifference(expected: path.steps.map { line($0, $0.states) }, found: found)
                isSame = report(difference, "the path \(path)", sourceLocation) && isSame
            } catch {
                Issue.record(error, "no machine for the path \(path)", sourceLocation: sourceLocation)
                isSame = false
            }
        }
        return isSame
    }

    private func line<State, Event>(_ step: FSMPath<State, Event>.Step, _ states: [State]) -> String {
        "\(step.event): \(states.map { "\($0)" }.joined(separator: ", "))"
    }

    /// A machine of any kind.
    private protocol PathFollower {
        associatedtype State: FSMHashable
        associatedtype Event: FSMHashable

        /// Sends the event of a step, and returns the states after it.
        func follow(_ step: FSMPath<State, Event>.Step, isolation: isolated (any Actor)?) async -> [State]
    }

    extension FSM: PathFollower {
        fileprivate func follow(
            _ step: FSMPath<State, Event>.Step, isolation: isolated (any Actor)?
        ) async -> [State] {
            await step.send(to: self, isolation: isolation)
            return states
        }
    }

    extension FSMContextTable.Machine: PathFollower {
        fileprivate func follow(
            _ step: FSMPath<State, Event>.Step, isolation: isolated (any Actor)?
        ) async -> [State] {
            await step.send(to: self, isolation: isolation)
            return [state]
        }
    }

    private struct OnMainActor<State: FSMHashable, Event: FSMHashable>: PathFollower {
        let machine: FSM<State, Event>.OnMainActor

        func follow(_ step: FSMPath<State, Event>.Step, isolation: isolated (any Actor)?) async -> [State] {
            await step.send(to: machine)
            return await machine.states
        }
    }
#endif
