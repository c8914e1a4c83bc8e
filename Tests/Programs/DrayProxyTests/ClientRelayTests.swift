// SPDX-License-Identifier: MIT

import CSocket
import DrayCore
import Foundation
import Glibc
import Testing

@testable import DrayProxy

/// A relay between two real sockets, on its own thread.
///
/// `@unchecked Sendable` because the descriptors never change, and `notices` is read once the thread is `done`.
final class RelayRun: @unchecked Sendable {
    let client: Int32
    let upstream: Int32
    private let done = DispatchSemaphore(value: 0)
    private(set) var notices: [ProxyNotice] = []

    init(isRead: Bool = true) {
        let (client, clientSide) = Self.pair()
        let (upstream, upstreamSide) = Self.pair()
        self.client = client
        self.upstream = upstream
        Thread.detachNewThread { [self] in
            let connection =
                isRead ? ProxyConnection(client: 1, policy: .humanInterface, board: SharedDragTable()!) : nil
            do {
                var relay = ClientRelay(client: clientSide, upstream: upstreamSide, connection: connection) { [self] in
                    notices.append($0)
                }
                relay.run()
            }
            done.signal()
        }
    }

    deinit {
        close(client)
        close(upstream)
    }

    /// Whether the relay has ended and closed its sockets in time.
    func ends() -> Bool { done.wait(timeout: .now() + 20) == .success }

    static func pair() -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    static func write(_ bytes: [UInt8], to socket: Int32, with descriptors: [Int32] = []) {
        var rest = bytes[...]
        var descriptors = descriptors
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                dray_send(socket, $0.baseAddress, $0.count, descriptors, descriptors.count)
            }
            if count == Int(-EAGAIN) { Self.wait(socket, POLLOUT); continue }
            guard count > 0 else { return }
            descriptors = []
            rest = rest.dropFirst(count)
        }
    }

    /// Reads a number of bytes with their descriptors; fewer at the end of the stream.
    static func read(_ count: Int, from socket: Int32) -> (bytes: [UInt8], descriptors: [Int32]) {
        var bytes: [UInt8] = []
        var found: [Int32] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        var descriptors = [Int32](repeating: 0, count: Int(dray_descriptor_room))
        while bytes.count < count {
            var number = 0
            let got = dray_receive(socket, &buffer, min(buffer.count, count - bytes.count), &descriptors, &number)
            found += descriptors[..<number]
            if got == Int(-EAGAIN) {
                guard wait(socket, POLLIN) else { break }
                continue
            }
            guard got > 0 else { break }
            bytes += buffer[..<got]
        }
        return (bytes, found)
    }

    @discardableResult
    static func wait(_ socket: Int32, _ what: Int32) -> Bool {
        var watched = pollfd(fd: socket, events: Int16(what), revents: 0)
        return poll(&watched, 1, 20_000) > 0
    }
}

@Suite struct ClientRelayTests {
    /// The inode of the file of a descriptor.
    static func identity(_ descriptor: Int32) -> ino_t {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_ino : 0
    }

    @Test func bytesAndDescriptorsGoThrough() {
        let run = RelayRun()
        let (mine, its) = RelayRun.pair()
        let request = message(30, 0, 1, 2)
        RelayRun.write(request, to: run.client, with: [its, its])
        let arrived = RelayRun.read(request.count, from: run.upstream)
        #expect(arrived.bytes == request)
        #expect(arrived.descriptors.map(Self.identity) == [Self.identity(its), Self.identity(its)])
        for descriptor in arrived.descriptors + [its] { close(descriptor) }
        // The relay has kept no descriptor: the other end of the pipe sees the end.
        #expect(RelayRun.read(1, from: mine).bytes == [])
        close(mine)
    }

    /// 253 descriptors in one message, and a message in two parts, of which the first has the descriptor.
    @Test func manyDescriptorsAndHalfMessages() {
        let run = RelayRun()
        let (one, other) = RelayRun.pair()
        let request = message(30, 0, 1, 2)
        RelayRun.write(request, to: run.client, with: Array(repeating: other, count: 253))
        RelayRun.write(Array(request[..<5]), to: run.client, with: [one])
        RelayRun.write(Array(request[5...]), to: run.client)
        let first = RelayRun.read(request.count, from: run.upstream)
        let second = RelayRun.read(request.count, from: run.upstream)
        #expect(first.bytes + second.bytes == request + request)
        #expect((first.descriptors + second.descriptors).count == 254)
        for descriptor in first.descriptors + second.descriptors + [one, other] { close(descriptor) }
    }

    /// The last messages of a side that disconnects arrive, of clients and of the compositor.
    @Test(arguments: [true, false])
    func pendingMessagesArrive(ofClient: Bool) {
        let run = RelayRun()
        let words = (0..<1000).flatMap { message(30, 0, .number($0)) }
        let (speaker, listener) = ofClient ? (run.client, run.upstream) : (run.upstream, run.client)
        RelayRun.write(words, to: speaker)
        shutdown(speaker, Int32(SHUT_RDWR))
        #expect(RelayRun.read(words.count + 1, from: listener).bytes == words)
        #expect(run.ends())
    }

    /// A client may close its sending direction (`shutdown`) and wait for the answer: libwayland reads its messages and
    /// the end, and sends its pending events before it disconnects.
    @Test(arguments: [true, false])
    func halfClosedClientsReceiveTheAnswer(isRead: Bool) {
        let run = RelayRun(isRead: isRead)
        let (question, answer) = (message(1, 0, 40), message(40, 0, 7))
        RelayRun.write(question, to: run.client)
        shutdown(run.client, Int32(SHUT_WR))
        #expect(RelayRun.read(question.count + 1, from: run.upstream).bytes == question, "and then the end")
        RelayRun.write(answer, to: run.upstream)
        shutdown(run.upstream, Int32(SHUT_RDWR))
        #expect(RelayRun.read(answer.count + 1, from: run.client).bytes == answer)
        #expect(run.ends())
    }

    /// A half-closed client may disconnect, whatever the compositor does.
    @Test func halfClosedClientsMayDisconnect() {
        let run = RelayRun()
        RelayRun.write(message(1, 0, 40), to: run.client)
        shutdown(run.client, Int32(SHUT_WR))
        #expect(RelayRun.read(13, from: run.upstream).bytes.count == 12)
        shutdown(run.client, Int32(SHUT_RD))
        #expect(run.ends())
    }

    /// A compositor that disconnects before the client has read its error: `wl_display.error` arrives although nothing
    /// can be written to the compositor any more.
    @Test func theCompositorsErrorArrives() {
        let run = RelayRun()
        let error = message(1, 0, 3, 1, "no")
        RelayRun.write(error, to: run.upstream)
        shutdown(run.upstream, Int32(SHUT_RDWR))
        RelayRun.write(message(30, 0), to: run.client)
        #expect(RelayRun.read(error.count + 1, from: run.client).bytes == error)
        #expect(run.ends())
    }

    /// A side that does not read fills two buffers and two sockets, but no further memory; everything arrives when it
    /// reads again.
    @Test(arguments: [true, false])
    func slowReadersBlockTheOtherSide(clientReads: Bool) {
        let run = RelayRun()
        let (speaker, listener) = clientReads ? (run.upstream, run.client) : (run.client, run.upstream)
        let portion = (0..<256).flatMap { message(30, 0, .number($0), 2, 3) }
        var sent = 0
        while true {
            let count = dray_send(speaker, portion, portion.count, nil, 0)
            if count > 0 {
                sent += count
                // Complete portions only, so that messages stay intact.
                if count < portion.count {
                    RelayRun.write(Array(portion[count...]), to: speaker); sent += portion.count - count
                }
                if sent > 64 << 20 { break }
                continue
            }
            var watched = pollfd(fd: speaker, events: Int16(POLLOUT), revents: 0)
            if poll(&watched, 1, 500) == 0 { break }
        }
        #expect(sent < 4 << 20, "the sender was blocked")
        let arrived = RelayRun.read(sent, from: listener).bytes
        #expect(arrived.count == sent)
        #expect(arrived == (0..<sent / portion.count).flatMap { _ in portion })
    }

    @Test func aLyingHeaderEndsTheConnection() {
        let run = RelayRun()
        let good = message(30, 0, 1)
        RelayRun.write(good + message(30, 0)[..<4] + [0, 0, 0, 0], to: run.client)
        #expect(RelayRun.read(good.count + 1, from: run.upstream).bytes == good)
        #expect(run.ends())
        #expect(run.notices == [.ended(WireBreach.size(0).description)])
        #expect(RelayRun.read(1, from: run.client).bytes == [])
    }

    /// Unread bytes are forwarded, whatever they are.
    @Test func unreadBytesAreForwarded() {
        let run = RelayRun(isRead: false)
        let noise = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        RelayRun.write(noise, to: run.client)
        #expect(RelayRun.read(noise.count, from: run.upstream).bytes == noise)
    }

    /// The descriptors of an incomplete message are closed with the connection.
    @Test func descriptorsOfHalfAMessageAreClosed() {
        let run = RelayRun()
        let (mine, its) = RelayRun.pair()
        RelayRun.write([1, 0, 0], to: run.client, with: [its])
        close(its)
        shutdown(run.client, Int32(SHUT_RDWR))
        #expect(run.ends())
        #expect(RelayRun.read(1, from: mine).bytes == [])
        close(mine)
    }

    @Test func reportsSurviveTheirPacket() {
        let message = SpokenMessage(
            direction: .event, interface: "wl_data_offer", object: 7, name: "offer",
            arguments: [.init(name: "mime_type", value: "\"text/\u{1f}\nplain\"")])
        for event in [
            ProxyReport.Event.message(message), .note("a note"), .ended(nil), .ended("a reason"),
            .started(command: ["foot", "--title", ""], directory: "/a folder"), .dragEnded(.move), .dragEnded(nil),
            .dropped(nil),
            .picked(WindowPlace(title: "", appID: "foot", x: 1.5, y: -2, size: Size(width: 3, height: 4.5))),
        ] {
            let report = ProxyReport(client: 3, name: "foot", process: 4711, time: 12, event: event)
            let read = ProxyReport(packet: report.packet)
            #expect(read?.client == 3 && read?.name == "foot" && read?.time == 12)
            if case .message(let read) = read?.event {
                #expect(read.arguments.first?.value == "\"text/\u{fffd} plain\"", "no text can be a separator")
            } else {
                #expect(read?.event == event)
            }
        }
        #expect(ProxyReport(packet: []) == nil)
        #expect(ProxyReport(packet: Array("1\u{1f}a\u{1f}2\u{1f}x\u{1f}ended".utf8)) == nil)
    }
}
