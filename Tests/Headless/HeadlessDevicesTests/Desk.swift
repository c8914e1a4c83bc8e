// SPDX-License-Identifier: MIT

import CVirtualDevices
import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayInput
import DrayPresentation
import HeadlessDesktop
import TestClients
import Testing
import VirtualDevices
import WaylandClient
import WaylandServer

/// Whole drags with real libinput. There is only one virtual machine per process, so these suites are serialized.
@Suite(.serialized)
enum HeadlessDevicesTests {}

/// A test bench: devices that libinput reads, a headless compositor with these devices, and two clients with a window
/// each: the source's at 0, 0 and the target's at 300, 0, both 200 by 100.
final class Desk {
    let machine: VirtualMachine
    let fixture: DragFixture
    let mouse: VirtualDevice
    let keyboard: VirtualDevice
    let screen: VirtualDevice
    let screenFingers: VirtualFingers
    let pad: VirtualDevice
    let padFingers: VirtualFingers
    let tablet: VirtualDevice
    private(set) var reports: [DeviceReport] = []
    private var devices: HeadlessDevices?
    private(set) var source: DragClient!
    private(set) var target: DragClient!
    private(set) var sourceWindow: TestWindow!
    private(set) var targetWindow: TestWindow!
    private var contents: [WaylandClient.WlDataSource] = []
    var padX: Int32 = 300
    var pressure: Int32 = 900

    static let home = Point(x: 50, y: 50)
    static let away = Point(x: 400, y: 40)
    static let nowhere = Point(x: 700, y: 500)

    init(
        keymap: KeymapNames = .fixed(layout: "us"), keymapText: String? = nil, policy: DragPolicy = .humanInterface
    ) throws {
        machine = VirtualMachine()
        var configuration = HeadlessConfiguration(keymap: keymap)
        configuration.keymapText = keymapText
        do {
            fixture = try DragFixture(configuration, policy: policy)
        } catch {
            machine.end()
            throw error
        }
        mouse = machine.plug(.mouse)
        keyboard = machine.plug(.keyboard)
        screen = machine.plug(.touchscreen(output: "HEADLESS-1"))
        screenFingers = VirtualFingers(on: screen, .touchscreen)
        pad = machine.plug(.touchpad)
        padFingers = VirtualFingers(on: pad, .touchpad)
        tablet = machine.plug(.penTablet)
        let real = try HeadlessDevices(
            fixture.compositor, source: .seat("seat0"), opener: machine.opener,
            configure: { device in
                var configuration = DeviceConfiguration()
                configuration.acceleration = .flat
                configuration.tapToClick = device.capabilities.contains(.gesture)
                return configuration
            },
            report: { [weak self] in self?.reports.append($0) })
        devices = real
        source = try fixture.makeClient("source")
        target = try fixture.makeClient("target")
        sourceWindow = try fixture.makeWindow(of: source, at: Point(x: 0, y: 0))
        targetWindow = try fixture.makeWindow(of: target, at: Point(x: 300, y: 0))
        try pass(milliseconds: 50)
        fixture.clearLogs()
    }

    deinit {
        devices = nil
        machine.end()
    }

    var real: HeadlessDevices { devices! }
    var seat: HeadlessDesktop.Seat { fixture.seat }

    /// Lets time pass, timer by timer, for libinput and for the compositor. The event loop reads libinput.
    func pass(milliseconds: UInt64) throws {
        let before = machine.now
        let clock = fixture.compositor.clock
        let due = clock.now.advanced(byMicroseconds: milliseconds * 1000)
        try machine.advance(microseconds: milliseconds * 1000) { try fixture.settle() }
        #expect(machine.now.microseconds - before.microseconds == milliseconds * 1000)
        if clock.now < due { fixture.compositor.advance(byMicroseconds: due.microseconds - clock.now.microseconds) }
    }

    // MARK: Clients

    /// The source begins a drag with its last press.
    func sourceStarts() throws {
        let content = source.makeSource(types: ["text/plain"], actions: [.copy, .move, .ask])
        contents.append(content)
        source.device.startDrag(source: content, origin: sourceWindow.surface, icon: nil, serial: source.pressSerial)
        try fixture.settle()
        #expect(fixture.drags.isDragging)
    }

    /// A client accepts the drag over it, with any action.
    func accept(_ client: DragClient) throws {
        let offer = try #require(client.dragOffer?.object)
        offer.setActions(dndActions: [.copy, .move, .ask], preferredAction: .move)
        offer.accept(serial: client.enterSerial, mimeType: "text/plain")
        try fixture.settle()
    }

    // MARK: Results

    /// The outcomes of drags.
    var outcomes: [DragOutcome] {
        fixture.effects.compactMap { if case .ended(_, let outcome) = $0 { outcome } else { nil } }
    }

    /// The haptic events that the host received.
    var haptics: [Haptic] {
        fixture.effects.compactMap { if case .haptic(let haptic) = $0 { haptic } else { nil } }
    }

    /// The final animations of drag images.
    var imageEndings: [PresentationEffect.ImageEnding] {
        fixture.sessionEffects.compactMap {
            if case .presentation(.imageEnds(let ending)) = $0 { ending } else { nil }
        }
    }

    /// All events of clients and effects of the host, with full precision.
    var transcript: String {
        let told = fixture.clients.map { client in
            "\(client.name):\n" + client.log.map { "  \($0)\n" }.joined()
        }
        return told.joined() + "host:\n" + fixture.effects.map { "  \(words($0))\n" }.joined()
    }

    private func words(_ effect: HostEffect) -> String {
        switch effect {
        case .began(let drag): "began \(drag)"
        case .keyboardReleased: "keyboard released"
        case .released(let drag): "released \(drag)"
        case .ended(let drag, let outcome): "ended \(drag) \(outcome)"
        case .show(let drag, let frame):
            "show \(drag) " + frame.layers.map { "\($0.role) \($0.bounds) \($0.opacity)" }.joined(separator: ", ")
        case .pointerShape(let shape): "pointer \(shape.map { "\($0)" } ?? "default")"
        case .feedback(let drag, let feedback): "feedback \(drag) \(feedback)"
        case .highlight(_, let surface): "highlight \(surface?.resource.objectID ?? 0)"
        // Identities of surfaces are counted over the whole process.
        case .announce(.over(_, let outcome)): "announce over \(outcome)"
        case .announce(.dropped): "announce dropped"
        case .announce(let announcement): "announce \(announcement)"
        case .haptic(let haptic): "haptic \(haptic)"
        case .earlyRead(_, let count): "early read \(count)"
        case .raise(let drag, let surface): "raise \(drag) \(surface.resource.objectID)"
        case .carry(let drag, _, let point): "carry \(drag) at \(point)"
        case .putDown(let drag, _): "put down \(drag)"
        case .scrollEnters(let surface, let point): "scroll enters \(surface.resource.objectID) \(point)"
        case .scrollLeaves(let surface): "scroll leaves \(surface.resource.objectID)"
        // The number of these depends on real time.
        case .transfer: ""
        case .keyboardDragBegan: "keyboard drag began"
        case .keyboardDragEnded: "keyboard drag ended"
        case .playPointer(let play): "play \(play)"
        case .activate(let surface): "activate \(surface.resource.objectID)"
        }
    }
}
