// SPDX-License-Identifier: MIT

internal import Glibc

/// Calls `body` with an array of C strings, valid during the call; NULL if there are none.
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

/// Returns the strings of an array that the host passes.
func readStrings(_ strings: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int) throws(Mistake) -> [String] {
    guard count != 0 else { return [] }
    // More types than any source has, and few enough to detect an uninitialised count.
    guard (1...65536).contains(count) else { throw .value("an array of \(UInt(bitPattern: count)) strings") }
    guard let strings else { throw .null("an array of \(count) strings") }
    var result: [String] = []
    for index in 0..<count { result.append(try readString(strings[index])) }
    return result
}

/// Checks a descriptor that the host passes. Sending one that is not open to a client would abort the process.
func openDescriptor(_ fd: CInt) throws(Mistake) -> CInt {
    guard fcntl(fd, F_GETFD) >= 0 else { throw .value("the descriptor \(fd) is not open") }
    return fd
}

/// Returns a string that the host passes.
func readString(_ string: UnsafePointer<CChar>?) throws(Mistake) -> String {
    guard let string else { throw .null("a string") }
    guard let text = String(validatingCString: string) else { throw .value("a string is not UTF-8") }
    return text
}
