// SPDX-License-Identifier: MIT

import Testing

@testable import DrayScenario

/// One test per kind of mistake, each with the reported location.
@Suite struct MistakeTests {
    // The file as a whole

    @Test func emptyFile() throws {
        #expect(try Fixture().mistakes("") == ["1:1 the file is empty"])
    }

    @Test func fileThatIsAList() throws {
        #expect(try Fixture().mistakes("- a") == ["1:1 expected a mapping, found a list"])
    }

    @Test func brokenYAML() throws {
        let found = try Fixture().mistakes("name: a\nsteps: [1, 2\nclients: {}\n")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("3:8 not YAML: ") == true, "\(found)")
    }

    @Test func tabAsIndentation() throws {
        let found = try Fixture().mistakes("name: a\nsteps:\n\t- say: b\n")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("3:1 not YAML: ") == true, "\(found)")
    }

    @Test func undefinedAlias() throws {
        #expect(try Fixture().mistakes("name: *who\n") == ["1:7 not YAML: there is no anchor `who` for this alias"])
    }

    @Test func aliasesThatGrowWithoutEnd() throws {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...8 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        let found = try Fixture().mistakes(text)
        #expect(found.contains { $0.hasSuffix("the file is too large") }, "\(found.prefix(3))")
    }

    @Test(arguments: [
        ("name: a: b\n", "1:8 not YAML: there is a key before this `:` already"),
        ("name: @a\n", "1:7 not YAML: a text cannot begin with `@`"),
        ("name: \"a\nsteps: [say: b]\n", "1:7 not YAML: the quotation that begins here has no end"),
        ("name: a\nsteps:\n\t- say: b\n", "3:1 not YAML: a tab does not indent"),
        ("name: a\nsteps: &s [say: b, *s]\n", "2:20 not YAML: there is no anchor `s` for this alias"),
        ("name: a\nsteps: [say: b]\n---\nname: c\n", "3:1 a second document begins here"),
        ("name: a\nsteps: []\n", "2:8 expected a list of at least one step"),
        ("name: ' '\nsteps: [say: b]\n", "1:7 this text is empty"),
    ])
    func brokenFile(text: String, mistake: String) throws {
        #expect(try Fixture().mistakes(text) == [mistake])
    }

    @Test func parametersThatGrowWithoutEnd() throws {
        var text = "name: a\nparameters:\n  p0: xxxxxxxxxx\n"
        for level in 1...9 {
            text += "  p\(level): \"\(String(repeating: "${p\(level - 1)}", count: 10))\"\n"
        }
        let found = try Fixture().mistakes(text + "steps: [say: \"${p9}\"]\n")
        #expect(found == ["9:7 the parameters make this text too large"])
    }

    @Test func keyWrittenTwice() throws {
        #expect(
            try Fixture().mistakes("name: a\nsteps: [say: b]\nname: c\n") == ["3:1 the key `name` is written twice"])
    }

    @Test func severalKeysWrittenTwiceAreAllReported() throws {
        let text = "name: a\n'name': b\nname: c\nsteps:\n  - say: a\n    say: b\n  - kil: x\n"
        #expect(
            try Fixture().mistakes(text) == [
                "2:1 the key `name` is written twice", "3:1 the key `name` is written twice",
                "6:5 the key `say` is written twice", "7:5 unknown key `kil`, did you mean `kill`?",
            ])
    }

    @Test func keyThatIsNotAWord() throws {
        #expect(
            try Fixture().mistakes("name: a\nsteps: [say: b]\n[1, 2]: c\n") == ["3:1 a key has to be a word"])
    }

    // Keys

    @Test func missingKeys() throws {
        #expect(
            try Fixture().mistakes("description: a\n") == [
                "1:1 the key `name` is missing", "1:1 the key `steps` is missing",
            ])
    }

    @Test func misspeltKeyIsNotMissingAsWell() throws {
        #expect(
            try Fixture().mistakes("nme: a\nsteps: [say: b]\n") == ["1:1 unknown key `nme`, did you mean `name`?"])
    }

    @Test func unknownKeyWithoutANearMiss() throws {
        #expect(
            try Fixture().mistakes("name: a\nsteps: [say: b]\ncolour: red\n") == ["3:1 unknown key `colour`"])
    }

    @Test func keyWithoutValue() throws {
        #expect(try Fixture().mistakes(steps: "  - wait:\n") == ["4:5 the key `wait` has no value"])
    }

    @Test func misspeltVerb() throws {
        #expect(
            try Fixture().mistakes(steps: "  - pointer: {presss: left}") == [
                "4:15 unknown key `presss`, did you mean `press`?"
            ])
    }

    @Test func stepWithTwoKeys() throws {
        #expect(
            try Fixture().mistakes(steps: "  - say: a\n    kill: app") == ["4:5 `say` cannot be combined with `kill`"])
    }

    @Test func stepWithoutAKey() throws {
        let found = try Fixture().mistakes(steps: "  - {}")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("4:5 one key is needed of: `wait`, `pointer`") == true)
    }

    @Test func expectationOfNothing() throws {
        let found = try Fixture().mistakes(steps: "  - expect: {within: 1s}")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("4:13 at least one key is needed of: `target`, `action`") == true)
    }

    @Test func outputAndOutputs() throws {
        #expect(
            try Fixture().mistakes("name: a\noutput: {}\noutputs: [{}]\nsteps: [say: b]\n") == [
                "3:1 `outputs` cannot be combined with `output`"
            ])
    }

    @Test func anchorOnTheScreen() throws {
        #expect(
            try Fixture().mistakes(steps: "  - pointer: {click: {at: {screen: [1, 2], at: center}}}") == [
                "4:44 `at` requires `window` or `content`"
            ])
    }

    // Values

    @Test(arguments: [
        ("say: [a]", "4:10 expected a text, found a list"),
        ("wait: {quiet: 5}", "4:19 expected a duration, found `5`"),
        ("wait: {quiet: 5 s}", "4:19 expected a duration, found `5 s`"),
        ("wait: {quiet: -5s}", "4:19 expected a duration, found `-5s`"),
        ("wait: {quiet: 1.s}", "4:19 expected a duration, found `1.s`"),
        ("wait: {quiet: 1e3ms}", "4:19 expected a duration, found `1e3ms`"),
        ("wait: {quiet: 1441min}", "4:19 expected a duration, found `1441min`"),
        ("wait: {output: {client: app, text: \"a\\0b\"}}", "4:40 a text cannot contain a NUL character"),
        ("say: \"a ${b\"", "4:13 there is no `}` to this `${`"),
        ("wait: {windows: one}", "4:21 expected a list, found `one`"),
        ("wait: {windows: []}", "4:21 expected a list of at least one entry"),
        ("wait: one", "4:11 expected a mapping, found `one`"),
        ("pointer: {press: lft}", "4:22 unknown word `lft`, did you mean `left`?"),
        ("pointer: {click: {count: 0}}", "4:30 expected a whole number, found `0`"),
        ("pointer: {click: {count: \"2\"}}", "4:30 expected a whole number, found `2`"),
        ("pointer: {scroll: [0]}", "4:23 expected `[x, y]`, found a list"),
        ("pointer: {scroll: [0, down]}", "4:27 expected a number, found `down`"),
        ("pointer: {move: {to: {window: one, at: middle}}}", "4:44 unknown word `middle`"),
        ("pointer: {move: {to: {window: one, at: topleft}}}", "4:44 unknown word `topleft`, did you mean `top-left`?"),
        ("pointer: {move: {to: {window: one, at: [1%, x]}}}", "4:49 expected a distance, found `x`"),
        ("touch: {up: 99}", "4:17 expected a whole number, found `99`"),
        ("pen: {press: 1.5}", "4:18 expected a number, found `1.5`"),
        ("pen: down", "4:10 unknown word `down`"),
        ("key: {tap: Esacpe}", "4:16 unknown key of the keyboard `Esacpe`, did you mean `Escape`?"),
        ("key: {tap: Enter}", "4:16 unknown key of the keyboard `Enter`, did you mean `Return`?"),
        ("key: {tap: esc}", "4:16 unknown key of the keyboard `esc`, did you mean `Escape`?"),
        ("key: {tap: ctrl+}", "4:16 the name of a key is missing"),
        ("key: {tap: ctrl+ctrl+a}", "4:16 `ctrl` is listed twice in `ctrl+ctrl`"),
        ("key: {tap: control+c}", "4:16 unknown modifier `control`, did you mean `ctrl`?"),
        ("key: {modifiers: {hold: [shfit]}}", "4:30 unknown word `shfit`, did you mean `shift`?"),
        ("kill: {client: app, signal: 9}", "4:33 unknown word `9`"),
        ("kill: {client: app, signal: SIGINT}", "4:33 unknown word `SIGINT`, did you mean `INT`?"),
        ("unplug: mouse", "4:13 unknown word `mouse`, did you mean `pointer`?"),
        ("picture: ../up", "4:14 expected a word, found `../up`"),
        ("picture: when-it-stopped", "4:14 the run itself may make a picture `when-it-stopped`"),
        ("picture: a-difference", "4:14 the run itself may make a picture `a-difference`"),
        ("expect: {action: link}", "4:22 unknown word `link`"),
        ("expect: {badge: 1}", "4:21 expected a badge, found `1`"),
        ("expect: {cursor: dnd-cpy}", "4:22 unknown word `dnd-cpy`, did you mean `dnd-copy`?"),
        ("expect: {read: text plain}", "4:20 expected a MIME type, found `text plain`"),
        ("expect: {announced: {}}", "4:25 one key is needed of: `matches`, `equals`"),
        ("expect: {events: [{client: app, name: drop}]}", "4:43 expected an event, found `drop`"),
        (
            "wait: {event: {client: app, name: wl_data_device.dorp}}",
            "4:39 `wl_data_device` has no event `dorp`, did you mean `drop`?"
        ),
        (
            "wait: {event: {client: app, name: wl_data_devise.drop}}",
            "4:39 unknown interface `wl_data_devise`, did you mean `wl_data_device`?"
        ),
    ])
    func wrongValue(step: String, mistake: String) throws {
        #expect(try Fixture().mistakes(steps: "  - " + step) == [mistake])
    }

    @Test func brokenRegularExpression() throws {
        let found = try Fixture().mistakes(steps: "  - expect: {announced: {matches: '(a'}}")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("4:35 not a regular expression: ") == true, "\(found)")
    }

    @Test(arguments: [
        ("output: {size: 800}", "2:16 expected a size, found `800`"),
        ("output: {size: [800, 600, 2]}", "2:16 expected `[width, height]`, found a list"),
        ("output: {scale: big}", "2:17 expected a number, found `big`"),
        ("policy: human", "2:9 unknown word `human`, did you mean `human-interface`?"),
        ("settings: {reduce-motion: yes}", "2:27 expected `true` or `false`, found `yes`"),
        ("settings: {opacity: 2}", "2:21 expected a number, found `2`"),
        ("settings: {early-reads: never}", "2:25 unknown word `never`"),
        ("settings: {modifiers: {ctl: copy}}", "2:24 unknown modifier `ctl`, did you mean `ctrl`?"),
        ("settings: {modifiers: {ctrl+alt: copy, alt+ctrl: ask}}", "2:40 `alt+ctrl` has a rule already"),
        ("outputs: [{}, {}]", "2:15 two outputs are called `screen`"),
        ("clients: {a b: {command: [sh]}}", "2:11 `a b` cannot be the name of a client"),
        ("clients: {a: {command: sh -c true}}", "2:24 expected a list, found `sh -c true`"),
        ("clients: {a: {command: [\"\"]}}", "2:25 the name of the program is missing"),
        (
            "clients: {a: {command: [sh], environment: {A=B: c}}}",
            "2:44 `A=B` cannot be the name of a variable"
        ),
        ("matrix: {x: [a, b, a]}", "2:20 `a` is listed twice"),
        ("clients: {a: {command: []}}", "2:24 expected a list of at least one entry"),
        ("clients: {a: {command: [dray-no-such-program]}}", "2:25 there is no program `dray-no-such-program`"),
        ("clients: {a: {command: [./none]}}", "2:25 there is no program `./none`"),
        ("clients: {a: {command: [sh], directory: none}}", "2:41 there is no folder `none`"),
        (
            "clients: {a: {command: [sh], windows: {w: {position: [0, 0]}}}}",
            "2:43 at least one key is needed of: `title`, `app-id`"
        ),
    ])
    func wrongSetting(line: String, mistake: String) throws {
        #expect(try Fixture().mistakes("name: a\n\(line)\nsteps: [say: b]\n") == [mistake])
    }

    // Names

    @Test func undeclaredName() throws {
        let steps = """
              - wait: {windows: [one, oen]}
              - drag: {from: {window: one}, to: {window: three}}
              - kill: ap
              - unplug: {output: tv}
              - expect: {target: tow, nothing-sent-to: x}
            """
        #expect(
            try Fixture().mistakes(steps: steps) == [
                "4:27 there is no window `oen`, did you mean `one`?",
                "5:46 there is no window `three`",
                "6:11 there is no client `ap`, did you mean `app`?",
                "7:22 there is no output `tv`",
                "8:22 there is no window `tow`, did you mean `two`?",
                "8:44 there is no window `x`",
            ])
    }

    @Test func windowNameOfTwoClients() throws {
        let text = """
            name: a
            clients:
              a: {command: [sh], windows: {w: {title: x, position: [0, 0]}}}
              b: {command: [sh], windows: {w: {title: y, position: [0, 0]}}}
            steps: [wait: {window: w}]
            """
        #expect(try Fixture().mistakes(text) == ["4:32 two windows are called `w`"])
    }

    @Test func pictureNameUsedTwice() throws {
        #expect(
            try Fixture().mistakes(steps: "  - picture: a\n  - picture: {name: a}") == [
                "5:21 two pictures are called `a`"
            ])
    }

    // Files

    @Test func missingFiles() throws {
        let steps = """
              - picture: {name: a, compare: {file: a.png}}
              - expect: {payload: {file: b.txt}}
            """
        let fixture = try Fixture()
        #expect(
            fixture.mistakes(steps: steps) == [
                "4:40 there is no picture `a.png`", "5:30 there is no file `b.txt`",
            ])
        try fixture.write("a.png")
        try fixture.write("b.txt")
        #expect(fixture.mistakes(steps: steps) == [])
    }

    @Test func fileOfTheRunMayBeMissing() throws {
        #expect(try Fixture().mistakes(steps: "  - expect: {payload: {file: \"${run-dir}/a\"}}") == [])
    }

    @Test func programThatCannotBeExecuted() throws {
        let text = "name: a\nclients: {a: {command: [\"${scenario-dir}/app\"]}}\nsteps: [say: b]\n"
        let fixture = try Fixture()
        try fixture.write("app")
        #expect(fixture.mistakes(text).count == 1)
        try fixture.write("app", executable: true)
        #expect(fixture.mistakes(text) == [])
    }

    @Test func programIsSearchedOnTheClientsPath() throws {
        let text =
            "name: a\nclients: {a: {command: [app], environment: {PATH: \"${scenario-dir}\"}}}\nsteps: [say: b]\n"
        let fixture = try Fixture()
        #expect(fixture.mistakes(text) == ["2:25 there is no program `app`"])
        try fixture.write("app", executable: true)
        #expect(fixture.mistakes(text) == [])
    }

    // Everything at once

    @Test func mistakesOfAllPartsAreReportedTogetherInTheOrderOfTheFile() throws {
        let text = """
            name: [a]
            outptu: {}
            clients: {a: {command: [sh, "${x}"]}}
            steps:
              - say: b
              - sya: c
              - kill: absent
            """
        #expect(
            try Fixture().mistakes(text) == [
                "1:7 expected a text, found a list", "2:1 unknown key `outptu`, did you mean `output`?",
                "3:30 there is no parameter `x`", "6:5 unknown key `sya`, did you mean `say`?",
                "7:11 there is no client `absent`",
            ])
    }
}
