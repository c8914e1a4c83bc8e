// SPDX-License-Identifier: MIT

package import DrayScenario
import Glibc

/// How many files this process may have open.
package enum DescriptorLimit {
    /// Loop, sockets, signals, keymap, timers, pipes of two clients, and what these clients send.
    private static let needed: rlim_t = 64

    /// Makes sure that there are enough, as far as the system lets this process raise its own limit. With fewer, what is
    /// missing would be missed somewhere in the middle.
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
