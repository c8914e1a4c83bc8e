// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayScenario

/// Steps for user actions that consist of several inputs: choose, select, double-click.
@Suite struct PeopleStepTests {
    private let center = Place.Anchor.named(.center)

    private func one(_ line: Int, _ column: Int) -> Located<String> { Located("one", at: Location(line, column)) }

    @Test func aDoubleClickIsTwoClicks() throws {
        let actions = try Fixture().actions("  - double-click: {window: one}")
        guard case .pointer(.click(let click)) = actions.first else { return #expect(Bool(false), "\(actions)") }
        #expect(click.count == 2 && click.button == .left)
        #expect(click.at?.window?.value == "one")
    }

    @Test func severalItemsAreSelectedOrDragged() throws {
        let steps = """
              - select: {items: [{window: one, at: [1, 2]}, {window: one, at: [3, 4]}]}
              - select: {from: {window: one}, to: {window: two}}
              - drag: {items: [{window: one, at: [1, 2]}, {window: one, at: [3, 4]}], to: {window: two}}
              - drag: {from: {window: one}, to: {window: two}}
            """
        let actions = try Fixture().actions(steps)
        guard case .select(.items(let items)) = actions[0], case .select(.range(let from, let to)) = actions[1],
            case .drag(let drag) = actions[2], case .drag(let plain) = actions[3]
        else { return #expect(Bool(false), "\(actions)") }
        #expect(items.count == 2)
        #expect(from.window?.value == "one" && to.window?.value == "two")
        #expect(drag.companions.count == 1 && drag.from.words.hasPrefix("3"))
        #expect(plain.companions.isEmpty)
    }

    @Test(arguments: [
        ("select: {}", "4:13 one key is needed of: `items`, `from`"),
        ("select: {from: {window: one}}", "4:14 `from` requires `to`"),
        (
            "select: {items: [{window: one}], from: {window: one}, to: {window: two}}",
            "4:38 `from` cannot be combined with `items`"
        ),
        ("select: {items: []}", "4:21 expected a list of at least one entry"),
        ("drag: {items: [{window: one}], from: {window: one}, to: {window: two}}", "4:12 `items` cannot be combined"),
        ("menu: {window: one, choose: [A]}", "4:34 finding `A` requires AT-SPI"),
        ("menu: {window: one, context: {window: one}, choose: [A]}", "4:25 `context` cannot be combined with `window`"),
        ("menu: {context: {screen: [1, 2]}, choose: [A]}", "4:21 a menu belongs to a window"),
        ("menu: {window: one, choose: []}", "4:33 expected a list of at least one entry"),
        ("wait: {seen: {window: one}}", "4:18 the key `name` is missing"),
        ("wait: {new: {client: app, name: one}}", "4:37 two windows are called `one`"),
        ("wait: {new: {client: portal, name: dialog}}", "4:26 there is no client `portal`"),
        ("wait: {new: {client: app, name: a b}}", "4:37 expected a word, found `a b`"),
        ("wait: {text: {window: one, text: a}}", "4:27 finding "),
        ("wait: {still: {of: {window: none}}}", "4:33 there is no window `none`"),
        ("key: {modifiers: {hold: [ctrl]}}\n  - select: {items: [{window: one}]}", "5:5 modifiers are held"),
    ])
    func mistakeIsReported(step: String, mistake: String) throws {
        let mistakes = try Fixture().mistakes(steps: "  - \(step)")
        #expect(mistakes.contains { $0.hasPrefix(mistake) }, "\(mistakes)")
    }

    @Test func aNewWindowHasANameFromItsStepOn() throws {
        let steps = """
              - wait: {new: {client: app, name: dialog, title: {matches: Save}}}
              - pointer: {click: {at: {window: dialog}}}
              - wait: {gone: dialog}
            """
        let scenario = try #require(try Fixture().scenarios(Fixture.file(steps: steps)).first)
        #expect(scenario.client(ofWindow: "dialog")?.name.value == "app")
        #expect(scenario.client(ofWindow: "two")?.name.value == "app")
        #expect(scenario.client(ofWindow: "none") == nil)
    }

    // MARK: Typed steps

    @Test func aTypedStepKnowsTheScenariosNames() throws {
        let fixture = try Fixture()
        let file = Fixture.file(steps: "  - wait: {new: {client: app, name: dialog}}")
        let scenario = try #require(try fixture.scenarios(file).first)
        func mistake(_ text: String) -> String? {
            do throws(TypedStepMistake) {
                _ = try scenario.step(typed: text, runDirectory: "/tmp/x")
                return nil
            } catch { return error.text }
        }
        #expect(mistake("pointer: {click: {at: {window: dialog}}}") == nil)
        #expect(mistake("say: ${run-dir}") == nil)
        #expect(mistake("{key: {tap: Return}}") == nil)
        #expect(mistake("pointer: {click: {at: {window: tow}}}")?.contains("did you mean `two`?") == true)
        #expect(mistake("pointre: left")?.contains("did you mean `pointer`?") == true)
        #expect(mistake("wait: {seen: {window: one, name: a}}")?.contains("requires AT-SPI") == true)
        #expect(mistake("say: [") != nil)
        #expect(mistake("nothing") != nil)
    }
}
