// SPDX-License-Identifier: MIT

//   state      a file changes   it rests      the run ends      Return       q, a signal
//   ---------  ---------------  ------------  ----------------  -----------  ------------------
//   playing    changed          –             resting           –            leaving: end it
//   changed    changed          ending: end   settling          –            leaving: end it
//   ending     ending           –             playing: start    –            leaving
//   resting    settling         –             –                 playing      over
//   settling   settling         playing       –                 playing      over
//   leaving    –                –             over              –            –

/// When `dray run --watch` plays: at once, and again when files have changed. They are given a moment to rest, since editors and
/// compilers write more than once; a run that goes on meanwhile is ended.
struct WatchMachine: Equatable {
    private(set) var state = State.playing

    enum State: Equatable {
        /// A run goes on.
        case playing
        /// A run goes on, and files have changed since it began.
        case changed
        /// A run was told to end, since another is to begin.
        case ending
        /// Nothing happens.
        case resting
        /// Files have changed just now.
        case settling
        /// A run was told to end, and that is all.
        case leaving
        case over
    }

    enum Event: Equatable {
        case fileChanged
        /// Nothing has changed for a moment.
        case filesRest
        case runEnded
        /// Somebody wants it to be played.
        case asked
        case leave
    }

    enum Effect: Equatable {
        case start
        case endRun
        /// Tells that it waits for changes.
        case sayWaiting
        /// Calls back with `filesRest`, unless something changes before; what was asked for earlier is forgotten.
        case awaitRest
    }

    mutating func take(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.playing, .fileChanged), (.changed, .fileChanged):
            state = .changed
            return [.awaitRest]
        case (.changed, .filesRest):
            state = .ending
            return [.endRun]
        case (.playing, .runEnded):
            state = .resting
            return [.sayWaiting]
        case (.changed, .runEnded):
            state = .settling
            return [.awaitRest]
        case (.ending, .runEnded), (.resting, .asked), (.settling, .asked), (.settling, .filesRest):
            state = .playing
            return [.start]
        case (.resting, .fileChanged), (.settling, .fileChanged):
            state = .settling
            return [.awaitRest]
        case (.playing, .leave), (.changed, .leave):
            state = .leaving
            return [.endRun]
        case (.ending, .leave):
            state = .leaving
            return []
        case (.resting, .leave), (.settling, .leave), (.leaving, .runEnded):
            state = .over
            return []
        // What comes late, or is on its way already.
        case (.ending, .fileChanged), (.ending, .filesRest), (.playing, .filesRest), (.playing, .asked),
            (.changed, .asked),
            (.ending, .asked), (.resting, .filesRest), (.resting, .runEnded), (.settling, .runEnded),
            (.leaving, .fileChanged), (.leaving, .filesRest), (.leaving, .asked), (.leaving, .leave), (.over, _):
            return []
        }
    }
}
