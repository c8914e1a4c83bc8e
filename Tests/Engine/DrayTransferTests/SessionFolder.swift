// SPDX-License-Identifier: MIT

import Glibc
import Testing

/// A folder that is removed with a session, like `XDG_RUNTIME_DIR`. It has to be empty by then, so that files that a
/// test leaves behind are detected.
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
