/// A call that added nothing to a definition since it was a mistake, whether or not its caller has noticed.
public struct Rejection {
    let function: StaticString
    let reason: StaticString
    let place: Place

    /// What was rejected, why, and where it was called.
    public init(function: StaticString, reason: StaticString, place: Place) {
        self.function = function
        self.reason = reason
        self.place = place
    }

    var diagnostic: Diagnostic {
        let text = fill("% added nothing: %: correct the call, or check what it returns", Text(function), Text(reason))
        return Diagnostic(.rejectedCall, places: [place], text: text)
    }
}
