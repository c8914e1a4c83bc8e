// SPDX-License-Identifier: MIT

import CXKBCommon

// The names as C wants them. They are lent for one call, so they need no owner there.

extension KeymapNames {
    /// Lends the names to xkbcommon for the time of the call; nil becomes a null pointer, which it reads as "default".
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
