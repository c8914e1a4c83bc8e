// SPDX-License-Identifier: MIT

/// Buttons, pen tips and fingers that are down and whose press belonged to a drag. Their further events belong to the
/// drag as well, even after its end: no client receives half a press (HIG-31).
public struct KeptPresses: Equatable, Sendable {
    private var devices: [DragDevice] = []

    public init() {}

    mutating func keep(_ device: DragDevice) {
        if !devices.contains(device) { devices.append(device) }
    }

    /// Returns the union of two sets.
    public func union(_ others: KeptPresses) -> KeptPresses {
        var union = self
        for device in others.devices { union.keep(device) }
        return union
    }

    /// Removes a press that begins another drag and belongs to it.
    public mutating func release(_ device: DragDevice) {
        _ = remove(device)
    }

    /// Handles an input of a device.
    /// - Returns: Whether one of these moved or was released. A press of a device that is down already implies its
    ///   missing release.
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
