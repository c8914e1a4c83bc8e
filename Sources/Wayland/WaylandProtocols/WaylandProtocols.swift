// SPDX-License-Identifier: MIT

import Foundation
import PackagePlugin

/// Generates the Wayland bindings that a target's `wayland-protocols.json` lists.
///
/// ```json
/// { "side": "server", "importing": "WaylandServer", "protocols": ["protocols/wayland/wayland.xml"] }
/// ```
/// The side `wire` generates opcodes only, for a program that reads messages without libwayland. `versions` can name a
/// file with the highest supported version of each interface; `access` can be `internal` for bindings that are private
/// to the module. Protocol files are given by their paths relative to the package root;
/// installed files are never used, so that bindings are the same on every machine.
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
        let stems =
            inputs.map { $0.deletingPathExtension().lastPathComponent }
            + (request.side == "wire" ? [] : ["Interfaces"])
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

    private func resolve(_ path: String, context: PluginContext) throws -> URL {
        let url = context.package.directoryURL.appendingPathComponent(path)
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw PluginError("the protocol file \(url.path) does not exist")
        }
        return url
    }

    private struct PluginError: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}
