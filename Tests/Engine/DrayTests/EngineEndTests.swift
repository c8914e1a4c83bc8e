// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import Glibc
import Testing
import WaylandServer
import WaylandUtil

@testable import Dray

/// Objects that outlive their engine.
@Suite struct EngineEndTests {
    /// An offer retains its content, and the content the transfer pool of its engine, so transfers can begin and end
    /// without the engine. Runs in a process of its own, because a failure would end the process.
    @Test func transferCompletesAfterItsEngineIsReleased() async {
        await #expect(processExitsWith: .success) {
            let display = try Display()
            var engine: DragEngine? = DragEngine(display: display)
            let pool = try #require(engine?.transfers)
            engine = nil
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            var events: [TransferPool.Event] = []
            let request = TransferRequest(ReadID(1), "text/plain", seat: SeatID(1), .clipboard)
            let end = pool.begin(request, to: ReceivedDescriptor(owning: ends[1]), sourceLife: { .up }) {
                events.append($0)
            }
            let descriptor = try #require(end?.take())
            try #require(Glibc.write(descriptor, "text", 4) == 4)
            close(descriptor)
            for _ in 0..<100 where events.last != .closed(.complete) { display.dispatch(timeout: 100) }
            try #require(events.last == .closed(.complete))
            close(ends[0])
        }
    }

    /// The host may retain a drag.
    @Test func dragThatOutlivesItsEngineIsNotObserved() throws {
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
