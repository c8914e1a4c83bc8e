// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// HIG-33: places found by accessible names, in real programs.
@Suite(.serialized) struct NameTests {
    private static func scenario(
        _ kit: String, mark: String, options: String = "", variables: String = "",
        session: String = "session: {accessibility: true}", steps: String
    ) -> String {
        """
        name: test
        \(session)
        clients:
          app:
            command: [/usr/bin/python3, "\(RealClients.folder)/buttons.py", \(kit), --title, Names\(options)]
            environment: {NO_AT_BRIDGE: "0", MARK: "\(mark)"\(variables)}
            windows: {w: {title: Names, position: [100, 80]}}
        steps:
          - wait: {windows: [w]}
        \(steps)
        """
    }

    private static let clicks = """
          - pointer: {click: {at: {window: w, name: Photo}}}
          - wait: {output: {client: app, text: clicked Photo}}
          - pointer: {click: {at: {window: w, name: Save, role: push button}}}
          - wait: {output: {client: app, text: clicked Save}}
          - pointer: {click: {at: {window: w, name: תמונה}}}
          - wait: {output: {client: app, text: clicked תמונה}}
          - pointer: {click: {at: {window: w, name: mail, at: [3, 3]}}}
          - wait: {output: {client: app, text: clicked Mail}}
          - pointer: {move: {to: {window: w, at: top-right}}}
          - pointer: {click: {at: {window: w, name: Copy, number: 1}}}
          - wait: {output: {client: app, text: clicked Copy 5}}
          - pointer: {move: {to: {window: w, at: left}}}
          - pointer: {click: {at: {window: w, name: Copy, number: 2}}}
          - wait: {output: {client: app, text: clicked Copy 2}}
          - pointer: {click: {at: {window: w, name: Two}}}
          - wait: {output: {client: app, text: clicked Two}}
        """

    @Test(arguments: ["gtk3", "gtk4", "qt5", "qt6"]) func namedObjectIsClicked(kit: String) throws {
        let ground = try Playground()
        let outcome = try ground.run(yaml: Self.scenario(kit, mark: ground.mark, steps: Self.clicks))
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(ground.leftovers.isEmpty)
    }

    /// Client-side shadows are part of the AT-SPI extents in one toolkit, but not in the other.
    @Test(arguments: ["gtk3", "gtk4"]) func aWindowWithAHeaderBarIsHandledAlike(kit: String) throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: Self.scenario(kit, mark: ground.mark, options: ", --header", steps: Self.clicks))
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    /// Qt's own title bar and frame are not part of the extents, and may be absent.
    @Test(arguments: ["qt5", "qt6"]) func aWindowWithoutAFrameIsHandledAlike(kit: String) throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: Self.scenario(
                kit, mark: ground.mark, variables: ", QT_WAYLAND_DISABLE_WINDOWDECORATION: \"1\"", steps: Self.clicks))
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func aDragGoesFromNameToName() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: RealClients.scenario(
                from: "gtk4", to: "qt6", mark: ground.mark,
                head: "output: {size: 960x600}\nsession: {accessibility: true}",
                steps: """
                      - wait: {windows: [source, target]}
                      - drag: {from: {window: source, name: a note}, to: {window: target, at: center}}
                      - expect: {action: copy, result: finished, payload: {equals: a note}}
                    """))
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    /// HIG-32: with Tab and Return only, in programs without support for it.
    @Test(arguments: [("gtk4", "gtk3"), ("gtk3", "qt6"), ("qt6", "gtk4")])
    func aDragByKeyboardGoesFromNameToName(album: String, post: String) throws {
        func client(_ name: String, _ kit: String, at position: String) -> String {
            """
              \(name):
                command: [/usr/bin/python3, "\(RealClients.folder)/album.py", \(kit), \(name)]
                windows: {\(name): {title: \(name.capitalized), position: \(position)}}
                starts-within: 30s
            """
        }
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: """
                name: test
                clock: real
                output: {size: 960x600}
                session: {accessibility: true}
                clients:
                \(client("album", album, at: "[60, 120]"))
                \(client("post", post, at: "[520, 120]"))
                steps:
                  - wait: {windows: [album, post]}
                  - wait: {output: {client: album, text: ready}}
                  - wait: {output: {client: post, text: ready}}
                  # The window that the person works in. Tab goes on from there.
                  - pointer: {click: {at: {window: album, name: Beach}}}
                  - key: {tap: logo+shift+d}
                  - expect: {announced: {matches: "Pick an object in “Album”"}}
                  - key: {tap: Tab}
                  - expect: {announced: {equals: "“Photo”, press Return to pick up"}}
                  - key: {tap: Return}
                  - wait: {output: {client: album, text: drags Photo}}
                  - expect: {announced: {equals: Picked up 1 item}}
                  - key: {tap: Tab}
                  - expect: {announced: {equals: "Over “Mail”, will copy"}, within: 10s}
                  - expect: {announced: {matches: "does not accept"}}
                  - key: {tap: Return}
                  - expect: {action: copy, result: finished, payload: {equals: Photo}}
                  - wait: {output: {client: post, text: got Photo on Mail}}
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func failedSearchesAreReported() throws {
        let ground = try Playground()
        func output(_ place: String) throws -> String {
            let outcome = try ground.run(
                yaml: Self.scenario(
                    "gtk4", mark: ground.mark, steps: "  - pointer: {click: {at: {window: w, \(place)}}}"))
            #expect(outcome.status != 0)
            return outcome.output
        }
        let several = try output("name: Copy")
        #expect(several.contains("there are 5 of “Copy” in w: 1: push button at"), "\(several)")
        let missing = try output("name: Foto")
        #expect(missing.contains("“Foto” was not found in w"), "\(missing)")
        #expect(missing.contains("push button “Photo”"), "\(missing)")
        let fewer = try output("name: Copy, number: 6")
        #expect(fewer.contains("there is no “Copy” number 6 in w, only 1:"), "\(fewer)")
    }

    @Test func anApplicationThatHangsEndsTheSearchInTime() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: Self.scenario(
                "gtk4", mark: ground.mark,
                steps: """
                      - kill: {client: app, signal: STOP}
                      - pointer: {click: {at: {window: w, name: Photo}}}
                    """))
        #expect(outcome.status != 0)
        #expect(outcome.output.contains("“Photo” was not found"), "\(outcome.output)")
        #expect(outcome.duration < 30)
    }

    @Test func namesWithoutAccessibilityAreMistakes() throws {
        let ground = try Playground()
        for (session, place, words) in [
            ("", "window: w, name: a", "finding `a` requires AT-SPI"),
            ("session: {accessibility: true, bus: each}", "window: w, name: a", "not `bus: each`"),
            ("session: {accessibility: true}", "window: w, name: a, role: icn", "did you mean `icon`?"),
            ("session: {accessibility: true}", "window: w, name: a, number: 0", "from 1 to 10000"),
            ("session: {accessibility: true}", "window: w, role: icon", "`role` requires `name`"),
            ("session: {accessibility: true}", "screen: [1, 2], name: a", "`name` requires `window`"),
        ] {
            let file = try ground.write(
                "wrong.yaml",
                Self.scenario(
                    "gtk4", mark: ground.mark, session: session,
                    steps: "  - pointer: {click: {at: {\(place)}}}"))
            let outcome = try ground.dray("check", file)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains(words), "\(place): \(outcome.errors)")
        }
    }
}
