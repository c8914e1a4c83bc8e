// SPDX-License-Identifier: MIT

public import WaylandClient
internal import WaylandUtil

// A mistake that no binding lets anybody make: the compositor has to bear it.

extension DrayDragDropV1 {
    /// Answers with a result that the protocol does not have.
    public func answerWrongly() { proxy.marshal(3, count: 1) { $0.uint(2) } }
}
