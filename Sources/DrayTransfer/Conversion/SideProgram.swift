// SPDX-License-Identifier: MIT

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
        for file in mappedFiles() {
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

    private static func mappedFiles() -> Set<String> {
        let descriptor = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        return Set(
            text.split(separator: UInt8(ascii: "\n")).compactMap { line in
                line.firstIndex(of: UInt8(ascii: "/")).map { String(decoding: line[$0...], as: UTF8.self) }
            })
    }
}
