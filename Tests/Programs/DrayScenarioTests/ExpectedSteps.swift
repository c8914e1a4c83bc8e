// SPDX-License-Identifier: MIT

import DrayCore

@testable import DrayScenario

/// The expected model of the steps in `FullLanguageTests.text`, one step per line.
struct ExpectedSteps {
    let firstLine: Int
    let file: String

    private func name(_ text: String, _ index: Int, _ column: Int) -> Located<String> {
        Located(text, at: Location(firstLine + index, column))
    }

    private func window(_ text: String, _ index: Int, _ column: Int, _ anchor: Place.Anchor = .named(.center)) -> Place
    {
        .window(name(text, index, column), at: anchor)
    }

    private func motion(
        _ path: [Place], _ index: Int, _ column: Int, _ duration: Duration = .milliseconds(300),
        _ easing: Motion.Easing = .easeInOut
    ) -> Motion {
        Motion(path: path, duration: duration, easing: easing, location: Location(firstLine + index, column))
    }

    private func wait(_ condition: Wait.Condition, _ index: Int, within: Duration? = nil) -> Step.Action {
        .wait(Wait(condition: condition, within: within, location: Location(firstLine + index, 9)))
    }

    private func expect(
        _ conditions: [(Expectation.Condition, Int)], _ index: Int, within: Duration = .seconds(5)
    ) -> Step.Action {
        let line = firstLine + index
        let located = conditions.map { Located($0.0, at: Location(line, $0.1)) }
        return .expect(Expectation(conditions: located, within: within, location: Location(line, 11)))
    }

    private func event(_ interface: String, _ event: String, _ index: Int, _ column: Int) -> ProtocolEvent {
        ProtocolEvent(
            client: name("app", index, column + 9), interface: interface, event: event,
            location: Location(firstLine + index, column))
    }

    var all: [Step.Action] {
        waits + pointer + touchAndPen + keysAndPictures + expectations + ends + comings + laterExpectations
            + peopleSteps
            + [.say("hello, included")]
    }

    private var waits: [Step.Action] {
        [
            wait(.windows([name("one", 0, 18)]), 0),
            wait(.windows([name("one", 1, 20), name("two", 1, 25)]), 1, within: .seconds(120)),
            wait(.output(client: name("app", 2, 27), .contains("ready")), 2),
            wait(.output(client: name("app", 3, 27), .matches("re+ady")), 3),
            wait(.event(event("wl_data_device", "drop", 4, 17)), 4),
            wait(.quiet(.milliseconds(300)), 5),
            wait(.time(.milliseconds(1500)), 6),
        ]
    }

    private var pointer: [Step.Action] {
        [
            .pointer(.move(motion([window("one", 7, 33, .named(.topLeft))], 7, 19))),
            .pointer(
                .move(
                    motion(
                        [
                            .screen(ScreenPoint(x: 5, y: -6.5)),
                            window("two", 8, 58, .offset(x: .share(0.5), y: .points(12))),
                        ], 8, 19, .seconds(1), .linear))),
            .pointer(.press(.left)),
            .pointer(.release(.left)),
            .pointer(.click(.init(button: .right, at: nil, count: 1))),
            .pointer(.click(.init(button: .middle, at: window("one", 12, 50), count: 2))),
            .pointer(.scroll(.init(x: 0, y: 15, source: .wheel))),
            .pointer(.scroll(.init(x: 0, y: -15, source: .finger))),
            .drag(
                Drag(
                    from: window("one", 15, 25), via: [.screen(ScreenPoint(x: 1, y: 2))], to: window("two", 15, 69),
                    duration: .milliseconds(250), easing: .easeIn, button: .right, location: Location(firstLine + 15, 9)
                )),
        ]
    }

    private var touchAndPen: [Step.Action] {
        [
            .touch(.down(finger: 2, at: window("one", 16, 31))),
            .touch(.move(finger: 2, motion([window("two", 17, 31)], 17, 17))),
            .touch(.up(finger: 2)),
            .pen(.enter(window("one", 19, 25))),
            .pen(.down(at: window("one", 20, 29), pressure: 0.25)),
            .pen(.move(motion([window("two", 21, 29)], 21, 15), pressure: 0.75)),
            .pen(.press(1)),
            .pen(.up),
            .pen(.leave),
        ]
    }

    private var keysAndPictures: [Step.Action] {
        [
            .key(.press("a")),
            .key(.release("a")),
            .key(.tap("Tab", modifiers: [.ctrl, .shift])),
            .key(.hold([.alt])),
            .key(.letGo([.alt])),
            .picture(PictureStep(name: name("first", 30, 12), subject: .whole, comparison: nil)),
            .picture(
                PictureStep(
                    name: name("second", 31, 19), subject: .window(name("one", 31, 40)),
                    comparison: .init(
                        file: file, tolerance: 0.005, channel: 3, location: Location(firstLine + 31, 55)))),
            .picture(PictureStep(name: name("third", 32, 19), subject: .dragImage, comparison: nil)),
        ]
    }

    private var expectations: [Step.Action] {
        [
            expect(
                [
                    (.target(name("two", 33, 20)), 12), (.action(.move), 25), (.badge(.count(3)), 39),
                    (.cursor(.dndMove), 49),
                ],
                33, within: .seconds(1)),
            expect(
                [
                    (.target(nil), 12), (.badge(.notAllowed), 26), (.result(.cancelled), 46),
                    (.read("text/plain;charset=utf-8"), 65),
                ], 34),
            expect([(.payload(.init(content: .text(.equals("hello")), type: "UTF8_STRING")), 12)], 35),
            expect([(.payload(.init(content: .text(.matches("^h")), type: nil)), 12)], 36),
            expect([(.payload(.init(content: .file(file), type: "image/png")), 12)], 37),
            expect([(.client(name("app", 38, 27), .output(.contains("hello"))), 12)], 38),
            expect([(.client(name("app", 39, 27), .output(.matches("h.*o"))), 12)], 39),
            expect(
                [(.events([event("wl_data_device", "enter", 40, 21), event("dray_drag_v1", "lift", 40, 64)]), 12)], 40),
            expect(
                [
                    (.nothingSent(to: name("three", 41, 29)), 12), (.announced(.equals("picked up")), 36),
                    (.earlyReads(false), 68),
                ], 41),
        ]
    }

    private var ends: [Step.Action] {
        [
            .kill(Kill(client: name("app", 42, 9), signal: .terminate)),
            .kill(Kill(client: name("app", 43, 18), signal: .kill)),
            .unplug(.input(.pen)),
            .unplug(.output(name("right", 45, 20))),
            .say("끝"),
        ]
    }

    private var comings: [Step.Action] {
        [
            .start(name("late", 47, 10)),
            .plug(.input(.pen)),
            .plug(.output(name("third", 49, 18))),
            .touch(
                .down(finger: 0, at: .content(name("one", 50, 32), at: .offset(x: .points(1), y: .points(2))))),
            .touch(.down(finger: 1, at: window("one", 51, 31))),
            .touch(
                .moveTogether([
                    .init(finger: 0, motion: motion([window("two", 52, 32)], 52, 18)),
                    .init(finger: 1, motion: motion([window("one", 52, 53)], 52, 39, .seconds(1))),
                ])),
            .touch(.cancel),
            .pen(.enter(window("one", 54, 25))),
            .pen(.hold(.upper)),
            .pen(.release(.upper)),
            .picture(
                PictureStep(name: name("fourth", 57, 19), subject: .output(name("left", 57, 40)), comparison: nil)),
        ]
    }

    private var files: [FileMatch] {
        [
            FileMatch(path: path("a/b"), condition: .state(.unchanged)),
            FileMatch(path: path("c"), condition: .content(.contains("x"))),
            FileMatch(path: path("c"), condition: .same(file)),
            FileMatch(path: path("c"), condition: .moved(to: path("d"))),
            FileMatch(path: path("c"), condition: .copied(to: path("d"))),
        ]
    }

    private func path(_ text: String) -> HomePath {
        guard let path = try? HomePath(text, home: "/nowhere") else { preconditionFailure("\(text) is a path") }
        return path
    }

    private var photo: AccessName {
        AccessName(name: name("Photo", 67, 44), role: AccessRole(name: "icon"), number: 2)
    }

    private var laterExpectations: [Step.Action] {
        [
            expect([(.cursor(.client), 49), (.client(name("late", 58, 27), .running(true)), 12)], 58),
            expect([(.client(name("late", 59, 27), .status(3)), 12)], 59),
            expect([(.client(name("late", 60, 27), .signal(.segmentationFault)), 12)], 60),
            expect(
                [
                    (
                        .client(
                            name("late", 61, 27),
                            .protocolError(.init(object: "wl_surface", code: 2, text: .contains("bad")))), 12
                    )
                ], 61),
            wait(.real(.milliseconds(500)), 62),
            expect(
                [
                    (
                        .transfer(
                            .init(type: "text/html", state: .broken, fault: .brokeOff, isAnnounced: true, bytes: 9)), 12
                    )
                ], 63),
            expect([(.files(files), 12)], 64),
            wait(.sight(.title(name("one", 65, 26), .equals("One"))), 65),
            wait(.sight(.gone(name("one", 66, 16))), 66),
            .pointer(.move(motion([.named(photo, in: name("one", 67, 33), at: nil)], 67, 19))),
            .key(.type("Grüße →")),
            .say("again"),
        ]
    }

    private var peopleSteps: [Step.Action] {
        [
            .pointer(
                .click(.init(button: .left, at: window("two", 70, 26, .offset(x: .points(3), y: .points(4))), count: 2))
            ),
            .select(.items([window("one", 71, 29), window("two", 71, 44)])),
            .select(
                .range(
                    from: window("one", 72, 27, .offset(x: .points(1), y: .points(2))),
                    to: window("one", 72, 58, .offset(x: .points(3), y: .points(4))))),
            .drag(
                Drag(
                    from: window("one", 73, 54),
                    companions: [window("one", 73, 27, .offset(x: .points(1), y: .points(2)))], via: [],
                    to: window("two", 73, 74), duration: .milliseconds(500), easing: .easeInOut, button: .left,
                    begins: false, location: Location(firstLine + 73, 9))),
            .menu(
                MenuChoice(
                    opening: .bar(of: name("one", 74, 18)), names: [name("File", 74, 32), name("Open…", 74, 38)])),
            .menu(MenuChoice(opening: .context(window("one", 75, 28)), names: [name("Rename…", 75, 42)])),
            .menu(
                MenuChoice(
                    opening: .button(
                        .named(AccessName(name: name("Colour", 76, 38)), in: name("one", 76, 27), at: nil)),
                    names: [name("Red", 76, 55)])),
            wait(
                .new(NewWindow(client: name("app", 77, 24), name: name("dialog", 77, 35), title: .contains("Save"))), 77
            ),
            wait(
                .sight(
                    .seen(
                        AccessName(name: name("Photo", 78, 36), role: AccessRole(name: "icon"), number: 2),
                        in: name("one", 78, 25))), 78),
            wait(.sight(.unseen(AccessName(name: name("Photo", 79, 38)), in: name("one", 79, 27))), 79),
            wait(.sight(.text(name("one", 80, 25), .matches("^H"))), 80),
            wait(.still(StillPicture(duration: .milliseconds(200))), 81),
            wait(
                .still(
                    StillPicture(
                        subject: .window(name("one", 82, 31)), duration: .milliseconds(200), tolerance: 0.005)),
                82),
            expect(
                [
                    (.sight(.title(name("one", 83, 28), .equals("One"))), 12),
                    (.sight(.text(name("two", 83, 62), .contains("x"))), 47),
                    (.sight(.gone(name("one", 83, 83))), 77),
                ], 83),
            expect(
                [
                    (.sight(.seen(AccessName(name: name("Photo", 84, 38)), in: name("one", 84, 27))), 12),
                    (.sight(.unseen(AccessName(name: name("Photo", 84, 74)), in: name("two", 84, 63))), 46),
                ], 84),
        ]
    }
}
