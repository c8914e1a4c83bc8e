// SPDX-License-Identifier: MIT

internal import Glibc

/// The resources of this process.
struct Footprint {
    let descriptors: Int
    let threads: Int
    /// Resident memory in pages.
    let pages: Int

    /// The environment variable with the path of the report file. No reports are written if it is not set.
    private static let variable = "DRAY_FOOTPRINTS"

    /// - Returns: nil if the kernel does not provide them.
    static func now() -> Footprint? {
        // The descriptor that reads the folder is not counted.
        guard let descriptors = entries(of: "/proc/self/fd"), let threads = entries(of: "/proc/self/task"),
            let pages = residentPages()
        else { return nil }
        return Footprint(descriptors: descriptors - 1, threads: threads, pages: pages)
    }

    /// Appends a line to the report file.
    func report() {
        guard let path = getenv(Self.variable) else { return }
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        let line = Array("\(descriptors) \(threads) \(pages)\n".utf8)
        write(file, line, line.count)
    }

    private static func entries(of path: String) -> Int? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            // Skips "." and "..": other names are numbers.
            if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        return count
    }

    private static func residentPages() -> Int? {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let words = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ")
        return words.count > 1 ? Int(words[1]) : nil
    }
}
