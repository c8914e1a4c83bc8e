// SPDX-License-Identifier: MIT

import CVirtualDevices
import DrayCore
import DrayHeadless
import TestClients
import VirtualDevices
import WaylandClient

/// What is played on a desk, for a test that looks at it and for the one that plays everything twenty times.
enum Play {
    typealias Course = (Desk) throws -> Void

    static var all: [(name: String, course: Course)] {
        Hand.allCases.flatMap { hand in
            [
                ("whole drag, \(hand)", wholeDrag(hand)), ("unplugged, \(hand)", unplugged(hand)),
                ("modifiers, \(hand)", modifiers(hand)), ("escape, \(hand)", escape(hand)),
            ]
        } + [
            ("second finger", secondFinger), ("lost events, mouse", lostEvents(.mouse)),
            ("lost events, touchscreen", lostEvents(.touchscreen)),
        ]
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
