/// Stops the program with a sentence if a requirement is not met. Optimised code prints it too, which it does not of
/// `precondition`.
func require(
    _ isMet: Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
    if !isMet { fatalError(sentence(), file: file, line: line) }
}
