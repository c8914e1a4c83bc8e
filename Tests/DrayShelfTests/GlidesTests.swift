// SPDX-License-Identifier: MIT

import Testing

@testable import dray_shelf

@Suite struct GlidesTests {
    private var glides = Glides()
    private let id = Item.ID(number: 1)
    private let end = Point(x: 100, y: 40)

    @Test mutating func anItemStartsWithTheFirstFrameAndArrivesInTime() {
        glides.start(id, from: .zero)
        #expect(glides.position(of: id, to: end, at: 5000) == .zero)
        glides.advance(to: 5000)
        #expect(glides.position(of: id, to: end, at: 5000) == .zero)
        let middle = glides.position(of: id, to: end, at: 5090)
        #expect(middle.x > 50 && middle.x < 100)
        #expect(glides.position(of: id, to: end, at: 5180) == end)
        glides.advance(to: 5180)
        #expect(glides.isEmpty)
    }

    @Test mutating func theClockMayOverflowOnTheWay() {
        glides.start(id, from: .zero)
        glides.advance(to: .max - 50)
        glides.advance(to: 40)
        #expect(!glides.isEmpty)
        #expect(glides.position(of: id, to: end, at: 40).x < 100)
        glides.advance(to: 200)
        #expect(glides.isEmpty)
    }

    /// HIG-18: also what is on its way already when the desktop asks for it.
    @Test mutating func withReducedMotionItemsAreWhereTheyBelongAtOnce() {
        glides.start(id, from: .zero)
        glides.advance(to: 5000)
        glides.isReduced = true
        #expect(glides.isEmpty && glides.position(of: id, to: end, at: 5001) == end)
        glides.start(id, from: .zero)
        #expect(glides.isEmpty && glides.position(of: id, to: end, at: 5002) == end)
        glides.isReduced = false
        glides.start(id, from: .zero)
        #expect(glides.position(of: id, to: end, at: 5003) == .zero)
    }

    @Test func whatDoesNotMoveIsWhereItBelongs() {
        #expect(glides.position(of: id, to: end, at: 1) == end)
    }
}

@Suite struct PressTests {
    @Test func threePointsMakeADrag() {
        let press = Press(item: Item.ID(number: 1), start: .zero, serial: 7, device: .pointer, selects: .atOnce)
        #expect(!press.isDrag(at: Point(x: 2, y: 2)))
        #expect(press.isDrag(at: Point(x: 0, y: -3)))
    }
}
