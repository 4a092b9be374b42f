import FSMEngine

// What the document of a table calls its states and events. All are `nil` if the table was not read from a document.

extension FSMTable {
    /// The name of a state in the document; `nil` for a state that the table does not have.
    public func name(ofState state: State) -> String? {
        name(compiled.states.number(of: state), of: compiled.table.stateNames)
    }

    /// The name of an event in the document, whatever its associated values; `nil` for an event that it does not have.
    public func name(ofEvent event: Event) -> String? {
        name(compiled.events.number(of: event), of: compiled.table.eventNames)
    }

    /// The state with a name in the document, which may also be one that it had before (`was`); `nil` if there is none.
    public func state(named name: String) -> State? {
        value(named: name, of: compiled.states.values) { compiled.table.state(of: $0) }
    }

    /// The event with a name in the document, which may also be one that it had before (`was`); `nil` if there is none. Of
    /// events with associated values, the one that stands for the name: `.coin(.any)`.
    public func event(named name: String) -> Event? {
        value(named: name, of: compiled.events.values) { compiled.table.event(of: $0) }
    }

    private func name(_ number: Int32, of names: Names) -> String? {
        document == nil || number < 0 ? nil : names[number]
    }

    private func value<Value>(
        named name: String, of values: [Value], _ find: (UnsafeRawBufferPointer) -> Int32?
    ) -> Value? {
        var name = name
        guard document != nil, let number = name.withUTF8({ find(UnsafeRawBufferPointer($0)) }) else { return nil }
        return values.indices.contains(Int(number)) ? values[Int(number)] : nil
    }
}
