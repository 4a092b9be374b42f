#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension FSM {
    /// What is told of a machine in debug mode.
    public struct DebugEntry: CustomStringConvertible {
        /// What there is to tell.
        public enum Kind {
            /// An event has been sent.
            case event(EventType)
            /// The machine is about to come to a state, or back to it.
            case setState(StateType)
            /// Nothing happens, since there is no transition for the event in the state among all that there are.
            case noTransition(EventType, in: StateType, among: [StateTransition])
            /// Nothing happens, since the transition has no target at present: the state stays.
            case noTarget(StateType)
            /// A transition was added that is never taken, since its state was not declared.
            case undeclaredSource(StateTransition)
        }

        /// The machine's name.
        public let name: String?
        /// What there is to tell.
        public let kind: Kind

        /// A line for people: "FSM(turnstile) event: coin".
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
