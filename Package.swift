// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A C library of the system: its headers come from Debian's package, named in the build's error when missing.
func system(_ name: String, pkgConfig: String, apt package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

func module(_ name: String, _ dependencies: [Target.Dependency] = [], plugins: [Target.PluginUsage] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: plugins.isEmpty ? [] : ["wayland-protocols.json"],
        swiftSettings: strict, plugins: plugins)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [],
    plugins: [Target.PluginUsage] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, resources: resources, swiftSettings: strict, plugins: plugins)
}

/// What several test targets share.
func support(_ name: String, _ dependencies: [Target.Dependency], plugins: [Target.PluginUsage] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Tests/Support/\(name)",
        exclude: plugins.isEmpty ? [] : ["wayland-protocols.json"], swiftSettings: strict, plugins: plugins)
}

let package = Package(
    name: "dray",
    products: [
        .executable(name: "dray", targets: ["dray"]),
        .executable(name: "dray-convert", targets: ["dray-convert"]),
        .executable(name: "dray-access", targets: ["dray-access"]),
        .executable(name: "dray-shelf", targets: ["dray-shelf"]),
        // For a compositor: the engine with what its interface speaks of, input, the drag image.
        .library(
            name: "Dray", targets: ["Dray", "DrayCore", "DrayServer", "DrayTransfer", "WaylandServer", "WaylandUtil"]),
        .library(name: "DrayInput", targets: ["DrayInput", "DrayLibseat"]),
        .library(name: "DrayPresentation", targets: ["DrayPresentation"]),
        // For a compositor with Xwayland.
        .library(name: "DrayX11", targets: ["DrayX11", "XCB"]),
        // For tests of compositors and applications.
        .library(name: "DrayHeadless", targets: ["DrayHeadless", "HeadlessDesktop"]),
        // For a client; the plugin makes bindings of further protocols.
        .library(name: "WaylandClient", targets: ["WaylandClient", "WaylandUtil"]),
        .plugin(name: "WaylandProtocols", targets: ["WaylandProtocols"]),
        // Installed as libdray.so, by meson-shims.
        .library(name: "dray-abi", type: .dynamic, targets: ["DrayABI"]),
        // Loaded by WLCS, the Wayland Conformance Test Suite; see Tests/Conformance.
        .library(name: "DrayConformance", type: .dynamic, targets: ["Conformance"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
    ],
    targets: [
        // C libraries
        system("CWaylandUtil", pkgConfig: "wayland-server", apt: "libwayland-dev"),
        system("CWaylandServer", pkgConfig: "wayland-server", apt: "libwayland-dev"),
        system("CWaylandClient", pkgConfig: "wayland-client", apt: "libwayland-dev"),
        system("CXKBCommon", pkgConfig: "xkbcommon", apt: "libxkbcommon-dev"),
        // Loaded when they are called for, and so not linked.
        .systemLibrary(name: "CLibinput"),
        .systemLibrary(name: "CLibseat"),
        .systemLibrary(name: "CXCB"),
        system("CSDBus", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
        system("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
        system("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        .target(name: "CGuardian"),
        .target(name: "CPeer"),
        .target(name: "CPipe"),
        .target(name: "CProcess"),
        .target(name: "CSocket"),
        // Words for a person, by AT-SPI: of `dray-access` and of the example.
        .target(name: "CSpeech", linkerSettings: [.linkedLibrary("systemd")]),

        // Wayland, typed
        .executableTarget(name: "WaylandScanner", swiftSettings: strict),
        .plugin(
            name: "WaylandProtocols", capability: .buildTool(), dependencies: ["WaylandScanner"],
            path: "Sources/WaylandProtocols"),
        module("WaylandUtil", ["CWaylandUtil"]),
        module("WaylandServer", ["WaylandUtil", "CPeer", "CWaylandServer"], plugins: ["WaylandProtocols"]),
        module("WaylandClient", ["WaylandUtil", "CWaylandClient"], plugins: ["WaylandProtocols"]),

        support("ExerciseServer", ["WaylandServer", "WaylandUtil"], plugins: ["WaylandProtocols"]),
        support("ExerciseClient", ["WaylandClient", "WaylandUtil"], plugins: ["WaylandProtocols"]),
        tests("WaylandScannerTests", ["WaylandScanner"], resources: [.copy("Reference")]),
        tests(
            "WaylandTests",
            [
                "Bubblewrap", "WaylandServer", "WaylandClient", "WaylandUtil", "ExerciseServer", "ExerciseClient",
                "CPipe", "CWaylandServer",
            ]),

        // X11, typed
        module("XCB", ["CXCB"]),

        // The engine, bottom up
        module("DrayCore"),
        module("DrayServer", ["DrayCore", "WaylandServer", "WaylandUtil"], plugins: ["WaylandProtocols"]),
        module("DrayInput", ["DrayCore", "CLibinput", "CXKBCommon"]),
        module("DrayLibseat", ["DrayInput", "CLibseat"]),
        module("DrayPresentation", ["DrayCore", "CCairo"]),
        module("DrayTransfer", ["CPipe", "CProcess", "DrayCore", "WaylandServer", "WaylandUtil"]),
        // Speaks to assistive technology, by a process of its own: who asks applications has to wait for them.
        .executableTarget(
            name: "dray-access", dependencies: ["CPeer", "CSpeech"], linkerSettings: [.linkedLibrary("systemd")]),
        module("DrayAccess", ["CPipe", "CSocket", "DrayCore", "WaylandServer", "WaylandUtil"]),
        module(
            "Dray",
            [
                "DrayAccess", "DrayCore", "DrayPresentation", "DrayServer", "DrayTransfer", "WaylandServer",
                "WaylandUtil",
            ]),
        module(
            "HeadlessDesktop", ["DrayCore", "DrayInput", "WaylandServer", "WaylandUtil", "CCairo", "CZlib"],
            plugins: ["WaylandProtocols"]),
        module(
            "DrayHeadless",
            [
                "Dray", "DrayCore", "DrayInput", "DrayPresentation", "DrayServer", "HeadlessDesktop", "WaylandServer",
                "CCairo",
            ]),

        // Between Wayland's clients and X11's
        module(
            "DrayX11",
            ["CPipe", "Dray", "DrayCore", "DrayServer", "DrayTransfer", "WaylandServer", "WaylandUtil", "XCB"]),

        // X clients in the headless compositor
        module(
            "DrayXwayland",
            ["Dray", "DrayCore", "DrayHeadless", "DrayX11", "HeadlessDesktop", "WaylandServer", "XCB"]),

        // The engine for C
        .systemLibrary(name: "CDray"),
        module(
            "DrayABI",
            [
                "CDray", "CWaylandServer", "Dray", "DrayCore", "DrayPresentation", "DrayServer", "DrayTransfer",
                "DrayX11",
                "WaylandServer", "WaylandUtil", "XCB",
            ]),

        // Scenarios, and what tells of them
        module("DrayScenario", ["DrayCore", "CYAML"]),
        module("DrayReport", ["DrayCore"]),
        module(
            "DrayPlay",
            [
                "CGuardian", "CPeer", "CPipe", "CProcess", "CSocket", "Dray", "DrayCore", "DrayHeadless", "DrayInput",
                "DrayLibseat",
                "DrayPresentation", "DrayReport", "DrayScenario", "DrayTransfer", "DrayXwayland", "HeadlessDesktop",
                "WaylandClient", "WaylandServer", "WaylandUtil",
            ]),

        // The rules in front of any compositor
        module("DrayProxy", ["CPeer", "CProcess", "CSocket", "DrayCore"]),

        // What dray_drag_v1 promises, looked at from outside by clients alone
        module("TestClients", ["WaylandClient", "WaylandUtil"], plugins: ["WaylandProtocols"]),
        module("DrayPromises", ["TestClients", "WaylandClient", "WaylandUtil"]),

        // Converts pictures and pages of HTML for the engine: a process of its own, since decoders are attacked.
        .executableTarget(
            name: "dray-convert", cSettings: [.define("_GNU_SOURCE")],
            linkerSettings: [
                .linkedLibrary("gumbo"), .linkedLibrary("jpeg"), .linkedLibrary("lcms2"), .linkedLibrary("m"),
                .linkedLibrary("png"), .linkedLibrary("tiff"),
            ]),

        // The command line
        .executableTarget(
            name: "dray",
            dependencies: [
                "CProcess", "Dray", "DrayCore", "DrayPlay", "DrayPromises", "DrayProxy", "DrayReport", "DrayScenario",
                "WaylandServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["exports.map"], swiftSettings: strict),

        // The example of a drag-and-drop client
        .executableTarget(
            name: "dray-shelf",
            dependencies: [
                "WaylandClient", "WaylandUtil", "CCairo", "CSDBus", "CSpeech", "CXKBCommon",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // The example of a compositor
        .executableTarget(
            name: "MinimalCompositor",
            dependencies: [
                "CCairo", "CWaylandServer", "Dray", "DrayCore", "DrayPresentation", "WaylandServer", "WaylandUtil",
            ],
            exclude: ["wayland-protocols.json"], swiftSettings: strict, plugins: ["WaylandProtocols"]),

        // What the tests stand on
        .systemLibrary(name: "CMalloc", path: "Tests/Support/CMalloc"),
        support("Randomness", []),
        support("Bubblewrap", []),
        support("TestTimeout", []),
        support("ProgramLines", ["TestTimeout"]),
        support(
            "DragFixture",
            ["Dray", "DrayCore", "DrayHeadless", "HeadlessDesktop", "TestClients", "WaylandClient", "WaylandServer"]),
        support("XServer", ["TestTimeout", "XCB"]),
        .target(
            name: "CVirtualDevices", path: "Tests/Support/CVirtualDevices",
            // Named here so that the linker lets our answers stand before their own.
            linkerSettings: [.linkedLibrary("input"), .linkedLibrary("udev"), .linkedLibrary("wacom")]),
        support("VirtualDevices", ["CVirtualDevices", "DrayCore", "DrayInput"]),
        .target(
            name: "CConformance", path: "Tests/Support/CConformance",
            linkerSettings: [.linkedLibrary("wayland-client")]),
        support(
            "Conformance",
            ["CConformance", "DrayCore", "DrayHeadless", "HeadlessDesktop", "WaylandServer", "WaylandUtil"],
            plugins: ["WaylandProtocols"]),

        // Tests
        tests("DrayCoreTests", ["DrayCore", "Randomness"]),
        tests(
            "DrayTransferTests",
            ["CPipe", "dray-convert", "DrayTransfer", "DrayCore", "Randomness", "WaylandServer", "WaylandUtil"]),
        // What a relay carries, against a pipe without one.
        .executableTarget(
            name: "TransferBench", dependencies: ["DrayCore", "DrayTransfer", "WaylandServer", "WaylandUtil"],
            path: "Tests/TransferBench", swiftSettings: strict),
        tests(
            "DrayPresentationTests", ["DrayPresentation", "DrayCore", "CCairo", "Randomness"],
            resources: [.copy("References")]),
        tests("DrayInputTests", ["DrayCore", "DrayInput", "CLibinput", "CVirtualDevices", "VirtualDevices"]),
        tests(
            "HeadlessDesktopTests",
            ["HeadlessDesktop", "DrayCore", "Randomness", "WaylandServer", "WaylandClient", "WaylandUtil"],
            resources: [.copy("Clients")]),
        tests("DrayServerTests", ["DrayCore", "DrayServer", "WaylandServer", "WaylandUtil"]),
        tests(
            "DrayStressTests",
            [
                "CMalloc", "CWaylandServer", "Dray", "DrayCore", "DrayHeadless", "HeadlessDesktop", "DrayServer",
                "DragFixture", "TestTimeout", "Randomness", "TestClients", "WaylandClient", "WaylandServer",
                "WaylandUtil",
            ]),
        tests(
            "DrayTests",
            [
                "Dray", "DrayCore", "DrayHeadless", "DrayPresentation", "DrayServer", "DrayTransfer", "HeadlessDesktop",
                "DragFixture", "TestTimeout", "Randomness", "TestClients", "VirtualDevices", "WaylandClient",
                "WaylandServer", "WaylandUtil", "CWaylandServer",
            ]),
        // What a motion costs, counted by callgrind.
        .executableTarget(
            name: "MotionBench",
            dependencies: [
                "CVirtualDevices", "DragFixture", "Dray", "DrayCore", "DrayHeadless", "DrayInput", "HeadlessDesktop",
                "TestClients", "VirtualDevices", "WaylandClient",
            ],
            path: "Tests/MotionBench", swiftSettings: strict),
        tests(
            "DrayHeadlessTests",
            [
                "Dray", "DrayCore", "DrayHeadless", "DrayTransfer", "HeadlessDesktop", "DrayPresentation",
                "DragFixture",
                "TestClients", "WaylandClient", "WaylandUtil",
            ], resources: [.copy("References")]),
        tests(
            "HeadlessDevicesTests",
            [
                "CVirtualDevices", "Dray", "DrayCore", "DrayHeadless", "DrayInput", "HeadlessDesktop", "DrayLibseat",
                "DragFixture", "TestClients", "VirtualDevices", "WaylandClient", "WaylandServer", "WaylandUtil",
            ]),
        tests(
            "DrayAccessTests",
            [
                "dray-access", "Bubblewrap", "DragFixture", "Dray", "DrayAccess", "DrayCore", "DrayHeadless",
                "DrayPresentation", "DrayTransfer", "TestTimeout", "ProgramLines", "HeadlessDesktop", "TestClients",
                "WaylandClient", "WaylandServer", "WaylandUtil",
                "XServer",
            ]),
        tests("DrayProxyTests", ["CSocket", "DrayCore", "DrayProxy", "Randomness", "VirtualDevices"]),
        tests("DrayScenarioTests", ["DrayCore", "DrayScenario"]),
        tests("XCBTests", ["XCB", "XServer"]),
        tests(
            "DrayX11Tests",
            [
                "DrayX11", "Dray", "DrayCore", "DrayServer", "DragFixture", "DrayHeadless", "HeadlessDesktop",
                "TestTimeout", "Randomness", "TestClients", "WaylandClient", "WaylandServer", "WaylandUtil", "XCB",
                "XServer",
            ]),
        tests(
            "DrayXwaylandTests", ["DrayXwayland", "XCB"]),
        tests("DrayReportTests", ["DrayReport", "DrayCore"]),
        tests(
            "DrayPlayTests",
            [
                "Bubblewrap", "dray", "Dray", "DrayCore", "DrayHeadless", "DrayInput", "DrayPlay", "DrayReport",
                "DrayScenario", "DrayTransfer", "TestTimeout", "HeadlessDesktop", "DrayLibseat", "CVirtualDevices",
                "TestClients", "VirtualDevices",
                "WaylandClient", "WaylandServer", "WaylandUtil",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        tests("DrayShelfTests", ["dray-shelf", "CCairo", "DrayCore", "TestTimeout", "ProgramLines"]),
        tests("MinimalCompositorTests", ["MinimalCompositor"]),

        // What the modules above may not need
        tests(
            "LinkageTests",
            [
                "WaylandUtil", "WaylandServer", "WaylandClient", "DrayCore", "DrayServer", "DrayInput",
                "DrayPresentation", "DrayLibseat", "Dray", "HeadlessDesktop", "DrayHeadless", "DrayTransfer",
                "DrayAccess", "DrayProxy", "DrayX11", "DrayXwayland", "XCB",
            ]),
    ]
)

// Sanitizers and the optimizer look at a part of the tests: DRAY_TEST_TARGETS names the targets that are built.
if let chosen = Context.environment["DRAY_TEST_TARGETS"]?.split(separator: " ").map(String.init), !chosen.isEmpty {
    package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}
