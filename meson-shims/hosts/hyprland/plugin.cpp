// SPDX-License-Identifier: MIT
// Dray's rules as a plugin of Hyprland, which loads a plugin only if it was built for exactly its own version.
#include <stdexcept>
#include <string>

#define WLR_USE_UNSTABLE
#include <hyprland/src/Compositor.hpp>
#include <hyprland/src/plugins/PluginAPI.hpp>

#include "dray-rules.h"

static wl_display *display;

APICALL EXPORT std::string PLUGIN_API_VERSION() { return HYPRLAND_API_VERSION; }

APICALL EXPORT PLUGIN_DESCRIPTION_INFO PLUGIN_INIT(HANDLE) {
    const std::string running = __hyprland_api_get_hash(), built = __hyprland_api_get_client_hash();
    if (running != built) throw std::runtime_error("dray: this plugin was built for Hyprland " + built);
    display = g_pCompositor->m_wlDisplay;
    const dray_status status = dray_display_rules(display);
    if (status != DRAY_OK) throw std::runtime_error(std::string("dray: ") + dray_status_text(status));
    return {"dray", "Drops between applications copy; inside a window they move", "Dray", dray_version()};
}

APICALL EXPORT void PLUGIN_EXIT() { dray_display_rules_remove(display); }
