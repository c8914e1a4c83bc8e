// SPDX-License-Identifier: MIT

package import FoundationEssentials
import Glibc

// Reads files whose names come from the user; such a name may refer to a pipe, a device or a folder.

extension Data {
    /// The content of a regular file. Throws the system's error message, which Foundation's reading does not expose.
    package init(reading path: String) throws(FileFailure) {
        // `O_NONBLOCK` avoids blocking on a pipe without a writer. A device may be endless.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw errno == ENXIO ? .notRegular(path) : FileFailure(path: path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileFailure(path: path) }
        // For a folder, `read` fails with a specific error.
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
