// SPDX-License-Identifier: MIT

/// The reasons why the proxy ends a connection: its data is not valid Wayland, or exceeds a limit.
package enum WireBreach: Error, Equatable, Sendable, CustomStringConvertible {
    /// The size in a message's header is below 8 or not a multiple of 4.
    case size(Int)
    /// More descriptors are waiting than any message needs: ``DescriptorQueue/limit``.
    case tooManyDescriptors
    /// More objects are tracked than ``ObjectTable/limit``.
    case tooManyObjects
    /// Descriptors were lost because the proxy has reached its limit of open files.
    case descriptorsLost

    package var description: String {
        switch self {
        case .size(let size): "a message of \(size) bytes: it must be at least 8 and a multiple of 4"
        case .tooManyDescriptors: "more than \(DescriptorQueue.limit) descriptors without the messages they belong to"
        case .tooManyObjects: "more than \(ObjectTable.limit) surfaces, sources and offers"
        case .descriptorsLost: "descriptors were lost: too many files are open"
        }
    }
}
