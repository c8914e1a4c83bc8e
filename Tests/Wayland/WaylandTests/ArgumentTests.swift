// SPDX-License-Identifier: MIT

import ExerciseClient
import ExerciseServer
import Glibc
import Testing
import WaylandClient
import WaylandServer
import WaylandUtil

extension WaylandTests {
    /// Every kind of argument is transferred unchanged in both directions.
    @Suite struct ArgumentTests {
        let exercise: ExercisePair

        init() throws { exercise = try ExercisePair() }

        @Test(arguments: [Int32.min, -1, 0, .max])
        func numbersArriveAtTheirLimits(number: Int32) throws {
            let unsigned = UInt32(bitPattern: number)
            exercise.client.numbers(int: number, uint: unsigned, fixed: Fixed(rawValue: number))
            exercise.server.sendNumbers(int: number, uint: unsigned, fixed: Fixed(rawValue: number))
            try exercise.settle()
            guard case .numbers(number, unsigned, Fixed(rawValue: number)) = exercise.recorder.requests.last else {
                return #expect(Bool(false), "\(exercise.recorder.requests)")
            }
            guard case .numbers(number, unsigned, Fixed(rawValue: number)) = exercise.events.last else {
                return #expect(Bool(false), "\(exercise.events)")
            }
        }

        @Test(arguments: [
            ("", nil), ("text/plain", ""), ("ünïcode 🜁", "x"), (String(repeating: "é", count: 1500), nil),
        ])
        func textsArrive(text: String, optional: String?) throws {
            exercise.client.texts(text: text, optional: optional)
            exercise.server.sendTexts(text: text, optional: optional)
            try exercise.settle()
            guard case .texts(text, optional) = exercise.recorder.requests.last else {
                return #expect(Bool(false), "\(exercise.recorder.requests)")
            }
            guard case .texts(text, optional) = exercise.events.last else {
                return #expect(Bool(false), "\(exercise.events)")
            }
        }

        @Test(arguments: [[], [0], [1, 2, 3], [UInt8](repeating: 9, count: 3000)] as [[UInt8]])
        func bytesArrive(bytes: [UInt8]) throws {
            exercise.client.bytes(bytes: WireArray(bytes: bytes))
            exercise.server.sendBytes(bytes: WireArray(bytes: bytes))
            try exercise.settle()
            guard case .bytes(let asked) = exercise.recorder.requests.last, case .bytes(let told) = exercise.events.last
            else {
                return #expect(Bool(false))
            }
            #expect(asked.bytes == bytes)
            #expect(told.bytes == bytes)
        }

        @Test func requestCreatesAnObjectOnBothSides() throws {
            let part = exercise.client.makePart()
            exercise.client.objects(part: part, optional: part)
            exercise.client.objects(part: part, optional: nil)
            exercise.client.anyObject(object: part.proxy)
            try exercise.settle()
            let requests = exercise.recorder.requests
            try #require(requests.count == 4)
            guard case .makePart(let made) = requests[0], case .objects(made, .some(made)) = requests[1],
                case .objects(made, nil) = requests[2], case .anyObject(made.resource) = requests[3]
            else { return #expect(Bool(false), "\(requests)") }
            #expect(made.resource.objectID == part.proxy.objectID)
            #expect(made.resource.version == 3)
            #expect(made.client == exercise.pair.client)

            exercise.server.sendObjects(part: made, optional: made)
            exercise.server.sendObjects(part: made, optional: nil)
            exercise.server.sendAnyObject(object: made.resource)
            try exercise.settle()
            try #require(exercise.events.count == 3)
            guard case .objects(part, .some(part)) = exercise.events[0],
                case .objects(part, .none) = exercise.events[1],
                case .anyObject(.some(part.proxy)) = exercise.events[2]
            else { return #expect(Bool(false), "\(exercise.events)") }
        }

        @Test func eventIntroducesAnObjectThatBothSidesUse() throws {
            let introduced = try #require(ServerPart.create(for: exercise.pair.client, version: 2))
            let recorder = Recorder<ServerPart>()
            introduced.setHandler(recorder)
            exercise.server.sendPart(part: introduced)
            try exercise.settle()
            guard case .part(let part) = exercise.events.last else { return #expect(Bool(false), "\(exercise.events)") }
            var labels: [String] = []
            part.onEvent { if case .label(let text) = $0 { labels.append(text) } }
            introduced.sendLabel(text: "from the server")
            part.label(text: "from the client")
            try exercise.settle()
            #expect(labels == ["from the server"])
            guard case .label("from the client") = recorder.requests.last else {
                return #expect(Bool(false), "\(recorder.requests)")
            }
            part.destroy()
            try exercise.settle()
            #expect(recorder.deaths == 1)
            #expect(!introduced.resource.isAlive)
        }

        @Test func anEventMayNameTheClientsOwnConnection() throws {
            let display = try #require(exercise.pair.client.object(1))
            exercise.server.sendAnyObject(object: display)
            try exercise.settle()
            guard case .anyObject(nil) = exercise.events.last else {
                return #expect(Bool(false), "libwayland's own proxy has no Swift object")
            }
        }

        @Test func choicesArrive() throws {
            exercise.client.choose(level: .high, signedLevel: .low, marks: [.red, .blue])
            exercise.server.sendChoose(level: .low, signedLevel: .high, marks: [])
            try exercise.settle()
            guard case .choose(.high, .low, [.red, .blue]) = exercise.recorder.requests.last else {
                return #expect(Bool(false), "\(exercise.recorder.requests)")
            }
            guard case .choose(.low, .high, []) = exercise.events.last else {
                return #expect(Bool(false), "\(exercise.events)")
            }
        }

        @Test func namesThatTheBindingsUseThemselvesAreFree() throws {
            exercise.client.names(reader: 1, opcode: 2, arguments: 3, resource: "r", proxy: WireArray([UInt32(4)]))
            exercise.client.partNames(version: 5, in: "i", selfValue: 6)
            exercise.server.sendNames(reader: 1, opcode: 2, arguments: 3, resource: "r", proxy: WireArray([UInt32(4)]))
            try exercise.settle()
            guard case .names(1, 2, 3, "r", WireArray([UInt32(4)])) = exercise.recorder.requests.first,
                case .partNames(_, 5, "i", 6) = exercise.recorder.requests.last,
                case .names(1, 2, 3, "r", WireArray([UInt32(4)])) = exercise.events.last
            else { return #expect(Bool(false)) }
        }

        @Test(arguments: [(1, []), (2, [2]), (3, [2, 3])] as [(UInt32, [UInt32])])
        func anEventNewerThanTheObjectIsNotSent(version: UInt32, expected: [UInt32]) throws {
            let exercise = try ExercisePair(version: version)
            exercise.server.sendSinceTwo()
            exercise.server.sendSinceThree(value: 3)
            try exercise.settle()
            let arrived: [UInt32] = exercise.events.compactMap {
                switch $0 {
                case .sinceTwo: 2
                case .sinceThree(let value): value
                case .numbers, .texts, .objects, .anyObject, .part, .chosenPart, .bytes, .descriptor, .choose, .names:
                    nil
                }
            }
            #expect(arrived == expected)
        }

        @Test func nothingIsSentForADestroyedObject() throws {
            exercise.client.makePart()
            try exercise.settle()
            guard case .makePart(let made) = exercise.recorder.requests.last else { return #expect(Bool(false)) }
            made.resource.destroy()
            exercise.server.sendObjects(part: made, optional: nil)
            made.sendLabel(text: "not received")
            try exercise.settle()
            #expect(exercise.events.isEmpty)
            #expect(exercise.pair.client.isConnected)
        }
    }
}
