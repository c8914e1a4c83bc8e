// SPDX-License-Identifier: MIT

import CLibinput
import CVirtualDevices
import DrayCore
import DrayInput
import Glibc
import Testing
import VirtualDevices

extension LibinputTests {
    /// A host that reads libinput itself, and only has its events translated (RUN-06).
    @Suite struct Translator {
        /// The libinput context of such a host, created with the C API.
        final class Host {
            let machine = VirtualMachine()
            private let interface = UnsafeMutablePointer<libinput_interface>.allocate(capacity: 1)
            private let context: OpaquePointer

            init(_ devices: (VirtualMachine) -> [VirtualDevice]) throws {
                interface.initialize(
                    to: libinput_interface(
                        open_restricted: { path, _, _ in vdev_open(path) },
                        close_restricted: { descriptor, _ in _ = close(descriptor) }))
                context = try #require(libinput_path_create_context(interface, nil))
                for device in devices(machine) {
                    try #require(libinput_path_add_device(context, device.path) != nil)
                }
            }

            deinit {
                libinput_unref(context)
                interface.deallocate()
                machine.end()
            }

            /// Returns the next event; nil if there is none. The host owns the event while `body` runs.
            func next<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
                libinput_dispatch(context)
                guard let event = libinput_get_event(context) else { return nil }
                defer { libinput_event_destroy(event) }
                return body(event)
            }
        }

        @Test func rawValuesAreLibinputs() {
            let pairs: [(LibinputEventKind, libinput_event_type)] = [
                (.none, LIBINPUT_EVENT_NONE),
                (.deviceAdded, LIBINPUT_EVENT_DEVICE_ADDED),
                (.deviceRemoved, LIBINPUT_EVENT_DEVICE_REMOVED),
                (.keyboardKey, LIBINPUT_EVENT_KEYBOARD_KEY),
                (.pointerMotion, LIBINPUT_EVENT_POINTER_MOTION),
                (.pointerMotionAbsolute, LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE),
                (.pointerButton, LIBINPUT_EVENT_POINTER_BUTTON),
                (.pointerAxis, LIBINPUT_EVENT_POINTER_AXIS),
                (.pointerScrollWheel, LIBINPUT_EVENT_POINTER_SCROLL_WHEEL),
                (.pointerScrollFinger, LIBINPUT_EVENT_POINTER_SCROLL_FINGER),
                (.pointerScrollContinuous, LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS),
                (.touchDown, LIBINPUT_EVENT_TOUCH_DOWN),
                (.touchUp, LIBINPUT_EVENT_TOUCH_UP),
                (.touchMotion, LIBINPUT_EVENT_TOUCH_MOTION),
                (.touchCancel, LIBINPUT_EVENT_TOUCH_CANCEL),
                (.touchFrame, LIBINPUT_EVENT_TOUCH_FRAME),
                (.tabletToolAxis, LIBINPUT_EVENT_TABLET_TOOL_AXIS),
                (.tabletToolProximity, LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY),
                (.tabletToolTip, LIBINPUT_EVENT_TABLET_TOOL_TIP),
                (.tabletToolButton, LIBINPUT_EVENT_TABLET_TOOL_BUTTON),
                (.tabletPadButton, LIBINPUT_EVENT_TABLET_PAD_BUTTON),
                (.tabletPadRing, LIBINPUT_EVENT_TABLET_PAD_RING),
                (.tabletPadStrip, LIBINPUT_EVENT_TABLET_PAD_STRIP),
                (.tabletPadKey, LIBINPUT_EVENT_TABLET_PAD_KEY),
                (.gestureSwipeBegin, LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN),
                (.gestureSwipeUpdate, LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE),
                (.gestureSwipeEnd, LIBINPUT_EVENT_GESTURE_SWIPE_END),
                (.gesturePinchBegin, LIBINPUT_EVENT_GESTURE_PINCH_BEGIN),
                (.gesturePinchUpdate, LIBINPUT_EVENT_GESTURE_PINCH_UPDATE),
                (.gesturePinchEnd, LIBINPUT_EVENT_GESTURE_PINCH_END),
                (.gestureHoldBegin, LIBINPUT_EVENT_GESTURE_HOLD_BEGIN),
                (.gestureHoldEnd, LIBINPUT_EVENT_GESTURE_HOLD_END),
                (.switchToggle, LIBINPUT_EVENT_SWITCH_TOGGLE),
            ]
            for (kind, type) in pairs { #expect(kind.rawValue == type.rawValue) }
            // libinput 1.22 has no dial event yet.
            #expect(Set(pairs.map(\.0)) == Set(LibinputEventKind.allCases).subtracting([.tabletPadDial]))
        }

        @Test func hostsOwnEventsAreTranslated() throws {
            var mouse: VirtualDevice?
            let host = try Host { machine in
                let plugged = machine.plug(.mouse)
                mouse = plugged
                return [plugged]
            }
            let translator = LibinputTranslator(firstDevice: 40)

            let added = try #require(host.next { translator.translate($0) } ?? nil)
            #expect(added.device == DeviceID(40))
            mouse?.move(5, 0)
            let moved = try #require(host.next { translator.translate($0) } ?? nil)
            #expect(moved.device == DeviceID(40))
            #expect([moved].motions.map(\.unaccelerated) == [Point(x: 5, y: 0)])
            #expect(moved.time == host.machine.now)
        }

        @Test func olderDeviceIsAnnouncedOnRequest() throws {
            var mouse: VirtualDevice?
            let host = try Host { machine in
                let plugged = machine.plug(.mouse)
                mouse = plugged
                return [plugged]
            }
            _ = host.next { _ in }  // The host has received its `deviceAdded` event long before.
            let translator = LibinputTranslator()

            mouse?.move(5, 0)
            let events = try #require(
                host.next { event in
                    [translator.announce(libinput_event_get_device(event)), translator.translate(event)]
                })
            #expect(events[0]?.device == events[1]?.device)
            #expect(events.compactMap { $0 }.devices.map(\.name) == ["Virtual Mouse"])
        }

        @Test(.enabled(if: Self.isOptimized, "without the optimizer the standard library itself allocates"))
        func translatingMotionAllocatesNothing() throws {
            var mice: [VirtualDevice] = []
            let host = try Host { machine in
                mice = [machine.plug(.mouse), machine.plug(.mouse)]
                return [machine.plug(.keyboard), mice[0], machine.plug(.touchpad), mice[1]]
            }
            let translator = LibinputTranslator()
            while host.next({ translator.translate($0) }) != nil {}

            var motions = 0
            var allocations = 0
            for round in 0..<200 {
                mice[round % 2].move(Int32(round % 7) + 1, 3)
                let counted = host.next { event in
                    Allocations.count {
                        if case .pointerMotion? = translator.translate(event)?.content { motions += 1 }
                    }
                }
                guard case let count?? = counted else { return }  // ThreadSanitizer replaces the allocator.
                // The first events may still initialize state.
                if round >= 10 { allocations += count }
            }
            #expect(motions == 200)
            #expect(allocations == 0)
        }

        static var isOptimized: Bool {
            #if DEBUG
                false
            #else
                true
            #endif
        }

        @Test func allocationsAreCounted() {
            var kept: [[Int]] = []
            let count = Allocations.count { kept.append(Array(0..<100)) }
            guard let count else { return }
            #expect(count >= 2)
            #expect(kept.count == 1)
        }
    }
}
