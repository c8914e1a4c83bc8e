// SPDX-License-Identifier: MIT

import ExerciseClient
import ExerciseServer
import WaylandClient
import WaylandServer

typealias ServerExercise = ExerciseServer.DrayExercise
typealias ServerPart = ExerciseServer.DrayPart
typealias ClientExercise = ExerciseClient.DrayExercise
typealias ClientPart = ExerciseClient.DrayPart

/// A pair whose client has bound the object of the test protocol.
final class ExercisePair {
    let pair: Pair
    let global: Global<ServerExercise>
    let server: ServerExercise
    let client: ClientExercise
    let recorder: Recorder<ServerExercise>
    private(set) var events: [ClientExercise.Event] = []

    struct NotBound: Error {}

    init(version: UInt32 = 3, hasHandler: Bool = true) throws {
        let recorder = Recorder<ServerExercise>()
        var bound: ServerExercise?
        pair = try Pair()
        let global = Global(pair.display, ServerExercise.self, version: version) { object, _ in
            if hasHandler { object.setHandler(recorder) }
            bound = object
        }
        let globals = GlobalList(pair.connection)
        try pair.settle()
        guard let global, let client = globals.bind(ClientExercise.self) else { throw NotBound() }
        try pair.settle()
        guard let bound else { throw NotBound() }
        self.global = global
        self.client = client
        self.recorder = recorder
        server = bound
        client.onEvent { [unowned self] event in events.append(event) }
    }

    func settle() throws { try pair.settle() }

    func forgetEvents() { events = [] }
}
