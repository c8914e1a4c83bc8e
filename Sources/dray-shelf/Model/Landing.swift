// SPDX-License-Identifier: MIT

/// What a drop at some place would do with an item.
enum Landing: Equatable {
    /// The item joins the zone, behind those that are there.
    case join
    /// The item goes into the gap before another one of the zone (HIG-39).
    case insert(before: Item.ID)
    /// The item and another one of the zone change places.
    case swap(Item.ID)
    /// The item goes back to its own place in the zone.
    case align
    /// The item is gone for ever.
    case shred
    /// The item leaves the zone for its origin on the table.
    case origin
}
