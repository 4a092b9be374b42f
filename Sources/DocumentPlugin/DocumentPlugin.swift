import Foundation
import PackagePlugin

/// Makes Swift of each document of a target: `orders.fsm` becomes `Orders`, with its states, events and predicate types.
@main
struct DocumentPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let tool = try context.tool(named: "DocumentTool")
        return target.sourceFiles.filter { $0.url.pathExtension == "fsm" }.map { file in
            let name = file.url.deletingPathExtension().lastPathComponent + ".fsm.swift"
            let output = context.pluginWorkDirectoryURL.appending(path: name)
            return .buildCommand(
                displayName: "Reading \(file.url.lastPathComponent)", executable: tool.url,
                arguments: [file.url.path(percentEncoded: false), output.path(percentEncoded: false)],
                inputFiles: [file.url], outputFiles: [output])
        }
    }
}
