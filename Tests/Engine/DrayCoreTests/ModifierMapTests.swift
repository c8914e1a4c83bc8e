// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@Suite struct ModifierMapTests {
    @Test(
        arguments: [
            ([], nil), (.control, .copy), (.shift, .move), (.alt, .copy), ([.control, .shift], .ask),
            ([.alt, .shift], .ask), (.logo, nil), (.capsLock, nil), ([.control, .numLock], .copy),
            ([.control, .alt], nil),
            ([.control, .alt, .shift], nil),
        ] as [(Modifiers, DragAction?)])
    func standardMap(modifiers: Modifiers, wish: DragAction?) {
        #expect(ModifierMap.standard.wish(for: modifiers) == wish)
    }

    @Test func anotherMapReplacesTheStandard() {
        var policy = DragPolicy.humanInterface
        policy.modifiers = [.logo: .copy]
        var session = DragSession.accepted(by: Sample.home, policy: policy)
        _ = session.modifiersChanged(to: .alt)
        #expect(session.action == .move)
        _ = session.modifiersChanged(to: [.logo, .alt])
        #expect(session.action == .copy)
    }
}
