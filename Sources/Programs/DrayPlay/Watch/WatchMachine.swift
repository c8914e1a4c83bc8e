// SPDX-License-Identifier: MIT

//   state      a file changes   it rests      the run ends      Return       q, a signal
//   ---------  ---------------  ------------  ----------------  -----------  ------------------
//   playing    changed          –             resting           –            leaving: end it
//   changed    changed          ending: end   settling          –            leaving: end it
//   ending     ending           –             playing: start    –            leaving
//   resting    settling         –             –                 playing      over
//   settling   settling         playing       –                 playing      over
//   leaving    –                –             over              –            –

/// The states of `dray run --watch`: it plays immediately, and again after files have changed. Changes must settle
/// first, because editors and compilers write several times; a run in progress is ended.
struct WatchMachine: Equatable {
    private(set) var state = State.playing

    enum State: Equatable {
        /// A run is in progress.
        case playing
        /// A run is in progress, and files have changed since it began.
        case changed
        /// A run was asked to end, because another one is going to start.
        case ending
        /// Idle.
        case resting
        /// Files have just changed.
        case settling
        /// A run was asked to end, and no other follows.
        case leaving
        case over
    }

    enum Event: Equatable {
        case fileChanged
        /// No file has changed for a moment.
        case filesRest
        case runEnded
        /// The user requested a run.
        case asked
        case leave
    }

    enum Effect: Equatable {
        case start
        case endRun
        /// Reports that it waits for changes.
        case sayWaiting
        /// Requests a `filesRest` event unless another change happens first; replaces an earlier request.
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
        // Late events, or requests that are already being fulfilled.
        case (.ending, .fileChanged), (.ending, .filesRest), (.playing, .filesRest), (.playing, .asked),
            (.changed, .asked),
            (.ending, .asked), (.resting, .filesRest), (.resting, .runEnded), (.settling, .runEnded),
            (.leaving, .fileChanged), (.leaving, .filesRest), (.leaving, .asked), (.leaving, .leave), (.over, _):
            return []
        }
    }
}
