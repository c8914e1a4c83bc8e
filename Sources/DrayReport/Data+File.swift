// SPDX-License-Identifier: MIT

package import FoundationEssentials
import Glibc

extension Data {
    /// All bytes of a file. Throws the system's error in its own words, which Foundation's reading keeps to itself.
    package init(reading path: String) throws(FileFailure) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileFailure(path: path) }
        defer { close(file) }
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
