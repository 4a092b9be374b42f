import DocumentEnums
import Foundation

/// Writes the Swift source for a document: DocumentTool DOCUMENT SOURCE. The plugin FSMDocumentPlugin calls it.
///
/// What is wrong with the document is told as compilers do, with its place. Exit status: 0, 1 if the document has errors,
/// 2 if a file cannot be read or written, or the command is called otherwise.
@main
enum DocumentTool {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { end("usage: DocumentTool DOCUMENT SOURCE", 2) }
        let (document, source) = (arguments[1], URL(filePath: arguments[2]))
        guard let bytes = FileManager.default.contents(atPath: document) else {
            end("\(document):1:1: error: the document cannot be read", 2)
        }
        let made = DocumentEnums.make(of: Array(bytes), file: document)
        for message in made.messages { tell("\(message)") }
        guard let text = made.source else { exit(1) }
        // A file that would stay the same is left alone, so that nothing is compiled again.
        if let known = try? Data(contentsOf: source), known == Data(text.utf8) { return }
        do {
            try Data(text.utf8).write(to: source)
        } catch {
            end("error: \(arguments[2]) cannot be written: \(error.localizedDescription)", 2)
        }
    }

    private static func tell(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

    private static func end(_ text: String, _ status: Int32) -> Never {
        tell(text)
        exit(status)
    }
}
