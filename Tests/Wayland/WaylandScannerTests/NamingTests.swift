// SPDX-License-Identifier: MIT

import Testing

@testable import WaylandScanner

/// The conversion of protocol names to Swift names.
@Suite struct NamingTests {
    @Test(arguments: [
        ("wl_data_device", "WlDataDevice"), ("zwp_primary_selection_v1", "ZwpPrimarySelectionV1"),
        ("type", "TypeValue"),
        ("request", "RequestValue"), ("error", "Error"),
    ])
    func typesAreCapitalised(name: String, expected: String) {
        #expect(Naming.type(name) == expected)
    }

    @Test(arguments: [
        ("set_selection", "setSelection"), ("ARGB8888", "argb8888"), ("90", "_90"), ("180_flipped", "_180Flipped"),
        ("default", "`default`"), ("self", "selfValue"), ("in", "`in`"), ("_x", "x"),
    ])
    func membersAreIdentifiers(name: String, expected: String) {
        #expect(Naming.member(name) == expected)
    }

    @Test(arguments: [("in", "in"), ("inout", "`inout`"), ("for", "for"), ("surface_x", "surfaceX")])
    func labelsNeedFewerBackTicks(name: String, expected: String) {
        #expect(Naming.label(name) == expected)
    }
}
