// SPDX-License-Identifier: MIT

import CVirtualDevices
import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayInput
import HeadlessDesktop
import TestClients
import Testing
import VirtualDevices
import WaylandClient
import WaylandServer

extension HeadlessDevicesTests {
    /// Devices that are added, removed, unusable, or mapped to outputs.
    @Suite struct Devices {
        @Test func clientsSeeDevicesComeAndGo() throws {
            let bench = try Table()
            try bench.take(.seat("seat0"))
            #expect(bench.devices?.shortage == .nothingOnSeat("seat0"))
            #expect(bench.seat.capabilities == [])
            let first = bench.machine.plug(.mouse)
            let second = bench.machine.plug(.mouse)
            let keyboard = bench.machine.plug(.keyboard)
            try bench.settle()
            #expect(bench.seat.capabilities == [.pointer, .keyboard])
            #expect(bench.devices?.shortage == nil)
            bench.machine.unplug(first)
            try bench.settle()
            #expect(bench.seat.capabilities == [.pointer, .keyboard], "there is another mouse")
            bench.machine.unplug(second)
            bench.machine.unplug(keyboard)
            try bench.settle()
            #expect(bench.seat.capabilities == [])
            _ = bench.machine.plug(.penTablet)
            _ = bench.machine.plug(.touchscreen())
            try bench.settle()
            #expect(bench.seat.capabilities == [.pointer, .touch])
        }

        @Test func aDeviceThatCannotBeOpenedIsNamedAndTheOthersPlay() throws {
            let bench = try Table()
            let mouse = bench.machine.plug(.mouse)
            let keyboard = bench.machine.plug(.keyboard)
            bench.machine.refusals[keyboard.path] = .permissionDenied
            try bench.take(.paths([keyboard.path, "/dev/input/event77", mouse.path]))
            let words = bench.reports.map(\.description)
            #expect(words.contains { $0.contains(keyboard.path) && $0.contains("permission denied") })
            #expect(words.contains { $0.contains("/dev/input/event77") })
            #expect(bench.seat.capabilities == .pointer)
            mouse.move(10, 0)
            try bench.settle()
            #expect(bench.seat.pointer.position.x > 0)
        }

        @Test func whereNothingCanBeOpenedTheShortageSaysWhy() throws {
            let bench = try Table()
            let mouse = bench.machine.plug(.mouse)
            bench.machine.refusals[mouse.path] = .permissionDenied
            try bench.take(.seat("seat0"))
            let shortage = try #require(bench.devices?.shortage)
            #expect(shortage == .nothingUsable([.cannotOpenDevice(path: mouse.path, .permissionDenied)]))
            #expect("\(shortage)".contains(mouse.path) && "\(shortage)".contains("group \"input\""))
        }

        @Test func aTouchscreenCoversItsOutputAndAnUnknownOneIsReported() throws {
            let bench = try Table(outputs: [
                OutputConfiguration(name: "A", width: 1000, height: 500),
                OutputConfiguration(name: "B", width: 800, height: 400, scale: 2),
            ])
            let known = bench.machine.plug(.touchscreen(output: "B"))
            let unknown = bench.machine.plug(.touchscreen(output: "C"))
            try bench.take(.seat("seat0"))
            #expect(bench.reports.contains { if case .outputMissing(_, "C") = $0 { true } else { false } })
            try expect(bench, VirtualFingers(on: known, .touchscreen), at: Point(x: 1000 + 200, y: 100))
            try expect(bench, VirtualFingers(on: unknown, .touchscreen), at: Point(x: 500, y: 250))
        }

        @Test func calibrationTurnsATouchscreen() throws {
            let bench = try Table()
            let screen = bench.machine.plug(.touchscreen())
            try bench.take(.seat("seat0")) { _ in
                var configuration = DeviceConfiguration()
                // A screen that is mounted upside down.
                configuration.calibration = .init(a: -1, b: 0, c: 1, d: 0, e: -1, f: 1)
                return configuration
            }
            let fingers = VirtualFingers(on: screen, .touchscreen)
            fingers.down(0, 400, 225)
            fingers.frame()
            try bench.settle()
            let place = try #require(bench.seat.touch.position(of: FingerID(0)))
            #expect(abs(place.x - 1280 * 0.9) < 1 && abs(place.y - 800 * 0.9) < 1)
        }

        @Test func coordinatesBeyondAllRangesStayOnTheOutput() throws {
            let bench = try Table()
            let pointer = bench.machine.plug(.absolutePointer)
            let screen = bench.machine.plug(.touchscreen())
            let mouse = bench.machine.plug(.mouse)
            try bench.take(.seat("seat0"))
            let fingers = VirtualFingers(on: screen, .touchscreen)
            fingers.down(0, .min, .max)
            fingers.frame()
            pointer.point(.max, .min)
            try bench.settle()
            let area = bench.fixture.compositor.outputs[0].area
            #expect(area.contains(bench.seat.pointer.position))
            #expect(area.contains(try #require(bench.seat.touch.position(of: FingerID(0)))))
            for _ in 0..<5 { mouse.move(.max, .min) }
            try bench.settle()
            #expect(area.contains(bench.seat.pointer.position))
        }

        @Test func invalidSlotsDoNoHarm() throws {
            let bench = try Table()
            let screen = bench.machine.plug(.touchscreen())
            try bench.take(.seat("seat0"))
            for slot in [Int32(-1), .min, 1000, .max] {
                screen.emit(EV_ABS, ABS_MT_SLOT, slot)
                screen.emit(EV_ABS, ABS_MT_TRACKING_ID, 77)
                screen.emit(EV_ABS, ABS_MT_POSITION_X, 100)
                screen.frame()
                screen.emit(EV_ABS, ABS_MT_TRACKING_ID, -1)
                screen.frame()
            }
            try bench.settle()
            #expect(bench.seat.touch.downFingers.isEmpty)
            try expect(bench, VirtualFingers(on: screen, .touchscreen), at: Point(x: 640, y: 400))
        }

        /// Events from other sources may be worse than those that libinput lets through.
        @Test func invalidMotionsAreIgnoredAndReported() throws {
            let bench = try Table(seats: [SeatConfiguration()])
            let seat = bench.seat
            let heard = Heard<String>()
            let router = DeviceRouter(bench.fixture.compositor, report: { heard.all.append($0.description) })
            let device = InputEvent.Device(
                name: "Broken", capabilities: [.pointer, .touch], outputName: nil, seatName: "seat0")
            func play(_ content: InputEvent.Content) {
                router.handle(InputEvent(time: .zero, device: DeviceID(1), content: content))
            }
            play(.deviceAdded(device))
            seat.pointer.move(to: Point(x: 30, y: 30))
            play(.pointerMotion(.init(delta: Point(x: .infinity, y: 0), unaccelerated: .zero)))
            play(.pointerMotion(.init(delta: Point(x: 0, y: .nan), unaccelerated: .zero)))
            play(.scroll(.init(source: .finger, horizontal: nil, vertical: .init(points: .nan))))
            #expect(seat.pointer.position == Point(x: 30, y: 30))
            #expect(heard.all.filter { $0.hasPrefix("\"Broken\" sent an invalid event: ") }.count == 3, "\(heard.all)")
            // An invalid position is at the device's edge: see `NormalizedPosition`.
            play(.touch(.down(finger: FingerID(0), position: .init(x: .nan, y: 0.5))))
            #expect(seat.touch.position(of: FingerID(0)) == Point(x: 0, y: 400))
        }

        @Test func aHighResolutionWheelSendsPartsToNewClientsAndNotchesToOld() throws {
            let bench = try Table()
            let mouse = bench.machine.plug(.mouse)
            try bench.take(.seat("seat0"))
            let client = try bench.fixture.makeClient("client")
            _ = try bench.fixture.makeWindow(of: client, at: .zero)
            mouse.move(5, 5)
            try bench.settle()
            let globals = GlobalList(client.connection)
            try bench.settle()
            let heard = Heard<String>()
            for version in [UInt32(5), 8] {
                let pointer = try #require(globals.bind(WaylandClient.WlSeat.self, version: version)).getPointer()
                pointer.onEvent { event in
                    switch event {
                    case .axisDiscrete(_, let notches): heard.all.append("v\(version) \(notches) notches")
                    case .axisValue120(_, let value): heard.all.append("v\(version) \(value)/120")
                    case .enter, .leave, .motion, .button, .axis, .frame, .axisSource, .axisStop: break
                    }
                }
                client.keep(pointer.proxy)
            }
            try bench.settle()
            for _ in 0..<4 {
                mouse.turnWheel(v120: -30)
                try bench.settle()
            }
            let news = heard.all.filter { $0.hasPrefix("v8") }
            #expect(heard.all.filter { $0.hasPrefix("v5") } == ["v5 1 notches"])
            #expect(!news.isEmpty && news.allSatisfy { $0.hasSuffix("/120") })
        }

        @Test func anotherSeatsDevicesPlayTheOtherSeat() throws {
            let bench = try Table(seats: [SeatConfiguration(name: "one"), SeatConfiguration(name: "two")])
            let mouse = bench.machine.plug(.mouse)
            let pointer = bench.machine.plug(.absolutePointer)
            let compositor = bench.fixture.compositor
            try bench.take(.seat("seat0")) { device in
                device.name == DeviceModel.mouse.name ? compositor.seats[0] : compositor.seats[1]
            }
            mouse.move(10, 10)
            pointer.point(16384, 16384)
            try bench.settle()
            #expect(compositor.seats[0].pointer.position.x < 100)
            #expect(abs(compositor.seats[1].pointer.position.x - 640) < 1)
        }

        @Test func aKeymapThatDoesNotCompileIsAnErrorInWords() throws {
            do {
                _ = try HeadlessCompositor(HeadlessConfiguration(keymap: .fixed(layout: "nonsense")))
                Issue.record("the layout does not exist")
            } catch {
                #expect("\(error)".contains("the keymap does not compile"))
                #expect("\(error)".contains("nonsense"))
            }
        }

        private func expect(_ bench: Table, _ fingers: VirtualFingers, at point: Point) throws {
            fingers.down(0, 2000, 1125)
            fingers.frame()
            try bench.settle()
            let finger = try #require(bench.seat.touch.downFingers.first)
            let place = try #require(bench.seat.touch.position(of: finger))
            #expect(abs(place.x - point.x) < 1 && abs(place.y - point.y) < 1, "\(place)")
            fingers.up(0)
            fingers.frame()
            try bench.settle()
        }
    }
}

/// A compositor without devices.
final class Table {
    let machine = VirtualMachine()
    let fixture: DragFixture
    private(set) var reports: [DeviceReport] = []
    private(set) var devices: HeadlessDevices?

    init(
        outputs: [OutputConfiguration] = [OutputConfiguration()],
        seats: [SeatConfiguration] = [SeatConfiguration(capabilities: [])]
    ) throws {
        fixture = try DragFixture(HeadlessConfiguration(outputs: outputs, seats: seats))
    }

    deinit {
        devices = nil
        machine.end()
    }

    var seat: HeadlessDesktop.Seat { fixture.seat }

    func take(
        _ source: LibinputContext.Source, configure: @escaping (InputEvent.Device) -> DeviceConfiguration
    ) throws {
        devices = try HeadlessDevices(
            fixture.compositor, source: source, opener: machine.opener, configure: configure,
            report: { [weak self] in self?.reports.append($0) })
    }

    func take(_ source: LibinputContext.Source, seat: ((InputEvent.Device) -> HeadlessDesktop.Seat?)? = nil) throws {
        devices = try HeadlessDevices(
            fixture.compositor, source: source, opener: machine.opener, seat: seat,
            report: { [weak self] in self?.reports.append($0) })
    }

    /// Lets the event loop read all pending events.
    func settle() throws {
        for _ in 0..<4 { fixture.compositor.dispatch(timeout: 0) }
        try fixture.settle()
    }
}
