// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer
import WaylandServer
import WaylandUtil

// Conversions: a target that accepts none of the content's types is offered others that can be made from them (HIG-25).
// The session decides when; `DrayTransfer` performs the conversion.

extension Drag {
    /// Returns the conversion that produces a type, or nil for a type of the source.
    func conversion(to type: MimeType) -> Conversion? {
        receiver.isConfined ? session.source?.conversionForSandbox(to: type) : session.source?.conversion(to: type)
    }

    /// Reads a type from the source and converts it to the requested type.
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

    /// Records a file created from the content. It is kept if the drop succeeds, since targets may copy it at any later
    /// time.
    func made(clipping number: Int) { clippings.append(number) }

    /// Deletes the created files after a failed drag.
    func discardClippings() {
        for number in clippings { link.engine?.transfers.converter.discard(clipping: number) }
        clippings = []
    }

    /// The delay before a target's rejection is final, in microseconds of the host's clock. Toolkits that read before
    /// they answer first reject; users who see a rejection wait longer than this before releasing.
    private static let rejectionDelay: UInt64 = 150_000

    func watchRefusal(over surface: SurfaceID) {
        guard refusal?.surface != surface else { return }
        refusal = (surface, link.now.advanced(byMicroseconds: Self.rejectionDelay))
        scheduleLook()
    }

    /// Checks whether the rejection has lasted for the delay.
    func lookAtRefusal(at time: Instant) {
        guard let (surface, end) = refusal, time >= end else { return }
        refusal = nil
        deliver(.refusalStood(surface))
    }
}
