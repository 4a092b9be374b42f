#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension FSM {
    /// A message of a machine in debug mode.
    public struct DebugEntry: CustomStringConvertible {
        /// The kinds of messages.
        public enum Kind {
            /// An event was sent.
            case event(EventType)
            /// The machine is about to set a state, possibly the current one.
            case setState(StateType)
            /// The event has no effect: the machine's transitions have none for it in the state.
            case noTransition(EventType, in: StateType, among: [StateTransition])
            /// The event has no effect: the target of the transition is `nil`.
            case noTarget(StateType)
            /// A transition was added whose source state is not declared. It is never taken.
            case undeclaredSource(StateTransition)
        }

        /// The machine's name.
        public let name: String?
        /// The message.
        public let kind: Kind

        /// One line of text: "FSM(turnstile) event: coin".
        public var description: String { "FSM(\(name ?? "?")) \(kind.text)" }
    }

    @usableFromInline @inline(never)
    final func tell(_ kind: DebugEntry.Kind) { debugHandler(DebugEntry(name: name, kind: kind)) }
}

extension FSM.DebugEntry.Kind {
    fileprivate var text: String {
        switch self {
        case .event(let event): "event: \(event)"
        case .setState(let state): "state set: \(state)"
        case .noTransition(let event, let state, let transitions):
            "there is no transition for \(event)@\(state) among \(transitions)"
        case .noTarget(let state): "the transition has no target, the state stays \(state)"
        case .undeclaredSource(let transition):
            "the transition \(transition) is never taken: its state was not declared"
        }
    }
}

extension FSM.DebugEntry {
    func printToStandardError() {
        var line = "\(self)\n"
        line.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
    }
}
