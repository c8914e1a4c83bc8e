// SPDX-License-Identifier: MIT

import Testing

@testable import DrayScenario

@Suite struct StepOrderTests {
    @Test(arguments: [
        ("touch: cancel", "4:5 no finger is down here"),
        ("plug: pen", "4:5 the pen is already plugged in"),
        ("pointer: {release: left}", "4:5 the left button is not down here"),
        ("touch: {up: 1}", "4:5 finger 1 is not down here"),
        ("touch: {move: {to: {window: one}}}", "4:5 finger 0 is not down here"),
        ("pen: {down: {}}", "4:5 the pen has no position yet: set it with `at`"),
        ("pen: {move: {to: {window: one}}}", "4:5 the pen is not in proximity: `enter` or `down` must come first"),
        ("pen: up", "4:5 the pen is not down here"),
        ("pen: leave", "4:5 the pen is not hovering here"),
        ("key: {release: a}", "4:5 the key `a` is not down here"),
        ("key: {modifiers: {release: [alt]}}", "4:5 `alt` is not held here"),
    ])
    func stepWithoutItsPrecondition(step: String, mistake: String) throws {
        #expect(try Fixture().mistakes(steps: "  - " + step) == [mistake])
    }

    @Test(arguments: [
        ("pointer: {press: left}", "pointer: {press: left}", "the left button is down already"),
        ("pointer: {press: left}", "pointer: {click: left}", "the left button is down already"),
        (
            "pointer: {press: left}", "drag: {from: {window: one}, to: {window: two}}",
            "the left button is down already"
        ),
        ("touch: {down: {at: {window: one}}}", "touch: {down: {at: {window: one}}}", "finger 0 is down already"),
        ("pen: {down: {at: {window: one}}}", "pen: {down: {}}", "the pen is down already"),
        ("pen: {enter: {window: one}}", "pen: {enter: {window: one}}", "the pen is already in proximity"),
        ("key: {press: a}", "key: {tap: a}", "the key `a` is down already"),
        ("key: {modifiers: {hold: [alt]}}", "key: {modifiers: {hold: [alt]}}", "`alt` is held already"),
    ])
    func repeatedStep(first: String, second: String, mistake: String) throws {
        #expect(try Fixture().mistakes(steps: "  - \(first)\n  - \(second)") == ["5:5 \(mistake)"])
    }

    @Test func unpluggedDeviceReleasesEverything() throws {
        let steps = """
              - pointer: {press: left}
              - unplug: pointer
              - plug: pointer
              - pointer: {release: left}
            """
        #expect(try Fixture().mistakes(steps: steps) == ["7:5 the left button is not down here"])
    }

    @Test(arguments: [
        ("pointer", "pointer: {press: left}"), ("pointer", "drag: {from: {window: one}, to: {window: two}}"),
        ("touch", "touch: {down: {at: {window: one}}}"), ("pen", "pen: {enter: {window: one}}"),
        ("keyboard", "key: {tap: a}"), ("pen", "unplug: pen"),
    ])
    func unpluggedDeviceCannotBeUsed(device: String, step: String) throws {
        #expect(
            try Fixture().mistakes(steps: "  - unplug: \(device)\n  - \(step)") == [
                "5:5 the \(device) is unplugged here"
            ])
    }

    @Test func fingerMovesOnlyOnce() throws {
        let steps = """
              - touch: {down: {at: {window: one}}}
              - touch: {move: [{to: {window: one}}, {to: {window: two}}]}
            """
        #expect(try Fixture().mistakes(steps: steps) == ["5:41 finger 0 cannot move in two ways"])
    }

    @Test func penButtonsRequireProximity() throws {
        let steps = """
              - pen: {hold: upper}
              - pen: {enter: {window: one}}
              - pen: {release: lower}
            """
        #expect(
            try Fixture().mistakes(steps: steps) == [
                "4:5 the pen is not in proximity: `enter` or `down` must come first",
                "6:5 the pen's lower button is not down here",
            ])
    }

    @Test func orderIsCheckedUpToTheFirstStepThatCannotBeRead() throws {
        let steps = """
              - touch: {up: 0}
              - pointer: {press: lft}
              - pointer: {release: left}
            """
        #expect(
            try Fixture().mistakes(steps: steps) == [
                "4:5 finger 0 is not down here", "5:22 unknown word `lft`, did you mean `left`?",
            ])
    }
}
