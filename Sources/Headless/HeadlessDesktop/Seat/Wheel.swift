// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// Sends scroll events to clients.
struct Wheel {
    /// The rest of a wheel's high-resolution steps since the last full notch, for clients that support only notches.
    private var vertical = Notches()
    private var horizontal = Notches()

    mutating func send(_ scroll: InputEvent.Scroll, at time: Instant, to pointers: [WlPointer]) {
        let down = vertical.turn(by: scroll.vertical?.v120 ?? 0)
        let right = horizontal.turn(by: scroll.horizontal?.v120 ?? 0)
        for object in pointers {
            switch scroll.source {
            case .wheel: object.sendAxisSource(axisSource: .wheel)
            case .finger: object.sendAxisSource(axisSource: .finger)
            case .continuous: object.sendAxisSource(axisSource: .continuous)
            }
            if let amount = scroll.vertical {
                send(amount, .verticalScroll, down, time.milliseconds, scroll.source, to: object)
            }
            if let amount = scroll.horizontal {
                send(amount, .horizontalScroll, right, time.milliseconds, scroll.source, to: object)
            }
            object.sendFrame()
        }
    }

    private func send(
        _ amount: InputEvent.Scroll.Amount, _ axis: WlPointer.Axis, _ notches: Int32, _ time: UInt32,
        _ source: InputEvent.Scroll.Source, to object: WlPointer
    ) {
        if amount.points == 0, source != .wheel { return object.sendAxisStop(time: time, axis: axis) }
        if source == .wheel {
            if object.resource.version >= Self.v120Version {
                object.sendAxisValue120(
                    axis: axis, value120: Int32(amount.v120.rounded().clamped(to: -12_000...12_000)))
            } else if notches != 0 {
                object.sendAxisDiscrete(axis: axis, discrete: notches)
            }
        }
        object.sendAxis(time: time, axis: axis, value: Fixed(amount.points))
    }

    /// The first version of `wl_pointer` with high-resolution steps.
    private static let v120Version = 8
}

/// Accumulates fractions of notches.
private struct Notches {
    private var rest = 0.0

    /// - Parameter v120: 120 for one notch.
    /// - Returns: the number of completed notches.
    mutating func turn(by v120: Double) -> Int32 {
        guard v120.isFinite else { return 0 }
        // A change of direction resets the rest, as in libinput.
        if rest * v120 < 0 { rest = 0 }
        rest = (rest + v120).clamped(to: -120_000...120_000)
        let whole = (rest / 120).rounded(.towardZero)
        rest -= whole * 120
        return Int32(whole)
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? 0 : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
