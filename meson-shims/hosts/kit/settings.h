// SPDX-License-Identifier: MIT
// The settings of a host, read from its compositor's configuration file, or from the environment for adapters that are
// loaded into a compositor and have no file of their own. Settings without a range are Booleans: true, false, 1 or 0.
//     policy            human-interface (default) or wayland
//     dark              dark appearance
//     reduce-motion     short fades instead of animations
//     high-contrast     hard edges, darker colours, opaque images
//     follow-desktop    (on by default) follow the desktop for each of the previous three that is not set
//     hide-badge        no badge; the pointer's shape shows the outcome
//     hide-ring         no ring around the target; no effect where there is none, as in sway 1.7
//     opacity           the opacity of the drag image, 0 to 1
//     threshold         the distance that the pointer moves before the drag image appears, 0 to 100 points
//     drag-by-keyboard  the shortcut for drags by keyboard, super+shift+d by default; off for none
//     drag-by-name      (on by default) programs of the same user may drag by name
//     keep-drops        store dropped content, so that it arrives even if its source exits
//     keep-clipboard    store copied content, so that it outlives its client
// The environment variables are DRAY_POLICY, DRAY_REDUCE_MOTION and so on, but DRAY_KEYBOARD for drag-by-keyboard.
#ifndef KIT_SETTINGS_H
#define KIT_SETTINGS_H

#include "dray.h"
#include "dray-policy.h"
#include "dray-transfer.h"
#include "shortcut.h"

struct kit_settings {
    struct dray_policy policy;
    struct dray_style style;
    struct dray_transfer_policy transfers;
    struct kit_shortcut drag_by_keyboard;
    uint32_t desktop;  // a set of enum dray_desktop_part
};

// An upper bound for the number of reads of settings, including those that are read twice.
#define KIT_SETTINGS 32

// A source of settings.
struct kit_settings_source {
    // Returns the value of a setting, which the caller frees; NULL if it is not set.
    char *(*value_of)(void *data, const char *name);
    // Writes the source's name for a setting to `text`; NULL for a source with the names above.
    void (*spell)(const char *name, char *text, size_t size);
    // Receives a message without a full stop for each invalid value and each unknown name.
    void (*complain)(void *data, const char *text);
    void *data;
    // The names that the functions below have read.
    const char *names[KIT_SETTINGS];
    size_t name_count;
};

// Reads all settings, before the engine is created. Missing and invalid settings have the defaults of dray-policy.h.
void kit_settings_read(struct kit_settings *settings, struct kit_settings_source *source);
// Reads a Boolean setting that only one host has. Unchanged if it is not set or invalid.
void kit_settings_read_switch(struct kit_settings_source *source, const char *name, uint32_t *setting);
// Reports a name in the source if no setting of that name was read. Called after all settings were read.
void kit_settings_check_name(const struct kit_settings_source *source, const char *written);
// Reports each environment variable of Dray, for a host that reads none. `where` is appended to the name of the setting
// that may be meant, for example " in weston.ini".
void kit_settings_refuse_environment(const struct kit_settings_source *source, const char *where);
// Reads all settings from the environment, and reports unknown variables of Dray.
void kit_settings_read_environment(struct kit_settings *settings, void (*complain)(void *data, const char *text),
                                   void *data);
// Applies the settings that are not options of the engine. Called right after the engine was created with policy and
// style.
void kit_settings_apply(const struct kit_settings *settings, struct dray_engine *dray);

#endif
