// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer

/// The generator of IDs for objects that have none on the wire. No ID is used twice.
struct Identities {
    private var lastOffer: UInt64 = 0
    private var lastRead: UInt64 = 0
    private var lastDrag: UInt64 = 0

    mutating func nextOffer() -> OfferID {
        lastOffer += 1
        return OfferID(lastOffer)
    }

    mutating func nextRead() -> ReadID {
        lastRead += 1
        return ReadID(lastRead)
    }

    mutating func nextDrag() -> DragID {
        lastDrag += 1
        return DragID(lastDrag)
    }
}
