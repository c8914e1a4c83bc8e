// SPDX-License-Identifier: MIT

import WaylandServer
import WaylandUtil

/// Notes what is asked of an object, and lets a test step in.
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

    /// Lets go of what was noted, and of the objects in it.
    func forget() { requests = [] }
}
