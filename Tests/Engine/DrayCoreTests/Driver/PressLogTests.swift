// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

@Suite struct PressLogTests {
    private static let left = DragDevice.pointer(button: InputEvent.Button.left)

    private func press(
        _ device: DragDevice = left, serial: UInt32, on surface: Int = 1, of window: Int? = nil
    ) -> Press<Int> {
        Press(
            device: device, serial: serial, surface: surface, window: window ?? surface, position: .zero,
            container: ContainerID(UInt64(window ?? surface)))
    }

    @Test func pressThatHoldsEntitlesOnItsSurfaceAndItsWindowAlone() {
        var log = PressLog<Int>()
        log.pressed(press(serial: 7, on: 2, of: 1))
        #expect(log.press(serial: 7, on: 2)?.device == Self.left)
        #expect(log.press(serial: 7, on: 1)?.surface == 2)
        #expect(log.press(serial: 7, on: 3) == nil)
        #expect(log.press(serial: 6, on: 2) == nil)
    }

    @Test func releaseEndsIt() {
        var log = PressLog<Int>()
        log.pressed(press(serial: 7))
        log.pressed(press(.finger(FingerID(1)), serial: 8))
        log.handle(.pointerButton(InputEvent.Button.right, .released))
        log.handle(.finger(FingerID(0), .up))
        #expect(log.count == 2)
        log.handle(.pointerButton(InputEvent.Button.left, .released))
        #expect(log.press(serial: 7, on: 1) == nil)
        log.handle(.finger(FingerID(1), .cancelled))
        #expect(log.count == 0)
    }

    @Test func aRemovedDeviceEndsItsPresses() {
        var log = PressLog<Int>()
        log.pressed(press(serial: 1))
        log.pressed(press(.finger(FingerID(0)), serial: 2))
        log.pressed(press(.finger(FingerID(1)), serial: 3))
        log.handle(.deviceGone(.touch))
        #expect(log.count == 1 && log.holds(serial: 1) { $0 == 1 })
        #expect(!log.holds(serial: 1) { $0 == 2 })
    }

    /// For random input, exactly the presses that are held entitle: the newest one of each device, by its own serial.
    @Test(arguments: UInt64(0)..<40) func onlyTheNewestHeldPressEntitles(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var log = PressLog<Int>()
        let devices: [DragDevice] = [
            .pointer(button: 1), .pointer(button: 2), .pen(button: 1), .finger(FingerID(0)), .finger(FingerID(1)),
        ]
        var held: [DragDevice: UInt32] = [:]
        for serial in 1...400 as ClosedRange<UInt32> {
            let device = devices.randomElement(using: &random)!
            switch Int.random(in: 0..<8, using: &random) {
            case 0...3:
                log.pressed(press(device, serial: serial))
                held[device] = serial
            case 4...5:
                switch device {
                case .pointer(let button): log.handle(.pointerButton(button, .released))
                case .pen(let button): log.handle(.penButton(button, .released))
                case .finger(let finger): log.handle(.finger(finger, Bool.random(using: &random) ? .up : .cancelled))
                }
                held[device] = nil
            case 6:
                log.taken(device)
                held[device] = nil
            default:
                log.handle(.deviceGone(device.kind))
                held = held.filter { $0.key.kind != device.kind }
            }
            #expect(log.count == held.count)
            for (device, serial) in held { #expect(log.press(serial: serial, on: 1)?.device == device) }
            for old in 1...serial where !held.values.contains(old) { #expect(log.press(serial: old, on: 1) == nil) }
        }
    }

    @Test func theNumberOfPressesIsLimited() {
        var log = PressLog<Int>()
        for finger in 0..<100 as Range<Int32> {
            log.pressed(press(.finger(FingerID(finger)), serial: UInt32(finger)))
        }
        #expect(log.count == PressLog<Int>.limit)
        #expect(log.press(serial: 99, on: 1) != nil && log.press(serial: 0, on: 1) == nil)
    }
}
