// SPDX-License-Identifier: MIT
//
// The mouse of a real libinput moves during a drag between two clients, as many times as the argument says. callgrind
// runs it with two counts, whose difference is the cost of a motion from libinput's event to the posted
// wl_data_device.motion. libdispatch is not used, because callgrind of Debian 12 crashes with it.

import CVirtualDevices
import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayInput
import HeadlessDesktop
import TestClients
import VirtualDevices
import WaylandClient

@main
enum MotionBench {
    static func main() throws {
        let motions = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1000
        let machine = VirtualMachine()
        let mouse = machine.plug(.mouse)
        let fixture = try DragFixture()
        let devices = try HeadlessDevices(
            fixture.compositor, source: .seat("seat0"), opener: machine.opener,
            configure: { _ in
                var configuration = DeviceConfiguration()
                configuration.acceleration = .flat
                return configuration
            })
        let source = try fixture.makeClient("source")
        let target = try fixture.makeClient("target")
        let window = try fixture.makeWindow(of: source, at: Point(x: 0, y: 0))
        _ = try fixture.makeWindow(of: target, at: Point(x: 300, y: 0))

        func move(_ x: Int32, _ y: Int32) {
            mouse.move(x, y)
            machine.advance(microseconds: 8000) { devices.dispatch() }
        }

        move(50, 50)
        mouse.press(BTN_LEFT)
        machine.advance(microseconds: 50_000) { devices.dispatch() }
        try fixture.settle()
        let content = source.makeSource()
        source.device.startDrag(source: content, origin: window.surface, icon: nil, serial: source.pressSerial)
        try fixture.settle()
        for _ in 0..<7 { move(50, 0) }
        try fixture.settle()
        // The fixture's log would grow.
        fixture.host.onEffect = nil
        fixture.host.engine.observer = nil
        fixture.clearLogs()
        for index in 0..<motions {
            move(index % 2 == 0 ? 7 : -7, 0)
            if index % 100 == 99 { try fixture.settle() }
        }
        try fixture.settle()
        let arrived = target.log.count
        print("\(arrived) of \(motions) motions arrived")
    }
}
