// SPDX-License-Identifier: MIT

/// Something that can be dragged.
struct Item: Equatable {
    let id: ID
    var content: Content

    /// Stays the same wherever the item goes in this window. A copy has an identity of its own.
    struct ID: Hashable {
        let number: Int
    }

    enum Content: Equatable {
        case text(StyledText)
        /// A contact, with the card that it came from: the card is what it is given away as.
        case contact(Contact, card: String)
        /// A placeholder: the content is on its way, and so many bytes of it are here (HIG-37), of so many in all if anybody knows.
        ///
        /// Becomes `text`, or goes away with the item if the transfer fails.
        case arriving(bytes: Int, total: Int? = nil)
    }
}

extension Item.Content {
    /// What it is, as a MIME type.
    var kind: String {
        switch self {
        case .text: "text/html"
        case .contact: "text/vcard"
        case .arriving: ""
        }
    }

    /// What is written on the card; nil while it is not known.
    var text: StyledText? {
        switch self {
        case .text(let text): text
        case .contact(let contact, _): contact.text
        case .arriving: nil
        }
    }
}
