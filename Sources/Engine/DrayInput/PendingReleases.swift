// SPDX-License-Identifier: MIT

import DrayCore

/// Releases of one device, held back until it is known whether the device was removed.
struct PendingReleases {
    private var events: [InputEvent] = []

    /// Whether an event may be a release that libinput synthesizes before the removal of a device.
    static func canHold(_ event: InputEvent) -> Bool {
        switch event.content {
        case .button(let button): button.state == .released
        case .key(let key): key.state == .released
        case .pen(let pen):
            switch pen.change {
            case .proximityOut, .tip(.released), .button(_, .released): true
            case .proximityIn, .tip(.pressed), .button(_, .pressed), .axes: false
            }
        case .deviceAdded, .deviceRemoved, .pointerMotion, .pointerMotionAbsolute, .scroll, .touch, .gesture: false
        }
    }

    mutating func hold(_ event: InputEvent, handingOutTo handler: (InputEvent) -> Void) {
        if events.last.map({ $0.device != event.device }) ?? false { handOut(to: handler) }
        events.append(event)
    }

    /// Discards the releases of a removed device.
    mutating func forget(_ device: DeviceID) {
        events.removeAll { $0.device == device }
    }

    mutating func handOut(to handler: (InputEvent) -> Void) {
        guard !events.isEmpty else { return }
        let due = events
        events = []
        for event in due { handler(event) }
    }
}
