// SPDX-License-Identifier: MIT

package import DrayScenario
import Glibc

/// The limit on open files of this process.
package enum DescriptorLimit {
    /// The minimum: loop, sockets, signals, keymap, timers, pipes of two clients, and descriptors sent by these
    /// clients.
    private static let needed: rlim_t = 64

    /// Raises the soft limit as far as the system permits, and throws if it is too low, instead of failing during the
    /// run.
    package static func ensure() throws(SystemFailure) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard limit.rlim_cur < needed else { return }
        var raised = limit
        raised.rlim_cur = min(needed, limit.rlim_max)
        if raised.rlim_cur >= needed, setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { return }
        throw SystemFailure(
            "too few files may be open at once: \(limit.rlim_max), and \(needed) are needed (ulimit -n \(needed))")
    }
}
