// SPDX-License-Identifier: MIT

/// How the place that content is over stands to the place it came from. HIG-01 and HIG-02 decide by it.
public enum Relation: Hashable, Sendable, BitwiseCopyable, CaseIterable {
    /// The content is where it came from.
    case sameContainer
    /// Another place of the same application.
    case sameApplication
    /// A place of another application.
    case otherApplication

    /// The relation of a target to the origin of a drag.
    ///
    /// A container belongs to one application: the same container named by another application is another container.
    public init(of target: Target, to origin: DragOrigin) {
        if target.application != origin.application {
            self = .otherApplication
        } else if target.container != origin.container {
            self = .sameApplication
        } else {
            self = .sameContainer
        }
    }
}
