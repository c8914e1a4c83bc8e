// SPDX-License-Identifier: MIT

import Repository
import Testing

@testable import DrayScenario

/// All keys of the language, and the resulting model.
@Suite struct FullLanguageTests {
    static let text = """
        name: Everything
        description: All keys of the language.
        parameters: {word: hello}
        matrix: {theme: [light, dark]}
        outputs:
          - {name: left, size: 800x600, scale: 1.5, position: [0, 0]}
          - {name: right, size: [640, 480], position: [800, 0]}
          - {name: third, plugged: false}
        policy: wayland
        settings: {reduce-motion: true, theme: "${theme}", opacity: 0.7, modifiers: {ctrl: copy, ctrl+shift: ask}, \
        early-reads: after-answer, \
        transfers: {keep-drops: true, keep-clipboard: true, \
        announce-after: 2s, stall-after: 1min, direct: true}}
        clients:
          app:
            command: [sh, -c, "echo ${word}"]
            environment: {LANG: ko_KR.UTF-8, COUNT: 2}
            directory: .
            windows:
              one: {title: One, position: [10, 20]}
              two: {app-id: x.two, position: [400, 20], size: 300x200}
              three: {title: {matches: '^Thr'}, app-id: x.three, position: [0, 300]}
            starts-within: 3s
          late: {command: [sh], ends-within: 1s}
        steps:
        - wait: {window: one}
        - wait: {windows: [one, two], within: 2min}
        - wait: {output: {client: app, text: ready}}
        - wait: {output: {client: app, matches: 're+ady'}}
        - wait: {event: {client: app, name: wl_data_device.drop}}
        - wait: {quiet: 300ms}
        - wait: {time: 1.5s}
        - pointer: {move: {to: {window: one, at: top-left}}}
        - pointer: {move: {along: [{screen: [5, -6.5]}, {window: two, at: [50%, 12]}], duration: 1s, easing: linear}}
        - pointer: {press: left}
        - pointer: {release: left}
        - pointer: {click: right}
        - pointer: {click: {button: middle, at: {window: one}, count: 2}}
        - pointer: {scroll: [0, 15]}
        - pointer: {scroll: {by: [0, -15], source: finger}}
        - drag: {from: {window: one}, via: [{screen: [1, 2]}], to: {window: two}, \
        duration: 250ms, easing: ease-in, button: right}
        - touch: {down: {at: {window: one}, finger: 2}}
        - touch: {move: {to: {window: two}, finger: 2}}
        - touch: {up: 2}
        - pen: {enter: {window: one}}
        - pen: {down: {at: {window: one}, pressure: 0.25}}
        - pen: {move: {to: {window: two}, pressure: 0.75}}
        - pen: {press: 1}
        - pen: up
        - pen: leave
        - key: {press: a}
        - key: {release: a}
        - key: {tap: ctrl+shift+Tab}
        - key: {modifiers: {hold: [alt]}}
        - key: {modifiers: {release: [alt]}}
        - picture: first
        - picture: {name: second, of: {window: one}, compare: {file: a.png, tolerance: 0.5%, channel: 3}}
        - picture: {name: third, of: drag-image}
        - expect: {target: two, action: move, badge: 3, cursor: dnd-move, within: 1s}
        - expect: {target: none, badge: not-allowed, result: cancelled, read: text/plain;charset=utf-8}
        - expect: {payload: {equals: "${word}", type: UTF8_STRING}}
        - expect: {payload: {matches: '^h'}}
        - expect: {payload: {file: a.png, type: image/png}}
        - expect: {client: {name: app, output: hello}}
        - expect: {client: {name: app, output: {matches: 'h.*o'}}}
        - expect: {events: [{client: app, name: wl_data_device.enter}, {client: app, name: dray_drag_v1.lift}]}
        - expect: {nothing-sent-to: three, announced: {equals: picked up}, early-reads: false}
        - kill: app
        - kill: {client: app, signal: KILL}
        - unplug: pen
        - unplug: {output: right}
        - say: 끝
        - start: late
        - plug: pen
        - plug: {output: third}
        - touch: {down: {at: {content: one, at: [1, 2]}}}
        - touch: {down: {at: {window: one}, finger: 1}}
        - touch: {move: [{to: {window: two}}, {to: {window: one}, finger: 1, duration: 1s}]}
        - touch: cancel
        - pen: {enter: {window: one}}
        - pen: {hold: upper}
        - pen: {release: upper}
        - picture: {name: fourth, of: {output: left}}
        - expect: {client: {name: late, running: true}, cursor: client}
        - expect: {client: {name: late, status: 3}}
        - expect: {client: {name: late, signal: SEGV}}
        - expect: {client: {name: late, protocol-error: {object: wl_surface, code: 2, text: bad}}}
        - wait: {real: 500ms}
        - expect: {transfer: {type: text/html, state: broken, fault: broke-off, announced: true, bytes: 9}}
        - expect: {file: [{path: a/b, is: unchanged}, {path: c, content: x}, {path: c, same-as: a.png}, \
        {path: c, moved-to: d}, {path: c, copied-to: d}]}
        - wait: {title: {window: one, equals: One}}
        - wait: {gone: one}
        - pointer: {move: {to: {window: one, name: Photo, role: icon, number: 2}}}
        - key: {type: "Grüße →"}
        - repeat: {times: 1, steps: [{say: again}]}
        - double-click: {window: two, at: [3, 4]}
        - select: {items: [{window: one}, {window: two}]}
        - select: {from: {window: one, at: [1, 2]}, to: {window: one, at: [3, 4]}}
        - drag: {items: [{window: one, at: [1, 2]}, {window: one}], to: {window: two}, begins: false}
        - menu: {window: one, choose: [File, Open…]}
        - menu: {context: {window: one}, choose: Rename…}
        - menu: {button: {window: one, name: Colour}, choose: Red}
        - wait: {new: {client: app, name: dialog, title: Save}}
        - wait: {seen: {window: one, name: Photo, role: icon, number: 2}}
        - wait: {unseen: {window: one, name: Photo}}
        - wait: {text: {window: one, matches: '^H'}}
        - wait: {still: 200ms}
        - wait: {still: {of: {window: one}, for: 200ms, tolerance: 0.5%}}
        - expect: {title: {window: one, equals: One}, text: {window: two, text: x}, gone: one}
        - expect: {seen: {window: one, name: Photo}, unseen: {window: two, name: Photo}}
        - include: {file: more.yaml, set: {word: "${word}"}}
        clock: real
        session: {bus: one, services: all, accessibility: true, portal: true, xwayland: true}
        setup: [{file: a/b, text: "${word}", read-only: true}, {file: c, from: a.png}, {file: d, size: 9}, \
        {folder: e}, {folder: f, from: .}]
        tags: [slow, files]
        if: {installed: sh}
        shows: [{what: "everything", source: A, target: "${word}"}, {what: more}]
        """

    /// The file that the last step includes.
    static let included = "parameters: {word: none}\nsteps: [{say: '${word}, included'}]\n"

    /// The line of the first step.
    private static let firstLine = 23

    private func scenarios() throws -> [Scenario] {
        let fixture = try Fixture()
        try fixture.write("a.png")
        try fixture.write("more.yaml", FullLanguageTests.included)
        return try fixture.scenarios(Self.text)
    }

    @Test func headIsRead() throws {
        let scenarios = try scenarios()
        #expect(scenarios.map(\.settings.theme) == [.light, .dark])
        let scenario = scenarios[1]
        #expect(scenario.name == "Everything")
        #expect(scenario.description == "All keys of the language.")
        #expect(scenario.shows == [Showing(what: "everything", source: "A", target: "hello"), Showing(what: "more")])
        #expect(scenario.variant == [.init(name: "theme", value: "dark")])
        #expect(scenario.policy == .wayland)
        #expect(scenario.clock == .real)
        let left = Output(
            name: "left", size: ScreenSize(width: 800, height: 600), scale: 1.5, position: ScreenPoint(x: 0, y: 0),
            location: Location(6, 5))
        let right = Output(
            name: "right", size: ScreenSize(width: 640, height: 480), scale: 1, position: ScreenPoint(x: 800, y: 0),
            location: Location(7, 5))
        let third = Output(name: "third", isPlugged: false, location: Location(8, 5))
        #expect(scenario.outputs == [left, right, third])
        #expect(scenario.tags == ["slow", "files"])
        #expect(
            scenario.session
                == Session(bus: .one, services: .all, isAccessible: true, hasPortal: true, hasXwayland: true))
        let folder = try #require(scenario.clients[0].directory)
        #expect(
            scenario.setup.map(\.content) == [
                .text("hello"), .file(scenario.directory + "/a.png"), .size(9), .folder,
                .copy(ofFolder: folder),
            ])
        #expect(scenario.setup.map(\.path.description) == ["a/b", "c", "d", "e", "f"])
        #expect(scenario.setup.map(\.isReadOnly) == [true, false, false, false, false])
        #expect(scenario.clients.map(\.endsWithin) == [.seconds(2), .seconds(1)])
        #expect(scenario.settings.reduceMotion)
        #expect(scenario.settings.opacity == 0.7)
        #expect(scenario.settings.earlyReads == .afterAnswer)
        #expect(
            scenario.settings.transfers
                == TransferSettings(
                    keepsDrops: true, keepsClipboard: true, announceAfter: .seconds(2), stallAfter: .seconds(60),
                    isDirect: true))
        #expect(
            scenario.settings.modifiers == [
                .init(modifiers: [.ctrl], action: .copy, location: Location(10, 78)),
                .init(modifiers: [.ctrl, .shift], action: .ask, location: Location(10, 90)),
            ])
    }

    @Test func clientsAreRead() throws {
        let fixture = try Fixture()
        try fixture.write("a.png")
        try fixture.write("more.yaml", FullLanguageTests.included)
        let scenario = try #require(try fixture.scenarios(Self.text).first)
        let app = Client(
            name: Located("app", at: Location(12, 3)), command: ["sh", "-c", "echo hello"],
            environment: [.init(name: "LANG", value: "ko_KR.UTF-8"), .init(name: "COUNT", value: "2")],
            directory: fixture.surroundings.path(of: "."),
            windows: [
                .init(
                    name: Located("one", at: Location(17, 7)), match: .title(.equals("One")),
                    position: ScreenPoint(x: 10, y: 20), size: nil),
                .init(
                    name: Located("two", at: Location(18, 7)), match: .appID("x.two"),
                    position: ScreenPoint(x: 400, y: 20), size: ScreenSize(width: 300, height: 200)),
                .init(
                    name: Located("three", at: Location(19, 7)),
                    match: .both(title: .matches("^Thr"), appID: "x.three"),
                    position: ScreenPoint(x: 0, y: 300), size: nil),
            ],
            startsWithin: .seconds(3))
        #expect(scenario.clients.first == app)
        #expect(scenario.lateClients == ["late"])
        #expect(scenario.client(named: "app") == app)
        #expect(scenario.window(named: "two")?.window == app.windows[1])
        #expect(scenario.window(named: "four") == nil)
    }

    @Test func stepsAreReadWithTheirLocations() throws {
        let fixture = try Fixture()
        try fixture.write("a.png")
        try fixture.write("more.yaml", FullLanguageTests.included)
        let scenario = try #require(try fixture.scenarios(Self.text).first)
        let expected = ExpectedSteps(firstLine: Self.firstLine, file: fixture.surroundings.path(of: "a.png")).all
        #expect(scenario.steps.count == expected.count)
        for (index, (step, action)) in zip(scenario.steps, expected).enumerated() {
            // Repeated steps are indented further.
            let column = action == .say("again") ? 30 : 3
            let isIncluded = action == .say("hello, included")
            let place = isIncluded ? Location(2, 9, in: "more.yaml") : Location(Self.firstLine + index, column)
            #expect(step == Step(action: action, location: place))
        }
    }

    @Test func omittedKeysHaveDefaults() throws {
        let fixture = try Fixture()
        let scenario = try #require(try fixture.scenarios("name: a\nsteps: [say: b]\n").first)
        let expected = Scenario(
            name: "a", description: nil, shows: [], variant: [], directory: fixture.surroundings.scenarioDirectory,
            outputs: [Output()],
            policy: .humanInterface,
            settings: Settings(), clients: [], steps: [Step(action: .say("b"), location: Location(2, 9))])
        #expect(scenario == expected)
    }

    @Test func dragIsShortForFourActions() throws {
        let actions = try Fixture().actions("  - drag: {from: {window: one}, to: {screen: [7, 8]}}")
        guard case .drag(let drag) = try #require(actions.first) else {
            Issue.record("not a drag: \(actions)")
            return
        }
        let place = Location(4, 11)
        let one = Place.window(Located("one", at: Location(4, 27)), at: .named(.center))
        #expect(
            drag.actions == [
                .move(Motion(path: [one], duration: .zero, easing: .linear, location: place)), .press(.left),
                .move(
                    Motion(
                        path: [.screen(ScreenPoint(x: 7, y: 8))], duration: .milliseconds(500), easing: .easeInOut,
                        location: place)),
                .release(.left),
            ])
    }

    @Test func demoHasNoMistakes() throws {
        let path = Repository.scenarios + "/demo.yaml"
        let scenarios = try ScenarioFile(path: path, runDirectory: "dray-run").scenarios
        let scenario = try #require(scenarios.first)
        #expect(scenario.clients.map(\.name.value) == ["source", "target"])
        #expect(
            scenario.steps.contains { step in
                guard case .expect(let expectation) = step.action else { return false }
                let conditions = expectation.conditions.map(\.value)
                return conditions.contains(.result(.finished)) && conditions.contains(.action(.copy))
            })
    }
}
