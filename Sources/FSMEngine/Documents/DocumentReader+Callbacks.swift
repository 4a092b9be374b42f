// The callbacks that a document names.
extension DocumentReader {
    /// Takes the name of a callback of a row, a block, a predicate type or the hooks.
    @inline(never)
    func takeCallback(_ role: CallbackRole) -> Callback? {
        let position = line.token.start
        guard let name = takeName("the name of a callback") else { return nil }
        let number = wanted(role, name, at: position)
        parts.wanted[number].isUsed = true
        return Callback(wanted: number)
    }

    /// The number of a callback, which is noted if it is new.
    @inline(never)
    private func wanted(_ role: CallbackRole, _ name: Int32, at position: Int) -> Int {
        let next = UInt32(truncatingIfNeeded: parts.wanted.count)
        let number = numberOfWanted.index(of: UInt64(high: role.rawValue, low: name), orInsert: next)
        if number == next {
            parts.wanted.append(
                WantedCallback(
                    role: role, name: parts.names[name], nameNumber: name, place: place, column: line.column(position)))
        }
        return Int(number)
    }

    /// `callable guard enough bool(context, i32)`
    func readCallable() {
        guard let role = takeRole() else {
            return expected(
                "'guard', 'action', 'resolver', 'entry', 'exit', 'cycle', 'update', 'provider', 'unhandled' or 'step'")
        }
        let first = line.token
        // The hook of a machine has no name: nothing is kept of it.
        if (role == .unhandled || role == .step) && line.isSame(line.next + 1, "(") {
            _ = takeSignature()
            return
        }
        guard let name = takeName("the name of a callback") else { return }
        let number = wanted(role, name, at: first.start)
        guard parts.wanted[number].signature == nil else {
            return fault(at: first.start, "expected one signature for a callback, found another")
        }
        parts.wanted[number].signature = takeSignature()
    }

    private func takeRole() -> CallbackRole? {
        for number in CallbackRole.guard.rawValue...CallbackRole.step.rawValue {
            if let role = CallbackRole(rawValue: number), line.skip(role.word) { return role }
        }
        return nil
    }

    /// Takes a signature up to the end of the line, with ids in the place of the names of predicate types.
    private func takeSignature() -> Text? {
        let first = line.token
        var text = Text()
        while !line.isAtEnd && !isFaulty {
            if line.sees("predicate") && line.isSame(line.next + 1, "(") {
                text.append("predicate(")
                line.next += 2
                guard let id = takeOwnID(.predicates) else { return nil }
                text += Text(id)
                continue
            }
            let token = line.token
            text.append(line.bytes(token))
            if line.sees(",") { text.append(" ") }
            line.next += 1
        }
        do throws(SignatureFault) {
            _ = try Signature.parse(text)
            return text
        } catch {
            fault(
                at: first.start,
                fill(
                    "expected % at character % of the signature %", Text(error.expected), Text(error.position + 1),
                    text.quoted))
            return nil
        }
    }
}
