// SPDX-License-Identifier: MIT

import CSpeech
import Glibc

/// Says something to whoever listens on the accessibility bus, one way or the other, as `dray-access` does: by CSpeech.
final class Speech: LoopGuest {
    private let raw: OpaquePointer
    private let loop: EventLoop
    private var pause = SpeechPause()
    /// Has to stay where it is.
    private let places: UnsafeMutablePointer<dray_speech_places>

    /// - Returns: nil where that cannot be.
    init?(on bus: BusConnection, _ loop: EventLoop, speaker: Node, root: Node, note: Node, index: Int) {
        self.loop = loop
        places = .allocate(capacity: 1)
        places.initialize(
            to: dray_speech_places(
                speaker: strdup(speaker.path), root: strdup(root.path), index: Int32(index), note: strdup(note.path)))
        guard let raw = dray_speech_begin(bus.raw, places, { _ in }, nil) else {
            Self.free(places)
            return nil
        }
        self.raw = raw
        loop.add(self)
    }

    /// Nothing more is said.
    func end() { loop.remove(self) }

    deinit {
        dray_speech_end(raw)
        Self.free(places)
    }

    private static func free(_ places: UnsafeMutablePointer<dray_speech_places>) {
        for text in [places.pointee.speaker, places.pointee.root, places.pointee.note] {
            Glibc.free(UnsafeMutablePointer(mutating: text))
        }
        places.deallocate()
    }

    /// Nothing that is being said has to stop for it.
    func say(_ words: String) {
        if let words = pause.say(words, at: EventLoop.now) { dray_speech_say(raw, 1, words) }
    }

    /// What the notification says, and whether it shows; nil before there was one.
    var note: (text: String, shows: Bool)? {
        dray_speech_note(raw).map { (String(cString: $0), dray_speech_note_shows(raw)) }
    }

    // MARK: The event loop

    let descriptor: Int32 = -1
    let events: Int16 = 0
    var deadline: UInt64? { pause.deadline }

    func process() {
        if let words = pause.look(at: EventLoop.now) { dray_speech_say(raw, 1, words) }
    }
}
