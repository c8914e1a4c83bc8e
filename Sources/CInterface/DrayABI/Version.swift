// SPDX-License-Identifier: MIT

public import CDray

// Functions that need no object: the version of the library, and the description of a status.

@c @implementation
public func dray_version() -> UnsafePointer<CChar>! { constant("0.1.0") }

@c @implementation
public func dray_version_number() -> UInt32 { 0x0000_0100 }

@c @implementation
public func dray_status_text(_ status: dray_status) -> UnsafePointer<CChar>! {
    switch status {
    case DRAY_OK: constant("success")
    case DRAY_ERROR_NULL: constant("a pointer is NULL")
    case DRAY_ERROR_SIZE: constant("a structure has the wrong size")
    case DRAY_ERROR_VALUE: constant("a value is not allowed")
    case DRAY_ERROR_HANDLE: constant("not a handle, or its object was destroyed")
    case DRAY_ERROR_RESOURCE: constant("a resource of another interface or display")
    case DRAY_ERROR_THREAD: constant("called on the wrong thread")
    case DRAY_ERROR_ORDER: constant("not possible in the present state")
    case DRAY_ERROR_MEMORY: constant("out of memory, descriptors or handles")
    case DRAY_ERROR_UNSUPPORTED: constant("not possible with a library of this process")
    default: constant("not a status of this library")
    }
}

/// Returns the zero-terminated bytes of a literal, which live as long as the library is loaded.
private func constant(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
