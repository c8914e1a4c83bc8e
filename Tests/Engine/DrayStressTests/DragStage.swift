// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import Glibc
import HeadlessDesktop
import TestClients
import TestTimeout
import Testing
import WaylandClient

/// A source, a target, and a bystander that has no part in the drag. Keeps all objects of the drag, so that any of them
/// can be destroyed at any time.
final class DragStage {
    static let onOrigin = Point(x: 50, y: 50)
    static let onDesktop = Point(x: 250, y: 50)
    static let onTarget = Point(x: 350, y: 50)
    static let onBystander = Point(x: 650, y: 50)
    static let finger = FingerID(7)
    /// evdev's KEY_LEFTCTRL.
    static let control: UInt32 = 29

    let script: DragScript
    let fixture: DragFixture
    let source: DragClient
    let target: DragClient
    let bystander: DragClient
    private(set) var content: WlDataSource?
    private(set) var hasStarted = false
    private(set) var hasFinished = false

    /// The objects of `dray_drag_v1`, or nil if the script does not use it.
    let words: StageWords?
    private var icon: WlSurface?
    private(set) var originWindow: TestWindow?
    private(set) var targetWindow: TestWindow?
    private var bystanderWindow: TestWindow?
    private var hasOffer = true
    private var dead: Set<String> = []
    private var readEnds: [Int32] = []
    /// The clients that destroyed their data device: they miss the `leave` for what was entered with it.
    private(set) var renewed: Set<String> = []

    init(_ script: DragScript) throws {
        self.script = script
        fixture = try DragFixture()
        source = try fixture.makeClient("source")
        target = try fixture.makeClient("target")
        bystander = try fixture.makeClient("bystander")
        switch script {
        case .pointer, .touch, .ask: words = nil
        case .words: words = StageWords(source, target)
        }
        originWindow = try fixture.makeWindow(of: source, at: .zero)
        targetWindow = try fixture.makeWindow(of: target, at: Point(x: 300, y: 0))
        bystanderWindow = try fixture.makeWindow(of: bystander, at: Point(x: 600, y: 0))
    }

    deinit {
        for end in readEnds { close(end) }
    }

    var offer: WlDataOffer? { hasOffer && isAlive(target) ? target.dragOffer?.object : nil }

    func isAlive(_ client: DragClient) -> Bool { !dead.contains(client.name) }

    /// Sends the clients' requests, without dispatching them in the compositor.
    func flush() throws {
        for client in fixture.clients { try client.connection.flush() }
    }

    // MARK: The user

    /// Moves the pointer. A finger has no position before its touch down.
    func approach(_ point: Point) {
        switch script {
        case .pointer, .ask, .words: fixture.seat.pointer.move(to: point)
        case .touch: break
        }
    }

    func press(at point: Point) {
        switch script {
        case .pointer, .ask, .words: fixture.seat.pointer.button(InputEvent.Button.left, .pressed)
        case .touch: fixture.seat.touch.down(Self.finger, at: point)
        }
    }

    func contact(to point: Point) {
        switch script {
        case .pointer, .ask, .words: fixture.seat.pointer.move(to: point)
        case .touch: fixture.seat.touch.motion(Self.finger, to: point)
        }
    }

    func release() {
        switch script {
        case .pointer, .ask, .words: fixture.seat.pointer.button(InputEvent.Button.left, .released)
        case .touch: fixture.seat.touch.up(Self.finger)
        }
    }

    /// Releases all buttons, fingers and keys, and plugs in all devices.
    func releaseAll() throws {
        release()
        fixture.seat.keyboard.key(Self.control, .released)
        try fixture.settle()
        // A finger's release over a rejecting target is followed by probes of its surroundings (HIG-34).
        let limit = ContinuousClock.now + .timeout(10)
        while fixture.drags.isDragging, ContinuousClock.now < limit { fixture.compositor.dispatch(timeout: 5) }
        try fixture.settle()
        fixture.putIn(.pointer)
        fixture.putIn(.touch)
        try fixture.settle()
    }

    // MARK: The clients

    func makeContent() { content = source.makeSource(types: [], actions: nil) }
    func makeIcon() { icon = source.makeSurface() }

    func startDrag() {
        guard let originWindow else { return }
        hasStarted = true
        source.device.startDrag(
            source: content, origin: originWindow.surface, icon: icon, serial: source.pressSerial)
    }

    func commitIcon() {
        guard let icon else { return }
        source.attach(to: icon, width: 24, height: 24)
        icon.commit()
    }

    func receive(_ type: String) {
        var ends: [Int32] = [0, 0]
        guard let offer, pipe(&ends) == 0 else { return }
        offer.receive(mimeType: type, fd: ends[1])
        close(ends[1])
        readEnds.append(ends[0])
    }

    func finish() {
        hasFinished = true
        offer?.finish()
    }

    func destroyOffer() {
        offer?.destroy()
        hasOffer = false
    }

    func destroyContent() {
        content?.destroy()
        content = nil
    }

    // MARK: Losses

    /// Destroys a client or an object, or removes a device.
    /// - Returns: false if it does not exist now.
    func kill(_ victim: Victim) -> Bool {
        switch victim {
        case .sourceClient: kill(source)
        case .targetClient: kill(target)
        case .sourceObject:
            guard content != nil else { return false }
            destroyContent()
        case .offer:
            guard offer != nil else { return false }
            destroyOffer()
        case .sourceDevice: release(source)
        case .targetDevice: release(target)
        case .originSurface:
            originWindow?.destroy()
            originWindow = nil
        case .iconSurface:
            guard let icon else { return false }
            icon.destroy()
            self.icon = nil
        case .focusedSurface:
            return destroyFocused()
        case .words(let victim):
            return words?.kill(victim) ?? false
        case .capability:
            switch script {
            case .pointer, .ask, .words: fixture.pullOut(.pointer)
            case .touch: fixture.pullOut(.touch)
            }
        }
        return true
    }

    private func kill(_ client: DragClient) {
        fixture.kill(client)
        dead.insert(client.name)
    }

    private func release(_ client: DragClient) {
        client.device.release()
        client.renewDevice()
        renewed.insert(client.name)
    }

    private func destroyFocused() -> Bool {
        let position =
            switch script {
            case .pointer, .ask, .words: fixture.seat.pointer.position
            case .touch: fixture.seat.touch.position(of: Self.finger) ?? Point(x: -1, y: -1)
            }
        switch fixture.surface(at: position)?.title {
        case source.name:
            originWindow?.destroy()
            originWindow = nil
        case target.name:
            targetWindow?.destroy()
            targetWindow = nil
        case bystander.name:
            bystanderWindow?.destroy()
            bystanderWindow = nil
        default: return false
        }
        return true
    }
}

extension TestWindow {
    /// Destroys the window as a toolkit does: the role first.
    func destroy() {
        toplevel.destroy()
        xdgSurface.destroy()
        surface.destroy()
    }
}
