// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ProgramLines
import TestTimeout

/// The document portal on a test's private session bus.
final class DocumentPortal {
    private static let program = "/usr/libexec/xdg-document-portal"
    private let process: Lines
    private let bus: AccessBus

    /// Whether the portal is installed and can mount its file system.
    static let isPossible = access(program, X_OK) == 0 && access("/dev/fuse", R_OK | W_OK) == 0

    init(on bus: AccessBus) throws {
        self.bus = bus
        process = try Lines([Self.program], bus.environment)
        let deadline = ContinuousClock.now + .timeout(30)
        while try !bus.knows("org.freedesktop.portal.Documents") {
            guard ContinuousClock.now < deadline else {
                throw AccessBus.Failure(description: "the portal did not start")
            }
            usleep(20_000)
        }
    }

    deinit {
        // The portal unmounts its file system only on SIGTERM.
        kill(process.processID, SIGCONT)
        kill(process.processID, SIGTERM)
        for _ in 0..<200 where process.isRunning { usleep(10_000) }
        process.end()
        // A killed portal leaves it mounted.
        let unmounting = try? Lines(["/usr/bin/fusermount3", "-u", "-z", "-q", files], bus.environment)
        for _ in 0..<200 where unmounting?.isRunning == true { usleep(10_000) }
    }

    /// The mount point of the portal's file system.
    var files: String { "\(bus.folder.path)/doc" }

    /// Returns the folder that an application sees.
    func files(of application: String) -> String { "\(files)/by-app/\(application)" }

    func stop() { kill(process.processID, SIGSTOP) }
    func goOn() { kill(process.processID, SIGCONT) }
}
