// SPDX-License-Identifier: MIT

internal import DrayCore
internal import Glibc

/// The words for the steps of a drag in one language (HIG-33).
///
/// A template has `{name}` where the name stands that a person knows, `{count}` for the number of items, and `{outcome}` for one of
/// ``outcomes``. To translate Dray is to write one more of these, and a line in ``Catalogue/all``.
public struct Catalogue: Sendable {
    /// Two or three letters of ISO 639, as they stand first in `LANG`.
    public var language: String

    /// So many items travel now. With `{count}`.
    public var pickedUp: PluralForms
    /// Nobody knows how many items.
    public var pickedUpUncounted: String
    /// One item with a name. With `{name}`.
    public var pickedUpItem: String
    /// So many items of one kind. With `{count}`.
    public var pickedUpKinds: Kinds
    /// With `{name}` and `{outcome}`.
    public var over: String
    /// With `{outcome}`.
    public var overUnnamed: String
    public var overNothing: String
    /// The drop cannot be undone, and how the person says yes or no. With `{reason}`, which an application gives.
    public var asked: String
    public var askedWithoutReason: String
    /// With `{name}`.
    public var dropped: String
    public var droppedUnnamed: String
    /// Beside where the finger let go, since it was not taken there. With `{name}`.
    public var droppedBeside: String
    public var droppedBesideUnnamed: String
    /// With `{name}`.
    public var pick: String
    public var pickUnnamed: String
    /// What would be picked up. With `{name}`.
    public var pickItem: String
    public var notDraggable: String
    /// With `{name}`.
    public var takesNothing: String
    public var takesNothingUnnamed: String
    /// It takes a while to find what takes the content.
    public var lookingForPlace: String
    public var nothingTakes: String
    public var pointerTookOver: String
    /// A program drags. With `{name}` and `{target}`.
    public var draggingByName: String
    public var outcomes: Outcomes
    public var ends: Ends

    /// Phrases for things of one kind.
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

    /// What a drop would do, as `{outcome}` of a sentence.
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

    /// How a drag ended, each a sentence.
    public struct Ends: Sendable {
        public var copied: String
        public var moved: String
        /// The target asked, and did what it was told.
        public var done: String
        /// The application does everything by itself.
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
        /// A part arrived, and the target may show it as if it were all.
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

    /// The languages that Dray speaks, English first.
    public static let all: [Catalogue] = [.english, .german, .korean, .japanese]

    /// The words of a language, where Dray has them: `de`, `de_AT` and `de_AT.UTF-8` are one.
    public static func of(language: String) -> Catalogue? {
        let letters = language.prefix { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }.lowercased()
        return all.first { $0.language == letters }
    }

    /// The words of the first language that a person wants and Dray speaks, as the environment says it to gettext; else English.
    /// - Parameter value: of a variable; nil where it is unset.
    public static func preferred(in value: (String) -> String?) -> Catalogue {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(value).first { !$0.isEmpty } ?? "C"
        if locale == "C" || locale == "POSIX" || locale.hasPrefix("C.") { return .english }
        let languages = (value("LANGUAGE") ?? "").split(separator: ":").map(String.init) + [locale]
        return languages.lazy.compactMap(of(language:)).first ?? .english
    }

    /// The words that the environment of this process asks for.
    public static var ofEnvironment: Catalogue {
        preferred { name in getenv(name).map { String(cString: $0) } }
    }
}

/// A phrase with a number, in the forms that its language has for numbers.
public enum PluralForms: Sendable {
    /// The number alone says how many there are (Japanese, Korean, Chinese).
    case invariable(String)
    /// One form for exactly one, one for all else (English, German).
    case oneAndOther(one: String, other: String)

    func form(of count: Int) -> String {
        switch self {
        case .invariable(let form): form
        case .oneAndOther(let one, let other): count == 1 ? one : other
        }
    }
}
