// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// What a scenario may look at before it starts: where it lies, where its results go, and the programs there are.
package struct Surroundings: Sendable {
    /// The folder of the scenario file; relative names in a scenario begin here. `${scenario-dir}`.
    package var scenarioDirectory: String
    /// The folder that pictures, the report, and the clients' own files go to. `${run-dir}`.
    package var runDirectory: String
    /// `PATH`, where a client does not set its own.
    package var searchPath: String
    /// The folders of `XDG_DATA_DIRS`, in which programs say what they can do for others.
    package var dataFolders: [String]

    /// The scenario file; nil where it is a text only.
    package var scenarioFile: String?

    /// Pictures that others are compared with are made by the run, where they are missing or differ.
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

    /// Those that this process was given.
    static var machineDataFolders: [String] {
        let folders = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"]?.split(separator: ":").map(String.init) ?? []
        return folders.isEmpty ? ["/usr/local/share", "/usr/share"] : folders
    }

    /// Of no file, but of a folder on this machine.
    package init(of folder: String) {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        self.init(
            scenarioDirectory: folder, runDirectory: folder, searchPath: path, dataFolders: Self.machineDataFolders)
    }

    /// The clients' `HOME`, made for the run and in its folder. `${home}`.
    package var homeDirectory: String { "\(runDirectory)/home" }

    /// A name of a file, made absolute.
    /// - Parameter folder: where a relative one begins; the scenario's own if left out.
    package func path(of name: String, from folder: String? = nil) -> String {
        guard !name.hasPrefix("/") else { return name }
        return URL(fileURLWithPath: folder ?? scenarioDirectory).appendingPathComponent(name).standardizedFileURL.path
    }

    /// Whether a file is made by the run itself, so that it cannot be there yet.
    package func isMadeByRun(_ path: String) -> Bool {
        path == runDirectory || path.hasPrefix(runDirectory + "/")
    }

    package func fileExists(_ path: String) -> Bool {
        kind(of: path).map { $0 != S_IFDIR } ?? false
    }

    package func directoryExists(_ path: String) -> Bool {
        kind(of: path) == S_IFDIR
    }

    /// Where files tell of the services that a session bus can start.
    package var serviceFolders: [String] { dataFolders.map { "\($0)/dbus-1/services" } }

    /// The file that tells of a service; most have its name.
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

    /// Whether a program can be started; a name without a slash is looked for on a search path.
    ///
    /// A relative name begins in the directory that the client is started in.
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
