// SPDX-License-Identifier: MIT

public import WaylandClient
internal import WaylandUtil

// A request that the bindings do not permit.

extension DrayDragDropV1 {
    /// Answers with a result that the protocol does not define.
    public func answerWrongly() { proxy.marshal(3, count: 1) { $0.uint(2) } }
}
