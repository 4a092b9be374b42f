// swift-tools-version: 6.2
import PackageDescription

// In a release build the linker leaves out what a program does not use, also of what is public, which it keeps otherwise: each
// function has a section of its own, and none is marked as used. For Linux, where that is tested.
let linkingByUse: [SwiftSetting] = [
    .unsafeFlags(
        ["-Xfrontend", "-internalize-at-link", "-Xfrontend", "-function-sections"],
        .when(platforms: [.linux], configuration: .release))
]

let package = Package(
    name: "swift-fsm-engine",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "swiftfsm", type: .dynamic, targets: ["FSMCABI"]),
        .library(name: "FSMEngine", targets: ["FSMEngine"]),
        .library(name: "SwiftFSM", targets: ["SwiftFSM"]),
        .library(name: "SwiftFSMTesting", targets: ["SwiftFSMTesting"]),
        .plugin(name: "FSMDocumentPlugin", targets: ["FSMDocumentPlugin"]),
        .library(name: "SwiftState", targets: ["SwiftState"]),
        .library(name: "MSFSM", targets: ["MSFSM"]),
        .library(name: "FSMSwift", targets: ["FSMSwift"]),
    ],
    targets: [
        .systemLibrary(name: "CSwiftFSM", path: "include"),
        .systemLibrary(name: "CMemory", path: "Sources/CMemory"),
        .target(name: "FSMEngine", dependencies: ["CMemory"], swiftSettings: linkingByUse),
        .systemLibrary(
            name: "CLibFFI", path: "Sources/CLibFFI", pkgConfig: "libffi",
            providers: [.apt(["libffi-dev"]), .brew(["libffi"])]),
        .target(name: "FSMCABI", dependencies: ["CLibFFI", "CMemory", "CSwiftFSM", "FSMEngine"]),
        .target(name: "FSMInterning", dependencies: ["FSMEngine"], swiftSettings: linkingByUse),
        .target(name: "SwiftFSM", dependencies: ["FSMEngine", "FSMInterning"], swiftSettings: linkingByUse),
        .target(name: "SwiftFSMTesting", dependencies: ["SwiftFSM"]),
        .target(name: "DocumentEnums", dependencies: ["FSMEngine"]),
        .executableTarget(name: "DocumentTool", dependencies: ["DocumentEnums"]),
        .plugin(
            name: "FSMDocumentPlugin", capability: .buildTool(), dependencies: ["DocumentTool"],
            path: "Sources/DocumentPlugin"),
        .target(name: "SwiftState", dependencies: ["FSMEngine", "FSMInterning"], swiftSettings: linkingByUse),
        .target(name: "MSFSM", dependencies: ["FSMEngine", "FSMInterning"], swiftSettings: linkingByUse),
        .target(name: "FSMSwift", dependencies: ["FSMEngine", "FSMInterning"], swiftSettings: linkingByUse),
        .target(name: "BenchmarkMeasuring", path: "Tests/Benchmarks/Measuring"),
        .executableTarget(
            name: "SwiftFSMBenchmark", dependencies: ["BenchmarkMeasuring", "SwiftFSM"],
            path: "Tests/Benchmarks/SwiftFSM"),
        .executableTarget(
            name: "FrontEndsBenchmark", dependencies: ["BenchmarkMeasuring", "FSMSwift", "MSFSM", "SwiftState"],
            path: "Tests/Benchmarks/FrontEnds"),
        .executableTarget(name: "OrdersExample", dependencies: ["SwiftFSM"], path: "bindings/swift/orders"),
        .testTarget(name: "ConformanceCases", dependencies: ["FSMEngine"], path: "Tests/ConformanceCases"),
        .testTarget(name: "FSMEngineTests", dependencies: ["ConformanceCases", "FSMEngine"]),
        .testTarget(name: "FSMCABITests", dependencies: ["CSwiftFSM", "FSMEngine", "FSMCABI"]),
        .testTarget(name: "SwiftFSMTests", dependencies: ["ConformanceCases", "FSMEngine", "SwiftFSM"]),
        .testTarget(name: "SwiftFSMTestingTests", dependencies: ["SwiftFSM", "SwiftFSMTesting"]),
        .testTarget(name: "DocumentEnumsTests", dependencies: ["DocumentEnums"]),
        .testTarget(name: "SwiftStateTests", dependencies: ["SwiftState"]),
        .testTarget(name: "MSFSMTests", dependencies: ["MSFSM"]),
        .testTarget(name: "FSMSwiftTests", dependencies: ["FSMSwift"]),
    ]
)

// The engine with its tests alone, for ./dev test --all, which builds them optimised.
if Context.environment["SWIFTFSM_ENGINE_ALONE"] != nil {
    let names: Set = ["CMemory", "FSMEngine", "ConformanceCases", "FSMEngineTests"]
    package.targets.removeAll { !names.contains($0.name) }
    package.products.removeAll { $0.name != "FSMEngine" }
}

// Without the plugin, for which the engine is compiled once more: for ./dev test. Its long form tests the plugin in Tests/Client.
if Context.environment["SWIFTFSM_WITHOUT_PLUGIN"] != nil {
    package.targets.removeAll { $0.type == .plugin }
    package.products.removeAll { $0.name == "FSMDocumentPlugin" }
}
