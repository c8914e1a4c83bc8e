// SPDX-License-Identifier: MIT

import CGuardian
import Glibc
import Synchronization

/// A helper process that cleans up if this process is killed by SIGKILL: it kills the processes started here and
/// removes temporary files. It exits with this object, which is to be released after the regular cleanup.
///
/// Clients are found by their environment and by their parents. A process that cleared its environment and whose parent
/// has exited is not found.
final class Guardian {
    /// The environment variable that marks all clients of this process.
    static let variable = "DRAY_RUN"
    /// The variable's value, unique to this process.
    static let word = "\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 36))"

    private let process: pid_t
    private let socket: Int32

    /// The guardians of this process, which are not clients.
    static var processes: Set<pid_t> { all.withLock { $0 } }
    private static let all = Mutex<Set<pid_t>>([])

    /// - Parameters:
    ///   - folder: A folder to remove recursively.
    ///   - socket: A compositor's socket in a folder that is kept; it is removed together with its associated files.
    /// - Returns: Nil if the process cannot be created; nothing is cleaned up then after SIGKILL.
    init?(folder: String? = nil, socket name: String? = nil) {
        var socket: Int32 = -1
        let process = "\(Self.variable)=\(Self.word)".withCString { mark in
            folder.withOptionalCString { folder in
                name.withOptionalCString { name in
                    var guardian = dray_guard(mark: mark, folder: folder, socket: name)
                    return dray_start_guardian(&guardian, &socket)
                }
            }
        }
        guard process > 0 else { return nil }
        (self.process, self.socket) = (process, socket)
        Self.all.withLock { _ = $0.insert(process) }
    }

    deinit {
        dray_dismiss_guardian(process, socket)
        Self.all.withLock { _ = $0.remove(process) }
    }
}

extension String? {
    fileprivate func withOptionalCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        switch self {
        case .some(let text): text.withCString(body)
        case nil: body(nil)
        }
    }
}
