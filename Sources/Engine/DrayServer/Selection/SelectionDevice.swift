// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// A client's object that receives a selection: a device of any of the protocols.
protocol SelectionDevice: AnyObject {
    associatedtype Offer: SelectionOffer

    /// The device object.
    var resource: Resource { get }

    func sendDataOffer(_ offer: Offer)
    /// Sends the offer as the current selection, or nil for none.
    func sendSelection(_ offer: Offer?)
}

/// A client's object that reads a selection: an offer of any of the protocols.
protocol SelectionOffer: ResourceObject {
    func sendOffer(mimeType: String)
    /// Sets the handler of the offer's reads.
    func answer(by reader: SelectionReader)
}

/// Reads the content for one offer while its lease is valid, up to the limit of reads.
final class SelectionReader {
    private let content: SelectionLease
    private var reads = ReadCount()

    init(of content: SelectionLease) {
        self.content = content
    }

    /// Handles `receive`.
    func read(_ mimeType: String, into descriptor: ReceivedDescriptor, by client: Client) {
        guard reads.admitsRead(by: client) else { return }
        content.read(MimeType(mimeType), into: descriptor, by: client)
    }
}

extension SelectionDevice {
    var client: Client { resource.client }

    /// Creates an offer for the content and sends it as the current selection; nil for none.
    func show(_ content: SelectionLease?) {
        guard let content else { return sendSelection(nil) }
        guard let offer = Offer.create(for: client, version: resource.version) else { return }
        offer.answer(by: SelectionReader(of: content))
        sendDataOffer(offer)
        for type in content.types { offer.sendOffer(mimeType: type.rawValue) }
        sendSelection(offer)
    }
}
