// SPDX-License-Identifier: MIT

// Closure handlers for objects without state of their own.

extension ResourceObject {
    /// Sets a closure that handles the object's requests, replacing an earlier handler; for objects without state of
    /// their own. The closure is kept until the object is destroyed, so it may retain the object.
    public func onRequest(_ answer: @escaping (Request) -> Void) {
        setHandler(RequestClosure<Self>(answer))
    }
}

/// A handler that is one closure.
private final class RequestClosure<Object: ResourceObject>: ResourceHandler {
    private let answer: (Object.Request) -> Void

    init(_ answer: @escaping (Object.Request) -> Void) {
        self.answer = answer
    }

    func handle(_ request: Object.Request, on object: Object) { answer(request) }
}
