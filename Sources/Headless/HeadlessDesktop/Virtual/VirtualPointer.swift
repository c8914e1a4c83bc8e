// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// Handles the requests of one `zwlr_virtual_pointer_v1`: collects events, and forwards them with the frame.
final class VirtualPointer: ResourceHandler {
    private let id: DeviceID
    private let router: DeviceRouter
    /// The reserved part of the client's limit.
    private let share: ClientBudget.Share
    private var pending: [(time: Instant, content: InputEvent.Content)] = []
    private var scroll = PendingScroll()

    /// The scroll events since the last frame.
    private struct PendingScroll {
        var source = InputEvent.Scroll.Source.continuous
        var time = Instant.zero
        var horizontal: InputEvent.Scroll.Amount?
        var vertical: InputEvent.Scroll.Amount?
    }

    /// The maximum number of events per frame. Beyond it, the frame is ended implicitly.
    private static let eventsPerFrame = 256

    init(_ id: DeviceID, on router: DeviceRouter, _ share: ClientBudget.Share) {
        self.share = share
        self.id = id
        self.router = router
    }

    func handle(_ request: ZwlrVirtualPointerV1.Request, on object: ZwlrVirtualPointerV1) {
        switch request {
        case .motion(let time, let dx, let dy):
            let delta = Point(x: dx.doubleValue, y: dy.doubleValue)
            add(time, .pointerMotion(InputEvent.PointerMotion(delta: delta, unaccelerated: delta)))
        case .motionAbsolute(let time, let x, let y, let width, let height):
            guard width > 0, height > 0 else { return }
            add(time, .pointerMotionAbsolute(.init(x: Double(x) / Double(width), y: Double(y) / Double(height))))
        case .button(let time, let code, let state):
            add(time, .button(InputEvent.Button(code: code, state: state == .pressed ? .pressed : .released)))
        case .axis(let time, let axis, let value):
            scroll(time, axis, InputEvent.Scroll.Amount(points: value.doubleValue))
        case .axisStop(let time, let axis):
            scroll(time, axis, InputEvent.Scroll.Amount(points: 0))
        case .axisDiscrete(let time, let axis, let value, let notches):
            scroll.source = .wheel
            scroll(time, axis, InputEvent.Scroll.Amount(points: value.doubleValue, v120: Double(notches) * 120))
        case .axisSource(let source): setSource(source)
        case .frame: playFrame()
        case .destroy: break
        }
    }

    func destroyed(_ object: ZwlrVirtualPointerV1) {
        play(.deviceRemoved, at: .zero)
    }

    func errorCode(for error: InvalidArgument) -> UInt32? {
        switch error.argument {
        case "axis": ZwlrVirtualPointerV1.Error.invalidAxis.rawValue
        case "axis_source": ZwlrVirtualPointerV1.Error.invalidAxisSource.rawValue
        default: nil
        }
    }

    private func setSource(_ source: WlPointer.AxisSource) {
        switch source {
        case .wheel, .wheelTilt: scroll.source = .wheel
        case .finger: scroll.source = .finger
        case .continuous: scroll.source = .continuous
        }
    }

    private func scroll(_ time: UInt32, _ axis: WlPointer.Axis, _ amount: InputEvent.Scroll.Amount) {
        scroll.time = Instant(ofDevice: time)
        switch axis {
        case .verticalScroll: scroll.vertical = amount
        case .horizontalScroll: scroll.horizontal = amount
        }
    }

    private func add(_ time: UInt32, _ content: InputEvent.Content) {
        pending.append((Instant(ofDevice: time), content))
        if pending.count >= Self.eventsPerFrame { playFrame() }
    }

    private func playFrame() {
        let due = pending
        let scrolled = scroll
        pending = []
        scroll = PendingScroll()
        for (time, content) in due { play(content, at: time) }
        guard scrolled.horizontal != nil || scrolled.vertical != nil else { return }
        play(
            .scroll(
                InputEvent.Scroll(
                    source: scrolled.source, horizontal: scrolled.horizontal, vertical: scrolled.vertical)),
            at: scrolled.time)
    }

    /// - Parameter time: in the device's clock; zero if it has none.
    private func play(_ content: InputEvent.Content, at time: Instant) {
        router.handle(InputEvent(time: time, device: id, content: content))
    }
}

extension Instant {
    fileprivate init(ofDevice milliseconds: UInt32) { self.init(microseconds: UInt64(milliseconds) * 1000) }
}
