// SPDX-License-Identifier: MIT

import CVirtualDevices
import DrayCore
import DrayHeadless
import DrayInput
import HeadlessDesktop
import TestClients
import VirtualDevices
import WaylandClient

/// What is played on a desk, for a test that looks at it and for the one that plays everything twenty times.
struct Play {
    typealias Course = (Desk) throws -> Void

    let name: String
    /// What the keyboards mean.
    var keymap = KeymapNames.fixed(layout: "us")
    /// A whole keymap in place of that.
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

    /// Plays it on a desk of its own.
    /// - Returns: all that clients and host were told.
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

    /// Every modifier, one after the other, over a target and without a motion.
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

    /// A key is tapped over a target, and another one after it: what locks stays, what latches is used up.
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

    /// The kernel's buffer was too small in the middle of the drag: libinput asks what is so now.
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
