// swift-tools-version: 6.2

import PackageDescription

/// Every target is held to the same standard: a warning is an error, in tests as in sources.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The program itself is also kept from the texts' `contains(_:)` and `replacing(_:with:)`: they bring the engine of
/// regular expressions along, a tenth of the program as it is shipped.
///
/// Dispatch gives them back to modules that import it, so `scripts/check` looks into the objects as well.
let lean: [SwiftSetting] =
    strict + [
        .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])
    ]

let package = Package(
    name: "set-duel",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "set-duel", targets: ["set-duel"])
    ],
    targets: [
        // Headers of the system that the toolchain's module of the C library leaves out.
        .systemLibrary(name: "CEpoll"),
        .target(
            name: "SystemLibrary",
            dependencies: ["CEpoll"],
            path: "Sources/SetProtocol/SystemLibrary",
            swiftSettings: lean
        ),
        .target(
            name: "SetProtocol",
            dependencies: ["SystemLibrary"],
            exclude: ["SystemLibrary"],
            swiftSettings: lean
        ),
        .target(name: "SetHost", dependencies: ["SetProtocol"], swiftSettings: lean),
        .target(
            name: "SetClient",
            dependencies: ["SystemLibrary", "SetProtocol"],
            swiftSettings: lean,
            // Drawing takes square roots and rounds; nothing else would bring in the library.
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
        ),
        .executableTarget(
            name: "set-duel",
            dependencies: ["SetProtocol", "SetHost", "SetClient"],
            swiftSettings: lean
        ),
        .executableTarget(
            name: "set-duel-bench",
            dependencies: ["SystemLibrary", "SetProtocol", "SetHost", "SetClient"],
            path: "Benchmarks",
            swiftSettings: strict
        ),
        // Without a testing library: the program below runs it by itself.
        .target(
            name: "SetSimulation",
            dependencies: ["SetProtocol", "SetHost"],
            path: "Tests/SetSimulation",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "set-duel-simulate",
            dependencies: ["SetProtocol", "SetSimulation"],
            path: "Tests/set-duel-simulate",
            swiftSettings: strict
        ),
        .target(
            name: "SetTestSupport",
            dependencies: ["SetProtocol", "SetHost", "SetClient", "SetSimulation"],
            path: "Tests/SetTestSupport",
            swiftSettings: strict
        ),
        .target(
            name: "SetFuzzing",
            dependencies: ["SetProtocol", "SetHost", "SetClient", "SetSimulation"],
            path: "Tests/SetFuzzing",
            exclude: ["Corpus"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SetProtocolTests",
            dependencies: ["SystemLibrary", "SetProtocol", "SetTestSupport", "SetSimulation"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SetHostTests",
            dependencies: ["SetProtocol", "SetHost", "SetTestSupport", "SetSimulation"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SetClientTests",
            dependencies: ["SetProtocol", "SetClient", "SetTestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SetDuelTests",
            dependencies: [
                "SetProtocol", "SetHost", "SetClient", "SetTestSupport", "SetFuzzing", "set-duel",
            ],
            swiftSettings: strict
        ),
    ]
)
