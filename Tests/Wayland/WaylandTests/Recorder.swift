// SPDX-License-Identifier: MIT

import WaylandServer
import WaylandUtil

/// Records the requests of an object, and lets a test intervene.
final class Recorder<Object: ResourceObject>: ResourceHandler {
    private(set) var requests: [Object.Request] = []
    private(set) var deaths = 0
    var onRequest: (Object.Request, Object) -> Void = { _, _ in }
    var onDeath: (Object) -> Void = { _ in }
    var errorCode: (InvalidArgument) -> UInt32? = { _ in nil }

    func handle(_ request: Object.Request, on object: Object) {
        requests.append(request)
        onRequest(request, object)
    }

    func destroyed(_ object: Object) {
        deaths += 1
        onDeath(object)
    }

    func errorCode(for error: InvalidArgument) -> UInt32? { errorCode(error) }

    /// Releases the recorded requests, and the objects in them.
    func forget() { requests = [] }
}
