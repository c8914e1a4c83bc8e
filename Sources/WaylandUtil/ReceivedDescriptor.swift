// SPDX-License-Identifier: MIT

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A file descriptor that arrived in a message. It is closed with its last reference, unless somebody takes it.
public final class ReceivedDescriptor {
    private var descriptor: Int32?

    /// Owns `descriptor` from here on.
    public init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// The descriptor, for use while this object lives; nil once it was taken.
    public var borrowed: Int32? { descriptor }

    /// Hands the descriptor over: from here on the caller closes it. Nil if somebody took it before.
    public func take() -> Int32? {
        defer { descriptor = nil }
        return descriptor
    }
}
