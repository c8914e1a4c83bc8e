// SPDX-License-Identifier: MIT

import ExerciseClient
import ExerciseServer
import Glibc
import Testing
import WaylandClient
import WaylandServer
import WaylandUtil

extension WaylandTests {
    /// A received descriptor belongs to the code that takes it, and is closed if none does.
    @Suite struct DescriptorTests {
        let pipe = Pipe()

        @Test func aRequestsDescriptorStaysOpenOnceTaken() throws {
            let exercise = try ExercisePair()
            exercise.client.descriptor(descriptor: pipe.writing)
            pipe.closeWriting()
            try exercise.settle()
            guard case .descriptor(let received) = exercise.recorder.requests.last else { return #expect(Bool(false)) }
            let taken = try #require(received.take())
            #expect(received.take() == nil)
            #expect(received.borrowed == nil)
            exercise.recorder.forget()
            #expect(pipe.isHeld)
            #expect(write(taken, "dray", 4) == 4)
            #expect(pipe.read(4) == Array("dray".utf8))
            close(taken)
            #expect(pipe.hangsUp)
        }

        @Test func aRequestsDescriptorIsClosedWithItsLastReference() throws {
            let exercise = try ExercisePair()
            exercise.client.descriptor(descriptor: pipe.writing)
            pipe.closeWriting()
            try exercise.settle()
            #expect(pipe.isHeld)
            exercise.recorder.forget()
            #expect(pipe.hangsUp)
        }

        @Test func aDescriptorSentToAnInertObjectIsClosed() throws {
            let exercise = try ExercisePair(hasHandler: false)
            exercise.client.descriptor(descriptor: pipe.writing)
            pipe.closeWriting()
            try exercise.settle()
            #expect(pipe.hangsUp)
        }

        @Test func descriptorsWithAnInvalidArgumentAreClosed() throws {
            let exercise = try ExercisePair()
            let other = Pipe()
            exercise.client.proxy.marshal(9, count: 3) {
                $0.uint(99)
                $0.descriptor(pipe.writing)
                $0.descriptor(other.writing)
            }
            pipe.closeWriting()
            other.closeWriting()
            #expect(exercise.pair.failure() != nil)
            #expect(pipe.hangsUp)
            #expect(other.hangsUp)
        }

        @Test func descriptorsOfAClientThatIsBeingDisconnectedAreClosed() throws {
            let exercise = try ExercisePair()
            exercise.recorder.onRequest = { _, object in object.client.disconnect() }
            exercise.client.numbers(int: 0, uint: 0, fixed: Fixed(0))
            exercise.client.descriptor(descriptor: pipe.writing)
            pipe.closeWriting()
            #expect(exercise.pair.failure() != nil)
            #expect(exercise.recorder.requests.count == 1)
            #expect(pipe.hangsUp)
        }

        @Test func anEventsDescriptorStaysOpenOnceTaken() throws {
            let exercise = try ExercisePair()
            exercise.server.sendDescriptor(descriptor: pipe.writing)
            pipe.closeWriting()
            try exercise.settle()
            guard case .descriptor(let received) = exercise.events.last else { return #expect(Bool(false)) }
            let taken = try #require(received.take())
            exercise.forgetEvents()
            #expect(pipe.isHeld)
            close(taken)
            #expect(pipe.hangsUp)
        }

        @Test func descriptorOfAnEventWithoutAHandlerIsClosed() throws {
            let exercise = try ExercisePair()
            let globals = GlobalList(exercise.pair.connection)
            try exercise.settle()
            let deaf = try #require(globals.bind(ClientExercise.self))
            try exercise.settle()
            let resource = try #require(exercise.pair.client.object(deaf.proxy.objectID))
            ServerExercise(resource).sendDescriptor(descriptor: pipe.writing)
            pipe.closeWriting()
            try exercise.settle()
            #expect(pipe.hangsUp)
        }

        @Test func anEventsDescriptorForAForgottenObjectIsClosed() throws {
            let exercise = try ExercisePair()
            exercise.server.sendDescriptor(descriptor: pipe.writing)
            pipe.closeWriting()
            exercise.pair.display.flushClients()
            exercise.client.destroy()
            try exercise.settle()
            #expect(exercise.events.isEmpty)
            #expect(pipe.hangsUp)
        }
    }
}
