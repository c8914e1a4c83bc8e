// SPDX-License-Identifier: MIT

internal import DrayCore
internal import Glibc

/// The announcements for the steps of a drag in one language (HIG-33).
///
/// Templates contain `{name}` for a user-visible name, `{count}` for the number of items, and `{outcome}` for one of
/// ``outcomes``. To translate Dray, add a catalogue and list it in ``Catalogue/all``.
public struct Catalogue: Sendable {
    /// The language as an ISO 639 code of two or three letters, as at the beginning of `LANG`.
    public var language: String

    /// Picked up this number of items. With `{count}`.
    public var pickedUp: PluralForms
    /// Picked up an unknown number of items.
    public var pickedUpUncounted: String
    /// Picked up one item with a name. With `{name}`.
    public var pickedUpItem: String
    /// Picked up this number of items of one kind. With `{count}`.
    public var pickedUpKinds: Kinds
    /// The current action over a named window. With `{name}` and `{outcome}`.
    public var over: String
    /// The current action over a window without a name. With `{outcome}`.
    public var overUnnamed: String
    public var overNothing: String
    /// The drop cannot be undone; says how to confirm or cancel it. With `{reason}`, provided by an application.
    public var asked: String
    public var askedWithoutReason: String
    /// Dropped on a named window. With `{name}`.
    public var dropped: String
    public var droppedUnnamed: String
    /// Dropped at a position near the finger, since the target there rejected the content. With `{name}`.
    public var droppedBeside: String
    public var droppedBesideUnnamed: String
    /// Picking in a named window. With `{name}`.
    public var pick: String
    public var pickUnnamed: String
    /// The object that would be picked up. With `{name}`.
    public var pickItem: String
    public var notDraggable: String
    /// A named window does not accept the content. With `{name}`.
    public var takesNothing: String
    public var takesNothingUnnamed: String
    /// The search for a target that accepts the content takes a while.
    public var lookingForPlace: String
    public var nothingTakes: String
    public var pointerTookOver: String
    /// A program drags by name. With `{name}` and `{target}`.
    public var draggingByName: String
    public var outcomes: Outcomes
    public var ends: Ends

    /// Phrases for items of one kind.
    public struct Kinds: Sendable {
        public var pictures: PluralForms
        public var videos: PluralForms
        public var sounds: PluralForms
        public var texts: PluralForms
        public var folders: PluralForms

        public init(
            pictures: PluralForms, videos: PluralForms, sounds: PluralForms, texts: PluralForms, folders: PluralForms
        ) {
            self.pictures = pictures
            self.videos = videos
            self.sounds = sounds
            self.texts = texts
            self.folders = folders
        }

        func form(of kind: ItemKind, _ count: Int) -> String {
            switch kind {
            case .picture: pictures.form(of: count)
            case .video: videos.form(of: count)
            case .sound: sounds.form(of: count)
            case .text: texts.form(of: count)
            case .folder: folders.form(of: count)
            }
        }
    }

    /// The phrases for `{outcome}`.
    public struct Outcomes: Sendable {
        public var undecided: String
        public var copy: String
        public var move: String
        public var ask: String
        public var notPossible: String

        public init(undecided: String, copy: String, move: String, ask: String, notPossible: String) {
            self.undecided = undecided
            self.copy = copy
            self.move = move
            self.ask = ask
            self.notPossible = notPossible
        }
    }

    /// The sentences for the end of a drag.
    public struct Ends: Sendable {
        public var copied: String
        public var moved: String
        /// The target asked the user, and performed the chosen action.
        public var done: String
        /// The application handles the drop itself.
        public var handedOver: String
        public var missed: String
        public var refused: String
        public var abandoned: String
        public var targetGone: String
        public var sourceGone: String
        public var cancelled: String
        public var deviceGone: String
        public var touchCancelled: String
        public var sessionLocked: String
        /// Only a part arrived, which the target may show as if it were complete.
        public var brokeOff: String
        public var transferFailed: String
        public var timedOut: String

        public init(
            copied: String, moved: String, done: String, handedOver: String, missed: String, refused: String,
            abandoned: String, targetGone: String, sourceGone: String, cancelled: String, deviceGone: String,
            touchCancelled: String, sessionLocked: String, brokeOff: String, transferFailed: String, timedOut: String
        ) {
            self.copied = copied
            self.moved = moved
            self.done = done
            self.handedOver = handedOver
            self.missed = missed
            self.refused = refused
            self.abandoned = abandoned
            self.targetGone = targetGone
            self.sourceGone = sourceGone
            self.cancelled = cancelled
            self.deviceGone = deviceGone
            self.touchCancelled = touchCancelled
            self.sessionLocked = sessionLocked
            self.brokeOff = brokeOff
            self.transferFailed = transferFailed
            self.timedOut = timedOut
        }
    }

    public init(
        language: String, pickedUp: PluralForms, pickedUpUncounted: String, pickedUpItem: String, pickedUpKinds: Kinds,
        over: String,
        overUnnamed: String, overNothing: String, asked: String, askedWithoutReason: String, dropped: String,
        droppedUnnamed: String, droppedBeside: String, droppedBesideUnnamed: String, pick: String, pickUnnamed: String,
        pickItem: String, notDraggable: String, takesNothing: String, takesNothingUnnamed: String,
        lookingForPlace: String, nothingTakes: String,
        pointerTookOver: String, draggingByName: String, outcomes: Outcomes, ends: Ends
    ) {
        self.language = language
        self.pickedUp = pickedUp
        self.pickedUpUncounted = pickedUpUncounted
        self.pickedUpItem = pickedUpItem
        self.pickedUpKinds = pickedUpKinds
        self.over = over
        self.overUnnamed = overUnnamed
        self.overNothing = overNothing
        self.asked = asked
        self.askedWithoutReason = askedWithoutReason
        self.dropped = dropped
        self.droppedUnnamed = droppedUnnamed
        self.droppedBeside = droppedBeside
        self.droppedBesideUnnamed = droppedBesideUnnamed
        self.pick = pick
        self.pickUnnamed = pickUnnamed
        self.pickItem = pickItem
        self.notDraggable = notDraggable
        self.takesNothing = takesNothing
        self.takesNothingUnnamed = takesNothingUnnamed
        self.lookingForPlace = lookingForPlace
        self.nothingTakes = nothingTakes
        self.pointerTookOver = pointerTookOver
        self.draggingByName = draggingByName
        self.outcomes = outcomes
        self.ends = ends
    }

    /// The languages of Dray, English first.
    public static let all: [Catalogue] = [.english, .german, .korean, .japanese]

    /// Returns the catalogue for a language, or nil if there is none: `de`, `de_AT` and `de_AT.UTF-8` are equivalent.
    public static func of(language: String) -> Catalogue? {
        let letters = language.prefix { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }.lowercased()
        return all.first { $0.language == letters }
    }

    /// Returns the catalogue for the first supported language in gettext's environment variables; otherwise English.
    /// - Parameter value: Returns the value of a variable, or nil if it is unset.
    public static func preferred(in value: (String) -> String?) -> Catalogue {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(value).first { !$0.isEmpty } ?? "C"
        if locale == "C" || locale == "POSIX" || locale.hasPrefix("C.") { return .english }
        let languages = (value("LANGUAGE") ?? "").split(separator: ":").map(String.init) + [locale]
        return languages.lazy.compactMap(of(language:)).first ?? .english
    }

    /// The catalogue for the locale variables of this process.
    public static var ofEnvironment: Catalogue {
        preferred { name in getenv(name).map { String(cString: $0) } }
    }
}

/// A phrase with a number, in the plural forms of its language.
public enum PluralForms: Sendable {
    /// The same form for all numbers (Japanese, Korean, Chinese).
    case invariable(String)
    /// One form for exactly one, and one for all other numbers (English, German).
    case oneAndOther(one: String, other: String)

    func form(of count: Int) -> String {
        switch self {
        case .invariable(let form): form
        case .oneAndOther(let one, let other): count == 1 ? one : other
        }
    }
}
