// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import WaylandServer
import WaylandUtil

// A target that takes none of the content's types is offered others that can be made of them, and reads those (HIG-25). When that
// is so is the session's matter, how it is done that of `DrayTransfer`.

extension Drag {
    /// How a type comes about that is not the source's own; nil for one that is.
    func conversion(to type: MimeType) -> Conversion? {
        receiver.isConfined ? session.source?.conversionForSandbox(to: type) : session.source?.conversion(to: type)
    }

    /// Has the source give what another type is made of.
    func convert(
        _ request: TransferRequest, _ conversion: Conversion, to target: ReceivedDescriptor, of content: any DragContent
    ) {
        let id = request.id
        let handOver = handOver(of: conversion)
        let isUnderWay = link.engine?.transfers.convert(request, conversion, to: target, handOver: handOver) {
            content.life
        } ask: {
            content.send($0, to: $1, for: request.parties.reader)
        } onEvent: { [reference] event in
            reference.drag?.take(event, of: id)
        } onClipping: { [reference] in
            reference.drag?.made(clipping: $0)
        }
        if isUnderWay != true { handle(.closed(id)) }
    }

    /// A file was made of the content. It stays if the drop succeeds: targets copy it when they like.
    func made(clipping number: Int) { clippings.append(number) }

    /// The drag is over, and came to nothing: nobody has use for the files.
    func discardClippings() {
        for number in clippings { link.engine?.transfers.workshop.discard(clipping: number) }
        clippings = []
    }

    /// The target refuses: that counts when it has stood for so long, in microseconds of the host's clock. Toolkits that read before
    /// they answer say no first; a person who sees a no waits longer before they let go.
    private static let patience: UInt64 = 150_000

    func watchRefusal(over surface: SurfaceID) {
        guard refusal?.surface != surface else { return }
        refusal = (surface, link.now.advanced(byMicroseconds: Self.patience))
        scheduleLook()
    }

    /// Looks whether the target has refused for long enough.
    func lookAtRefusal(at time: Instant) {
        guard let (surface, end) = refusal, time >= end else { return }
        refusal = nil
        deliver(.refusalStood(surface))
    }
}
