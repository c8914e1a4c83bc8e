// SPDX-License-Identifier: MIT

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A file descriptor that arrived in a message. It is closed with its last reference, unless it is taken.
public final class ReceivedDescriptor {
    private var descriptor: Int32?

    /// Takes ownership of `descriptor`.
    public init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// The descriptor, valid while this object lives; nil once it was taken.
    public var borrowed: Int32? { descriptor }

    /// Transfers the ownership of the descriptor to the caller. Nil if it was taken before.
    public func take() -> Int32? {
        defer { descriptor = nil }
        return descriptor
    }
}
