// SPDX-License-Identifier: MIT

import CXKBCommon

// The names as C strings, which are valid for one call.

extension KeymapNames {
    /// Calls a function with the names as C strings, valid during the call. Nil becomes a null pointer, which means
    /// "default" to xkbcommon.
    func withCNames<Result>(_ body: (inout xkb_rule_names) -> Result) -> Result {
        Self.lend(rules) { rules in
            Self.lend(model) { model in
                Self.lend(layout) { layout in
                    Self.lend(variant) { variant in
                        Self.lend(options) { options in
                            var names = xkb_rule_names(
                                rules: rules, model: model, layout: layout, variant: variant, options: options)
                            return body(&names)
                        }
                    }
                }
            }
        }
    }

    private static func lend<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let text else { return body(nil) }
        return text.withCString { body($0) }
    }
}
