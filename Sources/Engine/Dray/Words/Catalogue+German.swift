// SPDX-License-Identifier: MIT

// The German announcements.

extension Catalogue {
    public static let german = Catalogue(
        language: "de",
        pickedUp: .oneAndOther(one: "{count} Objekt aufgenommen", other: "{count} Objekte aufgenommen"),
        pickedUpUncounted: "Aufgenommen",
        pickedUpItem: "„{name}“ aufgenommen",
        pickedUpKinds: Kinds(
            pictures: .oneAndOther(one: "{count} Bild aufgenommen", other: "{count} Bilder aufgenommen"),
            videos: .oneAndOther(one: "{count} Video aufgenommen", other: "{count} Videos aufgenommen"),
            sounds: .oneAndOther(one: "{count} Audiodatei aufgenommen", other: "{count} Audiodateien aufgenommen"),
            texts: .oneAndOther(one: "{count} Text aufgenommen", other: "{count} Texte aufgenommen"),
            folders: .oneAndOther(one: "{count} Ordner aufgenommen", other: "{count} Ordner aufgenommen")),
        over: "Über „{name}“, {outcome}",
        overUnnamed: "Über einem Fenster, {outcome}",
        overNothing: "Hier nimmt es niemand",
        asked:
            "{reason}. Das lässt sich nicht rückgängig machen: ein Klick auf das Bild oder die Eingabetaste legt ab, "
            + "Escape bricht ab",
        askedWithoutReason:
            "Das lässt sich nicht rückgängig machen: ein Klick auf das Bild oder die Eingabetaste legt ab, "
            + "Escape bricht ab",
        dropped: "Auf „{name}“ abgelegt",
        droppedUnnamed: "Abgelegt",
        droppedBeside: "Neben dem Finger abgelegt, auf „{name}“",
        droppedBesideUnnamed: "Neben dem Finger abgelegt",
        pick: "In „{name}“ wählen: Pfeiltasten bewegen den Zeiger, die Eingabetaste nimmt auf",
        pickUnnamed: "Wählen: Pfeiltasten bewegen den Zeiger, die Eingabetaste nimmt auf",
        pickItem: "„{name}“, die Eingabetaste nimmt auf",
        notDraggable: "Lässt sich nicht ziehen",
        takesNothing: "„{name}“ nimmt nichts davon",
        takesNothingUnnamed: "Ein Fenster nimmt nichts davon",
        lookingForPlace: "Ein Platz dafür wird gesucht",
        nothingTakes: "Kein Fenster nimmt das",
        pointerTookOver: "Der Zeiger hat übernommen",
        draggingByName: "„{name}“ wird dem Namen nach zu „{target}“ gezogen",
        outcomes: Outcomes(
            undecided: "woher es kam", copy: "wird kopiert", move: "wird bewegt", ask: "wird nachgefragt",
            notPossible: "kann hier nicht abgelegt werden"),
        ends: Ends(
            copied: "Kopiert", moved: "Bewegt", done: "Fertig", handedOver: "Abgelegt",
            missed: "Nicht abgelegt: hier nimmt es niemand",
            refused: "Nicht abgelegt: es kann hier nicht angenommen werden",
            abandoned: "Nicht abgelegt: das Ablegen wurde nicht abgeschlossen",
            targetGone: "Nicht abgelegt: das Programm, das es nehmen sollte, wurde beendet",
            sourceGone: "Nicht abgelegt: das Programm, aus dem es kam, wurde beendet",
            cancelled: "Abgebrochen",
            deviceGone: "Abgebrochen: das Gerät wurde getrennt",
            touchCancelled: "Abgebrochen: die Berührung wurde aufgehoben",
            sessionLocked: "Abgebrochen: die Sitzung wurde gesperrt",
            brokeOff: "Nur ein Teil ist angekommen: die Übertragung ist abgebrochen",
            transferFailed: "Nicht abgelegt: der Inhalt konnte nicht übertragen werden",
            timedOut: "Nicht abgelegt: das Programm hat nicht rechtzeitig geantwortet"))
}
