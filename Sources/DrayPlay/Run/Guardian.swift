// SPDX-License-Identifier: MIT

import CGuardian
import Glibc
import Synchronization

/// A process that tidies up should this one be killed (SIGKILL), which nobody can do by itself: it ends what was started here,
/// and removes what was made. It goes with this object, which is to be let go when all of that is done.
///
/// Clients are found by their environment, and by who has started them. What has cleared its environment, and whose parent is
/// gone, is not found.
final class Guardian {
    /// The variable that all clients of this process have.
    static let variable = "DRAY_RUN"
    /// Its value, which those of no other process have.
    static let word = "\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 36))"

    private let process: pid_t
    private let socket: Int32

    /// Those of this process, which are nobody's clients.
    static var processes: Set<pid_t> { all.withLock { $0 } }
    private static let all = Mutex<Set<pid_t>>([])

    /// - Parameters:
    ///   - folder: is removed, with all that is in it.
    ///   - socket: of a compositor in a folder that is somebody else's; is removed, with what belongs to it.
    /// - Returns: nil where the system makes no process; what is killed is not tidied up then.
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
