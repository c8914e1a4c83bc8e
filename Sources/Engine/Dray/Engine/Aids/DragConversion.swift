// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import WaylandServer
import WaylandUtil

/// Conversions: a target that accepts none of the content's types is offered others that can be made from them
/// (HIG-25). The session decides when; `DrayTransfer` performs the conversion.
final class DragConversion {
    /// The numbers of the files created from the content.
    private var clippings: [Int] = []
    /// A target that currently rejects the content and may change its answer, and the deadline for that.
    private var refusal: (surface: SurfaceID, end: Instant)?

    /// The delay before a target's rejection is final, in microseconds of the host's clock. Toolkits that read before
    /// they answer first reject; users who see a rejection wait longer than this before releasing.
    private static let rejectionDelay: UInt64 = 150_000

    /// The time of the next check of a rejection.
    var nextLook: Instant? { refusal?.end }

    /// Returns the conversion that produces a type, or nil for a type of the source.
    func conversion(to type: MimeType, _ drag: Drag) -> Conversion? {
        let source = drag.session.source
        return drag.aids.documents.receiver.isConfined
            ? source?.conversionForSandbox(to: type) : source?.conversion(to: type)
    }

    /// Reads a type from the source and converts it to the requested type.
    func convert(
        _ request: TransferRequest, _ conversion: Conversion, to target: ReceivedDescriptor,
        of content: any DragContent, _ drag: Drag
    ) {
        let id = request.id
        let handOver = drag.aids.documents.handOver(of: conversion, drag)
        let transfers = drag.link.engine?.transfers
        let isUnderWay = transfers?.convert(request, conversion, to: target, handOver: handOver) {
            content.life
        } ask: {
            content.send($0, to: $1, for: request.parties.reader)
        } onEvent: { [reference = drag.reference] event in
            reference.drag.map { $0.reads.take(event, of: id, $0) }
        } onClipping: { [reference = drag.reference] in
            reference.drag?.aids.conversion.made(clipping: $0)
        }
        if isUnderWay != true { drag.reads.handle(.closed(id), drag) }
    }

    /// Records a file created from the content. It is kept if the drop succeeds, since targets may copy it at any later
    /// time.
    func made(clipping number: Int) { clippings.append(number) }

    /// Handles the end of the drag: deletes the created files if it has failed.
    func ended(isSuccess: Bool, _ drag: Drag) {
        refusal = nil
        guard !isSuccess else { return }
        for number in clippings { drag.link.engine?.transfers.converter.discard(clipping: number) }
        clippings = []
    }

    func watchRefusal(over surface: SurfaceID, _ drag: Drag) {
        guard refusal?.surface != surface else { return }
        refusal = (surface, drag.link.now.advanced(byMicroseconds: Self.rejectionDelay))
        drag.aids.hovering.scheduleLook(drag)
    }

    /// Checks whether the rejection has lasted for the delay.
    func lookAtRefusal(at time: Instant, _ drag: Drag) {
        guard let (surface, end) = refusal, time >= end else { return }
        refusal = nil
        drag.deliver(.refusalStood(surface))
    }
}
