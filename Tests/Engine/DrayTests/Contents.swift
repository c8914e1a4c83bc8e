// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The areas of `wl_data_device` that compositors have implemented incorrectly, and the tests that cover them.
///
/// An entry that waits for a later part names that part. The test below checks that every named test exists.
enum Contents {
    struct Entry: Sendable {
        let number: Int
        let subject: String
        /// The suite and name of each test, for example `StartDragTests/wrongSerialIsCancelled`.
        let tests: [String]
        /// The missing coverage, and what it waits for.
        var waiting: String?
    }

    static let entries: [Entry] = [
        Entry(
            number: 1, subject: "a refused start_drag is answered with cancelled, never with silence or an error",
            tests: [
                "StartDragTests/wrongSerialIsCancelled", "StartDragTests/serialOfAnotherClientIsCancelled",
                "StartDragTests/releasedButtonIsCancelled", "StartDragTests/serialOfAnEnterIsCancelled",
                "StartDragTests/originInAnotherWindowIsCancelled",
                "StartDragTests/secondDragOnASeatIsCancelledAndTheFirstGoesOn",
                "StartDragTests/startingTheSameSourceAgainLeavesItsDragAlone",
                "StartDragTests/refusedOldSourceReceivesNothing", "TouchTests/liftedFingerBeginsNothing",
                "SeatsTests/deviceOfARemovedSeatStillAnswers",
            ]),
        Entry(
            number: 2, subject: "serials hold as long as the press, on subsurfaces too; a lost release harms nothing",
            tests: [
                "StartDragTests/serialHoldsWhileItsButtonIsDown", "StartDragTests/lostReleaseDoesNotSpoilLaterDrags",
                "SubsurfaceOriginTests/originMayBeTheSubsurfaceThatWasPressed",
                "SubsurfaceOriginTests/originMayBeTheWindowOfTheSubsurfaceThatWasPressed",
                "SubsurfaceOriginTests/fingerOnASubsurfaceBeginsADrag",
                "TouchTests/lostLiftOfAFingerDoesNotSpoilLaterDrags",
            ], waiting: "pens: the tablet"),
        Entry(
            number: 3,
            subject: "data_offer, offer, source_actions, enter, at the real point; no action before set_actions",
            tests: [
                "EnterOrderTests/offerTypesAndActionsComeBeforeEnter",
                "EnterOrderTests/noActionIsSentBeforeTheTargetsSetActions", "EnterOrderTests/positionsMatchThePointer",
            ]),
        Entry(
            number: 4, subject: "the first action on a new offer is sent even if nothing has changed",
            tests: [
                "EnterOrderTests/firstActionOnANewOfferIsSentEvenIfUnchanged",
                "EnterOrderTests/firstActionIsSentEvenIfItIsNone",
            ]),
        Entry(
            number: 5, subject: "leaving to the desktop is sent to the source: no type, no action",
            tests: ["LeaveTests/leaveSendsNoTypeAndNoActionToTheSource", "TouchTests/bareDesktopIsNoTarget"]),
        Entry(
            number: 6, subject: "requests on old offers change nothing, are no errors, and reads from them end",
            tests: [
                "LeaveTests/requestsOnAnOldOfferChangeNothingAndAreNoErrors",
                "LeaveTests/oldOfferDoesNotAffectTheNewOne",
                "LeaveTests/readFromAnOldOfferIsEmpty",
            ]),
        Entry(
            number: 7, subject: "what a release needs to be a drop, for pointer and finger alike",
            tests: [
                "DropGateTests/dropWithoutAcceptedTypeIsCancelled", "DropGateTests/dropAfterAcceptOfNothingIsCancelled",
                "DropGateTests/dropWithoutTheTargetsActionsIsCancelled",
                "DropGateTests/dropWithoutACommonActionIsCancelled", "DropGateTests/releaseWithTypeAndActionIsADrop",
                "DropGateTests/moveOnlyContentIsNotDroppedOnAnotherApplication",
                "DropGateTests/oldTargetGetsTheDropWhateverItAccepted",
            ], waiting: "pens: the tablet"),
        Entry(
            number: 8, subject: "ask: frozen after the drop, the final action right before dnd_finished",
            tests: [
                "AskTests/modifiersSelectAsk", "AskTests/finalActionComesRightBeforeFinished",
                "AskTests/onlyTheTargetChangesTheActionAfterTheDrop", "AskTests/lastAnswerToAskCounts",
                "AskTests/destroyedOfferCancelsAsk", "AskTests/askBetweenApplicationsEndsInACopy",
                "AskTests/askBetweenApplicationsIsRefusedWithoutCopy", "AskTests/askWorksWithAFinger",
            ]),
        Entry(
            number: 9, subject: "dnd_drop_performed on an accepted drop only",
            tests: [
                "DropGateTests/releaseWithTypeAndActionIsADrop", "DropGateTests/dropWithoutAcceptedTypeIsCancelled",
                "DropGateTests/dropPerformedIsNotSentToAnOldSource",
            ], waiting: "on every release of a drag with a window: xdg_toplevel_drag_v1"),
        Entry(
            number: 10, subject: "a target that exits without finish has not received the content",
            tests: [
                "FinishTests/destroyedOfferWithoutFinishIsCancelled",
                "FinishTests/deathOfTheTargetAfterTheDropIsCancelled",
                "FinishTests/moveIsNotFinishedByTheDeathOfTheTarget",
                "FinishTests/oldTargetFinishesByDestroyingItsOffer",
                "FinishTests/deathOfAnOldTargetAfterTheDropIsCancelled",
            ]),
        Entry(
            number: 11, subject: "the errors of finish, and one dnd_finished",
            tests: [
                "FinishTests/finishedIsSentOnce", "FinishTests/requestsAfterFinishChangeNothing",
                "FinishTests/finishBeforeTheDropIsAnError", "FinishTests/finishAfterAcceptOfNothingIsAnError",
                "FinishTests/finishWithoutAnAnswerIsAnError", "SelectionTests/finishOnASelectionIsAnError",
            ]),
        Entry(
            number: 12, subject: "leave follows drop, and the offer stays usable",
            tests: ["DropGateTests/leaveFollowsTheDropAndTheOfferStaysUsable"]),
        Entry(
            number: 13, subject: "pointer focus is removed for the drag, and returned after wl_data_device.leave",
            tests: [
                "PointerGrabTests/pointerLeavesAtTheStart", "PointerGrabTests/noPointerEventComesDuringADrag",
                "PointerGrabTests/secondButtonNeitherDropsNorCancels",
                "PointerGrabTests/dragEndsWithTheButtonThatBeganIt",
                "PointerGrabTests/leaveComesBeforeThePointerEnters",
                "PointerGrabTests/leaveComesBeforeThePointerEntersWhenItsDeviceGoes",
            ]),
        Entry(
            number: 14, subject: "cancelled on sources of version 1 and 2 only when another replaces them",
            tests: [
                "VersionTests/refusedDropDoesNotCancelAnOldSource", "StartDragTests/refusedOldSourceReceivesNothing",
                "SelectionTests/everyVersionHasAClipboard",
            ]),
        Entry(
            number: 15, subject: "set_actions on both sides; nothing in common cancels nothing",
            tests: [
                "NegotiationTests/unknownActionOfASourceIsAnError",
                "NegotiationTests/secondSetActionsOfASourceIsAnError",
                "NegotiationTests/setActionsDuringTheDragChangesNothing",
                "NegotiationTests/unknownActionOfATargetIsAnError",
                "NegotiationTests/preferenceThatIsNotOneActionOfTheMaskIsAnError",
                "NegotiationTests/noPreferenceIsLegal", "NegotiationTests/targetCanChangeItsActionsRepeatedly",
                "NegotiationTests/noCommonActionIsSentToBothAndEndsNoDrag",
                "SelectionTests/setActionsOnASelectionIsAnError",
            ]),
        Entry(
            number: 16, subject: "modifiers change the action at once, within what both offer",
            tests: [
                "ModifierTests/modifierPressAndReleaseAreSentImmediately",
                "ModifierTests/modifierThatIsHeldAtTheStartCounts",
                "ModifierTests/modifierForAnActionThatASideDoesNotOfferIsIgnored",
                "ModifierTests/targetPreferenceDecidesWithoutModifiers",
                "ModifierTests/lowestActionDecidesWithoutACommonPreference",
                "ModifierTests/modifiersOfTheReleaseDecide", "ModifierTests/noModifierMovesBetweenApplications",
                "ModifierTests/modifiersOfAnUnpluggedKeyboardAreReleased",
            ]),
        Entry(
            number: 17, subject: "accept of a type that is not offered does not undo an earlier one",
            tests: ["NegotiationTests/acceptOfATypeThatIsNotOfferedDoesNotUndoAnEarlierOne"]),
        Entry(
            number: 18, subject: "receive before and after the drop, repeatedly, and during later drags",
            tests: [
                "ReceiveTests/contentIsReadBeforeAndAfterTheDropAsOftenAsOneLikes",
                "ReceiveTests/typeThatIsNotOfferedIsAtItsEndAtOnce",
                "ReceiveTests/laterDragLeavesTheReadsOfAnEarlierOneAlone", "ReceiveTests/heldReadWaitsForTheDrop",
                "ReceiveTests/heldReadIsAtItsEndWithoutADrop",
            ]),
        Entry(
            number: 19, subject: "deaths of clients and objects; DrayStressTests covers each at every step",
            tests: [
                "ReceiveTests/readOfADeadSourceIsAtItsEnd", "FinishTests/deathOfTheTargetAfterTheDropIsCancelled",
                "SubsurfaceOriginTests/destroyedOriginDoesNotEndTheDrag", "IconTests/destroyedIconDoesNotEndTheDrag",
                "EnterOrderTests/clientThatReleasesItsDeviceIsNoTarget",
                "SeatsTests/removedSeatEndsItsDrag",
                "TouchTests/unpluggedTouchScreenCancelsTheDrag",
            ]),
        Entry(
            number: 20, subject: "the NULL source stays inside its application",
            tests: [
                "NullSourceTests/ownSurfacesAreEnteredWithoutAnOffer",
                "NullSourceTests/otherApplicationsReceiveNothing",
                "NullSourceTests/selectionsAreNotAffected", "NullSourceTests/dropWithModifiersCausesNoError",
                "NullSourceTests/dropWithAFingerEndsTheDrag", "NullSourceTests/deathOfTheApplicationEndsTheDrag",
            ], waiting: "with Xwayland on: XDND"),
        Entry(
            number: 21,
            subject: "icons: none, early, late, changed, reused, with offsets; roles; no input; unmapped at the end",
            tests: [
                "IconTests/noIconIsAStandardImage", "IconTests/iconThatWasCommittedBeforeTheStartIsShown",
                "IconTests/iconThatIsCommittedAfterTheStartIsShown", "IconTests/iconMayChangeDuringTheDrag",
                "IconTests/offsetsAddUpFromTheHotspot", "IconTests/surfaceIsAnIconAgainInTheNextDrag",
                "IconTests/iconTakesNoInput", "IconTests/iconIsGoneAfterACancel", "IconTests/windowIsNoIcon",
                "IconTests/subsurfaceIsNoIcon", "IconTests/iconBecomesNoCursor",
            ], waiting: "above layer surfaces: a host that has them"),
        Entry(
            number: 22, subject: "a source may be dragged again",
            tests: ["StartDragTests/sourceMayBeDraggedAgainAfterItsDrag"]),
        Entry(
            number: 23, subject: "a source for drag and drop is no selection, and the reverse",
            tests: [
                "SelectionTests/sourceForDragAndDropIsNoSelection", "SelectionTests/draggedSourceIsNoSelection",
                "SelectionTests/selectionHasNoActions", "SelectionTests/selectionIsNotDragged",
                "SelectionTests/formerSelectionIsNotDraggedEither",
            ]),
        Entry(
            number: 24, subject: "several data devices of one client on a seat",
            tests: [
                "DevicesTests/allDevicesReceiveTheDrag", "DevicesTests/eachDeviceHasItsOwnReadableOffer",
                "DevicesTests/acceptOnOneDeviceIsNotUndoneByAnother", "DevicesTests/deviceThatAcceptedCanReject",
                "DevicesTests/releasedDeviceDoesNotAffectOthers", "DevicesTests/devicesOfDifferentVersionsWorkTogether",
                "DevicesTests/allDevicesReceiveTheSelection",
            ]),
        Entry(
            number: 25, subject: "touch: the finger that began it drives; cancel; the bare desktop",
            tests: [
                "TouchTests/fingerCarriesContent", "TouchTests/otherFingersNeitherCarryNorDrop",
                "TouchTests/pointerDoesNotDriveAFingersDrag", "TouchTests/fingerThatBeganItDrivesItAmongOthers",
                "TouchTests/cancelledTouchCancelsTheDrag", "TouchTests/bareDesktopIsNoTarget",
            ]),
        Entry(
            number: 26, subject: "no xdg_toplevel.move during a drag",
            tests: ["StartDragTests/windowIsNotMovedDuringADrag"]),
        Entry(
            number: 27, subject: "the keyboard: no focus during the drag, focus after it; Escape and the lock cancel",
            tests: [
                "KeyboardTests/noClientHasTheKeysDuringADrag", "KeyboardTests/keysComeBackAfterADragThatWentNowhere",
                "KeyboardTests/keysFollowADropOnAnotherWindow", "KeyboardTests/escapeCancels",
                "KeyboardTests/releaseAfterEscapeIsNoDrop", "KeyboardTests/lockedSessionCancels",
            ], waiting: "X11 sources keep the focus: XDND"),
        Entry(number: 28, subject: "windows that follow a drag", tests: [], waiting: "xdg_toplevel_drag_v1"),
        Entry(number: 29, subject: "X11", tests: [], waiting: "XDND"),
        Entry(
            number: 30, subject: "serials and time stamps wrap; types without duplicates; no types at all",
            tests: [
                "CounterTests/timeOfAMotionWraps", "CounterTests/serialBeforeTheWrapIsOlderThanOneAfterIt",
                "EnterOrderTests/typesKeepTheirOrderWithoutDuplicates",
                "EnterOrderTests/contentWithoutTypesEntersAtOnce",
            ]),
    ]
}

@Suite struct ContentsTests {
    @Test(arguments: Contents.entries) func everyNamedTestExists(entry: Contents.Entry) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        for test in entry.tests {
            let parts = test.split(separator: "/")
            let file = folder.appending(path: "\(parts[0]).swift")
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.contains("func \(parts[1])("), "\(test) does not exist")
        }
        #expect(!entry.tests.isEmpty || entry.waiting != nil)
    }

    @Test func entriesAreNumberedWithoutGaps() {
        #expect(Contents.entries.map(\.number) == Array(1...30))
    }
}
