// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayProxy

/// The reports for traces and recordings.
@Suite struct TellingTests {
    static let pointer: UInt32 = 30, part: UInt32 = 31

    /// A client with a titled window, a subsurface of it at (10, 20), and a pointer.
    static func bench() throws -> ProxyBench {
        var bench = ProxyBench(isTelling: true)
        try bench.greet()
        try bench.client(
            says: message(ID.seat, 0, .number(pointer)) + message(ID.windowBase, 2, 32, .number(ID.window))
                + message(32, 1, 33) + message(33, 2, "A title") + message(33, 3, "org.example")
                + message(ID.compositor, 0, .number(part))
                + message(ID.subcompositor, 1, 34, .number(part), .number(ID.window)) + message(34, 1, 10, 20))
        _ = bench.connection.takeNotices()
        return bench
    }

    static func places(_ notices: [ProxyNotice]) -> [ProxyNotice] {
        notices.filter {
            switch $0 {
            case .picked, .dropped, .dragEnded: true
            case .message, .decided, .answerChanged, .actionsHidden, .actionChanged, .leaveAdded, .step,
                .securityContext, .violation, .ended:
                false
            }
        }
    }

    static func fixed(_ value: Int32) -> Argument { .number(UInt32(bitPattern: value * 256)) }

    /// The position of the press matters, not that of the beginning of the drag; a subsurface is part of its window.
    @Test func dragsAreReportedWithTheirPositions() throws {
        var bench = try Self.bench()
        try bench.compositor(
            says: message(Self.pointer, 0, 1, .number(Self.part), Self.fixed(3), Self.fixed(4))
                + message(Self.pointer, 2, 0, Self.fixed(5), Self.fixed(6)) + message(Self.pointer, 3, 1, 0, 272, 1)
                + message(Self.pointer, 2, 0, Self.fixed(50), Self.fixed(60)))
        try bench.client(says: message(ID.source, 2, 3))
        try bench.startDrag(from: Self.part)
        try bench.compositor(
            says: ProxyBench.introduction() + ProxyBench.enter()
                + message(ID.device, 3, 0, Self.fixed(7), Self.fixed(-8)) + message(ID.source, 5, 2)
                + message(ID.device, 4) + message(ID.source, 3) + message(ID.source, 4))
        #expect(
            Self.places(bench.connection.takeNotices()) == [
                .picked(WindowPlace(title: "A title", appID: "org.example", x: 15, y: 26)),
                .dropped(WindowPlace(title: "A title", appID: "org.example", x: 7, y: -8)), .dragEnded(.move),
            ])
    }

    /// From the window geometry, or before that from the configured size.
    @Test func windowsAreReportedWithTheirSize() throws {
        var bench = try Self.bench()
        func place(_ bench: inout ProxyBench) throws -> WindowPlace? {
            try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter() + message(ID.device, 4))
            guard case .dropped(let place)? = Self.places(bench.connection.takeNotices()).last else { return nil }
            return place
        }
        try bench.compositor(says: message(33, 0, 0, 0, 0))
        #expect(try place(&bench)?.size == Size(width: 0, height: 0))
        try bench.compositor(says: message(33, 0, 800, 600, 0))
        #expect(try place(&bench)?.size == Size(width: 800, height: 600))
        try bench.client(says: message(32, 3, 10, 20, 700, 500))
        #expect(try place(&bench)?.size == Size(width: 720, height: 540))
    }

    /// A touch point has no button press, and the source of a selection is not dragged.
    @Test func unknownPositionsAreNotReported() throws {
        var bench = try Self.bench()
        try bench.compositor(
            says: message(Self.pointer, 0, 1, .number(ID.window), 0, 0) + message(Self.pointer, 3, 1, 0, 272, 1)
                + message(Self.pointer, 3, 1, 0, 272, 0) + message(ID.source, 2))
        try bench.startDrag()
        try bench.compositor(says: message(ID.source, 2))
        #expect(Self.places(bench.connection.takeNotices()) == [.picked(nil), .dragEnded(nil)])
    }

    @Test func messagesAreReported() throws {
        var bench = try Self.bench()
        try bench.compositor(says: ProxyBench.introduction(actions: .all) + ProxyBench.enter())
        try bench.client(says: ProxyBench.setActions([.copy, .move], .move) + message(ID.offer, 0, 5, 0))
        let notices = bench.connection.takeNotices()
        let told = notices.compactMap { notice -> SpokenMessage? in
            if case .message(let message) = notice { message } else { nil }
        }
        #expect(told.map(\.name) == ["data_offer", "offer", "source_actions", "enter", "set_actions", "accept"])
        #expect(told[0].arguments == [.init(name: "id", value: "new wl_data_offer#4278190080")])
        #expect(told[1].arguments == [.init(name: "mime_type", value: "\"text/plain\"")])
        // Events after changes, requests before them; changes are reported separately.
        #expect(told[2].arguments.map(\.value) == ["5"])
        #expect(told[4].arguments.map(\.value) == ["3", "2"])
        #expect(told[5].arguments.map(\.value) == ["5", "nil"])
        #expect(notices.contains(.actionsHidden(from: .all, to: [.copy, .ask])))
        #expect(notices.contains(.answerChanged(from: [.copy, .move], to: .copy, preferred: .copy)))
    }

    /// GTK repeats its answer with every motion.
    @Test func changesAreReportedOnce() throws {
        var bench = try Self.bench()
        try bench.compositor(says: ProxyBench.introduction() + ProxyBench.enter())
        _ = bench.connection.takeNotices()
        for preferred in [DragAction.move, .move, .move] {
            try bench.client(says: ProxyBench.setActions([.copy, .move], preferred))
        }
        let changes = bench.connection.takeNotices().filter { if case .answerChanged = $0 { true } else { false } }
        #expect(changes.count == 1)
    }

    /// Without a trace, a client causes no cost for reports.
    @Test func nothingIsReportedByDefault() throws {
        var bench = ProxyBench()
        try bench.greet()
        try bench.client(says: message(ID.seat, 0, .number(Self.pointer)))
        try bench.compositor(
            says: message(Self.pointer, 0, 1, .number(ID.window), 0, 0) + message(Self.pointer, 3, 1, 0, 272, 1))
        try bench.startDrag()
        #expect(bench.connection.takeNotices() == [])
    }
}
