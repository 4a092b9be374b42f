import Foundation
import PackagePlugin

/// Makes Swift of each document of a target: `orders.fsm` becomes `Orders`, with its states, events and predicate types.
@main
struct DocumentPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let tool = try context.tool(named: "DocumentTool")
        return target.sourceFiles.filter { $0.url.pathExtension == "fsm" }.map { file in
            let output = context.pluginWorkDirectoryURL.appending(path: Self.sourceName(file.url, target.directoryURL))
            return .buildCommand(
                displayName: "Reading \(file.url.lastPathComponent)", executable: tool.url,
                arguments: [file.url.path(percentEncoded: false), output.path(percentEncoded: false)],
                inputFiles: [file.url], outputFiles: [output])
        }
    }

    /// The path within the target with `_-` for `/` and `__` for `_`: no two documents have the same one. Files of a module
    /// need different names.
    private static func sourceName(_ document: URL, _ folder: URL) -> String {
        let components = document.standardizedFileURL.pathComponents
        let folders = folder.standardizedFileURL.pathComponents
        let isInside = components.starts(with: folders)
        let path = isInside ? components.dropFirst(folders.count) : components.suffix(1)
        return path.map { $0.replacing("_", with: "__") }.joined(separator: "_-") + ".swift"
    }
}
