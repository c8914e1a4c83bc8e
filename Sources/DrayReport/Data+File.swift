// SPDX-License-Identifier: MIT

package import FoundationEssentials
import Glibc

// Reading a file whose name somebody has given: it may be a pipe, a device or a folder.

extension Data {
    /// All bytes of a regular file. Throws the system's error in its own words, which Foundation's reading keeps to itself.
    package init(reading path: String) throws(FileFailure) {
        // A pipe that nobody writes to is waited for without the last flag, and a device may have no end.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw errno == ENXIO ? .notRegular(path) : FileFailure(path: path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileFailure(path: path) }
        // A folder is told by reading it.
        guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { throw .notRegular(path) }
        self.init()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileFailure(path: path) }
            if count == 0 { return }
            append(contentsOf: buffer[..<count])
        }
    }
}
