// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "swift-fsm-engine",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "swiftfsm", type: .dynamic, targets: ["FSMCABI"]),
        .library(name: "FSMEngine", targets: ["FSMEngine"]),
        .library(name: "SwiftFSM", targets: ["SwiftFSM"]),
    ],
    targets: [
        .systemLibrary(name: "CSwiftFSM", path: "include"),
        .systemLibrary(name: "CMemory", path: "Sources/CMemory"),
        .target(name: "FSMEngine", dependencies: ["CMemory"]),
        .systemLibrary(
            name: "CLibFFI", path: "Sources/CLibFFI", pkgConfig: "libffi",
            providers: [.apt(["libffi-dev"]), .brew(["libffi"])]),
        .target(name: "FSMCABI", dependencies: ["CLibFFI", "CMemory", "CSwiftFSM", "FSMEngine"]),
        .target(name: "FSMInterning"),
        .target(name: "SwiftFSM", dependencies: ["FSMEngine", "FSMInterning"]),
        .executableTarget(
            name: "SwiftFSMBenchmark", dependencies: ["SwiftFSM"], path: "Tests/Benchmarks/SwiftFSM"),
        .target(name: "ConformanceCases", dependencies: ["FSMEngine"], path: "Tests/ConformanceCases"),
        .testTarget(name: "FSMEngineTests", dependencies: ["ConformanceCases", "FSMEngine"]),
        .testTarget(name: "FSMCABITests", dependencies: ["CSwiftFSM", "FSMEngine", "FSMCABI"]),
        .testTarget(name: "SwiftFSMTests", dependencies: ["ConformanceCases", "FSMEngine", "SwiftFSM"]),
    ]
)
