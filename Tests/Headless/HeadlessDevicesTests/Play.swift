// SPDX-License-Identifier: MIT

import CVirtualDevices
import DrayCore
import DrayHeadless
import DrayInput
import HeadlessDesktop
import TestClients
import VirtualDevices
import WaylandClient

/// A scripted sequence on a desk, for individual tests and for the test that repeats all of them.
struct Play {
    typealias Course = (Desk) throws -> Void

    let name: String
    /// The keymap of the keyboards.
    var keymap = KeymapNames.fixed(layout: "us")
    /// A complete keymap that replaces `keymap`.
    var keymapText: String?
    let course: Course

    static func all() throws -> [Play] {
        let stickyControl = try Keymap.withStickyControl()
        let hands = Hand.allCases.flatMap { hand in
            [
                Play(name: "whole drag, \(hand)", course: wholeDrag(hand)),
                Play(name: "unplugged, \(hand)", course: unplugged(hand)),
                Play(name: "modifiers, \(hand)", course: modifiers(hand)),
                Play(name: "Caps Lock, \(hand)", course: tapping(KEY_CAPSLOCK, hand)),
                Play(name: "sticky Control, \(hand)", keymapText: stickyControl, course: tapping(KEY_LEFTCTRL, hand)),
                Play(name: "escape, \(hand)", course: escape(hand)),
            ]
        }
        let layouts = [("de", ""), ("fr", ""), ("us", "dvorak")].map { layout, variant in
            Play(
                name: "modifiers, \(layout) \(variant)", keymap: .fixed(layout: layout, variant: variant),
                course: modifiers(.mouse))
        }
        let others = [
            Play(name: "second finger", course: secondFinger),
            Play(name: "lost events, mouse", course: lostEvents(.mouse)),
            Play(name: "lost events, touchscreen", course: lostEvents(.touchscreen)),
        ]
        return hands + layouts + others
    }

    /// Plays the sequence on a new desk.
    /// - Returns: all events of clients and effects of the host.
    func transcript() throws -> String {
        let desk = try Desk(keymap: keymap, keymapText: keymapText)
        try course(desk)
        return "\(name)\n\(desk.transcript)"
    }

    static func wholeDrag(_ hand: Hand) -> Course {
        { desk in
            try desk.pickUp(with: hand)
            try desk.carry(with: hand, to: Desk.away)
            try desk.accept(desk.target)
            try desk.drop(with: hand)
            try finish(desk)
        }
    }

    static func unplugged(_ hand: Hand) -> Course {
        { desk in
            try desk.pickUp(with: hand)
            try desk.carry(with: hand, to: Desk.away)
            try desk.accept(desk.target)
            desk.machine.unplug(desk.device(of: hand))
            try desk.pass(milliseconds: 50)
        }
    }

    /// Every modifier in sequence, over a target and without motion.
    static func modifiers(_ hand: Hand) -> Course {
        { desk in
            try desk.pickUp(with: hand)
            try desk.carry(with: hand, to: Desk.away)
            try desk.accept(desk.target)
            for key in [KEY_LEFTCTRL, KEY_LEFTSHIFT, KEY_LEFTALT] {
                desk.keyboard.press(key)
                try desk.pass(milliseconds: 5)
                desk.keyboard.release(key)
                try desk.pass(milliseconds: 5)
            }
            try desk.drop(with: hand)
            try finish(desk)
        }
    }

    /// Taps a key over a target, and another key after it: locked modifiers stay, latched ones are used up.
    static func tapping(_ key: Int32, _ hand: Hand) -> Course {
        { desk in
            try desk.pickUp(with: hand)
            try desk.carry(with: hand, to: Desk.away)
            try desk.accept(desk.target)
            for code in [key, KEY_A] {
                desk.keyboard.tap(code)
                try desk.pass(milliseconds: 5)
            }
            try desk.drop(with: hand)
            try finish(desk)
        }
    }

    static func escape(_ hand: Hand) -> Course {
        { desk in
            try desk.pickUp(with: hand)
            try desk.carry(with: hand, to: Desk.away)
            desk.keyboard.tap(KEY_A)
            desk.keyboard.tap(KEY_ESC)
            try desk.pass(milliseconds: 10)
            try desk.drop(with: hand)
        }
    }

    /// A second finger taps on the target's window while the first one drags.
    static func secondFinger(_ desk: Desk) throws {
        try desk.pickUp(with: .touchscreen)
        let elsewhere = desk.onScreen(Point(x: 450, y: 80))
        desk.screenFingers.down(1, elsewhere.x, elsewhere.y)
        desk.screenFingers.frame()
        try desk.carry(with: .touchscreen, to: Desk.away)
        desk.screenFingers.up(1)
        desk.screenFingers.frame()
        try desk.pass(milliseconds: 10)
        try desk.accept(desk.target)
        try desk.drop(with: .touchscreen)
        try finish(desk)
    }

    /// The kernel's buffer overflows during the drag: libinput queries the current state.
    static func lostEvents(_ hand: Hand) -> Course {
        { desk in
            try desk.pickUp(with: hand)
            desk.device(of: hand).emit(EV_SYN, SYN_DROPPED, 0)
            desk.device(of: hand).frame()
            try desk.pass(milliseconds: 10)
            try desk.carry(with: hand, to: Desk.away)
            try desk.accept(desk.target)
            try desk.drop(with: hand)
            try finish(desk)
        }
    }

    static func finish(_ desk: Desk) throws {
        desk.target.dragOffer?.object.finish()
        try desk.pass(milliseconds: 500)
    }
}
