// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// What the system did not do, and why, as people read it: Foundation's own errors are read by programs.
package struct SystemFailure: Error, CustomStringConvertible {
    package let description: String

    /// The system's last error, about a file.
    package init(path: String) {
        description = "\(path): \(String(cString: strerror(errno)))"
    }

    package init(_ description: String) {
        self.description = description
    }

    /// The words for any error: those of the system in place of Foundation's, and every other error's own.
    package static func words(for error: any Error) -> String {
        guard let failure = SystemFailure(translating: error) else { return "\(error)" }
        return failure.description
    }

    /// Nil for an error that is not Foundation's.
    package init?(translating error: any Error) {
        let error = error as NSError
        guard [NSCocoaErrorDomain, NSPOSIXErrorDomain].contains(error.domain) else { return nil }
        let path = error.userInfo[NSFilePathErrorKey] as? String ?? (error.userInfo[NSURLErrorKey] as? URL)?.path
        description = [path, Self.reason(of: error)].compactMap(\.self).joined(separator: ": ")
    }

    private static func reason(of error: NSError) -> String {
        if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error { return reason(of: cause as NSError) }
        let codes: [(CocoaError.Code, Int32)] = [
            (.fileNoSuchFile, ENOENT), (.fileReadNoSuchFile, ENOENT), (.fileReadNoPermission, EACCES),
            (.fileWriteNoPermission, EACCES), (.fileWriteFileExists, EEXIST), (.fileWriteOutOfSpace, ENOSPC),
            (.fileWriteVolumeReadOnly, EROFS),
        ]
        let code = codes.first { $0.0.rawValue == error.code }?.1
        return code.map { String(cString: strerror($0)) } ?? "it could not be read or written (\(error.code))"
    }
}
