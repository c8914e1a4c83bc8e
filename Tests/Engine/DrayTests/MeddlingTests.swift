// SPDX-License-Identifier: MIT

import DragFixture
import DrayCore
import Glibc
import HeadlessDesktop
import Randomness
import TestClients
import Testing
import WaylandClient

@testable import Dray

/// A host may call the engine back within any of its calls, and even release it: the process continues, and the next
/// drag works.
@Suite struct MeddlingTests {
    /// The calls that the scene below causes without meddling. The test in C also covers the other calls.
    private static let calls = [
        "activate", "announce", "began", "bounds", "bounds of the place", "cancelled", "carry", "clientErred",
        "confirmation", "decided", "dragRequested", "dropped", "earlyRead", "ended", "ended of its own", "entered",
        "feedback", "frameDue", "haptic", "highlight", "isBehind", "keyboardDragBegan", "keyboardDragEnded",
        "keyboardReleased", "left", "mayBePreview", "mayControlSelections", "mayTakeSelection", "moved", "observer",
        "pick", "picture", "playPointer", "pointerShape", "putDown", "raise", "released", "scale", "scrollEnters",
        "scrollLeaves", "seat", "selectionChanged", "send", "show", "sprung", "transfer", "transferFilter",
        "transferObserver", "windows",
    ]

    @Test func everyCallOccurs() throws {
        let scene = try MeddlingScene()
        try scene.play()
        #expect(Set(Self.calls).subtracting(scene.host.calls) == [])
        try scene.checkNextDrag("nothing")
    }

    @Test(arguments: Meddler.Deed.allCases)
    func oneDeedInEachCall(_ deed: Meddler.Deed) throws {
        for call in Self.calls {
            let scene = try MeddlingScene()
            var isDone = false
            scene.host.meddle = { host, name in
                guard name == call, !isDone else { return }
                isDone = true
                host.perform(deed)
            }
            try scene.play()
            #expect(isDone, "\(call)")
            try scene.checkNextDrag("\(deed) in \(call)")
        }
    }

    /// A near miss by touch (HIG-34): the engine calls the host many times in one step, and again as time passes.
    @Test(arguments: [Meddler.Deed.letGo, .removeSeat, .close, .cancel, .cancelByNumber, .drop])
    func oneDeedDuringANearMiss(_ deed: Meddler.Deed) throws {
        var number = 0, isDone = true
        while isDone {
            number += 1
            isDone = false
            let scene = try MeddlingScene()
            var calls = 0
            try scene.playMiss { host, _ in
                calls += 1
                guard calls == number else { return }
                isDone = true
                host.perform(deed)
            }
            try scene.checkNextDrag("\(deed) in call \(number)")
        }
        #expect(number > 20, "the near miss causes many calls")
    }

    @Test(arguments: UInt64(1)...30)
    func randomDeedsInRandomCalls(seed: UInt64) throws {
        let scene = try MeddlingScene()
        var random = SplitMix64(seed: seed)
        scene.host.meddle = { host, _ in
            if random.chance(8) { host.perform(random.pick(Meddler.Deed.allCases)) }
        }
        for _ in 0..<3 {
            try scene.play()
            scene.renewIfNeeded()
        }
        try scene.checkNextDrag("seed \(seed)")
    }
}

/// A compositor with the engine of a ``Meddler``, and two clients with one window each.
private final class MeddlingScene {
    let compositor: HeadlessCompositor
    let host: Meddler
    private var source: DragClient?
    private var target: DragClient?
    private var sourceWindow: TestWindow?
    private var reads: [PendingRead] = []

    private static let inSource = Point(x: 50, y: 50)
    private static let inTarget = Point(x: 350, y: 50)
    private static let onDesktop = Point(x: 50, y: 500)
    private static let besideTarget = Point(x: 295, y: 50)
    private static let inPlace = Point(x: Meddler.placeStart + 20, y: 50)

    init() throws {
        // The clients are in this process, and may write to a pipe whose reader is closed.
        signal(SIGPIPE, SIG_IGN)
        compositor = try HeadlessCompositor(HeadlessConfiguration())
        host = Meddler(compositor)
    }

    deinit {
        host.meddle = { _, _ in }
        disconnect()
        host.perform(.letGo)
        compositor.close()
    }

    /// Replaces an engine that is released or closed.
    func renewIfNeeded() {
        if host.engine == nil || host.isClosed { host.renew() }
    }

    /// Checks that, without meddling, content is dragged from client to client, whatever was done before.
    func checkNextDrag(_ before: String) throws {
        host.meddle = { _, _ in }
        disconnect()
        settle()
        renewIfNeeded()
        host.drags?.cancel(.host)
        try connect()
        let source = try #require(source), target = try #require(target)
        try startDrag()
        #expect(host.drags?.isDragging == true, "after \(before)")
        move(to: Self.inTarget)
        take()
        host.drags?.drop()
        settle()
        target.dragOffer?.object.finish()
        settle()
        #expect(target.log.contains(.drop), "after \(before)")
        #expect(source.log.contains(.sourceFinished), "after \(before)")
        #expect(host.drags?.isDragging == false, "after \(before)")
    }

    // MARK: The scene

    /// Performs everything that causes calls, as far as possible.
    func play() throws {
        do { try connect() } catch {
            // The engine was released or closed while the clients connected.
            disconnect()
            settle()
            return renewIfNeeded()
        }
        breakProtocol()
        try select()
        try dragBetweenClients()
        dragToPlace()
        dragByKeyboard()
        host.drags?.cancel(.host)
        settle()
        disconnect()
        settle()
        renewIfNeeded()
    }

    private func select() throws {
        guard let source, let target else { return }
        press(at: Self.inSource)
        source.device.setSelection(source: source.makeSource(actions: nil), serial: source.pressSerial)
        settle()
        host.perform(.select)
        host.perform(.select)
        source.device.setSelection(source: source.makeSource(actions: nil), serial: source.pressSerial)
        target.clearLog()
        settle()
    }

    /// Creates two drag objects for one source, which disconnects the client.
    private func breakProtocol() {
        guard let wrong = try? makeClient("wrong") else { return }
        _ = wrong.bindDataControl()
        let content = wrong.makeSource()
        let manager = wrong.bindToplevelDrag()
        let drags = [
            manager?.getXdgToplevelDrag(dataSource: content), manager?.getXdgToplevelDrag(dataSource: content),
        ]
        for drag in drags { if let drag { wrong.keep(drag.proxy) } }
        try? pump(wrong.connection)
    }

    private func dragBetweenClients() throws {
        // A drag with an attached window shows no image.
        try startDrag(isCarried: true)
        move(to: Self.inTarget)
        host.drags?.cancel(.host)
        settle()
        try startDrag()
        move(to: Self.onDesktop)
        move(to: Self.inTarget)
        read()
        take()
        rest()
        host.drags?.scrolled(at: host.now)
        settle()
        read()
        settle()
        host.drags?.drop()
        settle()
        if host.engine != nil, let target, target.log.contains(.drop), target.log.contains(.offerAction(1)) {
            target.dragOffer?.object.finish()
        }
        settle()
        rest()
    }

    private func dragToPlace() {
        host.beginOwn()
        move(to: Self.inTarget)
        take()
        read()
        settle()
        move(to: Self.inPlace)
        move(to: Point(x: Self.inPlace.x + 10, y: 60))
        rest()
        move(to: Self.onDesktop)
        move(to: Self.inPlace)
        host.drags?.drop()
        settle()
        rest()
    }

    /// Releases content by touch beside a window, which is then probed.
    func playMiss(_ meddle: @escaping (Meddler, String) -> Void) throws {
        try connect()
        host.beginOwn(by: .finger(FingerID(1)))
        move(to: Self.onDesktop)
        move(to: Self.besideTarget)
        host.meddle = meddle
        host.drags?.drop()
        let end = ContinuousClock.now + .milliseconds(300)
        while host.drags?.isDragging == true, ContinuousClock.now < end {
            compositor.dispatch(timeout: 2)
            take()
        }
        disconnect()
        settle()
    }

    private func dragByKeyboard() {
        let surface = compositor.surface(at: Self.inSource)?.surface.object
        host.drags?.beginKeyboardDrag(in: surface, pointer: nil)
        settle()
        // Tab, an arrow, Escape.
        for (code, keysym): (UInt32, UInt32) in [(15, 0xff09), (106, 0xff53), (1, 0xff1b)] {
            for state in [InputEvent.PressState.pressed, .released] {
                _ = host.drags?.handle(.key(code, keysym: keysym, state))
                settle()
            }
        }
    }

    private func startDrag(isCarried: Bool = false) throws {
        guard let source, let sourceWindow else { return }
        press(at: Self.inSource)
        let content = source.makeSource(types: ["text/plain", "text/uri-list"])
        if let drag = source.bindToplevelDrag()?.getXdgToplevelDrag(dataSource: content) {
            source.keep(drag.proxy)
            if isCarried { drag.attach(toplevel: sourceWindow.toplevel.proxy, xOffset: 5, yOffset: 5) }
        }
        if let words = source.dragManager?.getSource(source: content) {
            let item = words.createItem()
            item.setPreview(surface: source.makeSurface())
            item.commit()
            source.keep(words.proxy)
            source.keep(item.proxy)
        }
        source.device.startDrag(source: content, origin: sourceWindow.surface, icon: nil, serial: source.pressSerial)
        settle()
    }

    private func press(at point: Point) {
        let pointer = compositor.seats[0].pointer
        pointer.move(to: point)
        pointer.button(InputEvent.Button.left, .pressed)
        settle()
        pointer.button(InputEvent.Button.left, .released)
        settle()
    }

    private func move(to point: Point) {
        compositor.clock.advance(byMicroseconds: 16_667)
        host.drags?.pointerMoved(to: point, at: host.now)
        host.engine?.frame(at: host.now)
        settle()
    }

    private func take() {
        if let target, let offer = target.dragOffer?.object {
            offer.setActions(dndActions: .copy, preferredAction: .copy)
            offer.accept(serial: target.enterSerial, mimeType: "text/plain")
        }
        settle()
    }

    private func read() {
        if let target, let offer = target.dragOffer?.object { reads.append(target.receive("text/plain", from: offer)) }
    }

    /// Advances time by some frames.
    private func rest() {
        for _ in 0..<40 {
            compositor.clock.advance(byMicroseconds: 16_667)
            host.engine?.frame(at: host.now)
            settle()
        }
    }

    // MARK: Clients

    private func connect() throws {
        let source = try makeClient("source")
        self.source = source
        sourceWindow = try makeWindow(of: source, at: .zero)
        let target = try makeClient("target")
        self.target = target
        _ = try makeWindow(of: target, at: Point(x: 300, y: 0))
    }

    private func disconnect() {
        sourceWindow = nil
        source = nil
        target = nil
    }

    private func makeClient(_ name: String) throws -> DragClient {
        try DragClient(name, owning: host.connect()) { try pump($0) }
    }

    private func makeWindow(of client: DragClient, at point: Point) throws -> TestWindow {
        let window = try client.makeWindow { try pump($0) }
        compositor.place(try #require(compositor.windows.last), at: point)
        settle()
        return window
    }

    private func settle() {
        for _ in 0..<2 {
            for client in [source, target].compactMap(\.self) {
                do { try pump(client.connection) } catch { Issue.record("\(client.name): \(error)") }
            }
            for _ in 0..<3 { compositor.dispatch(timeout: 0) }
        }
    }

    private func pump(_ connection: Connection) throws { try #require(try compositor.answers(connection)) }
}
