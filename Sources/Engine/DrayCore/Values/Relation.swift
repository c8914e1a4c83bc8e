// SPDX-License-Identifier: MIT

/// The relation of a drop target to the origin of the content. HIG-01 and HIG-02 depend on it.
public enum Relation: Hashable, Sendable, BitwiseCopyable, CaseIterable {
    /// The container that the content comes from.
    case sameContainer
    /// Another container of the same application.
    case sameApplication
    /// A container of another application.
    case otherApplication

    /// Determines the relation of a target to the origin of a drag.
    ///
    /// A container belongs to one application, so equal container identifiers of different applications are different
    /// containers.
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
