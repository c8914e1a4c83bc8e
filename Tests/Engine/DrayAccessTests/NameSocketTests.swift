// SPDX-License-Identifier: MIT

import DrayAccess
import DrayTransfer
import Foundation
import Glibc
import TestTimeout
import Testing
import WaylandServer

/// HIG-33: the socket at which programs drag by name is private to the user, and malformed requests are rejected with a
/// message.
@Suite final class NameSocketTests {
    private let bus: AccessBus
    private let display: Display
    private let helper: AccessHelper
    private let path: String
    private let words = Words()

    private final class Words {
        var asked: [String] = []
    }

    init() throws {
        bus = try AccessBus()
        display = try Display()
        path = bus.folder.appendingPathComponent("names").path
        let program = try #require(
            SideProgram.find("dray-access", named: "DRAY_ACCESS"), "dray-access is not in the tests' folder")
        let words = words
        let started = AccessHelper(program, environment: bus.environment, loop: display.eventLoop) { event in
            if case .said(.asked(_, let line)) = event { words.asked.append(line) }
        }
        helper = try #require(started)
        helper.send(.serveNames(path))
    }

    /// Connects, sends a text, and returns everything received until the connection is closed.
    private func told(_ text: [UInt8]) throws -> String {
        let descriptor = try connect()
        defer { close(descriptor) }
        #expect(send(descriptor, text, text.count, Int32(MSG_NOSIGNAL)) == text.count)
        return hear(descriptor)
    }

    private func connect() throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un(sun_family: sa_family_t(AF_UNIX), sun_path: sockaddr_un().sun_path)
        let path = path
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let deadline = ContinuousClock.now + .timeout(20)
        while ContinuousClock.now < deadline {
            let result = withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            if result == 0 { return descriptor }
            display.eventLoop.dispatch(timeout: 5)
        }
        throw AccessBus.Failure(description: "no server is listening at \(path)")
    }

    private func hear(_ descriptor: Int32) -> String {
        var heard: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 256)
        let deadline = ContinuousClock.now + .timeout(20)
        while ContinuousClock.now < deadline {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 || (count < 0 && errno == ECONNRESET) { break }
            if count > 0 { heard += buffer[..<count] }
            display.eventLoop.dispatch(timeout: 5)
        }
        return String(decoding: heard, as: UTF8.self)
    }

    @Test func socketIsPrivate() throws {
        close(try connect())
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(status.st_uid == geteuid())
    }

    @Test func longRequestIsRejected() throws {
        #expect(try told([UInt8](repeating: UInt8(ascii: "x"), count: 5000)) == "error this request is too long\n")
        #expect(words.asked.isEmpty)
    }

    @Test func zeroByteIsRejected() throws {
        #expect(try told(Array("drag\0\n".utf8)) == "error there is a zero byte in this request\n")
        #expect(words.asked.isEmpty)
    }

    @Test func socketClosesConnectionsAndReopens() throws {
        let inside = try connect()
        defer { close(inside) }
        #expect(send(inside, "names\n", 6, Int32(MSG_NOSIGNAL)) == 6)
        let deadline = ContinuousClock.now + .timeout(30)
        while words.asked.isEmpty, ContinuousClock.now < deadline { display.eventLoop.dispatch(timeout: 5) }
        #expect(words.asked == ["names"])
        helper.send(.serveNames(nil))
        #expect(hear(inside) == "")
        #expect(access(path, F_OK) != 0)
        helper.send(.serveNames(path))
        close(try connect())
        // Also if the socket file was removed.
        unlink(path)
        helper.send(.serveNames(path))
        close(try connect())
    }

    /// A single process cannot use up all connections.
    @Test func processIsLimitedToFourConnections() throws {
        let others = try (0..<4).map { _ in try connect() }
        defer { for other in others { close(other) } }
        let fifth = try connect()
        defer { close(fifth) }
        #expect(hear(fifth) == "error too many connections\n")
    }
}
