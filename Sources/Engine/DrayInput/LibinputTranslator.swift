// SPDX-License-Identifier: MIT

import CLibinput
public import DrayCore

/// Converts libinput's events to Dray's and tracks the identities of devices.
///
/// For a host that reads libinput itself: one translator for each `struct libinput`, which receives every event before
/// the host destroys it (RUN-06). The translator takes no reference, sets no user data, and does not modify devices.
public final class LibinputTranslator {
    private var devices: [KnownDevice] = []
    private var nextDevice: UInt64
    /// The latest time of any event.
    private var latest = Instant.zero

    private struct KnownDevice {
        var pointer: OpaquePointer
        var id: DeviceID
    }

    /// - Parameter firstDevice: The identifier of the first device; later ones count up. Hosts that use several
    ///   translators for one seat set it to keep their devices apart.
    public init(firstDevice: UInt64 = 1) {
        nextDevice = firstDevice
    }

    /// Converts an event.
    ///
    /// In steady state this does not allocate. Devices that are older than the translator get an identity with their
    /// first event; `announce` introduces them in advance.
    ///
    /// - Parameter event: A `struct libinput_event *`, still owned by the caller.
    /// - Returns: Nil for events that Dray ignores, see `handle(_:_:)`.
    public func translate(_ event: OpaquePointer) -> InputEvent? {
        // A newer libinput may have further event types; none of them can affect a drag.
        guard let kind = LibinputEventKind(rawValue: Libinput.calls.event_get_type(event).rawValue) else { return nil }
        return handle(kind, event)
    }

    /// Returns a `deviceAdded` event for a device that is older than the translator.
    ///
    /// - Parameter device: A `struct libinput_device *`, still owned by the caller.
    public func announce(_ device: OpaquePointer) -> InputEvent {
        InputEvent(time: latest, device: id(of: device), content: .deviceAdded(InputEvent.Device(libinput: device)))
    }

    /// Returns the identity of a device, which is created on first use.
    ///
    /// - Parameter device: A `struct libinput_device *`, still owned by the caller.
    public func id(of device: OpaquePointer) -> DeviceID {
        if let index = devices.firstIndex(where: { $0.pointer == device }) { return devices[index].id }
        return add(device)
    }

    /// Returns the device with an identity; nil if it was removed. Valid until its removal is dispatched.
    func pointer(of id: DeviceID) -> OpaquePointer? {
        devices.first { $0.id == id }?.pointer
    }

    private func add(_ device: OpaquePointer) -> DeviceID {
        // libinput may reuse the address of a device whose removal was not translated.
        devices.removeAll { $0.pointer == device }
        let id = DeviceID(nextDevice)
        nextDevice += 1
        devices.append(KnownDevice(pointer: device, id: id))
        return id
    }

    private func remove(_ device: OpaquePointer) -> DeviceID {
        let id = id(of: device)
        devices.removeAll { $0.pointer == device }
        return id
    }

    private func at(_ microseconds: UInt64, _ event: OpaquePointer, _ content: InputEvent.Content) -> InputEvent {
        let time = Instant(microseconds: microseconds)
        latest = max(latest, time)
        return InputEvent(time: time, device: id(of: Libinput.calls.event_get_device(event)!), content: content)
    }

    private func handle(_ kind: LibinputEventKind, _ event: OpaquePointer) -> InputEvent? {
        switch kind {
        case .deviceAdded:
            let device: OpaquePointer = Libinput.calls.event_get_device(event)!
            let description = InputEvent.Device(libinput: device)
            return InputEvent(time: latest, device: add(device), content: .deviceAdded(description))
        case .deviceRemoved:
            return InputEvent(
                time: latest, device: remove(Libinput.calls.event_get_device(event)!), content: .deviceRemoved)

        case .keyboardKey:
            let key: OpaquePointer = Libinput.calls.event_get_keyboard_event(event)!
            return at(Libinput.calls.event_keyboard_get_time_usec(key), event, .key(InputEvent.Key(libinput: key)))

        case .pointerMotion:
            return pointer(event) { .pointerMotion(InputEvent.PointerMotion(libinput: $0)) }
        case .pointerMotionAbsolute:
            return pointer(event) { .pointerMotionAbsolute(InputEvent.NormalizedPosition(libinputPointer: $0)) }
        case .pointerButton:
            return pointer(event) { .button(InputEvent.Button(libinput: $0)) }
        case .pointerScrollWheel:
            return pointer(event) { .scroll(InputEvent.Scroll(libinput: $0, source: .wheel)) }
        case .pointerScrollFinger:
            return pointer(event) { .scroll(InputEvent.Scroll(libinput: $0, source: .finger)) }
        case .pointerScrollContinuous:
            return pointer(event) { .scroll(InputEvent.Scroll(libinput: $0, source: .continuous)) }

        case .touchDown:
            return touch(event) { .down(finger: .init(libinput: $0), position: .init(libinputTouch: $0)) }
        case .touchMotion:
            return touch(event) { .motion(finger: .init(libinput: $0), position: .init(libinputTouch: $0)) }
        case .touchUp:
            return touch(event) { .up(finger: .init(libinput: $0)) }
        case .touchCancel:
            return touch(event) { .cancel(finger: .init(libinput: $0)) }
        case .touchFrame:
            return touch(event) { _ in .frame }

        case .tabletToolAxis:
            return pen(event) { _ in .axes }
        case .tabletToolProximity:
            return pen(event) { .init(libinputProximity: $0) }
        case .tabletToolTip:
            return pen(event) { .init(libinputTip: $0) }
        case .tabletToolButton:
            return pen(event) { .init(libinputButton: $0) }

        case .gestureSwipeBegin:
            return gesture(event) { _ in .swipeBegan }
        case .gestureSwipeUpdate:
            return gesture(event) { .swipeMoved(.init(libinput: $0)) }
        case .gestureSwipeEnd:
            return gesture(event) { .swipeEnded(.init(libinput: $0)) }
        case .gesturePinchBegin:
            return gesture(event) { _ in .pinchBegan }
        case .gesturePinchUpdate:
            return gesture(event) { .init(libinputPinch: $0) }
        case .gesturePinchEnd:
            return gesture(event) { .pinchEnded(.init(libinput: $0)) }
        case .gestureHoldBegin:
            return gesture(event) { _ in .holdBegan }
        case .gestureHoldEnd:
            return gesture(event) { .holdEnded(.init(libinput: $0)) }

        // Ignored events, with the reasons.
        case .none:
            return nil  // Not an event.
        case .pointerAxis:
            return nil  // The deprecated form of the three scroll events, sent in addition to them.
        case .tabletPadButton, .tabletPadRing, .tabletPadStrip, .tabletPadKey, .tabletPadDial:
            return nil  // A pad's controls belong to the drawing application; they have no effect on a drag.
        case .switchToggle:
            return nil  // Lid and tablet mode are the session's responsibility; libinput itself acts on them.
        }
    }

    private func pointer(_ event: OpaquePointer, _ content: (OpaquePointer) -> InputEvent.Content) -> InputEvent {
        let pointer: OpaquePointer = Libinput.calls.event_get_pointer_event(event)!
        return at(Libinput.calls.event_pointer_get_time_usec(pointer), event, content(pointer))
    }

    private func touch(_ event: OpaquePointer, _ content: (OpaquePointer) -> InputEvent.Touch) -> InputEvent {
        let touch: OpaquePointer = Libinput.calls.event_get_touch_event(event)!
        return at(Libinput.calls.event_touch_get_time_usec(touch), event, .touch(content(touch)))
    }

    private func pen(_ event: OpaquePointer, _ change: (OpaquePointer) -> InputEvent.Pen.Change) -> InputEvent {
        let pen: OpaquePointer = Libinput.calls.event_get_tablet_tool_event(event)!
        let content = InputEvent.Content.pen(InputEvent.Pen(libinput: pen, change: change(pen)))
        return at(Libinput.calls.event_tablet_tool_get_time_usec(pen), event, content)
    }

    private func gesture(_ event: OpaquePointer, _ phase: (OpaquePointer) -> InputEvent.Gesture.Phase) -> InputEvent {
        let gesture: OpaquePointer = Libinput.calls.event_get_gesture_event(event)!
        let fingers = Int(Libinput.calls.event_gesture_get_finger_count(gesture))
        let content = InputEvent.Content.gesture(.init(fingerCount: fingers, phase: phase(gesture)))
        return at(Libinput.calls.event_gesture_get_time_usec(gesture), event, content)
    }
}
