// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import Glibc
import HeadlessDesktop
import TestClients
import WaylandClient
import WaylandUtil

/// Two windows side by side on a small output, and the drags between them.
final class Stage {
    let fixture: DragFixture
    let source: DragClient
    let target: DragClient
    let sourceWindow: TestWindow
    let targetWindow: TestWindow
    let scale: Int32

    /// The beginning of drags, in the source's window.
    static let start = Point(x: 60, y: 60)
    /// A point in the target's window.
    static let over = Point(x: 260, y: 70)
    /// A point outside of both windows.
    static let beside = Point(x: 180, y: 190)

    init(
        scale: Int32 = 1, policy: DragPolicy = .humanInterface, style: PresentationStyle = PresentationStyle(),
        pointer: PointerConfiguration = PointerConfiguration(source: .drawn)
    ) throws {
        self.scale = scale
        let output = OutputConfiguration(width: 360 * scale, height: 240 * scale, scale: Double(scale))
        fixture = try DragFixture(
            HeadlessConfiguration(outputs: [output]), policy: policy, style: style, pointer: pointer)
        source = try fixture.makeClient("source")
        target = try fixture.makeClient("target")
        sourceWindow = try fixture.makeWindow(of: source, at: Point(x: 20, y: 20), width: 130, height: 120)
        targetWindow = try fixture.makeWindow(of: target, at: Point(x: 200, y: 20), width: 140, height: 120)
        let colour: UInt32 = style.appearance == .light ? 0xfff4_f5f7 : 0xff2a_2c30
        source.attach(to: sourceWindow.surface, width: 130, height: 120, colour: colour)
        target.attach(to: targetWindow.surface, width: 140, height: 120, colour: colour)
        sourceWindow.surface.commit()
        targetWindow.surface.commit()
        try fixture.settle()
        fixture.clearLogs()
    }

    var stage: DragStage { fixture.host.stage }
    var compositor: HeadlessCompositor { fixture.compositor }
    /// The parts of the latest drag's image, without the ring.
    var parts: [DragStageFrame.Part] { stage.parts.filter { $0.role != .highlight } }
    var ring: [DragStageFrame.Part] { stage.parts.filter { $0.role == .highlight } }
    /// The drag image itself.
    var image: DragStageFrame.Part? { stage.parts.last { $0.role == .image } }

    /// Begins a drag of content with these types, without moving yet.
    @discardableResult
    func begin(
        types: [String] = ["text/plain"], icon: WaylandClient.WlSurface? = nil
    ) throws -> WaylandClient.WlDataSource {
        let content = source.makeSource(types: types, actions: [.copy, .move])
        try fixture.startDrag(of: source, from: sourceWindow, at: Self.start, source: content, icon: icon)
        return content
    }

    /// Begins a drag whose source answers with a list of files.
    func begin(list: [UInt8], icon: WaylandClient.WlSurface?) throws {
        let content = source.manager.createDataSource()
        content.offer(mimeType: "text/uri-list")
        content.setActions(dndActions: [.copy, .move])
        content.onEvent { event in
            switch event {
            case .send(_, let descriptor): _ = descriptor.borrowed.map { write($0, list, list.count) }
            case .target, .cancelled, .dndDropPerformed, .dndFinished, .action: break
            }
        }
        source.keep(content.proxy)
        try fixture.startDrag(of: source, from: sourceWindow, at: Self.start, source: content, icon: icon)
    }

    /// Moves the pointer, and waits until the following animations have finished.
    func move(to point: Point) throws {
        try fixture.move(to: point)
        try rest()
    }

    /// Advances the clock by half a second, frame by frame.
    func rest(milliseconds: Int = 500) throws {
        for _ in 0..<max(milliseconds * 60 / 1000, 1) { compositor.advance() }
        try fixture.settle()
    }

    /// The target accepts the drag as a copy.
    func acceptCopy() throws {
        guard let offer = target.dragOffer?.object else { return }
        offer.accept(serial: target.enterSerial, mimeType: target.dragOffer?.types.first)
        offer.setActions(dndActions: [.copy], preferredAction: .copy)
        try fixture.settle()
    }

    func capture(withPointers: Bool = true) throws -> Screenshot {
        try compositor.capture(withPointers: withPointers)
    }

    /// The pixel of a screenshot that contains a point.
    func pixel(_ point: Point, of picture: Screenshot) -> UInt32 {
        picture[Int((point.x * Double(scale)).rounded()), Int((point.y * Double(scale)).rounded())]
    }
}
