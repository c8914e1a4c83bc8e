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
        /// What such a host has: a context of its own, made in plain C.
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

            /// The next event; nil when there is none. The host owns it for as long as `body` runs.
            func next<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
                libinput_dispatch(context)
                guard let event = libinput_get_event(context) else { return nil }
                defer { libinput_event_destroy(event) }
                return body(event)
            }
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

        @Test func deviceThatWasThereBeforeIsAnnouncedOnRequest() throws {
            var mouse: VirtualDevice?
            let host = try Host { machine in
                let plugged = machine.plug(.mouse)
                mouse = plugged
                return [plugged]
            }
            _ = host.next { _ in }  // The host saw it come, long ago.
            let translator = LibinputTranslator()

            mouse?.move(5, 0)
            let events = try #require(
                host.next { event in
                    [translator.announce(libinput_event_get_device(event)), translator.translate(event)]
                })
            #expect(events[0]?.device == events[1]?.device)
            #expect(events.compactMap { $0 }.devices.map(\.name) == ["Virtual Mouse"])
        }

        @Test func translatingMotionAllocatesNothing() throws {
            var mouse: VirtualDevice?
            let host = try Host { machine in
                let others = [machine.plug(.keyboard), machine.plug(.touchpad)]
                let plugged = machine.plug(.mouse)
                mouse = plugged
                return others + [plugged]
            }
            let translator = LibinputTranslator()
            while host.next({ translator.translate($0) }) != nil {}

            var motions = 0
            var allocations = 0
            for round in 0..<200 {
                mouse?.move(Int32(round % 7) + 1, 3)
                let counted = host.next { event in
                    host.machine.allocations {
                        if case .pointerMotion? = translator.translate(event)?.content { motions += 1 }
                    }
                }
                guard case let count?? = counted else { return }  // A sanitizer has the allocator.
                // The first ones may still set things up.
                if round >= 10 { allocations += count }
            }
            #expect(motions == 200)
            #expect(allocations == 0)
        }

        @Test func allocationsAreReallyCounted() {
            let machine = VirtualMachine()
            defer { machine.end() }
            var kept: [[Int]] = []
            let count = machine.allocations { kept.append(Array(0..<100)) }
            guard let count else { return }
            #expect(count >= 2)
            #expect(kept.count == 1)
        }
    }
}
