// SPDX-License-Identifier: MIT

import Glibc

/// Formats a log message of a C library as `printf` does, without the trailing line feed.
func logText(_ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?) -> String {
    guard let format, let arguments else { return "" }
    // Longer messages are truncated, since the argument list can be traversed only once.
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
        guard vsnprintf(buffer.baseAddress!, buffer.count, format, arguments) >= 0 else { return "" }
        var text = String(cString: buffer.baseAddress!)
        while text.last == "\n" { text.removeLast() }
        return text
    }
}
