// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

/// Whatever devices do, in any order: what must hold of every answer.
@Suite struct RandomDriverTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func answersKeepTheRules(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let devices: [DragDevice] = [.pointer(button: 0x110), .pen(button: 0x110), .finger(FingerID(1))]
        let device = devices[Int.random(in: 0..<3, using: &random)]
        var driver = DragDriver(device)
        var keptKeys: Set<UInt32> = []
        for _ in 0..<300 {
            let input = Self.input(using: &random)
            let answer = driver.handle(input)
            switch input {
            case .pointerButton: #expect(answer == .passed || device.kind == .pointer)
            case .penButton: #expect(answer == .passed || device.kind == .pen)
            case .finger(let finger, _): #expect(answer == .passed || device == .finger(finger))
            case .key(let code, let keysym, .pressed):
                #expect((answer == .cancel(.escape)) == (keysym == 0xff1b))
                if answer != .passed { keptKeys.insert(code) }
            case .key(let code, _, .released):
                // A release is kept exactly where its press was.
                #expect((answer == .kept) == (keptKeys.remove(code) != nil))
            case .deviceGone(let kind): #expect((answer == .cancel(.deviceGone)) == (kind == device.kind))
            case .keyboardGone: keptKeys = []
            }
            #expect(driver.keptKeys.isEmpty == keptKeys.isEmpty)
            #expect(driver.device == device)
        }
    }

    private static func input(using random: inout SplitMix64) -> DriverInput {
        let state: InputEvent.PressState = Bool.random(using: &random) ? .pressed : .released
        let changes: [DriverInput.Finger] = [.down, .moved, .up, .cancelled]
        let kinds: [DragDevice.Kind] = [.pointer, .pen, .touch]
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .pointerButton(UInt32.random(in: 0x110...0x112, using: &random), state)
        case 1: return .penButton(UInt32.random(in: 0x110...0x112, using: &random), state)
        case 2, 3:
            return .finger(
                FingerID(Int32.random(in: 0...2, using: &random)), changes[Int.random(in: 0..<4, using: &random)])
        case 4, 5, 6:
            let keysym: UInt32 = Bool.random(using: &random) ? 0xff1b : 0x61
            return .key(UInt32.random(in: 1...3, using: &random), keysym: keysym, state)
        default:
            return Bool.random(using: &random)
                ? .keyboardGone : .deviceGone(kinds[Int.random(in: 0..<3, using: &random)])
        }
    }
}
