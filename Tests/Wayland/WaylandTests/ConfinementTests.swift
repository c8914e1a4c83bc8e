// SPDX-License-Identifier: MIT

import Bubblewrap
import CWaylandServer
import Foundation
import Glibc
import Testing
import WaylandServer

extension WaylandTests {
    /// The confinement of clients, which depends on the process that connected.
    @Suite struct ConfinementTests {
        private let display: Display
        private let dialler: Dialler

        init() throws {
            display = try Display()
            dialler = try Dialler()
        }

        @Test func aProcessThatRunsIsFreeUntilItEnds() throws {
            let client = try display.addClient(owning: dialler.connection())
            #expect(client.processID == dialler.processID && client.runningProcessID == dialler.processID)
            #expect(!client.isConfined)
            dialler.end()
            #expect(client.isConfined && client.runningProcessID == nil)
            #expect(client.processID == dialler.processID)
        }

        @Test func aProcessThatHasEndedBeforeIsConfined() throws {
            let connection = try dialler.connection()
            dialler.end()
            let client = try display.addClient(owning: connection)
            #expect(client.process == nil && client.isConfined)
        }

        @Test(.enabled(if: canConfine)) func aProcessInASandboxIsConfined() throws {
            let sandbox = try Dialler(wrapper: ["/usr/bin/bwrap", "--dev-bind", "/", "/"])
            let client = try display.addClient(owning: sandbox.connection())
            #expect(client.process != nil && client.isConfined)
        }

        @Test func confinementIsPermanent() throws {
            let client = try display.addClient(owning: dialler.connection())
            #expect(!client.isConfined)
            client.confine()
            #expect(client.isConfined && client.isConfined)
        }

        /// The display identifies the process: the client has not been used when its process exits.
        @Test(arguments: [false, true]) func theProcessIsIdentifiedAsSoonAsItIsSeen(isThereBefore: Bool) throws {
            let host = HostDisplay()
            var display = isThereBefore ? nil : Display(borrowing: host.pointer)
            let pointer = try #require(wl_client_create(host.pointer, try dialler.connection()))
            if isThereBefore { display = Display(borrowing: host.pointer) }
            dialler.end()
            let client = Client.of(pointer)
            #expect(client.process?.number == dialler.processID)
            #expect(client.isConfined)
            withExtendedLifetime(display) {}
        }

        /// The end of a socket pair belongs to the process that created it, such as that of a compositor's child.
        @Test func socketPairBelongsToThisProcess() throws {
            let pair = try Pair()
            #expect(pair.client.process?.number == getpid() && !pair.client.isConfined)
        }

        /// A later process with the same number has another start time.
        @Test func differentStartTimeIsADifferentProcess() throws {
            let process = try #require(try Pair().client.process)
            #expect(process.isRunning)
            #expect(!ProcessIdentity(number: process.number, start: process.start + 1).isRunning)
            #expect(!ProcessIdentity(number: process.number, start: process.start - 1).isRunning)
            #expect(!ProcessIdentity(number: 0, start: 0).isRunning)
        }
    }
}

/// A process that connects to a socket, and keeps the connection.
private final class Dialler {
    private let process = Process()
    private let life = Foundation.Pipe()
    private let listener: Int32
    private let path: String

    struct Failure: Error { let what: String }

    init(wrapper: [String] = []) throws {
        path = "\(NSTemporaryDirectory())dray-dialler-\(UUID().uuidString)"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un(sun_family: sa_family_t(AF_UNIX), sun_path: sockaddr_un().sun_path)
        let path = path
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, listen(listener, 1) == 0 else { throw Failure(what: String(cString: strerror(errno))) }
        let script =
            "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); sys.stdin.read()"
        let command = wrapper + ["/usr/bin/python3", "-c", script, path]
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardInput = life
        try process.run()
    }

    deinit {
        end()
        close(listener)
        unlink(path)
    }

    var processID: Int32 { process.processIdentifier }

    /// This side of the connection, once the process has connected.
    func connection() throws -> Int32 {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { throw Failure(what: String(cString: strerror(errno))) }
        return descriptor
    }

    /// Ends the process, and waits until its number is free.
    func end() {
        guard process.isRunning else { return }
        try? life.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
