// SPDX-License-Identifier: MIT

internal import CProcess
internal import Glibc

/// The helper programs of Dray, for work that must not be done inside a compositor.
public enum SideProgram {
    /// Returns the path of a helper: the one in the environment variable; otherwise the first found next to this
    /// program or the loaded Dray library, or in the `libexec` directory of their prefix. Nil if there is none.
    /// - Parameter variable: An environment variable. If it is set, no other path is tried.
    public static func find(_ name: String, named variable: String) -> String? {
        if let named = getenv(variable).map({ String(cString: $0) }) {
            return access(named, X_OK) == 0 ? named : nil
        }
        var folders: [String] = []
        for file in loadedFiles() {
            guard let slash = file.lastIndex(of: "/") else { continue }
            let name = file[file.index(after: slash)...]
            if name.hasPrefix("libdray") || name.hasPrefix("dray") { folders.append(String(file[..<slash])) }
        }
        let places =
            folders.flatMap { [$0, $0 + "/../libexec", $0 + "/../../libexec"] } + [
                "/usr/local/libexec", "/usr/libexec",
            ]
        return places.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// The path of this program, then those of the libraries in the order in which they were loaded.
    ///
    /// The list comes from the dynamic loader and not from the memory mappings, which are a hundred times as many: it
    /// is needed in the middle of the first drag that converts something.
    private static func loadedFiles() -> [String] {
        let program = realpath("/proc/self/exe", nil)
        defer { free(program) }
        var files = program.map { [String(cString: $0)] } ?? []
        var index: Int32 = 0
        while let library = dray_loaded_library(index) {
            files.append(String(cString: library))
            index += 1
        }
        return files
    }
}
