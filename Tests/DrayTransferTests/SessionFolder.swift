// SPDX-License-Identifier: MIT

import Glibc
import Testing

/// A folder that goes with a session, as `XDG_RUNTIME_DIR` does. It has to be empty by the time that this goes: what tests leave in
/// the temporary folder is seen.
final class SessionFolder {
    let path: String

    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/dray-session-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { rmdir(path) }
}
