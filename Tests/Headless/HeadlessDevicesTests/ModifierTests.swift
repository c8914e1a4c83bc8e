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

extension HeadlessDevicesTests {
    /// Modifier keys during drags: the outcome follows at once, by keysyms and not by key positions (HIG-03, HIG-04).
    @Suite struct ModifierKeys {
        static let combinations: [(keys: [Int32], action: DragAction)] = [
            ([KEY_LEFTCTRL], .copy), ([KEY_RIGHTCTRL], .copy), ([KEY_LEFTSHIFT], .move), ([KEY_LEFTALT], .copy),
            ([KEY_LEFTCTRL, KEY_LEFTSHIFT], .ask), ([KEY_LEFTALT, KEY_LEFTSHIFT], .ask),
        ]

        @Test(arguments: Hand.allCases, [PolicyName.humanInterface, .wayland])
        func theOutcomeFollowsTheKeysWithoutMotion(_ hand: Hand, _ policy: PolicyName) throws {
            let desk = try Desk(policy: policy.policy)
            let client = try desk.carryToWhereAMoveIsUsual(hand, policy)
            #expect(desk.outcome == .move)
            for (keys, action) in Self.combinations {
                desk.fixture.clearLogs()
                for key in keys { desk.keyboard.press(key) }
                try desk.pass(milliseconds: 1)
                #expect(desk.outcome == Feedback.Outcome(action))
                if action != .move {
                    #expect(client.log.contains(.offerAction(action.rawBits)))
                    #expect(desk.source.log.contains(.sourceAction(action.rawBits)))
                }
                #expect(!client.log.contains { if case .motion = $0 { true } else { false } }, "nothing moved")

                desk.fixture.clearLogs()
                for key in keys { desk.keyboard.release(key) }
                try desk.pass(milliseconds: 1)
                #expect(desk.outcome == .move)
            }
        }

        @Test(arguments: Hand.allCases)
        func noModifierMovesBetweenApplications(_ hand: Hand) throws {
            let desk = try Desk()
            try desk.pickUp(with: hand)
            try desk.carry(with: hand, to: Desk.away)
            try desk.accept(desk.target)
            for (keys, action) in Self.combinations {
                for key in keys { desk.keyboard.press(key) }
                try desk.pass(milliseconds: 1)
                #expect(desk.outcome == (action == .ask ? .ask : .copy))
                for key in keys { desk.keyboard.release(key) }
                try desk.pass(milliseconds: 1)
            }
            #expect(!desk.target.log.contains(.offerAction(2)))
        }

        @Test(arguments: Hand.allCases, [PolicyName.humanInterface, .wayland])
        func aModifierHeldBeforeTheDragCounts(_ hand: Hand, _ policy: PolicyName) throws {
            let desk = try Desk(policy: policy.policy)
            desk.keyboard.press(KEY_LEFTCTRL)
            try desk.pass(milliseconds: 5)
            let client = try desk.carryToWhereAMoveIsUsual(hand, policy)
            #expect(desk.outcome == .copy)
            try desk.drop(with: hand)
            client.dragOffer?.finish()
            try desk.pass(milliseconds: 50)
            #expect(desk.outcomes == [.finished(.copy)])
        }

        @Test(arguments: Hand.allCases, [PolicyName.humanInterface, .wayland])
        func aModifierReleasedBeforeTheDropDoesNot(_ hand: Hand, _ policy: PolicyName) throws {
            let desk = try Desk(policy: policy.policy)
            let client = try desk.carryToWhereAMoveIsUsual(hand, policy)
            desk.keyboard.press(KEY_LEFTALT)
            try desk.pass(milliseconds: 5)
            #expect(desk.outcome == .copy)
            desk.keyboard.release(KEY_LEFTALT)
            try desk.drop(with: hand)
            client.dragOffer?.finish()
            try desk.pass(milliseconds: 50)
            #expect(desk.outcomes == [.finished(.move)])
        }

        @Test(arguments: Hand.allCases)
        func capsLockHasNoEffectAndLightsItsLED(_ hand: Hand) throws {
            let desk = try Desk()
            _ = try desk.carryToWhereAMoveIsUsual(hand, .humanInterface)
            desk.keyboard.tap(KEY_CAPSLOCK)
            try desk.pass(milliseconds: 5)
            #expect(desk.seat.keyboard.modifiers == .capsLock)
            #expect(desk.keyboard.isLit(LED_CAPSL))
            #expect(desk.outcome == .move)
            desk.keyboard.press(KEY_LEFTCTRL)
            try desk.pass(milliseconds: 5)
            #expect(desk.outcome == .copy)
        }

        @Test(arguments: Hand.allCases)
        func aStickyControlCountsWithoutBeingHeld(_ hand: Hand) throws {
            let desk = try Desk(keymapText: Keymap.withStickyControl())
            _ = try desk.carryToWhereAMoveIsUsual(hand, .humanInterface)
            desk.keyboard.tap(KEY_LEFTCTRL)
            try desk.pass(milliseconds: 5)
            #expect(desk.seat.keyboard.pressedKeys.isEmpty)
            #expect(desk.outcome == .copy)
            desk.keyboard.tap(KEY_A)
            try desk.pass(milliseconds: 5)
            #expect(desk.outcome == .move, "the next key uses it up")
        }

        @Test func modifiersOfTwoKeyboardsAddUp() throws {
            let desk = try Desk()
            let second = desk.machine.plug(.keyboard)
            _ = try desk.carryToWhereAMoveIsUsual(.mouse, .humanInterface)
            desk.keyboard.press(KEY_LEFTCTRL)
            second.press(KEY_LEFTSHIFT)
            try desk.pass(milliseconds: 5)
            #expect(desk.outcome == .ask)
            desk.machine.unplug(second)
            try desk.pass(milliseconds: 5)
            #expect(desk.outcome == .copy, "the keys held on it are released")
            desk.machine.unplug(desk.keyboard)
            try desk.pass(milliseconds: 5)
            #expect(desk.outcome == .move)
        }

        @Test func theModifiersAreFoundAgainAfterLostEvents() throws {
            let desk = try Desk()
            _ = try desk.carryToWhereAMoveIsUsual(.mouse, .humanInterface)
            desk.keyboard.press(KEY_LEFTCTRL)
            try desk.pass(milliseconds: 5)
            #expect(desk.outcome == .copy)
            desk.keyboard.emit(EV_SYN, SYN_DROPPED, 0)
            desk.keyboard.release(KEY_LEFTCTRL)
            try desk.pass(milliseconds: 5)
            #expect(desk.outcome == .move)
        }

        /// AltGr is not Option if the layout needs it for letters; Escape and Control are at their positions in the
        /// layout.
        @Test(arguments: [
            LayoutCase(.fixed(layout: "us"), option: KEY_LEFTALT, notOption: nil),
            LayoutCase(.fixed(layout: "us"), option: KEY_RIGHTALT, notOption: KEY_LEFTMETA),
            LayoutCase(.fixed(layout: "de"), option: KEY_LEFTALT, notOption: KEY_RIGHTALT),
            LayoutCase(.fixed(layout: "fr"), option: KEY_LEFTALT, notOption: KEY_RIGHTALT),
            LayoutCase(.fixed(layout: "us", variant: "dvorak"), option: KEY_LEFTALT, notOption: KEY_LEFTMETA),
            LayoutCase(
                .fixed(layout: "us", options: "altwin:swap_alt_win"), option: KEY_LEFTMETA, notOption: KEY_LEFTALT),
            LayoutCase(
                .fixed(layout: "us", options: "ctrl:swapcaps"), control: KEY_CAPSLOCK, option: KEY_LEFTALT,
                notOption: KEY_LEFTCTRL),
            LayoutCase(
                .fixed(layout: "us", options: "caps:swapescape"), option: KEY_LEFTALT, notOption: KEY_ESC,
                escape: KEY_CAPSLOCK),
            LayoutCase(
                .fixed(layout: "us", options: "caps:escape"), option: KEY_LEFTALT, notOption: nil,
                escape: KEY_CAPSLOCK),
        ])
        func keysMeanWhatTheLayoutSays(_ layout: LayoutCase) throws {
            let desk = try Desk(keymap: layout.names)
            _ = try desk.carryToWhereAMoveIsUsual(.mouse, .humanInterface)
            for key in [layout.control, layout.option] {
                desk.keyboard.press(key)
                try desk.pass(milliseconds: 5)
                #expect(desk.outcome == .copy)
                desk.keyboard.release(key)
                try desk.pass(milliseconds: 5)
            }
            if let other = layout.notOption {
                desk.keyboard.tap(other)
                desk.keyboard.tap(other)
                desk.keyboard.press(other)
                try desk.pass(milliseconds: 5)
                #expect(desk.outcome == .move)
                desk.keyboard.release(other)
                try desk.pass(milliseconds: 5)
            }
            desk.keyboard.tap(layout.escape)
            try desk.pass(milliseconds: 5)
            #expect(desk.outcomes == [.interrupted(.escape)])
        }

        /// Escape cancels every kind of drag (HIG-32), and the image flies back (HIG-16).
        @Test(arguments: Hand.allCases)
        func escapeCancelsAndNoClientSeesIt(_ hand: Hand) throws {
            let desk = try Desk()
            let heard = Heard<InputEvent.Key>()
            desk.seat.keyboard.onKey = { heard.all.append($0) }
            try Play.escape(hand)(desk)
            #expect(desk.outcomes == [.interrupted(.escape)])
            #expect(desk.source.log.contains(.sourceCancelled))
            #expect(!desk.target.log.contains(.drop))
            for client in [desk.source, desk.target] {
                let escape = UInt32(KEY_ESC)
                #expect(client?.log.contains(.key(escape, isPressed: true)) == false)
                #expect(client?.log.contains(.key(escape, isPressed: false)) == false)
            }
            #expect(heard.all.map(\.code) == [30, 30], "the host receives the other key, but not Escape")
            guard case .flyBack = desk.imageEndings.first else {
                Issue.record("the image ends by \(desk.imageEndings)")
                return
            }
            expectNothingSticks(desk)

            // Without a drag it is an ordinary key.
            desk.fixture.clearLogs()
            desk.keyboard.tap(KEY_ESC)
            try desk.pass(milliseconds: 5)
            #expect(desk.fixture.clients.contains { $0.log.contains(.key(1, isPressed: true)) })
        }

        @Test func aPenButtonHasTheConfiguredModifiers() throws {
            let desk = try Desk()
            desk.real.router.penButtons = [UInt32(BTN_STYLUS): .modifiers(.control)]
            _ = try desk.carryToWhereAMoveIsUsual(.pen, .humanInterface)
            desk.tablet.press(BTN_STYLUS)
            try desk.pass(milliseconds: 5)
            #expect(desk.outcome == .copy)
            desk.keyboard.press(KEY_LEFTSHIFT)
            try desk.pass(milliseconds: 5)
            #expect(desk.outcome == .ask, "together with the keyboard's")
            desk.keyboard.release(KEY_LEFTSHIFT)
            desk.tablet.release(BTN_STYLUS)
            try desk.pass(milliseconds: 5)
            #expect(desk.outcome == .move)
        }

        @Test func aPenButtonOfNoRoleDoesNothingAndADragStaysAPens() throws {
            let desk = try Desk()
            desk.real.router.penButtons = [:]
            let heard = Heard<InputEvent.Pen>()
            desk.real.router.onPen = { pen, _ in heard.all.append(pen) }
            _ = try desk.carryToWhereAMoveIsUsual(.pen, .humanInterface)
            desk.fixture.clearLogs()
            desk.tablet.press(BTN_STYLUS)
            desk.tablet.release(BTN_STYLUS)
            try desk.pass(milliseconds: 5)
            #expect(desk.outcome == .move)
            // The lift animation may still be running.
            #expect(desk.fixture.effects.allSatisfy { if case .show = $0 { true } else { false } })
            #expect(heard.all.contains { ($0.axes.pressure ?? 0) > 0.3 })
        }
    }
}

/// Policies by name, for tests with several policies.
enum PolicyName {
    case humanInterface
    case wayland

    var policy: DragPolicy {
        switch self {
        case .humanInterface: .humanInterface
        case .wayland: .wayland
        }
    }
}

/// The positions of some keys on a layout, as evdev codes.
struct LayoutCase {
    var names: KeymapNames
    var control: Int32
    var option: Int32
    /// A key that could be mistaken for Option.
    var notOption: Int32?
    var escape: Int32

    init(
        _ names: KeymapNames, control: Int32 = KEY_LEFTCTRL, option: Int32, notOption: Int32?, escape: Int32 = KEY_ESC
    ) {
        self.names = names
        self.control = control
        self.option = option
        self.notOption = notOption
        self.escape = escape
    }
}

extension DragAction {
    /// The value for `wl_data_offer.action`.
    fileprivate var rawBits: UInt32 {
        switch self {
        case .copy: 1
        case .move: 2
        case .ask: 4
        }
    }
}

extension Desk {
    /// The current outcome of a drop.
    var outcome: Feedback.Outcome? { fixture.drags.feedback?.outcome }

    /// Drags to a window in which move is the default: with the HIG policy the source's own window, with the Wayland
    /// policy any target that prefers move.
    /// - Returns: the client under the drag, which has accepted it.
    func carryToWhereAMoveIsUsual(_ hand: Hand, _ policy: PolicyName) throws -> DragClient {
        try pickUp(with: hand)
        let client: DragClient
        switch policy {
        case .humanInterface:
            client = source
            try carry(with: hand, to: Point(x: 120, y: 50))
        case .wayland:
            client = target
            try carry(with: hand, to: Desk.away)
        }
        try accept(client)
        return client
    }
}

extension ClientOffer {
    func finish() { object.finish() }
}

extension Keymap {
    /// The text of the plain keymap, with a left Control key that latches.
    static func withStickyControl() throws -> String {
        let lines = try Keymap(.fixed(layout: "us")).text.split(separator: "\n").map { line in
            line.contains("interpret Control_L") || !line.contains("key <LCTL>")
                ? String(line)
                : "key <LCTL> { type = \"ONE_LEVEL\", symbols[1] = [ Control_L ], "
                    + "actions[1] = [ LatchMods(modifiers=Control) ] };"
        }
        return lines.joined(separator: "\n")
    }
}
