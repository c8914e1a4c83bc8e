// SPDX-License-Identifier: MIT

import Glibc

/// What a C library wants to log, put together as `printf` would, without the line's end.
func logText(_ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?) -> String {
    guard let format, let arguments else { return "" }
    // A longer message is cut off: nobody reads more of it, and a list of arguments can be walked only once.
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
        guard vsnprintf(buffer.baseAddress!, buffer.count, format, arguments) >= 0 else { return "" }
        var text = String(cString: buffer.baseAddress!)
        while text.last == "\n" { text.removeLast() }
        return text
    }
}
