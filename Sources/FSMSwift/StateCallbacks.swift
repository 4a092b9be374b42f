import FSMEngine

/// The callbacks of a state, without the types of its machine. They can be set at any time, so the table has a callback
/// of each kind for each state.
final class StateCallbacks {
    // Unchecked exclusivity: only another thread could set a callback while it is read.
    @exclusivity(unchecked) var onEnter: (() -> Void)?
    @exclusivity(unchecked) var onLeave: (() -> Void)?
    @exclusivity(unchecked) var onCycle: (() -> Void)?

    /// The callbacks for the engine. They do not retain the object: the machine keeps the definitions of its states.
    func addCallbacks(to definition: inout Definition, ofState state: Int32) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        let block = definition.add(Block(state: state))
        definition.add(
            Callback({ _, context in StateCallbacks.call(context) { $0.onEnter?() } }, context: context), on: .entry,
            toBlock: block)
        definition.add(
            Callback({ _, context in StateCallbacks.call(context) { $0.onLeave?() } }, context: context), on: .exit,
            toBlock: block)
        definition.add(
            Callback({ _, context in StateCallbacks.call(context) { $0.onCycle?() } }, context: context), on: .cycle,
            toBlock: block)
    }

    @inline(__always)
    private static func call(_ context: UnsafeMutableRawPointer?, _ body: (StateCallbacks) -> Void) -> Int32 {
        if let context { Unmanaged<StateCallbacks>.fromOpaque(context)._withUnsafeGuaranteedRef(body) }
        return 0
    }
}
