// swift-tools-version: 6.2
import PackageDescription

// A package that depends on the library as others do: the programs of its articles, and types that its plugin makes of
// documents. By itself, since whoever uses the plugin compiles the engine once more, for the plugin's tool.
let package = Package(
    name: "client",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-fsm-engine", path: "../..")],
    targets: [
        .testTarget(
            name: "ArticleTests", dependencies: [.product(name: "SwiftFSM", package: "swift-fsm-engine")],
            path: "Articles", plugins: [.plugin(name: "FSMDocumentPlugin", package: "swift-fsm-engine")]),
        .testTarget(
            name: "ArticlesOnMainActorTests", dependencies: [.product(name: "SwiftFSM", package: "swift-fsm-engine")],
            path: "ArticlesOnMainActor", swiftSettings: [.defaultIsolation(MainActor.self)],
            plugins: [.plugin(name: "FSMDocumentPlugin", package: "swift-fsm-engine")]),
        .testTarget(
            name: "GeneratedOrderTests", dependencies: [.product(name: "SwiftFSM", package: "swift-fsm-engine")],
            path: "GeneratedOrders", plugins: [.plugin(name: "FSMDocumentPlugin", package: "swift-fsm-engine")]),
        .testTarget(
            name: "GeneratedNameTests", dependencies: [.product(name: "SwiftFSM", package: "swift-fsm-engine")],
            path: "GeneratedNames", plugins: [.plugin(name: "FSMDocumentPlugin", package: "swift-fsm-engine")]),
    ]
)
