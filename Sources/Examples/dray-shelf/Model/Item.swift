// SPDX-License-Identifier: MIT

/// A card that can be dragged.
struct Item: Equatable {
    let id: ID
    var content: Content

    /// The identity, which is stable while the card moves in this window. A copy has its own.
    struct ID: Hashable {
        let number: Int
    }

    enum Content: Equatable {
        case text(String)
        /// A placeholder for content that is being transferred, with the number of bytes received and the total, if
        /// known (HIG-37).
        ///
        /// Becomes `text`, or is removed with the card if the transfer fails.
        case arriving(bytes: Int, total: Int? = nil)
    }

    /// Nil while it is unknown.
    var text: String? {
        switch content {
        case .text(let text): text
        case .arriving: nil
        }
    }
}
