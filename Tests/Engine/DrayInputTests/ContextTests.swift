// SPDX-License-Identifier: MIT

import CVirtualDevices
import DrayCore
import DrayInput
import Testing
import VirtualDevices

extension LibinputTests {
    @Suite struct Context {
        @Test func devicesReportTheirCapabilities() throws {
            let bench = Bench()
            for model: DeviceModel in [
                .mouse, .keyboard, .touchscreen(output: "HEADLESS-1"), .touchpad, .penTablet, .tabletPad, .lidSwitch,
            ] {
                _ = bench.machine.plug(model)
            }
            try bench.open()

            let devices = bench.events.devices
            #expect(
                devices.map(\.capabilities) == [
                    .pointer, .keyboard, .touch, [.pointer, .gesture], .pen, .tabletPad, .toggleSwitch,
                ])
            #expect(devices.map(\.outputName) == [nil, nil, "HEADLESS-1", nil, nil, nil, nil])
            #expect(devices.allSatisfy { $0.seatName == "default" && $0.vendor == 0x1209 })
            #expect(devices.map(\.product) == [1, 3, 4, 5, 6, 7, 8])
            #expect(devices.first?.name == "Virtual Mouse")
            #expect(devices.first?.systemName == "event0")
            #expect(Set(bench.events.map(\.device)).count == 7)
        }

        @Test func padsAndSwitchesSendNoEvents() throws {
            let bench = Bench()
            let pad = bench.machine.plug(.tabletPad)
            let lid = bench.machine.plug(.lidSwitch)
            let mouse = bench.machine.plug(.mouse)
            try bench.open()
            _ = bench.takeEvents()

            pad.tap(BTN_0)
            lid.emit(EV_SW, SW_LID, 1)
            lid.frame()
            try bench.pass(milliseconds: 100)
            #expect(bench.takeEvents().isEmpty)

            mouse.move(1, 0)
            try bench.settle()
            #expect(bench.events.motions.count == 1, "the context continues")
        }

        @Test func deviceIsAddedAndRemovedWhileInUse() throws {
            let bench = Bench()
            try bench.open()
            #expect(bench.takeEvents().isEmpty)

            let mouse = bench.machine.plug(.mouse)
            try bench.settle()
            mouse.move(10, 1)
            try bench.settle()
            bench.machine.unplug(mouse)
            try bench.settle()
            let again = bench.machine.plug(.mouse)
            try bench.settle()
            again.move(10, 1)
            try bench.settle()

            let events = bench.events
            #expect(events.devices.count == 2)
            #expect(events.motions.count == 2)
            #expect(events.map(\.device.rawValue) == [1, 1, 1, 2, 2], "identities are not reused")
            #expect(events[2].content == .deviceRemoved)
        }

        @Test func suspendedContextSendsNoEventsUntilItResumes() throws {
            let bench = Bench()
            let mouse = bench.machine.plug(.mouse)
            let keyboard = bench.machine.plug(.keyboard)
            try bench.open()
            _ = bench.takeEvents()

            keyboard.press(KEY_A)
            try bench.settle()
            try bench.input.suspend()
            mouse.move(10, 0)
            try bench.pass(milliseconds: 10)
            let suspended = bench.takeEvents()
            #expect(suspended.motions.isEmpty)
            #expect(suspended.keys.map(\.state) == [.pressed], "the removal implies the release")
            #expect(suspended.contents.filter { $0 == .deviceRemoved }.count == 2)

            try bench.input.resume()
            try bench.settle()
            mouse.move(10, 0)
            try bench.settle()
            #expect(bench.events.devices.count == 2)
            #expect(bench.events.motions.count == 1)
        }

        @Test func unpluggedPathDoesNotPreventAResume() throws {
            let bench = Bench()
            let mouse = bench.machine.plug(.mouse)
            let keyboard = bench.machine.plug(.keyboard)
            try bench.open(.paths([mouse.path, keyboard.path]))
            bench.machine.unplug(keyboard)
            try bench.settle()

            try bench.input.suspend()
            try bench.settle()
            _ = bench.takeEvents()
            try bench.input.resume()
            try bench.settle()
            mouse.move(1, 0)
            try bench.settle()

            #expect(bench.events.devices.map(\.name) == ["Virtual Mouse"])
            #expect(bench.events.motions.count == 1)
        }

        @Test func pathRemovedWhileSuspendedIsAnError() throws {
            let bench = Bench()
            let mouse = bench.machine.plug(.mouse)
            try bench.open(.paths([mouse.path]))
            try bench.input.suspend()
            bench.machine.unplug(mouse)

            #expect(throws: InputError.cannotResume) { try bench.input.resume() }
        }

        @Test func onlyTheNamedPathsAreOpened() throws {
            let bench = Bench()
            _ = bench.machine.plug(.mouse)
            let keyboard = bench.machine.plug(.keyboard)
            try bench.open(.paths([keyboard.path]))

            #expect(bench.machine.opened == [keyboard.path])
            #expect(bench.events.devices.map(\.name) == ["Virtual Keyboard"])
        }

        @Test(arguments: [DeviceFailure.permissionDenied, .busy, .system(errno: 5)])
        func pathThatCannotBeOpenedIsNamedWithTheReason(_ reason: DeviceFailure) throws {
            let bench = Bench()
            let mouse = bench.machine.plug(.mouse)
            bench.machine.refusals[mouse.path] = reason

            #expect(throws: InputError.cannotOpenDevice(path: mouse.path, reason)) {
                try bench.open(.paths([mouse.path]))
            }
        }

        @Test func missingPathIsNamed() throws {
            let bench = Bench()
            #expect(throws: InputError.cannotOpenDevice(path: "/dev/input/event31", .notFound)) {
                try bench.open(.paths(["/dev/input/event31"]))
            }
        }

        @Test func fileThatIsNoInputDeviceIsNamed() throws {
            let bench = Bench()
            #expect(throws: InputError.cannotOpenDevice(path: "/dev/null", .notAnInputDevice)) {
                try bench.open(.paths(["/dev/null"]))
            }
        }

        @Test func openedFileThatIsNoInputDeviceIsNamed() throws {
            let bench = Bench()
            // udev has no device class for it.
            let nothing = bench.machine.plug(DeviceModel(name: "Nothing", vendor: 1, product: 1, udev: []))
            #expect(throws: InputError.cannotOpenDevice(path: nothing.path, .notAnInputDevice)) {
                try bench.open(.paths([nothing.path]))
            }
            #expect(bench.machine.opened == [nothing.path])
        }

        @Test func deviceOfASeatThatCannotBeOpenedIsReportedAndTheOthersAreUsed() throws {
            let bench = Bench()
            let mouse = bench.machine.plug(.mouse)
            _ = bench.machine.plug(.keyboard)
            bench.machine.refusals[mouse.path] = .permissionDenied
            try bench.open()

            #expect(bench.failures == [.cannotOpenDevice(path: mouse.path, .permissionDenied)])
            #expect(bench.events.devices.map(\.name) == ["Virtual Keyboard"])
        }

        @Test func deviceCanBeAddedToPathsLater() throws {
            let bench = Bench()
            let mouse = bench.machine.plug(.mouse)
            try bench.open(.paths([]))
            try bench.input.addDevice(path: mouse.path)
            try bench.settle()

            #expect(bench.events.devices.map(\.name) == ["Virtual Mouse"])
        }

        @Test func messagesOfLibinputReachTheLog() throws {
            let bench = Bench()
            _ = bench.machine.plug(.mouse)
            try bench.open(logLevel: .info)

            #expect(bench.log.contains { $0.hasPrefix("info: ") && $0.contains("Virtual Mouse") })
            #expect(bench.log.allSatisfy { !$0.hasSuffix("\n") })
        }

        @Test func messagesBelowTheLevelAreNotLogged() throws {
            let bench = Bench()
            _ = bench.machine.plug(.mouse)
            try bench.open(logLevel: .error)

            #expect(bench.log.isEmpty)
        }

        @Test func ledsAreSet() throws {
            let bench = Bench()
            let keyboard = bench.machine.plug(.keyboard)
            try bench.open()
            let device = try #require(bench.events.first).device

            try bench.input.setLEDs([.capsLock, .numLock], on: device)
            #expect(keyboard.isLit(LED_CAPSL) && keyboard.isLit(LED_NUML) && !keyboard.isLit(LED_SCROLLL))
            try bench.input.setLEDs([.scrollLock], on: device)
            #expect(!keyboard.isLit(LED_CAPSL) && !keyboard.isLit(LED_NUML) && keyboard.isLit(LED_SCROLLL))
        }
    }
}
