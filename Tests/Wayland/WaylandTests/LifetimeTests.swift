// SPDX-License-Identifier: MIT

import ExerciseClient
import ExerciseServer
import Glibc
import Testing
import WaylandClient
import WaylandServer
import WaylandUtil

extension WaylandTests {
    /// Objects, clients and displays can be destroyed in any order, inside any handler.
    @Suite struct LifetimeTests {
        @Test func theDestructorRequestArrivesBeforeTheEnd() throws {
            let exercise = try ExercisePair()
            var aliveInHandler = false
            exercise.recorder.onRequest = { _, object in aliveInHandler = object.resource.isAlive }
            exercise.client.destroy()
            try exercise.settle()
            guard case .destroy = exercise.recorder.requests.last else { return #expect(Bool(false)) }
            #expect(aliveInHandler)
            #expect(exercise.recorder.deaths == 1)
            #expect(exercise.server.resource.pointer == nil)
            #expect(exercise.server.resource.handler == nil)
        }

        @Test func anObjectDestroyedInItsOwnRequestEndsOnce() throws {
            let exercise = try ExercisePair()
            exercise.recorder.onRequest = { _, object in object.resource.destroy() }
            exercise.client.destroy()
            try exercise.settle()
            #expect(exercise.recorder.deaths == 1)
            #expect(exercise.pair.client.isConnected)
        }

        @Test func anObjectIsDestroyedInARequestThatIsNoDestructor() throws {
            let exercise = try ExercisePair()
            exercise.recorder.onRequest = { _, object in
                object.resource.destroy()
                object.sendSinceTwo()
                object.postError(.badChoice, "not heard")
            }
            exercise.client.numbers(int: 1, uint: 1, fixed: Fixed(1))
            try exercise.settle()
            #expect(exercise.recorder.deaths == 1)
            #expect(exercise.pair.client.isConnected)
        }

        @Test func handlerDestroysOtherObjectsWhenDestroyed() throws {
            let exercise = try ExercisePair()
            for _ in 0..<4 { exercise.client.makePart() }
            try exercise.settle()
            let parts = exercise.recorder.requests.compactMap { if case .makePart(let part) = $0 { part } else { nil } }
            try #require(parts.count == 4)
            let recorders = parts.map { part in
                let recorder = Recorder<ServerPart>()
                // Each destroys all others: those before it, those after it, and itself.
                recorder.onDeath = { _ in for other in parts { other.resource.destroy() } }
                part.setHandler(recorder)
                return recorder
            }
            exercise.pair.client.disconnect()
            #expect(recorders.map(\.deaths) == [1, 1, 1, 1])
            #expect(parts.allSatisfy { !$0.resource.isAlive })
            #expect(exercise.recorder.deaths == 1)
        }

        @Test func aSecondHandlerTakesTheFirstOnesPlace() throws {
            let exercise = try ExercisePair()
            weak var first: Recorder<ServerPart>?
            let second = Recorder<ServerPart>()
            let part = exercise.client.makePart()
            try exercise.settle()
            guard case .makePart(let made) = exercise.recorder.requests.last else { return #expect(Bool(false)) }
            do {
                let recorder = Recorder<ServerPart>()
                recorder.onRequest = { _, object in object.setHandler(second) }
                made.setHandler(recorder)
                first = recorder
            }
            #expect(first != nil)
            part.label(text: "one")
            part.label(text: "two")
            part.destroy()
            try exercise.settle()
            #expect(first == nil)
            #expect(second.requests.count == 2)
            #expect(second.deaths == 1)
            let late = Recorder<ServerPart>()
            made.setHandler(late)
            #expect(late.deaths == 1)
            #expect(made.resource.handler == nil)
        }

        @Test func destroyListenerOnADeadObjectIsCalledAtOnce() throws {
            let exercise = try ExercisePair()
            var order: [String] = []
            exercise.recorder.onDeath = { _ in order.append("handler") }
            exercise.server.resource.whenDestroyed { order.append("listener") }
            exercise.server.resource.whenDestroyed {
                exercise.server.resource.whenDestroyed { order.append("listener in a listener") }
            }
            exercise.server.resource.destroy()
            exercise.server.resource.whenDestroyed { order.append("late listener") }
            #expect(order == ["handler", "listener", "listener in a listener", "late listener"])
            exercise.pair.client.disconnect()
            exercise.pair.client.whenGone { _ in order.append("gone") }
            #expect(order.last == "gone")
        }

        @Test func handlerIsReleasedWithItsObject() throws {
            weak var recorder: Recorder<ServerExercise>?
            weak var resource: Resource?
            weak var client: Client?
            do {
                let exercise = try ExercisePair()
                recorder = exercise.recorder
                resource = exercise.server.resource
                client = exercise.pair.client
                #expect(recorder != nil)
            }
            #expect(recorder == nil)
            #expect(resource == nil)
            #expect(client == nil)
        }

        @Test func clientIsDisconnectedInItsOwnRequest() throws {
            let exercise = try ExercisePair()
            var wasConnected = false
            exercise.recorder.onRequest = { _, object in
                object.client.disconnect()
                object.client.disconnect()
                wasConnected = object.client.isConnected
            }
            for _ in 0..<3 { exercise.client.makePart() }
            #expect(exercise.pair.failure() != nil)
            #expect(wasConnected)
            #expect(exercise.recorder.requests.count == 1)
            #expect(exercise.recorder.deaths == 1)
            #expect(!exercise.pair.client.isConnected)
        }

        @Test func clientIsDisconnectedInBind() throws {
            let pair = try Pair()
            let global = Global(pair.display, ServerExercise.self, version: 1) { _, client in client.disconnect() }
            let globals = GlobalList(pair.connection)
            try pair.settle()
            let exercise = try #require(globals.bind(ClientExercise.self))
            exercise.numbers(int: 0, uint: 0, fixed: Fixed(0))
            #expect(pair.failure() != nil)
            #expect(!pair.client.isConnected)
            withExtendedLifetime(global) {}
        }

        @Test func clientIsDisconnectedAgainWhileDisconnecting() throws {
            let exercise = try ExercisePair()
            let other = try exercise.pair.join()
            exercise.pair.client.whenGone { client in
                client.disconnect()
                other.client.disconnect()
            }
            exercise.recorder.onDeath = { $0.client.disconnect() }
            exercise.pair.client.disconnect()
            #expect(!exercise.pair.client.isConnected)
            #expect(!other.client.isConnected)
            #expect(exercise.recorder.deaths == 1)
        }

        @Test func postponedDisconnectionMayHappenEarlier() throws {
            let exercise = try ExercisePair()
            exercise.recorder.onRequest = { _, object in
                object.client.disconnect()
                // libwayland disconnects it for this as soon as the handler returns.
                object.postError(.badChoice, "and an error on top")
            }
            exercise.client.numbers(int: 0, uint: 0, fixed: Fixed(0))
            let id = exercise.client.proxy.objectID
            #expect(exercise.pair.failure() == .protocolError(interface: "dray_exercise", object: id, code: 7))
            exercise.pair.display.dispatch(timeout: 0)
            #expect(exercise.recorder.deaths == 1)
        }

        @Test func hangupDestroysTheClientsObjects() throws {
            let pair = try Pair()
            let recorder = Recorder<ServerExercise>()
            let global = Global(pair.display, ServerExercise.self, version: 3) { object, _ in
                object.setHandler(recorder)
            }
            var client: Client?
            do {
                let other = try pair.join()
                client = other.client
                let globals = GlobalList(other.connection)
                try pair.settle(other.connection)
                let exercise = try #require(globals.bind(ClientExercise.self))
                try pair.settle(other.connection)
                withExtendedLifetime(exercise) {}
            }
            #expect(recorder.deaths == 0)
            pair.display.dispatch(timeout: 0)
            #expect(recorder.deaths == 1)
            #expect(client?.isConnected == false)
            #expect(pair.client.isConnected)
            withExtendedLifetime(global) {}
        }

        @Test func displayIsDestroyedWithConnectedClients() throws {
            let recorder = Recorder<ServerExercise>()
            var goneClients = 0
            weak var display: Display?
            let connection: Connection
            let exercise: ClientExercise
            let resource: Resource
            do {
                let pair = try Pair()
                display = pair.display
                connection = pair.connection
                pair.client.whenGone { _ in goneClients += 1 }
                let global = Global(pair.display, ServerExercise.self, version: 3) { object, _ in
                    object.setHandler(recorder)
                }
                let globals = GlobalList(connection)
                try pair.settle()
                exercise = try #require(globals.bind(ClientExercise.self))
                try pair.settle()
                resource = try #require(pair.client.object(exercise.proxy.objectID))
                withExtendedLifetime(global) {}
            }
            #expect(display == nil)
            #expect(recorder.deaths == 1)
            #expect(goneClients == 1)
            // The remaining wrapper reports that it is dead, and ignores calls.
            resource.postError(1, "not sent")
            resource.client.flush()
            resource.client.disconnect()
            #expect(ServerPart.create(for: resource.client, version: 1) == nil)
            exercise.destroy()
            #expect(throws: Connection.Failure.self) { try connection.roundtrip() }
        }

        @Test func hostsObjectIsWrapped() throws {
            let pair = try Pair()
            // Objects of libwayland itself are treated like those of a host.
            let callback = try #require(pair.client.object(1))
            var died = 0
            callback.whenDestroyed { died += 1 }
            #expect(pair.client.object(1) === callback)
            #expect(callback.interfaceName == "wl_display")
            #expect(callback.client === pair.client)
            pair.client.disconnect()
            #expect(died == 1)
            #expect(!callback.isAlive)
            #expect(callback.interfaceName == "")
        }

        @Test func tenThousandObjectsLeaveNothingBehind() throws {
            let exercise = try ExercisePair()
            let pipe = Pipe()
            let before = openDescriptors()
            for round in 0..<100 {
                for _ in 0..<100 {
                    let part = exercise.client.makePart()
                    part.descriptor(descriptor: pipe.writing)
                    part.destroy()
                }
                try exercise.settle()
                #expect(exercise.recorder.requests.count == 100, "round \(round)")
                exercise.recorder.forget()
            }
            // Other tests run concurrently, and open descriptors of their own; a leak would be thousands.
            #expect(openDescriptors() < before + 500)
            pipe.closeWriting()
            #expect(pipe.hangsUp)
        }

        @Test func aThousandClientsLeaveNothingBehind() throws {
            let pair = try Pair()
            let before = openDescriptors()
            for round in 0..<1000 {
                let other = try pair.join()
                if round % 2 == 0 { try pair.settle(other.connection) }
                if round % 3 == 0 { other.client.disconnect() }
            }
            pair.display.dispatch(timeout: 0)
            #expect(openDescriptors() < before + 500)
        }

        private func openDescriptors() -> Int {
            guard let folder = opendir("/proc/self/fd") else { return 0 }
            defer { closedir(folder) }
            var count = 0
            while readdir(folder) != nil { count += 1 }
            return count
        }
    }
}
