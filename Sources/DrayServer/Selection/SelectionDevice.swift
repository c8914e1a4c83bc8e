// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// A client's object that a selection is told through: a device of either protocol.
protocol SelectionDevice: AnyObject {
    associatedtype Offer: SelectionOffer

    /// The device itself.
    var resource: Resource { get }

    func sendDataOffer(_ offer: Offer)
    /// Says that the offer is the selection now; nil for none.
    func sendSelection(_ offer: Offer?)
}

/// What a client reads a selection by: an offer of either protocol.
protocol SelectionOffer: ResourceObject {
    func sendOffer(mimeType: String)
    /// Lets reads of this offer be answered by a reader.
    func answer(by reader: SelectionReader)
}

/// Reads the content for one offer, as long as that is good, and so often as one may.
final class SelectionReader {
    private let content: SelectionLease
    private var reads = ReadCount()

    init(of content: SelectionLease) {
        self.content = content
    }

    /// Answers a `receive`.
    func read(_ mimeType: String, into descriptor: ReceivedDescriptor, by client: Client) {
        guard reads.admitsRead(by: client) else { return }
        content.read(MimeType(mimeType), into: descriptor, by: client)
    }
}

extension SelectionDevice {
    var client: Client { resource.client }

    /// Introduces an offer of the content and says that it is the selection now; nil for none.
    func show(_ content: SelectionLease?) {
        guard let content else { return sendSelection(nil) }
        guard let offer = Offer.create(for: client, version: resource.version) else { return }
        offer.answer(by: SelectionReader(of: content))
        sendDataOffer(offer)
        for type in content.types { offer.sendOffer(mimeType: type.rawValue) }
        sendSelection(offer)
    }
}
