// SPDX-License-Identifier: MIT

/// Buttons, tips and fingers that are down, and whose press was a drag's. What else they do is the drag's as well, even after its end:
/// no client hears of half a press (HIG-31).
public struct KeptPresses: Equatable, Sendable {
    private var devices: [DragDevice] = []

    public init() {}

    mutating func keep(_ device: DragDevice) {
        if !devices.contains(device) { devices.append(device) }
    }

    /// These and others.
    public func union(_ others: KeptPresses) -> KeptPresses {
        var union = self
        for device in others.devices { union.keep(device) }
        return union
    }

    /// A press begins a drag, and is that one's.
    public mutating func release(_ device: DragDevice) {
        _ = remove(device)
    }

    /// A device did something.
    /// - Returns: whether it was one of these that moved or went up. One that goes down has gone up before, where nobody said so.
    public mutating func handle(_ input: DriverInput) -> Bool {
        switch input {
        case .pointerButton(let code, let state): handle(.pointer(button: code), state)
        case .penButton(let code, let state): handle(.pen(button: code), state)
        case .finger(let finger, let change): handle(.finger(finger), change)
        case .deviceGone(let kind): forget(kind)
        case .key, .keyboardGone: false
        }
    }

    private mutating func handle(_ button: DragDevice, _ state: InputEvent.PressState) -> Bool {
        let isKept = remove(button)
        return state == .released && isKept
    }

    private mutating func handle(_ finger: DragDevice, _ change: DriverInput.Finger) -> Bool {
        switch change {
        case .moved: return devices.contains(finger)
        case .up, .cancelled: return remove(finger)
        case .down:
            _ = remove(finger)
            return false
        }
    }

    private mutating func forget(_ kind: DragDevice.Kind) -> Bool {
        devices.removeAll { $0.kind == kind }
        return false
    }

    private mutating func remove(_ device: DragDevice) -> Bool {
        guard let index = devices.firstIndex(of: device) else { return false }
        devices.remove(at: index)
        return true
    }
}
