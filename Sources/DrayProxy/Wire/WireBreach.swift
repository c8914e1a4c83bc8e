// SPDX-License-Identifier: MIT

/// Why the proxy ends a connection by itself: what came cannot be a Wayland connection, or has no bounds.
package enum WireBreach: Error, Equatable, Sendable, CustomStringConvertible {
    /// The head of a message tells a size below 8, or one that is no multiple of 4.
    case size(Int)
    /// More descriptors wait than any message could need: ``DescriptorQueue/limit``.
    case tooManyDescriptors
    /// More objects are followed than ``ObjectTable/limit``.
    case tooManyObjects
    /// Descriptors were lost on the way to the proxy, which may not have more of them open.
    case descriptorsLost

    package var description: String {
        switch self {
        case .size(let size): "a message of \(size) bytes: it has to be 8 or more, and a multiple of 4"
        case .tooManyDescriptors: "more than \(DescriptorQueue.limit) descriptors without the messages they belong to"
        case .tooManyObjects: "more than \(ObjectTable.limit) surfaces, sources and offers"
        case .descriptorsLost: "descriptors were lost: too many files are open"
        }
    }
}
