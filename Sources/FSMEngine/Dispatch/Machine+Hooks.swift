import CMemory

/// A callback of one machine, and what lives as long as it is registered. The hooks of a machine are a ring, so that a
/// machine is one word longer for them: it knows the last one, behind which the first comes.
struct Hook {
    let callback: Callback
    let owner: Unmanaged<CallbackOwner>?
    var next: UnsafeMutablePointer<Hook>
}

/// A ring, by its last hook.
extension UnsafeMutablePointer<Hook> {
    /// A ring of one, which keeps the owner. `nil` if there is no memory.
    fileprivate static func make(_ callback: Callback, _ owner: CallbackOwner?) -> Self? {
        guard let memory = malloc(MemoryLayout<Hook>.stride) else { return nil }
        let hook = memory.bindMemory(to: Hook.self, capacity: 1)
        hook.initialize(to: Hook(callback: callback, owner: owner.map { Unmanaged.passRetained($0) }, next: hook))
        return hook
    }

    /// Frees all of them, in their order. Their owners may call back.
    @inline(never)
    func release() {
        var hook = pointee.next
        while true {
            let (owner, next, isLast) = (hook.pointee.owner, hook.pointee.next, hook == self)
            free(hook)
            owner?.release()
            if isLast { return }
            hook = next
        }
    }
}

extension Machine {
    /// Adds a hook behind those that the machine has, for events without a row in the present state, or for every step.
    /// Keeps `owner` as long as the hook is registered. Hooks of the table come first. O(1).
    public func addHook(
        _ callback: Callback, owner: CallbackOwner? = nil, forUnhandledEvents isUnhandled: Bool
    ) -> Outcome {
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return .busy }
        guard let hook = UnsafeMutablePointer<Hook>.make(callback, owner) else { return .outOfMemory }
        let last = isUnhandled ? storage.pointee.unhandledHooks : storage.pointee.stepHooks
        if let last {
            hook.pointee.next = last.pointee.next
            last.pointee.next = hook
        }
        setHooks(hook, forUnhandledEvents: isUnhandled)
        return .ok
    }

    /// Removes all hooks of the machine's own of one kind. O(hooks).
    public func removeHooks(forUnhandledEvents isUnhandled: Bool) -> Outcome {
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return .busy }
        let hooks = isUnhandled ? storage.pointee.unhandledHooks : storage.pointee.stepHooks
        setHooks(nil, forUnhandledEvents: isUnhandled)
        // Whoever is called back may add others, or release the machine.
        hooks?.release()
        return .ok
    }

    private func setHooks(_ last: UnsafeMutablePointer<Hook>?, forUnhandledEvents isUnhandled: Bool) {
        if isUnhandled {
            storage.pointee.unhandledHooks = last
            return
        }
        storage.pointee.stepHooks = last
        observeSteps()
    }

    /// Somebody is told of steps, or nobody is any more.
    func observeSteps() {
        if storage.pointee.stepHooks == nil && storage.pointee.table.pointee.stepHooks.isEmpty
            && storage.pointee.journal == nil
        {
            storage.pointee.flags.remove(.observed)
        } else {
            storage.pointee.flags.insert(.observed)
        }
    }

    /// Calls the hooks of the table, then the machine's own, in their order. Returns the result of the first that fails, or
    /// 0.
    @inline(never)
    @_optimize(speed)
    func callHooks(_ hooks: CallbackList, _ own: UnsafeMutablePointer<Hook>?) -> Int32 {
        let result = call(hooks)
        guard result >= 0, let last = own else { return result }
        var hook = last
        repeat {
            hook = hook.pointee.next
            let result = hook.pointee.callback.call(stepPointer)
            if result < 0 { return result }
        } while hook != last
        return 0
    }
}
