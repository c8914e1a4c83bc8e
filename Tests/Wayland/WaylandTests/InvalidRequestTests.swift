// SPDX-License-Identifier: MIT

import ExerciseClient
import ExerciseServer
import Testing
import WaylandClient
import WaylandServer
import WaylandUtil

extension WaylandTests {
    /// An invalid request disconnects the client with the correct error, and has no other effect.
    @Suite struct InvalidRequestTests {
        let exercise: ExercisePair

        init() throws { exercise = try ExercisePair() }

        private func choose(_ level: UInt32, _ signed: UInt32, _ marks: UInt32) {
            exercise.client.proxy.marshal(10, count: 3) {
                $0.uint(level)
                $0.uint(signed)
                $0.uint(marks)
            }
        }

        @Test(arguments: [(3, 1, 0), (1, 0, 0), (1, 1, 8), (1, 1, UInt32.max)] as [(UInt32, UInt32, UInt32)])
        func unknownEnumValueIsAnInvalidMethod(level: UInt32, signed: UInt32, marks: UInt32) throws {
            choose(level, signed, marks)
            #expect(exercise.pair.failure() == .protocolError(interface: "wl_display", object: 1, code: 1))
            #expect(exercise.recorder.requests.isEmpty)
            #expect(exercise.recorder.deaths == 1)
            #expect(!exercise.pair.client.isConnected)
        }

        @Test func theInterfacesOwnCodeIsPostedOnTheObject() throws {
            var error: InvalidArgument?
            exercise.recorder.errorCode = {
                error = $0
                return ServerExercise.Error.badChoice.rawValue
            }
            choose(1, 2, 16)
            let id = exercise.client.proxy.objectID
            #expect(exercise.pair.failure() == .protocolError(interface: "dray_exercise", object: id, code: 7))
            #expect(error == InvalidArgument(message: "choose", argument: "marks", reason: .unknownValue(16)))
        }

        @Test func aTextThatIsNotUTF8IsAnInvalidMethod() throws {
            let bytes: [CChar] = [0x61, -1, 0x62, 0]
            bytes.withUnsafeBufferPointer { text in
                exercise.client.proxy.marshal(2, count: 2) {
                    $0.string(text.baseAddress)
                    $0.string(nil)
                }
            }
            #expect(exercise.pair.failure() == .protocolError(interface: "wl_display", object: 1, code: 1))
            #expect(exercise.recorder.requests.isEmpty)
        }

        @Test func newObjectWithAnInvalidArgumentIsNotCreated() throws {
            _ = exercise.client.proxy.construct(6, ClientPart.self, version: 3, count: 2) {
                $0.newID()
                $0.uint(99)
            }
            #expect(exercise.pair.failure() == .protocolError(interface: "wl_display", object: 1, code: 1))
            #expect(exercise.recorder.requests.isEmpty)
        }

        @Test func aDestructorWithABadArgumentEndsTheObjectOnce() throws {
            exercise.client.proxy.destroy(13, count: 1) { $0.uint(99) }
            #expect(exercise.pair.failure() == .protocolError(interface: "wl_display", object: 1, code: 1))
            #expect(exercise.recorder.requests.isEmpty)
            #expect(exercise.recorder.deaths == 1)
        }

        @Test func anErrorOfTheCompositorsOwnArrives() throws {
            exercise.server.postError(.badChoice, "100% wrong: %s %n")
            let id = exercise.client.proxy.objectID
            #expect(exercise.pair.failure() == .protocolError(interface: "dray_exercise", object: id, code: 7))
        }

        @Test func aLimitOfTheCompositorIsAnImplementationError() throws {
            exercise.recorder.onRequest = { _, object in object.client.postImplementationError("too much") }
            exercise.client.numbers(int: 0, uint: 0, fixed: Fixed(0))
            #expect(exercise.pair.failure() == .protocolError(interface: "wl_display", object: 1, code: 3))
        }

        @Test func lackOfMemoryIsReported() throws {
            exercise.recorder.onRequest = { _, object in object.client.postNoMemory() }
            exercise.client.numbers(int: 0, uint: 0, fixed: Fixed(0))
            #expect(exercise.pair.failure() == .protocolError(interface: "wl_display", object: 1, code: 2))
        }

        @Test func eventWithAnUnknownValueIsIgnored() throws {
            let pipe = Pipe()
            let introduced = try #require(ServerPart.create(for: exercise.pair.client, version: 3))
            exercise.server.resource.post(5, count: 3) {
                $0.uint(99)
                $0.required(introduced.resource.pointer)
                $0.descriptor(pipe.writing)
            }
            pipe.closeWriting()
            exercise.server.sendNumbers(int: 1, uint: 2, fixed: Fixed(3))
            try exercise.settle()
            #expect(exercise.events.count == 1)
            #expect(pipe.hangsUp)
        }
    }
}
