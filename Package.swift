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

/// A module map of a system library. If its headers are missing, the build's error names Debian's package.
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

/// A library of the tests that several test targets use.
func support(_ name: String, _ dependencies: [Target.Dependency], plugins: [Target.PluginUsage] = []) -> Target {
    .target(
        name: name, dependencies: dependencies,
        exclude: plugins.isEmpty ? [] : ["wayland-protocols.json"], swiftSettings: strict, plugins: plugins)
}

let package = Package(
    name: "dray",
    products: [
        .executable(name: "dray", targets: ["dray"]),
        .executable(name: "dray-convert", targets: ["dray-convert"]),
        .executable(name: "dray-access", targets: ["dray-access"]),
        .executable(name: "dray-shelf", targets: ["dray-shelf"]),
        // For a compositor: the engine with the modules of its interface, input, and the drag image.
        .library(
            name: "Dray", targets: ["Dray", "DrayCore", "DrayServer", "DrayTransfer", "WaylandServer", "WaylandUtil"]),
        .library(name: "DrayInput", targets: ["DrayInput", "DrayLibseat"]),
        .library(name: "DrayPresentation", targets: ["DrayPresentation"]),
        // For a compositor that runs its own drags.
        .library(name: "DrayRules", targets: ["DrayRules", "DrayCore"]),
        // For a compositor with Xwayland.
        .library(name: "DrayX11", targets: ["DrayX11", "XCB"]),
        // For tests of compositors and applications.
        .library(name: "DrayHeadless", targets: ["DrayHeadless", "HeadlessDesktop"]),
        // For a client; the plugin generates bindings of further protocols.
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
        // These libraries are loaded at run time, and not linked.
        .systemLibrary(name: "CLibinput"),
        .systemLibrary(name: "CLibseat"),
        .systemLibrary(name: "CXCB"),
        system("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
        system("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        system("CPCRE2", pkgConfig: "libpcre2-8", apt: "libpcre2-dev"),
        system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        .target(name: "CGuardian"),
        .target(name: "CPeer"),
        .target(name: "CPipe"),
        .target(name: "CProcess"),
        .target(name: "CSocket"),
        // Accessible objects and announcements over AT-SPI.
        .target(name: "CAccessible", linkerSettings: [.linkedLibrary("systemd")]),
        .target(name: "CSpeech", linkerSettings: [.linkedLibrary("systemd")]),

        // Typed Wayland bindings
        .executableTarget(name: "WaylandScanner", swiftSettings: strict),
        .plugin(
            name: "WaylandProtocols", capability: .buildTool(), dependencies: ["WaylandScanner"]),
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

        // A typed X11 connection
        module("XCB", ["CXCB"]),

        // The engine, bottom up
        module("DrayCore"),
        module("DrayServer", ["DrayCore", "WaylandServer", "WaylandUtil"], plugins: ["WaylandProtocols"]),
        module("DrayInput", ["DrayCore", "CLibinput", "CXKBCommon"]),
        module("DrayLibseat", ["DrayInput", "CLibseat"]),
        module("DrayPresentation", ["DrayCore", "CCairo"]),
        module("DrayTransfer", ["CPipe", "CProcess", "DrayCore", "WaylandServer", "WaylandUtil"]),
        // A process of its own, because queries to applications block.
        .executableTarget(
            name: "dray-access", dependencies: ["CAccessible", "CPeer", "CSpeech"],
            linkerSettings: [.linkedLibrary("systemd")]),
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

        // The bridge between Wayland and X11 clients
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
                "DrayRules", "DrayX11",
                "WaylandServer", "WaylandUtil", "XCB",
            ]),

        // Scenarios and reports
        module("DrayScenario", ["DrayCore", "CPCRE2", "CYAML"]),
        .target(
            name: "DrayReport", dependencies: ["DrayCore"],
            resources: [.embedInCode("report.css"), .embedInCode("report.js"), .embedInCode("summary.css")],
            swiftSettings: strict),
        module(
            "DrayPlay",
            [
                "CGuardian", "CPeer", "CPipe", "CProcess", "CSocket", "Dray", "DrayCore", "DrayHeadless", "DrayInput",
                "DrayLibseat",
                "DrayPresentation", "DrayReport", "DrayScenario", "DrayTransfer", "DrayXwayland", "HeadlessDesktop",
                "WaylandClient", "WaylandServer", "WaylandUtil",
            ]),

        // The rules in front of any compositor
        module("DrayProxy", ["CPeer", "CProcess", "CSocket", "DrayCore"], plugins: ["WaylandProtocols"]),

        // The rules in a compositor that runs its own drags
        .target(name: "CRules", dependencies: ["CWaylandServer"]),
        module("DrayRules", ["CRules", "CWaylandServer", "DrayCore", "DrayProxy", "WaylandServer"]),

        // The conformance suite of dray_drag_v1, made of clients only
        module("TestClients", ["WaylandClient", "WaylandUtil"], plugins: ["WaylandProtocols"]),
        module("ExtensionConformance", ["TestClients", "WaylandClient", "WaylandUtil"]),

        // Converts images and HTML for the engine, in a process of its own, because decoders are a target of attacks.
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
                "CProcess", "Dray", "DrayCore", "DrayPlay", "ExtensionConformance", "DrayProxy", "DrayReport",
                "DrayScenario", "WaylandServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["exports.map"], swiftSettings: strict),

        // The example of a drag-and-drop client
        .executableTarget(
            name: "dray-shelf",
            dependencies: [
                "WaylandClient", "WaylandUtil", "CAccessible", "CCairo", "CXKBCommon",
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

        // Support for tests
        .systemLibrary(name: "CMalloc"),
        support("Randomness", []),
        support("Bubblewrap", []),
        support("Repository", []),
        support("TestTimeout", []),
        support("ProgramLines", ["TestTimeout"]),
        support(
            "DragFixture",
            ["Dray", "DrayCore", "DrayHeadless", "HeadlessDesktop", "TestClients", "WaylandClient", "WaylandServer"]),
        support("XServer", ["TestTimeout", "XCB"]),
        .target(
            name: "CVirtualDevices",
            // Listed here, so that this target's symbols take precedence over those of the libraries.
            linkerSettings: [.linkedLibrary("input"), .linkedLibrary("udev"), .linkedLibrary("wacom")]),
        support("VirtualDevices", ["CVirtualDevices", "DrayCore", "DrayInput"]),
        .target(
            name: "CConformance",
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
        // The throughput of a relay, compared with a plain pipe.
        .executableTarget(
            name: "TransferBench", dependencies: ["DrayCore", "DrayTransfer", "WaylandServer", "WaylandUtil"],
            swiftSettings: strict),
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
        // The cost of a motion, counted by callgrind.
        .executableTarget(
            name: "MotionBench",
            dependencies: [
                "CVirtualDevices", "DragFixture", "Dray", "DrayCore", "DrayHeadless", "DrayInput", "HeadlessDesktop",
                "TestClients", "VirtualDevices", "WaylandClient",
            ], swiftSettings: strict),
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
                "DrayPresentation", "DrayTransfer", "TestTimeout", "ProgramLines", "HeadlessDesktop", "Repository",
                "TestClients",
                "WaylandClient", "WaylandServer", "WaylandUtil",
                "XServer",
            ]),
        tests("DrayProxyTests", ["CSocket", "DrayCore", "DrayProxy", "Randomness", "VirtualDevices"]),
        tests(
            "DrayRulesTests",
            [
                "DragFixture", "DrayCore", "DrayRules", "HeadlessDesktop", "TestClients", "WaylandClient",
                "WaylandServer",
            ]),
        tests("DrayScenarioTests", ["DrayCore", "DrayScenario", "Repository"]),
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
                "DrayScenario", "DrayTransfer", "Repository", "TestTimeout", "HeadlessDesktop", "DrayLibseat",
                "CVirtualDevices",
                "TestClients", "VirtualDevices",
                "WaylandClient", "WaylandServer", "WaylandUtil",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        tests("DrayShelfTests", ["dray-shelf", "CAccessible", "CCairo"]),
        tests("MinimalCompositorTests", ["MinimalCompositor", "Repository"]),

        // Checks which modules and libraries the modules above use
        tests(
            "LinkageTests",
            [
                "WaylandUtil", "WaylandServer", "WaylandClient", "DrayCore", "DrayServer", "DrayInput",
                "DrayPresentation", "DrayLibseat", "Dray", "HeadlessDesktop", "DrayHeadless", "DrayTransfer",
                "DrayAccess", "DrayProxy", "DrayRules", "DrayX11", "DrayXwayland", "Repository", "XCB",
            ]),
    ]
)

/// The folder of each target. `Sources/Engine` is what a compositor links, with `Sources/Wayland` below it.
let folders: KeyValuePairs = [
    "Sources/Engine": [
        "DrayCore", "DrayServer", "DrayPresentation", "DrayTransfer", "DrayAccess", "Dray", "DrayInput",
        "DrayRules", "DrayLibseat", "CCairo", "CPipe", "CProcess", "CRules", "CSocket", "CLibinput", "CLibseat",
        "CXKBCommon",
    ],
    "Sources/Wayland": [
        "WaylandScanner", "WaylandProtocols", "WaylandUtil", "WaylandServer", "WaylandClient", "CWaylandUtil",
        "CWaylandServer", "CWaylandClient", "CPeer",
    ],
    "Sources/X11": ["XCB", "DrayX11", "CXCB"],
    "Sources/CInterface": ["DrayABI", "CDray"],
    "Sources/Helpers": ["dray-access", "dray-convert", "CAccessible", "CSpeech"],
    "Sources/Headless": ["HeadlessDesktop", "DrayHeadless", "DrayXwayland", "CZlib"],
    "Sources/Programs": [
        "DrayScenario", "DrayReport", "DrayPlay", "DrayProxy", "dray", "CPCRE2", "CYAML", "CGuardian",
    ],
    "Sources/Examples": ["MinimalCompositor", "dray-shelf"],
    "Tests/Engine": [
        "DrayCoreTests", "DrayServerTests", "DrayPresentationTests", "DrayTransferTests", "DrayAccessTests",
        "DrayTests", "DrayInputTests", "DrayRulesTests", "DrayStressTests", "LinkageTests",
    ],
    "Tests/Wayland": ["WaylandScannerTests", "WaylandTests"],
    "Tests/X11": ["XCBTests", "DrayX11Tests"],
    "Tests/Headless": ["HeadlessDesktopTests", "DrayHeadlessTests", "HeadlessDevicesTests", "DrayXwaylandTests"],
    "Tests/Programs": ["DrayScenarioTests", "DrayReportTests", "DrayPlayTests", "DrayProxyTests"],
    "Tests/Examples": ["DrayShelfTests", "MinimalCompositorTests"],
    "Tests/Conformance": ["ExtensionConformance", "TestClients"],
    "Tests/Bench": ["MotionBench", "TransferBench"],
    "Tests/Support": [
        "Bubblewrap", "CConformance", "CMalloc", "CVirtualDevices", "Conformance", "DragFixture", "ExerciseClient",
        "ExerciseServer", "ProgramLines", "Randomness", "Repository", "TestTimeout", "VirtualDevices", "XServer",
    ],
]

for (folder, names) in folders {
    for target in package.targets where names.contains(target.name) {
        target.path = "\(folder)/\(target.name)"
    }
}

// Sanitizer and optimised builds contain only the test targets that DRAY_TEST_TARGETS names.
if let chosen = Context.environment["DRAY_TEST_TARGETS"]?.split(separator: " ").map(String.init), !chosen.isEmpty {
    package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}
