// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// Answers one `zwlr_virtual_pointer_v1`: collects what happened at one moment, and plays it with the frame.
final class VirtualPointer: ResourceHandler {
    private let id: DeviceID
    private let router: DeviceRouter
    private let clock: VirtualClock
    /// Of the pointers that its client may have.
    private let share: ClientBudget.Share
    private var pending: [InputEvent.Content] = []
    private var scroll = PendingScroll()

    /// What scrolled since the last frame.
    private struct PendingScroll {
        var source = InputEvent.Scroll.Source.continuous
        var horizontal: InputEvent.Scroll.Amount?
        var vertical: InputEvent.Scroll.Amount?
    }

    /// More than any device says at one moment; a client that never ends its frame gets them ended.
    private static let eventsPerFrame = 256

    init(_ id: DeviceID, on router: DeviceRouter, clock: VirtualClock, _ share: ClientBudget.Share) {
        self.share = share
        self.id = id
        self.router = router
        self.clock = clock
    }

    func handle(_ request: ZwlrVirtualPointerV1.Request, on object: ZwlrVirtualPointerV1) {
        switch request {
        case .motion(_, let dx, let dy):
            let delta = Point(x: dx.doubleValue, y: dy.doubleValue)
            add(.pointerMotion(InputEvent.PointerMotion(delta: delta, unaccelerated: delta)))
        case .motionAbsolute(_, let x, let y, let width, let height):
            guard width > 0, height > 0 else { return }
            add(.pointerMotionAbsolute(.init(x: Double(x) / Double(width), y: Double(y) / Double(height))))
        case .button(_, let code, let state):
            add(.button(InputEvent.Button(code: code, state: state == .pressed ? .pressed : .released)))
        case .axis(_, let axis, let value):
            scroll(axis, InputEvent.Scroll.Amount(points: value.doubleValue))
        case .axisStop(_, let axis):
            scroll(axis, InputEvent.Scroll.Amount(points: 0))
        case .axisDiscrete(_, let axis, let value, let notches):
            scroll.source = .wheel
            scroll(axis, InputEvent.Scroll.Amount(points: value.doubleValue, v120: Double(notches) * 120))
        case .axisSource(let source): setSource(source)
        case .frame: playFrame()
        case .destroy: break
        }
    }

    func destroyed(_ object: ZwlrVirtualPointerV1) {
        play(.deviceRemoved)
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

    private func scroll(_ axis: WlPointer.Axis, _ amount: InputEvent.Scroll.Amount) {
        switch axis {
        case .verticalScroll: scroll.vertical = amount
        case .horizontalScroll: scroll.horizontal = amount
        }
    }

    private func add(_ content: InputEvent.Content) {
        pending.append(content)
        if pending.count >= Self.eventsPerFrame { playFrame() }
    }

    private func playFrame() {
        let due = pending
        let scrolled = scroll
        pending = []
        scroll = PendingScroll()
        for content in due { play(content) }
        guard scrolled.horizontal != nil || scrolled.vertical != nil else { return }
        play(
            .scroll(
                InputEvent.Scroll(
                    source: scrolled.source, horizontal: scrolled.horizontal, vertical: scrolled.vertical)))
    }

    private func play(_ content: InputEvent.Content) {
        router.handle(InputEvent(time: clock.now, device: id, content: content))
    }
}
