// For front ends that draw tables of code, whose callbacks have no names, and that walk through them without calling any.
extension Definition {
    /// The same without actions: those of rows and blocks.
    public func withoutActions() -> Definition {
        var definition = self
        for row in definition.rows.indices { definition.rows[row].actions = Chain() }
        for block in definition.blocks.indices {
            definition.blocks[block].entry = Chain()
            definition.blocks[block].exit = Chain()
            definition.blocks[block].cycle = Chain()
            definition.blocks[block].update = Chain()
        }
        return definition
    }

    /// Removes the rows for events that have this number or a greater one.
    public mutating func removeRows(forEventsFrom event: ID) { rows.removeAll { $0.event >= event } }

    /// The same with one guard for each row that has some, which is given the number of the row and 1 as its context, and
    /// with other callbacks as `replacement` says.
    public func replacingCallbacks(
        guards function: @escaping Callback.Function, others replacement: (Callback) -> Callback
    ) -> Definition {
        var definition = self
        definition.callbacks.replace { replacement($0) }
        for row in definition.rows.indices where !definition.rows[row].guards.isEmpty {
            definition.rows[row].guards = Chain()
            definition.addGuard(Callback(function, context: UnsafeMutableRawPointer(bitPattern: row + 1)), toRow: row)
        }
        return definition
    }

    /// Lets rows lead to states that a resolver of this name tells, which is never called.
    public mutating func computeTargets(ofRows numbers: [Int], by name: Text) {
        let resolver = Callback({ _, _ in -1 })
        for number in numbers {
            rows[number].target = .dynamic
            _ = setResolver(resolver, ofRow: number)
        }
        if !numbers.isEmpty { callbackNames.set(name, for: resolver) }
    }

    /// Names all guards of rows.
    public mutating func nameGuards(_ name: Text) {
        for row in rows {
            callbacks.forEach(in: row.guards) { callbackNames.set(name, for: Callback($0.function)) }
        }
    }
}
