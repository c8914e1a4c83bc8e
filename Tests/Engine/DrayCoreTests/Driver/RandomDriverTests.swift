// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

/// The properties of every answer, for random input.
@Suite struct RandomDriverTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func answersKeepTheRules(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let devices: [DragDevice] = [.pointer(button: 0x110), .pen(button: 0x110), .finger(FingerID(1))]
        let device = devices[Int.random(in: 0..<3, using: &random)]
        var driver = DragDriver(device)
        var keptKeys: Set<UInt32> = []
        var keptPresses: Set<DragDevice> = [device]
        for _ in 0..<300 {
            let input = Self.input(using: &random)
            let answer = driver.handle(input)
            Self.note(input, answer, in: &keptPresses)
            #expect(Self.released(driver.keptPresses) == keptPresses)
            switch input {
            case .pointerButton: #expect(answer == .passed || device.kind == .pointer)
            case .penButton: #expect(answer == .passed || device.kind == .pen)
            case .finger(let finger, _): #expect(answer == .passed || device == .finger(finger))
            case .key(let code, let keysym, .pressed):
                #expect((answer == .cancel(.escape)) == (keysym == 0xff1b))
                if answer != .passed { keptKeys.insert(code) }
            case .key(let code, _, .released):
                // A release is kept exactly if its press was.
                #expect((answer == .kept) == (keptKeys.remove(code) != nil))
            case .deviceGone(let kind): #expect((answer == .cancel(.deviceGone)) == (kind == device.kind))
            case .keyboardGone: keptKeys = []
            }
            #expect(driver.keptKeys.isEmpty == keptKeys.isEmpty)
            #expect(driver.device == device)
        }
    }

    /// While the engine asks, every press of the driving device is kept, as is its release. Exactly one input answers,
    /// and a press that does is the last one released. The answer is yes if the pointer never left the image, or by a
    /// key.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func answersToAQuestionKeepTheRules(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let devices: [DragDevice] = [.pointer(button: 0x110), .pen(button: 0x110), .finger(FingerID(1))]
        let device = devices[Int.random(in: 0..<3, using: &random)]
        let place = Point(x: 300, y: 200)
        var driver = DragDriver(device)
        let question = DropQuestion(at: place, image: Rectangle(x: 290, y: 190, width: 64, height: 64))
        driver.ask(question)
        var pressed: Set<DragDevice> = []
        var hand: Point? = place
        var wasAway = false
        var keptKeys: Set<UInt32> = []
        func isNear() -> Bool { hand.map(question.area.contains) ?? false }
        for _ in 0..<300 {
            if Bool.random(using: &random) {
                hand = [place, place + Point(x: 500, y: 0), nil].randomElement(using: &random)!
                driver.handMoved(to: hand)
                if !pressed.isEmpty, !isNear() { wasAway = true }
            }
            let input = Self.input(using: &random)
            let answer = driver.handle(input)
            let press: (device: DragDevice, isDown: Bool)? =
                switch input {
                case .pointerButton(let code, let state): (.pointer(button: code), state == .pressed)
                case .penButton(let code, let state): (.pen(button: code), state == .pressed)
                case .finger(let finger, .down): (.finger(finger), true)
                case .finger(let finger, .up): (.finger(finger), false)
                case .finger(_, .moved), .finger(_, .cancelled), .key, .deviceGone, .keyboardGone: nil
                }
            if let press {
                if press.device.kind != device.kind {
                    #expect(answer == .passed)
                } else if press.isDown {
                    #expect(answer == .kept)
                    pressed.insert(press.device)
                    if device.kind == .touch { hand = nil } else if !isNear() { wasAway = true }
                } else if pressed.remove(press.device) != nil {
                    #expect(answer == (pressed.isEmpty ? .answer(isWanted: isNear() && !wasAway) : .kept))
                    if pressed.isEmpty { wasAway = false }
                } else {
                    #expect(answer == (device.kind == .touch ? .passed : .kept))
                }
            }
            switch input {
            case .pointerButton, .penButton, .finger(_, .down), .finger(_, .up): break
            case .finger(let finger, .moved):
                #expect(answer == (pressed.contains(.finger(finger)) ? .kept : .passed))
            case .finger(let finger, .cancelled):
                #expect(answer == (pressed.remove(.finger(finger)) != nil ? .kept : .passed))
                if pressed.isEmpty { wasAway = false }
            case .key(let code, let keysym, .pressed):
                switch keysym {
                case 0xff1b: #expect(answer == .cancel(.escape))
                case 0xff0d: #expect(answer == .answer(isWanted: true))
                default: #expect(answer == .passed)
                }
                if answer != .passed { keptKeys.insert(code) }
            case .key(let code, _, .released): #expect((answer == .kept) == (keptKeys.remove(code) != nil))
            case .deviceGone(let kind):
                #expect(answer == .passed)
                pressed = pressed.filter { $0.kind != kind }
                if pressed.isEmpty { wasAway = false }
            case .keyboardGone: keptKeys = []
            }
            #expect(driver.question?.isPressed == !pressed.isEmpty)
            #expect(driver.keptKeys.isEmpty == keptKeys.isEmpty)
        }
    }

    /// While the host asks, only keys have an effect.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func onlyKeysHaveAnEffectWhileTheHostAsks(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var driver = DragDriver(random.pick([.pointer(button: 0x110), .pen(button: 0x110), .finger(FingerID(1))]))
        driver.wait()
        var keptKeys: Set<UInt32> = []
        var cancels = 0
        for _ in 0..<200 {
            let input = Self.input(using: &random)
            let answer = driver.handle(input)
            switch input {
            case .key(let code, let keysym, .pressed):
                #expect(answer == (keysym == 0xff1b ? .cancel(.escape) : .passed))
                if answer != .passed {
                    keptKeys.insert(code)
                    cancels += 1
                }
            case .key(let code, _, .released): #expect((answer == .kept) == (keptKeys.remove(code) != nil))
            case .keyboardGone: keptKeys = []
            case .pointerButton, .penButton, .finger, .deviceGone: #expect(answer == .passed)
            }
            #expect(driver.question == nil && driver.keptKeys.isEmpty == keptKeys.isEmpty)
        }
        #expect(cancels > 0)
    }

    /// Tracks the held presses that belong to the drag.
    private static func note(_ input: DriverInput, _ answer: DriverAnswer, in presses: inout Set<DragDevice>) {
        let press: (device: DragDevice, isDown: Bool)
        switch input {
        case .pointerButton(let code, let state): press = (.pointer(button: code), state == .pressed)
        case .penButton(let code, let state): press = (.pen(button: code), state == .pressed)
        case .finger(_, .moved): return
        case .finger(let finger, let change): press = (.finger(finger), change == .down)
        case .deviceGone(let kind): return presses = presses.filter { $0.kind != kind }
        case .key, .keyboardGone: return
        }
        presses.remove(press.device)
        if press.isDown, answer == .kept { presses.insert(press.device) }
    }

    /// Returns the devices whose release is kept.
    private static func released(_ presses: KeptPresses) -> Set<DragDevice> {
        let buttons = 0x110...0x112 as ClosedRange<UInt32>
        let pointers = buttons.map { (DragDevice.pointer(button: $0), DriverInput.pointerButton($0, .released)) }
        let pens = buttons.map { (DragDevice.pen(button: $0), DriverInput.penButton($0, .released)) }
        let fingers = (0...2 as ClosedRange<Int32>).map {
            (DragDevice.finger(FingerID($0)), DriverInput.finger(FingerID($0), .up))
        }
        var presses = presses
        return Set((pointers + pens + fingers).filter { presses.handle($0.1) }.map(\.0))
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
            let keysym: UInt32 = [0xff1b, 0xff1b, 0x61, 0xff0d].randomElement(using: &random)!
            return .key(UInt32.random(in: 1...3, using: &random), keysym: keysym, state)
        default:
            return Bool.random(using: &random)
                ? .keyboardGone : .deviceGone(kinds[Int.random(in: 0..<3, using: &random)])
        }
    }
}
