// SPDX-License-Identifier: MIT

import DrayScenario
import FoundationEssentials
import Glibc

/// The clients' `HOME`: a folder inside the run's folder, created anew for every run, with the files of the scenario's
/// `setup`.
///
/// It is removed with this object, unless it is kept for inspection.
final class RunHome {
    let path: String
    /// Whether the folder is kept when this object is deallocated.
    var isKept = false

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The file that distinguishes the home of an earlier run from a user's folder.
    private static let markName = ".dray-home"

    /// The XDG folders, by environment variable.
    static let folders = [
        "XDG_CONFIG_HOME": ".config", "XDG_DATA_HOME": ".local/share", "XDG_CACHE_HOME": ".cache",
        "XDG_STATE_HOME": ".local/state",
    ]

    /// Creates an empty home, replacing that of an earlier run.
    /// - Parameter path: An absolute path; its parent must exist.
    init(making path: String) throws(Failure) {
        try Self.remove(path)
        self.path = path
        try Self.check(mkdir(path, 0o700), path)
        let mark = open("\(path)/\(Self.markName)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try Self.check(mark, "\(path)/\(Self.markName)")
        close(mark)
        for folder in Self.folders.values.sorted() { try makeFolders(folder.split(separator: "/").map(String.init)) }
    }

    deinit {
        guard !isKept else { return }
        try? Self.remove(path)
    }

    /// Removes the home of a run, and nothing else.
    static func remove(_ path: String) throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR, access("\(path)/\(markName)", F_OK) == 0 else {
            throw Failure(
                description: "\(path) cannot be the clients' home: it exists, and it is not of an earlier run")
        }
        FolderRemoval.remove(path)
        guard lstat(path, &status) != 0 else {
            throw Failure(description: "the home of an earlier run cannot be removed: \(path)")
        }
    }

    /// Creates the files and folders of the scenario's `setup`, in order.
    func make(_ items: [SetupItem]) throws(Failure) {
        for item in items {
            try makeFolders(item.path.parts.dropLast())
            let place = "\(path)/\(item.path)"
            switch item.content {
            case .text(let text): try write(Array(text.utf8), to: place, mode: 0o644)
            case .size(let size):
                try write((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }, to: place, mode: 0o644)
            case .file(let source): try copy(source, to: place)
            case .folder: try makeFolders(item.path.parts)
            case .copy(let source):
                try makeFolders(item.path.parts)
                try copyFolder(source, to: place)
            }
        }
        // Permissions are set last, because other items may be created inside.
        for item in items where item.isReadOnly { makeReadOnly("\(path)/\(item.path)") }
    }

    /// Writes the desktop's settings, if there is a portal to read them and `setup` has not created the file.
    func addSettings(of scenario: Scenario) throws(Failure) {
        guard let text = DesktopSettingsFile.text(for: scenario) else { return }
        let place = "\(path)/\(DesktopSettingsFile.path.joined(separator: "/"))"
        guard access(place, F_OK) != 0 else { return }
        try makeFolders(DesktopSettingsFile.path.dropLast())
        try write(Array(text.utf8), to: place, mode: 0o644)
    }

    // MARK: Making

    private static func check(_ result: Int32, _ path: String, needed: Int? = nil) throws(Failure) {
        guard result < 0 else { return }
        throw Failure(description: SystemFailure(path: path, needed: needed).description)
    }

    private func makeFolders(_ parts: some Sequence<String>) throws(Failure) {
        var place = path
        for part in parts {
            place += "/\(part)"
            if mkdir(place, 0o755) != 0, errno != EEXIST { try Self.check(-1, place) }
        }
    }

    private func write(_ bytes: [UInt8], to place: String, mode: mode_t) throws(Failure) {
        let file = open(place, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        try Self.check(file, place)
        defer { close(file) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return try Self.check(-1, place, needed: bytes.count) }
            written += count
        }
    }

    private func copy(_ source: String, to place: String) throws(Failure) {
        var status = stat()
        try Self.check(stat(source, &status), source)
        do {
            try write(RegularFile(reading: source).bytes(), to: place, mode: (status.st_mode & 0o777) | 0o600)
        } catch let failure as SystemFailure {
            throw Failure(description: failure.description)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(description: "\(error)")
        }
    }

    /// Copies files, folders and symbolic links; links stay links.
    private func copyFolder(_ source: String, to place: String) throws(Failure) {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: source) } catch {
            throw Failure(description: "\(source): it cannot be read")
        }
        for name in names.sorted() {
            var status = stat()
            // If the source contains the run's folder, this home is not copied into itself, which would never end.
            if "\(source)/\(name)" == path { continue }
            try Self.check(lstat("\(source)/\(name)", &status), "\(source)/\(name)")
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                if mkdir("\(place)/\(name)", 0o755) != 0, errno != EEXIST { try Self.check(-1, "\(place)/\(name)") }
                try copyFolder("\(source)/\(name)", to: "\(place)/\(name)")
            case S_IFLNK:
                guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(source)/\(name)")
                else { throw Failure(description: "\(source)/\(name): it cannot be read") }
                try Self.check(symlink(target, "\(place)/\(name)"), "\(place)/\(name)")
            case S_IFREG: try copy("\(source)/\(name)", to: "\(place)/\(name)")
            case _: throw Failure(description: "\(source)/\(name): it is neither a file nor a folder nor a link")
            }
        }
    }

    private func makeReadOnly(_ place: String) {
        var status = stat()
        guard lstat(place, &status) == 0 else { return }
        chmod(place, status.st_mode & ~0o222 & 0o777)
    }
}
