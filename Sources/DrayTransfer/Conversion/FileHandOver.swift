// SPDX-License-Identifier: MIT

public import DrayCore

/// How the files of a list come to a reader in a sandbox, which cannot open them where they are (WL-06): somebody gives them to the
/// document portal, and writes what that made of the list.
public struct FileHandOver {
    public struct Files {
        public let form: DocumentForm
        /// Whether the engine has made them itself, of content of the source's.
        public let areOwn: Bool
        /// The list as it came (`text/uri-list`), to be read; sealed. Lent for the call.
        public let list: Int32
        /// What is made of it is written there. Lent for the call.
        public let result: Int32
    }

    public enum Answer: Equatable, Sendable {
        /// The result is written.
        case done
        /// There is no portal, or none of the files is for it: nothing has changed.
        case none
        case failed
    }

    /// Begins it, and calls `then` once, later, but not for ever: whoever waits gives up by itself.
    /// - Returns: whether it has begun; else `then` is not called.
    let begin: (Files, _ then: @escaping (Answer) -> Void) -> Bool

    public init(begin: @escaping (Files, _ then: @escaping (Answer) -> Void) -> Bool) {
        self.begin = begin
    }
}
