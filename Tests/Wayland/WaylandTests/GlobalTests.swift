// SPDX-License-Identifier: MIT

import ExerciseClient
import ExerciseServer
import Testing
import WaylandClient
import WaylandServer

extension WaylandTests {
    /// Globals are announced, bound and removed.
    @Suite struct GlobalTests {
        let pair: Pair

        init() throws { pair = try Pair() }

        private func offer(version: UInt32 = 3) -> Global<ServerExercise>? {
            Global(pair.display, ServerExercise.self, version: version) { _, _ in }
        }

        @Test func theListFollowsWhatIsOffered() throws {
            let globals = GlobalList(pair.connection)
            var first = offer(version: 2)
            let second = offer()
            try pair.settle()
            #expect(globals.entries.map(\.interface) == ["dray_exercise", "dray_exercise"])
            #expect(globals.entries.map(\.version) == [2, 3])
            #expect(first != nil)
            first = nil
            try pair.settle()
            #expect(globals.entries.map(\.version) == [3])
            withExtendedLifetime(second) {}
        }

        @Test func theVersionIsTheLowestThatAllKnow() throws {
            let globals = GlobalList(pair.connection)
            let old = offer(version: 2)
            let new = offer()
            try pair.settle()
            #expect(globals.bind(ClientExercise.self)?.proxy.version == 2)
            #expect(globals.bind(globals.entries[1], as: ClientExercise.self).proxy.version == 3)
            #expect(globals.bind(globals.entries[1], as: ClientExercise.self, version: 1).proxy.version == 1)
            #expect(globals.bind(ClientPart.self) == nil)
            withExtendedLifetime((old, new)) {}
        }

        @Test func versionUnknownToTheBindingsIsNotOffered() {
            #expect(offer(version: 4) == nil)
            #expect(offer(version: .max) == nil)
        }

        @Test func aWithdrawnGlobalLeavesTheListButMayStillBeBound() throws {
            let globals = GlobalList(pair.connection)
            let global = try #require(offer())
            try pair.settle()
            let entry = try #require(globals.entries.first)
            global.withdraw()
            global.withdraw()
            // The client binds before it receives the removal.
            let exercise = globals.bind(entry, as: ClientExercise.self)
            try pair.settle()
            #expect(globals.entries.isEmpty)
            #expect(pair.client.object(exercise.proxy.objectID)?.interfaceName == "dray_exercise")
        }

        @Test func bindingADestroyedGlobalIsAClientError() throws {
            let globals = GlobalList(pair.connection)
            var global = offer()
            #expect(global != nil)
            try pair.settle()
            let entry = try #require(globals.entries.first)
            global = nil
            let exercise = globals.bind(entry, as: ClientExercise.self)
            guard case .protocolError(let interface, _, 0) = pair.failure() else { return #expect(Bool(false)) }
            #expect(interface == "wl_registry")
            withExtendedLifetime(exercise) {}
        }

        @Test func globalIsDestroyedInBind() throws {
            final class Box { var global: Global<ServerExercise>? }
            let box = Box()
            var bound = 0
            box.global = Global(pair.display, ServerExercise.self, version: 1) { [unowned box] _, _ in
                box.global = nil
                bound += 1
            }
            let globals = GlobalList(pair.connection)
            try pair.settle()
            let exercise = globals.bind(ClientExercise.self)
            try pair.settle()
            #expect(bound == 1)
            #expect(globals.entries.isEmpty)
            withExtendedLifetime(exercise) {}
        }

        @Test func aGlobalOutlivesAHostsDisplay() throws {
            let host = HostDisplay()
            let display = Display(borrowing: host.pointer)
            let global = Global(display, ServerExercise.self, version: 1) { _, _ in }
            let timer = display.eventLoop.makeTimer {}
            host.destroy()
            global?.withdraw()
            timer?.arm(milliseconds: 1)
        }

        @Test func destroyedLoopCreatesNoSource() {
            let host = HostDisplay()
            let loop = Display(borrowing: host.pointer).eventLoop
            let pipe = Pipe()
            host.destroy()
            #expect(loop.whenIdle {} == nil)
            #expect(loop.makeTimer {} == nil)
            #expect(loop.watch(pipe.reading, for: .readable) { _ in } == nil)
        }
    }

    /// Listeners can leave their signals in any order.
    @Suite struct ListenerTests {
        @Test func aListenerLeavesInsideItsOwnCall() {
            final class Box { var listener: Listener? }
            let host = HostDisplay()
            let box = Box()
            var calls = 0
            box.listener = Listener { [unowned box] data in
                #expect(data == UnsafeMutableRawPointer(host.pointer))
                calls += 1
                box.listener = nil
            }
            host.addDestroyListener(box.listener)
            let removed = Listener { _ in calls += 10 }
            host.addDestroyListener(removed)
            removed.remove()
            removed.remove()
            host.destroy()
            #expect(calls == 1)
        }

        @Test func destroyedListenerIsNotCalled() {
            let host = HostDisplay()
            var calls = 0
            var listener: Listener? = Listener { _ in calls += 1 }
            host.addDestroyListener(listener)
            listener = nil
            host.destroy()
            #expect(calls == 0)
        }
    }
}
