// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// The environment that a scenario can inspect before it starts: its folder, the folder of its results, and the
/// installed programs.
package struct Surroundings: Sendable {
    /// The folder of the scenario file, which relative paths start from. `${scenario-dir}`.
    package var scenarioDirectory: String
    /// The folder for images, the report, and the clients' files. `${run-dir}`.
    package var runDirectory: String
    /// The `PATH` for clients that do not set their own.
    package var searchPath: String
    /// The folders of `XDG_DATA_DIRS`, which contain desktop entries and D-Bus service files.
    package var dataFolders: [String]

    /// The scenario file; nil if the scenario is only text.
    package var scenarioFile: String?

    /// Whether the run creates missing reference images and replaces those that differ.
    package var updatesPictures = false

    package init(
        scenarioDirectory: String, runDirectory: String, searchPath: String,
        dataFolders: [String] = ["/usr/local/share", "/usr/share"]
    ) {
        self.scenarioDirectory = scenarioDirectory
        self.runDirectory = runDirectory
        self.searchPath = searchPath
        self.dataFolders = dataFolders
    }

    /// The data folders of this process's environment.
    static var machineDataFolders: [String] {
        let folders = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"]?.split(separator: ":").map(String.init) ?? []
        return folders.isEmpty ? ["/usr/local/share", "/usr/share"] : folders
    }

    /// Surroundings for a folder on this machine, without a scenario file.
    package init(of folder: String) {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        self.init(
            scenarioDirectory: folder, runDirectory: folder, searchPath: path, dataFolders: Self.machineDataFolders)
    }

    /// The clients' `HOME`, created for the run inside its folder. `${home}`.
    package var homeDirectory: String { "\(runDirectory)/home" }

    /// Makes a path absolute.
    /// - Parameter folder: The folder that a relative path starts from; defaults to the scenario's folder.
    package func path(of name: String, from folder: String? = nil) -> String {
        guard !name.hasPrefix("/") else { return name }
        return URL(fileURLWithPath: folder ?? scenarioDirectory).appendingPathComponent(name).standardizedFileURL.path
    }

    /// Whether the run itself creates a file, so that it need not exist yet.
    package func isMadeByRun(_ path: String) -> Bool {
        path == runDirectory || path.hasPrefix(runDirectory + "/")
    }

    package func fileExists(_ path: String) -> Bool {
        kind(of: path).map { $0 != S_IFDIR } ?? false
    }

    package func directoryExists(_ path: String) -> Bool {
        kind(of: path) == S_IFDIR
    }

    /// The folders with the service files of a D-Bus session bus.
    package var serviceFolders: [String] { dataFolders.map { "\($0)/dbus-1/services" } }

    /// The file that describes a service; most files are named after their service.
    package func serviceFile(_ name: String) -> String? {
        guard !name.isEmpty, !name.contains("/") else { return nil }
        let usual = serviceFolders.map { "\($0)/\(name).service" }.first(where: fileExists)
        if let usual { return usual }
        for folder in serviceFolders {
            let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
            for file in names where file.hasSuffix(".service") {
                guard let bytes = try? RegularFile(reading: "\(folder)/\(file)").bytes() else { continue }
                let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                if lines.contains("Name=\(name)") { return "\(folder)/\(file)" }
            }
        }
        return nil
    }

    private func kind(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Whether a program can be started. A name without a slash is looked up on the search path; a relative path starts
    /// from the client's working directory.
    package func programExists(_ program: String, from directory: String, searchPath: String?) -> Bool {
        let candidates: [String]
        if program.contains("/") {
            candidates = [program.hasPrefix("/") ? program : directory + "/" + program]
        } else {
            candidates = (searchPath ?? self.searchPath).split(separator: ":").map { "\($0)/\(program)" }
        }
        return candidates.contains { fileExists($0) && access($0, X_OK) == 0 }
    }
}
