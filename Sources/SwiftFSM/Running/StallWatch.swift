/// Tells, in debug builds, of events that wait suspiciously long.
///
/// An action that awaits a detached task which sends to the same machine never ends: the task waits for the action, and
/// the action for the task. Nothing shows which task an action awaits, so what is reported is the time.
struct StallWatch {
    /// How long an event can wait for one step before that is reported.
    @TaskLocal static var patience = Duration.seconds(10)
    /// Where it is reported.
    @TaskLocal static var report: @Sendable (String) -> Void = { writeLog($0) }

    private var watched: AwaitedStep?

    /// Watches the step in progress, for which an event has begun to wait. One task watches a step, however many wait.
    mutating func watch(_ step: AwaitedStep?, _ event: @autoclosure () -> String) {
        #if DEBUG
            guard let step, watched !== step else { return }
            watched = step
            let (patience, report, event) = (Self.patience, Self.report, event())
            Task.detached { [weak step] in
                try? await Task.sleep(for: patience)
                guard let step, !step.hasEnded else { return }
                report(
                    "Warning: \(event) has waited for \(patience), since the actions of another event have not ended. "
                        + "If one of them awaits a detached task that sends to this machine, neither will ever end: "
                        + "send the event from the action itself, or from a task that is not detached")
            }
        #endif
    }
}
