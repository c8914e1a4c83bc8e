// SPDX-License-Identifier: MIT

// Objects that nothing of one's own stands behind need no class for their requests.

extension ResourceObject {
    /// Lets a closure answer the object's requests, in place of an earlier handler: for objects behind which nothing of its own
    /// stands. Kept until the object dies, so it may keep the object.
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
