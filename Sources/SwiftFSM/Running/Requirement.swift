/// Stops the program with a sentence if a requirement is not met. In optimised code `precondition` would print nothing.
func require(
    _ isMet: Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
    if !isMet { fatalError(sentence(), file: file, line: line) }
}
