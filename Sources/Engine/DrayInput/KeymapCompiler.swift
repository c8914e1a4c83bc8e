// SPDX-License-Identifier: MIT

import CXKBCommon

/// Runs xkbcommon's compiler and collects its messages.
enum KeymapCompiler {
    /// - Returns: A keymap with one reference, owned by the caller.
    static func run(_ compile: (_ context: OpaquePointer) -> OpaquePointer?) throws(InputError) -> OpaquePointer {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else {
            throw .keymapDoesNotCompile(log: "xkbcommon could not be started")
        }
        // The keymap retains its context as long as necessary.
        defer { xkb_context_unref(context) }

        let complaints = Complaints()
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_WARNING)
        xkb_context_set_log_fn(context) { context, _, format, arguments in
            guard let context, let data = xkb_context_get_user_data(context) else { return }
            Unmanaged<Complaints>.fromOpaque(data).takeUnretainedValue().add(logText(format, arguments))
        }
        xkb_context_set_user_data(context, Unmanaged.passUnretained(complaints).toOpaque())
        // The context may outlive the object that collects messages.
        defer { xkb_context_set_user_data(context, nil) }

        let keymap = withExtendedLifetime(complaints) { compile(context) }
        guard let keymap else { throw .keymapDoesNotCompile(log: complaints.text) }
        return keymap
    }

    private final class Complaints {
        private(set) var text = ""

        func add(_ line: String) {
            if !text.isEmpty { text += "\n" }
            text += line
        }
    }
}
