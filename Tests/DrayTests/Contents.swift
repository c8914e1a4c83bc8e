// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The corners of `wl_data_device` in which compositors have gone wrong, and the tests that show how it is here.
///
/// An entry that waits for a later part says for which. The test below holds the table to the truth: what it names exists.
enum Contents {
    struct Entry: Sendable {
        let number: Int
        let subject: String
        /// Suite and name of each test, as `StartDragTests/wrongSerialIsCancelled`.
        let tests: [String]
        /// What of it waits, and for what.
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
                "StartDragTests/oldSourceIsRefusedInSilence", "TouchTests/liftedFingerBeginsNothing",
                "SeatsTests/deviceOfASeatThatIsGoneAnswersAllTheSame",
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
                "EnterOrderTests/noActionComesBeforeTheTargetsOwn", "EnterOrderTests/positionsAreThoseOfThePointer",
            ]),
        Entry(
            number: 4, subject: "the first action on a new offer is sent even if nothing has changed",
            tests: [
                "EnterOrderTests/firstActionOnANewOfferIsToldEvenIfItIsTheOld",
                "EnterOrderTests/firstActionIsToldEvenIfItIsNone",
            ]),
        Entry(
            number: 5, subject: "leaving to nothing is told to the source: no type, no action",
            tests: ["LeaveTests/sourceHearsThatNothingTakesItsContentAnyMore", "TouchTests/bareDesktopIsNoTarget"]),
        Entry(
            number: 6, subject: "old offers change nothing, are no errors, and reads by them end",
            tests: [
                "LeaveTests/requestsOnAnOldOfferChangeNothingAndAreNoErrors",
                "LeaveTests/oldOfferDoesNotTouchTheNewOne",
                "LeaveTests/readByAnOldOfferIsAtItsEnd",
            ]),
        Entry(
            number: 7, subject: "what a release needs to be a drop, for pointer and finger alike",
            tests: [
                "DropGateTests/dropWithoutAcceptedTypeIsCancelled", "DropGateTests/dropAfterAcceptOfNothingIsCancelled",
                "DropGateTests/dropWithoutTheTargetsActionsIsCancelled",
                "DropGateTests/dropWithoutACommonActionIsCancelled", "DropGateTests/dropWithTypeAndActionIsOne",
                "DropGateTests/moveOnlyContentIsNotDroppedOnAnotherApplication",
                "DropGateTests/oldTargetGetsTheDropWhateverItAccepted",
            ], waiting: "pens: the tablet"),
        Entry(
            number: 8, subject: "ask: frozen after the drop, the final action right before dnd_finished",
            tests: [
                "AskTests/modifiersLeadToAsk", "AskTests/finalActionComesRightBeforeFinished",
                "AskTests/afterTheDropNothingChangesTheActionButTheTarget", "AskTests/lastAnswerCounts",
                "AskTests/noIsADestroyedOffer", "AskTests/betweenApplicationsItEndsInACopy",
                "AskTests/betweenApplicationsThereIsNothingToAskWithoutCopy", "AskTests/askWithAFinger",
            ]),
        Entry(
            number: 9, subject: "dnd_drop_performed on an accepted drop only",
            tests: [
                "DropGateTests/dropWithTypeAndActionIsOne", "DropGateTests/dropWithoutAcceptedTypeIsCancelled",
                "DropGateTests/dropPerformedIsNotToldToAnOldSource",
            ], waiting: "on every release of a drag with a window: xdg_toplevel_drag_v1"),
        Entry(
            number: 10, subject: "a target that goes without finish has not taken the content",
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
                "FinishTests/finishedIsToldOnce", "FinishTests/requestsAfterFinishChangeNothing",
                "FinishTests/finishBeforeTheDropIsAnError", "FinishTests/finishAfterAcceptOfNothingIsAnError",
                "FinishTests/finishWithoutAnAnswerIsAnError", "SelectionTests/finishOnASelectionIsAnError",
            ]),
        Entry(
            number: 12, subject: "leave follows drop, and the offer stays usable",
            tests: ["DropGateTests/leaveFollowsTheDropAndTheOfferStaysUsable"]),
        Entry(
            number: 13, subject: "the pointer is taken away for the drag, and given back after wl_data_device.leave",
            tests: [
                "PointerGrabTests/pointerLeavesAtTheStart", "PointerGrabTests/noPointerEventComesDuringADrag",
                "PointerGrabTests/secondButtonNeitherDropsNorCancels",
                "PointerGrabTests/dragEndsWithTheButtonThatBeganIt",
                "PointerGrabTests/leaveComesBeforeThePointerEnters",
                "PointerGrabTests/leaveComesBeforeThePointerEntersWhenItsDeviceGoes",
            ]),
        Entry(
            number: 14, subject: "cancelled on sources of version 1 and 2 only when another takes their place",
            tests: [
                "VersionTests/cancelledMeansNothingElseToAnOldSource", "StartDragTests/oldSourceIsRefusedInSilence",
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
                "NegotiationTests/noPreferenceIsLegal", "NegotiationTests/targetMayChangeItsMindOften",
                "NegotiationTests/nothingInCommonIsToldToBothAndEndsNothing",
                "SelectionTests/setActionsOnASelectionIsAnError",
            ]),
        Entry(
            number: 16, subject: "modifiers change the action at once, within what both offer",
            tests: [
                "ModifierTests/pressAndReleaseAreToldToBothAtOnce", "ModifierTests/modifierThatIsHeldAtTheStartCounts",
                "ModifierTests/modifierForAnActionThatASideDoesNotOfferIsIgnored",
                "ModifierTests/withoutModifiersThePreferenceOfTheTargetRules",
                "ModifierTests/withoutAPreferenceThatBothOfferTheLowestActionRules",
                "ModifierTests/modifiersOfTheReleaseDecide", "ModifierTests/noModifierMovesBetweenApplications",
                "ModifierTests/modifiersOfAKeyboardThatIsUnpluggedAreLetGo",
            ]),
        Entry(
            number: 17, subject: "accept of a type that is not offered does not undo an earlier one",
            tests: ["NegotiationTests/acceptOfATypeThatIsNotOfferedDoesNotUndoAnEarlierOne"]),
        Entry(
            number: 18, subject: "receive before and after the drop, often, and beside later drags",
            tests: [
                "ReceiveTests/contentIsReadBeforeAndAfterTheDropAsOftenAsOneLikes",
                "ReceiveTests/typeThatIsNotOfferedIsAtItsEndAtOnce",
                "ReceiveTests/laterDragLeavesTheReadsOfAnEarlierOneAlone", "ReceiveTests/heldReadWaitsForTheDrop",
                "ReceiveTests/heldReadIsAtItsEndWithoutADrop",
            ]),
        Entry(
            number: 19, subject: "deaths; each at every step is in DrayStressTests",
            tests: [
                "ReceiveTests/readOfADeadSourceIsAtItsEnd", "FinishTests/deathOfTheTargetAfterTheDropIsCancelled",
                "SubsurfaceOriginTests/destroyedOriginDoesNotEndTheDrag", "IconTests/destroyedIconDoesNotEndTheDrag",
                "EnterOrderTests/clientThatLetsGoOfItsDeviceIsNoTargetAnyMore",
                "SeatsTests/seatThatGoesTakesItsDragAlong",
                "TouchTests/unpluggedTouchScreenCancelsTheDrag",
            ]),
        Entry(
            number: 20, subject: "the NULL source stays inside its application",
            tests: [
                "NullSourceTests/ownSurfacesHearOfItWithoutAnOffer", "NullSourceTests/otherApplicationsHearNothing",
                "NullSourceTests/selectionsAreNotTouched", "NullSourceTests/dropWithModifiersHarmsNobody",
                "NullSourceTests/dropWithAFingerHarmsNobody", "NullSourceTests/deathOfItsApplicationEndsIt",
            ], waiting: "with Xwayland on: XDND"),
        Entry(
            number: 21,
            subject: "icons: none, early, late, changed, again, with offsets; roles; no input; gone at the end",
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
            number: 23, subject: "a source for drag and drop is no selection, and the other way round",
            tests: [
                "SelectionTests/sourceForDragAndDropIsNoSelection", "SelectionTests/draggedSourceIsNoSelection",
                "SelectionTests/selectionHasNoActions", "SelectionTests/selectionIsNotDragged",
                "SelectionTests/formerSelectionIsNotDraggedEither",
            ]),
        Entry(
            number: 24, subject: "several data devices of one client on a seat",
            tests: [
                "DevicesTests/allOfThemAreTold", "DevicesTests/eachHasAnOfferOfItsOwnThatCanBeRead",
                "DevicesTests/whatOneTakesTheOtherDoesNotUndo", "DevicesTests/whoTookItMayTakeItBack",
                "DevicesTests/oneThatIsReleasedLeavesTheOthers", "DevicesTests/oldAndNewOnesStandSideBySide",
                "DevicesTests/allOfThemHearOfTheSelection",
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
            number: 27, subject: "the keyboard: nobody's during the drag, back after it; Escape and the lock cancel",
            tests: [
                "KeyboardTests/noClientHasTheKeysDuringADrag", "KeyboardTests/keysComeBackAfterADragThatWentNowhere",
                "KeyboardTests/keysFollowADropOnAnotherWindow", "KeyboardTests/escapeCancels",
                "KeyboardTests/releaseAfterEscapeIsNoDrop", "KeyboardTests/lockedSessionCancels",
            ], waiting: "X11 sources keep the focus: XDND"),
        Entry(number: 28, subject: "windows that are dragged along", tests: [], waiting: "xdg_toplevel_drag_v1"),
        Entry(number: 29, subject: "X11", tests: [], waiting: "XDND"),
        Entry(
            number: 30, subject: "serials and time stamps wrap; types without duplicates; no types at all",
            tests: [
                "CounterTests/timeOfAMotionWraps", "CounterTests/serialBeforeTheWrapIsOlderThanOneAfterIt",
                "EnterOrderTests/typesKeepTheirOrderAndComeOnce", "EnterOrderTests/contentWithoutTypesEntersAtOnce",
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

    @Test func everyCornerHasAnEntry() {
        #expect(Contents.entries.map(\.number) == Array(1...30))
    }
}
