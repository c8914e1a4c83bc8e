// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Menus, texts and new windows, by accessible names, in real programs.
@Suite(.serialized) struct MenuTests {
    private static func scenario(_ kit: String, mark: String, steps: String) -> String {
        """
        name: test
        session: {accessibility: true}
        clients:
          app:
            command: [/usr/bin/python3, "\(RealClients.folder)/menus.py", \(kit)]
            environment: {NO_AT_BRIDGE: "0", MARK: "\(mark)"}
            windows: {w: {title: Menus, position: [100, 80]}}
        steps:
          - wait: {windows: [w]}
        \(steps)
        """
    }

    private static let bars = """
          - menu: {window: w, choose: [File, Export, As PNG]}
          - wait: {output: {client: app, text: chose As PNG}}
          - wait: {unseen: {window: w, name: As PNG}}
        """

    /// Qt 6.4 does not expose these.
    private static let context = """
          - menu: {context: {window: w, name: Body}, choose: Rename...}
          - wait: {output: {client: app, text: chose Rename}}
        """

    private static let windows = """
          - menu: {window: w, choose: [file, open…]}
          - wait: {new: {client: app, name: opened}}
          - wait: {text: {window: opened, text: Version 1}}
          - wait: {still: {of: {window: opened}, for: 200ms}}
          - pointer: {click: {at: {window: opened, name: Done, role: push button}}}
          - wait: {gone: opened}
        """

    private static let texts = """
          - menu: {button: {window: w, name: BOX}, choose: Blue}
          - wait: {output: {client: app, text: chose Blue}}
          - pointer: {click: {at: {window: w, name: Body}}}
          - key: {type: Hello there}
          - wait: {text: {window: w, equals: Hello there}}
          - double-click: {window: w, name: Body, at: [12, 10]}
          - key: {type: Bye}
          - wait: {text: {window: w, equals: Bye there}}
        """

    @Test(arguments: ["gtk3", "qt6"]) func menusAreChosenFromByName(kit: String) throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: Self.scenario(
                kit, mark: ground.mark,
                steps: Self.bars + "\n" + Self.windows + (kit == "gtk3" ? "\n" + Self.context : "")))
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(ground.leftovers.isEmpty)
        // Messages of the shell have descriptions, too.
        let report = try String(contentsOfFile: ground.path("run/report.html"), encoding: .utf8)
        #expect(report.contains("sets the window title “Opened”"))
    }

    @Test(arguments: ["gtk3", "gtk4", "qt6"]) func textsAreSeen(kit: String) throws {
        let ground = try Playground()
        // The name of a combo box is its current entry in Qt; in GTK 4, its label has the same name.
        let boxes = ["gtk3": "Colour", "gtk4": "Colour, role: combo box", "qt6": "Red"]
        let steps = Self.texts.replacingOccurrences(of: "BOX", with: try #require(boxes[kit]))
        let outcome = try ground.run(yaml: Self.scenario(kit, mark: ground.mark, steps: steps))
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func missingObjectsAreReported() throws {
        let ground = try Playground()
        func output(_ step: String) throws -> String {
            let outcome = try ground.run(yaml: Self.scenario("qt6", mark: ground.mark, steps: "  - \(step)"))
            #expect(outcome.status != 0)
            return outcome.output
        }
        let missing = try output("menu: {window: w, choose: [File, Opn…]}")
        #expect(missing.contains("“Opn…” was not found in the menu of w, did you mean `Open…`?"), "\(missing)")
        let none = try output("menu: {context: {window: w, at: top}, choose: Rename…}")
        #expect(none.contains("“Rename…” was not found: no menu of w is open"), "\(none)")
        let window = try output("wait: {new: {client: app, name: other}, within: 200ms}")
        #expect(window.contains("app had no new window within 0.2 seconds; it has “"), "\(window)")
        #expect(window.contains("”, which is w"), "\(window)")
        let text = try output("wait: {text: {window: w, text: Nothing}, within: 500ms}")
        #expect(text.contains("w did not show “… Nothing …” within"), "\(text)")
        let seen = try output("wait: {unseen: {window: w, name: File}, within: 300ms}")
        #expect(seen.contains("“File” was still in w after"), "\(seen)")
    }

    /// A window in front receives the clicks.
    @Test func aCoveredObjectIsNotClicked() throws {
        let ground = try Playground()
        let yaml = Self.scenario(
            "qt6", mark: ground.mark,
            steps: """
                  - menu: {window: w, choose: [File, Open…]}
                  - wait: {new: {client: app, name: opened}}
                  - pointer: {click: {at: {window: w, name: Body}}}
                """)
        let outcome = try ground.run(yaml: yaml)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("“Body” in w is covered by opened"), "\(outcome.output)")
    }
}
