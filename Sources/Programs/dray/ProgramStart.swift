// SPDX-License-Identifier: MIT

import DrayProxy
import FoundationEssentials
import Glibc

/// Starts the program behind a proxy. The program inherits the standard streams and the terminal.
enum ProgramStart {
    /// - Parameter display: the value of `WAYLAND_DISPLAY` for the program.
    static func start(_ command: [String], display: String) throws(ProxyFailure) -> pid_t {
        var environment = ProcessInfo.processInfo.environment
        environment["WAYLAND_DISPLAY"] = display
        environment["WAYLAND_SOCKET"] = nil
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let arguments = command.map { strdup($0) } + [nil]
        let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, command[0], nil, &attributes, arguments, variables)
        guard code == 0 else { throw ProxyFailure("\(command[0]): \(String(cString: strerror(code)))") }
        return process
    }
}
