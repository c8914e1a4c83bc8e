// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestTimeout

/// Waits until the content of a folder meets a condition; inotify reports changes.
struct FolderWatch: ~Copyable {
    private let changes: Int32

    struct Failure: Error {
        let code = errno
    }

    init(_ folder: URL) throws {
        changes = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard changes >= 0 else { throw Failure() }
        let mask = UInt32(IN_CREATE) | UInt32(IN_MODIFY) | UInt32(IN_MOVED_TO)
        guard inotify_add_watch(changes, folder.path, mask) >= 0 else { throw Failure() }
    }

    deinit { close(changes) }

    /// Waits for the condition; returns whether it held before the timeout.
    /// - Parameter end: A descriptor that becomes readable when no further changes will happen.
    func wait(seconds: Double = 20, orUntil end: Int32 = -1, for condition: () -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds * timeoutFactor)
        var watched = [changes, end].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while !condition() {
            let left = deadline.timeIntervalSinceNow * 1000
            guard left > 0 else { return false }
            poll(&watched, nfds_t(watched.count), Int32(left.rounded(.up)))
            if watched[1].revents != 0 { return condition() }
            // The events themselves do not matter, because the condition is checked again.
            var buffer = [UInt8](repeating: 0, count: 4096)
            while read(changes, &buffer, buffer.count) > 0 {}
        }
        return true
    }
}
