// SPDX-License-Identifier: MIT

import DrayCore
import DrayTransfer

/// Gives numbers to what has none on the wire; none is given twice.
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
