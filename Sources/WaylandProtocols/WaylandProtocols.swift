// SPDX-License-Identifier: MIT

import Foundation
import PackagePlugin

/// Generates the Wayland bindings that a target's `wayland-protocols.json` asks for.
///
/// ```json
/// { "side": "server", "importing": "WaylandServer", "protocols": ["wayland:wayland.xml", "protocols/own.xml"] }
/// ```
/// `versions` may name a file with the highest known version of each interface; `access` may be `internal` for bindings
/// that the module keeps to itself. A protocol file is named `wayland:PATH` (libwayland's folder, found by pkg-config),
/// `wayland-protocols:PATH` (likewise), or by a path from the package's top.
@main
struct WaylandProtocols: BuildToolPlugin {
    private struct Request: Decodable {
        var side: String
        var importing: String?
        var access: String?
        var versions: String?
        var protocols: [String]
    }

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let file = target.directoryURL.appendingPathComponent("wayland-protocols.json")
        let request = try JSONDecoder().decode(Request.self, from: Data(contentsOf: file))
        let inputs = try request.protocols.map { try resolve($0, context: context) }
        let output = context.pluginWorkDirectoryURL
        let stems = inputs.map { $0.deletingPathExtension().lastPathComponent } + ["Interfaces"]
        let importing = request.importing.map { ["--importing", $0] } ?? []
        let access = request.access.map { ["--access", $0] } ?? []
        let versions = request.versions.map { context.package.directoryURL.appendingPathComponent($0) }
        return [
            .buildCommand(
                displayName: "Wayland bindings for \(target.name)",
                executable: try context.tool(named: "WaylandScanner").url,
                arguments: ["--side", request.side] + importing + access
                    + (versions.map { ["--versions", $0.path] } ?? []) + ["--output", output.path] + inputs.map(\.path),
                inputFiles: inputs + [file] + (versions.map { [$0] } ?? []),
                outputFiles: stems.map { output.appendingPathComponent("\($0).swift") })
        ]
    }

    private func resolve(_ name: String, context: PluginContext) throws -> URL {
        let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
        let url: URL
        switch parts.first {
        case "wayland" where parts.count == 2:
            url = try folder(of: "wayland-scanner", from: "libwayland-dev").appendingPathComponent(parts[1])
        case "wayland-protocols" where parts.count == 2:
            url = try folder(of: "wayland-protocols", from: "wayland-protocols").appendingPathComponent(parts[1])
        default:
            url = context.package.directoryURL.appendingPathComponent(name)
        }
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw PluginError("the protocol file \(url.path) does not exist")
        }
        return url
    }

    private func folder(of module: String, from package: String) throws -> URL {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["pkg-config", "--variable=pkgdatadir", module]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let path = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard process.terminationStatus == 0, !path.isEmpty else {
            throw PluginError("pkg-config does not know \(module): apt install pkg-config \(package)")
        }
        return URL(fileURLWithPath: path)
    }

    private struct PluginError: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}
