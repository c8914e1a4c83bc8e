// SPDX-License-Identifier: MIT

/// Calls `body` with an array of C strings, valid during the call; NULL for no strings.
func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?, Int) -> Result
) -> Result {
    guard !strings.isEmpty else { return body(nil, 0) }
    var bytes: [CChar] = []
    var starts: [Int] = []
    for string in strings {
        starts.append(bytes.count)
        bytes.append(contentsOf: string.utf8CString)
    }
    return bytes.withUnsafeBufferPointer { buffer in
        let pointers: [UnsafePointer<CChar>?] = starts.map { start in buffer.baseAddress.map { $0 + start } }
        return pointers.withUnsafeBufferPointer { body($0.baseAddress, strings.count) }
    }
}

/// The strings of an array that the host passes.
func readStrings(_ strings: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int) throws(Mistake) -> [String] {
    guard count > 0 else { return [] }
    guard let strings else { throw .null("an array of \(count) strings") }
    var result: [String] = []
    for index in 0..<count { result.append(try readString(strings[index])) }
    return result
}

/// A string that the host passes.
func readString(_ string: UnsafePointer<CChar>?) throws(Mistake) -> String {
    guard let string else { throw .null("a string") }
    guard let text = String(validatingCString: string) else { throw .value("a string is not UTF-8") }
    return text
}
