// SPDX-License-Identifier: MIT

import Glibc

/// A folder that only its owner may read, with everything in it as long as this value lives.
struct TemporaryFolder: ~Copyable {
    let path: String

    struct CannotBeMade: Error {
        let reason: String
    }

    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/dray-headless-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CannotBeMade(reason: String(cString: strerror(errno))) }
        path = String(cString: made)
    }

    deinit {
        // The deepest first; links are removed, and not followed.
        _ = nftw(
            path, { name, _, _, _ in name.map { Glibc.remove($0) } ?? 0 }, 16, FTW_DEPTH.rawValue | FTW_PHYS.rawValue)
    }
}
