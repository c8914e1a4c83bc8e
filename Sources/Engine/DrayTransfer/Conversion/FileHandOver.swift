// SPDX-License-Identifier: MIT

public import DrayCore

/// Passes the files of a list to a reader in a sandbox, which cannot open them at their paths (WL-06): a helper
/// registers them with the document portal, and writes the list that the portal returns.
public struct FileHandOver {
    public struct Files {
        public let form: DocumentForm
        /// Whether the engine created the files itself, from content of the source.
        public let areOwn: Bool
        /// The original list (`text/uri-list`), sealed, for reading. Borrowed for the call.
        public let list: Int32
        /// The file for the resulting list. Borrowed for the call.
        public let result: Int32
    }

    public enum Answer: Equatable, Sendable {
        /// The result has been written.
        case done
        /// There is no portal, or it does not accept any of the files. Nothing has changed.
        case none
        case failed
    }

    /// Begins the transfer. `then` is called once, later, and after a timeout at the latest.
    /// - Returns: Whether it has begun; if not, `then` is not called.
    let begin: (Files, _ then: @escaping (Answer) -> Void) -> Bool

    public init(begin: @escaping (Files, _ then: @escaping (Answer) -> Void) -> Bool) {
        self.begin = begin
    }
}
