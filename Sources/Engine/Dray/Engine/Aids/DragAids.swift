// SPDX-License-Identifier: MIT

import DrayCore

/// The optional behaviour of a drag. Each part is an object with a state of its own and without a reference to the
/// drag, which its caller passes and keeps alive. A part is added by adding its file and a line here.
struct DragAids {
    /// Spring-loading and scrolling (HIG-19, HIG-20).
    let hovering: DragHovering
    /// The zones of a client with the extension.
    let zones = DragZones()
    /// The items of a source with the extension (HIG-07, HIG-08).
    let items = DragItemDisplay()
    /// A finger's release near a target that accepts the content (HIG-34).
    let nearMiss = NearMissSearch()
    /// The user's confirmation of a drop (HIG-27).
    let confirmation = DragConfirmation()
    /// Types that are made from those of the source (HIG-25).
    let conversion = DragConversion()
    /// Content that outlives its source (HIG-23).
    let keeping = DragKeeping()
    /// Files for targets in sandboxes (WL-06).
    let documents = DragDocuments()
    /// Announcements and haptics (HIG-33, HIG-35).
    let speech = DragSpeech()
    /// The extension objects of source and target (WL-05).
    let extensionObjects = DragExtensionObjects()

    init(_ policy: DragPolicy) {
        hovering = DragHovering(springWait: policy.springLoading.wait)
    }
}
