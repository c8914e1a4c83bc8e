// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import Glibc
import Testing
import WaylandServer
import WaylandUtil

@testable import Dray

/// What is still there when an engine goes.
@Suite struct EngineEndTests {
    /// Content that a client's offer keeps keeps the pipes of its engine, whose transfers begin and end without it. In a
    /// process of its own, which would end.
    @Test func transfersThatOutliveTheirEngineTellNobody() async {
        await #expect(processExitsWith: .success) {
            let display = try Display()
            var engine: DragEngine? = DragEngine(display: display)
            let pool = try #require(engine?.transfers)
            engine = nil
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            var told: [TransferPool.Event] = []
            let request = TransferRequest(ReadID(1), "text/plain", seat: SeatID(1), .clipboard)
            let end = pool.begin(request, to: ReceivedDescriptor(owning: ends[1]), sourceLife: { .up }) {
                told.append($0)
            }
            let descriptor = try #require(end?.take())
            try #require(Glibc.write(descriptor, "text", 4) == 4)
            close(descriptor)
            for _ in 0..<100 where told.last != .closed(.complete) { display.dispatch(timeout: 100) }
            try #require(told.last == .closed(.complete))
            close(ends[0])
        }
    }

    /// Somebody may still have one.
    @Test func aDragThatOutlivesItsEngineIsSeenByNobody() throws {
        let display = try Display()
        var engine: DragEngine? = DragEngine(display: display)
        var seen = 0
        engine?.observer = { _, _, _ in seen += 1 }
        let seat = try #require(engine?.seat(SeatID(1)))
        let start = DragStart(
            device: .pointer(button: 0x110), position: .zero, modifiers: [], container: ContainerID(1))
        let begun = seat.begin(HostContent(types: ["text/plain"], send: { _, _ in }), start)
        try #require(begun != nil)
        let drag = try #require(seat.ownDrag)
        drag.deliver(.leave(global: .zero))
        #expect(seen == 1)
        engine = nil
        drag.deliver(.leave(global: .zero))
        #expect(seen == 1)
    }
}
