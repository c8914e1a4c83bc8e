// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// HIG-18: the meaning of the settings portal's keys.
@Suite struct DesktopSettingsTests {
    private func desktop(_ values: [PortalSettings.Key: String]) -> DesktopSettings {
        var portal = PortalSettings()
        for (key, value) in values { portal.set(key, to: value) }
        return portal.desktop
    }

    @Test func withoutKeysThereAreNoSettings() {
        #expect(PortalSettings().desktop == DesktopSettings())
    }

    @Test func thePortalsOwnKeysCount() {
        let wishes = desktop([.reducedMotion: "1", .contrast: "1", .colourScheme: "1"])
        #expect(wishes == DesktopSettings(reducesMotion: true, hasHighContrast: true, isDark: true))
        let none = desktop([.reducedMotion: "0", .contrast: "0", .colourScheme: "2"])
        #expect(none == DesktopSettings(reducesMotion: false, hasHighContrast: false, isDark: false))
        #expect(desktop([.colourScheme: "0"]).isDark == nil)
    }

    @Test func gnomesKeysCountIfThereAreNoOthers() {
        #expect(desktop([.gnomeAnimations: "false"]).reducesMotion == true)
        #expect(desktop([.gnomeAnimations: "true"]).reducesMotion == false)
        #expect(desktop([.reducedMotion: "0", .gnomeAnimations: "false"]).reducesMotion == true)
        #expect(desktop([.gnomeScheme: "prefer-dark"]).isDark == true)
        #expect(
            desktop([.colourScheme: "0", .gnomeScheme: "prefer-light", .gnomeTheme: "Adwaita-dark"]).isDark == false)
        #expect(desktop([.gnomeScheme: "default", .gnomeTheme: "Adwaita-dark"]).isDark == true)
        #expect(desktop([.gnomeTheme: "Adwaita"]) == DesktopSettings(hasHighContrast: false))
        #expect(desktop([.gnomeTheme: "HighContrastInverse"]) == DesktopSettings(hasHighContrast: true, isDark: true))
        #expect(desktop([.contrast: "0", .gnomeContrast: "true"]).hasHighContrast == true)
    }

    @Test func kdesKeysCountIfThereAreNoOthers() {
        #expect(desktop([.kdeAnimations: "0"]).reducesMotion == true)
        #expect(desktop([.kdeAnimations: "0.5"]).reducesMotion == false)
        #expect(desktop([.kdeAnimations: "fast"]).reducesMotion == nil)
        #expect(desktop([.kdeScheme: "BreezeDark"]).isDark == true)
        #expect(desktop([.kdeScheme: "BreezeLight"]).isDark == nil)
        #expect(desktop([.colourScheme: "2", .kdeScheme: "BreezeDark"]).isDark == false)
    }

    @Test func theLastValueCounts() {
        var portal = PortalSettings()
        portal.set(.contrast, to: "1")
        portal.set(.contrast, to: "0")
        #expect(portal.desktop.hasHighContrast == false)
        portal.set(.contrast, to: nil)
        #expect(portal.desktop == DesktopSettings())
    }
}
