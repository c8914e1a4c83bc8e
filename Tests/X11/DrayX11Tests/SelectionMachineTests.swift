// SPDX-License-Identifier: MIT

import Randomness
import Testing
import XCB

@testable import DrayX11

/// Both ends of a conversion, connected by nothing but a property.
@Suite struct SelectionMachineTests {
    private static let piece = SelectionSending.piece

    @Test func smallContentIsSentAtOnce() {
        var sending = SelectionSending()
        #expect(sending.start() == [.read, .wait])
        #expect(sending.handle(.bytes([1, 2])) == [.read, .wait])
        #expect(
            sending.handle(.end(isComplete: true)) == [.put([1, 2]), .answer(succeeded: true), .done(succeeded: true)])
        #expect(sending.handle(.deleted).isEmpty)
    }

    @Test func emptyContentIsValid() {
        var sending = SelectionSending()
        _ = sending.start()
        #expect(sending.handle(.end(isComplete: true)) == [.put([]), .answer(succeeded: true), .done(succeeded: true)])
    }

    @Test(arguments: [SelectionSending.Event.end(isComplete: false), .readerGone, .timedOut])
    func failureBeforeTheAnswerIsARefusal(event: SelectionSending.Event) {
        var sending = SelectionSending()
        _ = sending.start()
        #expect(sending.handle(event) == [.answer(succeeded: false), .done(succeeded: false)])
    }

    @Test func stoppedReaderTimesOut() {
        var sending = SelectionSending()
        _ = sending.start()
        _ = sending.handle(.bytes([UInt8](repeating: 0, count: Self.piece + 1)))
        #expect(sending.handle(.timedOut) == [.done(succeeded: false)])
        #expect(sending.size == 0)
    }

    @Test func refusalIsFinal() {
        var reading = SelectionReading(at: XTime(rawValue: 7))
        #expect(reading.start() == [.convert(at: XTime(rawValue: 7)), .wait])
        #expect(reading.handle(.refused(now: XTime(rawValue: 7))) == [.done(succeeded: false)])
    }

    @Test func refusalWithANewerTimeIsRepeated() {
        var reading = SelectionReading(at: XTime(rawValue: 7))
        _ = reading.start()
        #expect(reading.handle(.refused(now: XTime(rawValue: 8))) == [.convert(at: XTime(rawValue: 8)), .wait])
        #expect(reading.handle(.converted) == [.slice(offset: 0), .wait])
        #expect(reading.handle(.refused(now: XTime(rawValue: 9))).isEmpty)
    }

    @Test func deletedPropertyIsAFailure() {
        var reading = SelectionReading(at: .current)
        #expect(reading.handle(.converted) == [.slice(offset: 0), .wait])
        #expect(reading.handle(.slice(nil)) == [.done(succeeded: false)])
    }

    /// Content of any size, in chunks of any size, with any side slow: it arrives complete, and no side holds more than
    /// two pieces.
    @Test(arguments: 0..<60)
    func everythingArrivesInTheEnd(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let size = random.pick([0, 1, Self.piece - 1, Self.piece, Self.piece + 1, 3 * Self.piece, 700_001])
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        var model = Exchange(content: content)
        model.start()
        for _ in 0..<100_000 {
            if model.isOver { break }
            model.step(using: &random)
            #expect(model.held <= 3 * Self.piece)
        }
        #expect(model.isOver)
        #expect(model.sent == true && model.received == true)
        #expect(model.arrived == content)
    }

    /// Events out of sequence, on both sides: nothing follows the end, and there is exactly one end.
    @Test(arguments: 0..<200)
    func eventsOutOfSequenceAreIgnored(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var sending = SelectionSending()
        var reading = SelectionReading(at: .current)
        _ = sending.start()
        var ends = (sent: 0, read: 0)
        for _ in 0..<60 {
            let chunk = [UInt8](repeating: 7, count: random.pick([1, 1000, Self.piece]))
            let sendingEvent: SelectionSending.Event = random.pick([
                .bytes(chunk), .bytes(chunk), .bytes(chunk), .deleted, .deleted, .end(isComplete: true), .timedOut,
            ])
            let readingEvent: SelectionReading.Event = random.pick([
                .converted, .refused(now: random.pick([.current, XTime(rawValue: 1)])), .put, .put, .written, .written,
                .slice(.init(isIncremental: true, bytes: [], rest: 0)),
                .slice(.init(bytes: chunk, rest: random.pick([0, 10]))), .slice(nil),
            ])
            for effect in sending.handle(sendingEvent) { if case .done = effect { ends.sent += 1 } }
            for effect in reading.handle(readingEvent) { if case .done = effect { ends.read += 1 } }
        }
        #expect(ends.sent <= 1 && ends.read <= 1)
    }
}

/// A sender and a reader that share one property of an X server.
private struct Exchange {
    var sending = SelectionSending()
    var reading = SelectionReading(at: .current)
    let content: [UInt8]
    var given = 0
    var arrived: [UInt8] = []
    var property: (isIncremental: Bool, bytes: [UInt8])?
    var sent: Bool?
    var received: Bool?
    /// The pending actions of each party, which are carried out in random order.
    var mayRead = false
    var toSender: [SelectionSending.Event] = []
    var toReader: [SelectionReading.Event] = []

    init(content: [UInt8]) { self.content = content }

    var isOver: Bool { sent != nil && received != nil }
    var held: Int { sending.size + (property?.bytes.count ?? 0) }

    mutating func start() { perform(sending.start()) }

    mutating func step(using random: inout SplitMix64) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where mayRead:
            mayRead = false
            let count = min(content.count - given, Int.random(in: 1...(1 << 16), using: &random))
            let event: SelectionSending.Event =
                count == 0 ? .end(isComplete: true) : .bytes(Array(content[given..<given + count]))
            given += count
            perform(sending.handle(event))
        case 1 where !toSender.isEmpty: perform(sending.handle(toSender.removeFirst()))
        case 2 where !toReader.isEmpty: perform(reading.handle(toReader.removeFirst()))
        case _: break
        }
    }

    private mutating func perform(_ effects: [SelectionSending.Effect]) {
        for effect in effects {
            switch effect {
            case .read: mayRead = true
            case .put(let bytes):
                property = (false, bytes)
                toReader.append(.put)
            case .announce:
                property = (true, [1, 2, 3, 4])
                toReader.append(.put)
            case .answer(let succeeded): toReader.append(succeeded ? .converted : .refused(now: .current))
            case .wait: break
            case .done(let succeeded): sent = succeeded
            }
        }
    }

    private mutating func perform(_ effects: [SelectionReading.Effect]) {
        for effect in effects {
            switch effect {
            case .convert: break
            case .slice(let offset):
                let bytes = property.map { $0.bytes.dropFirst(offset).prefix(SelectionReading.slice) }
                toReader.append(
                    .slice(
                        property.map {
                            SelectionReading.Slice(
                                isIncremental: $0.isIncremental, bytes: Array(bytes ?? []),
                                rest: $0.bytes.count - offset - (bytes?.count ?? 0))
                        }))
            case .delete:
                property = nil
                toSender.append(.deleted)
            case .write(let bytes):
                arrived += bytes
                toReader.append(.written)
            case .wait: break
            case .done(let succeeded): received = succeeded
            }
        }
    }
}
