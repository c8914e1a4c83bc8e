// SPDX-License-Identifier: MIT

internal import CProcess
internal import Glibc

/// The programs that Dray does things with which are not to be done in a compositor.
public enum SideProgram {
    /// Where one is: as the environment says, or beside this program, or the library of Dray's that it has loaded, or in the `libexec`
    /// of where that is installed. Nil if it is nowhere.
    /// - Parameter variable: of the environment; it counts alone where it is set.
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

    /// This program, then each library in the order in which it was loaded.
    ///
    /// Asked in the middle of a drag, the first that makes something: the loader knows them, and a list of all mappings is a
    /// hundred times as long.
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
