// SPDX-License-Identifier: MIT

public import WaylandClient
internal import WaylandUtil

extension DrayDragDropV1 {
    /// Answers with a result that the protocol does not have.
    public func answerWrongly() { proxy.marshal(3, count: 1) { $0.uint(2) } }
}
