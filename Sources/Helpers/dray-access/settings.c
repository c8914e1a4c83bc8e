// SPDX-License-Identifier: MIT

// The desktop's settings for motion, contrast and colours, from the settings portal (org.freedesktop.portal.Settings).
// All are read when the portal appears, and then when they change. A setting that the portal does not have is read from
// the desktop's own files. Nothing here blocks, and changes are sent at most ten times per second.
//
// "No preference" (0) in the portal's own namespace, which is the default, counts as not set. A key of GNOME or KDE in
// the portal counts as set whatever its value, so that leftover files of another desktop are ignored.

#include "access.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    value_size = 200,
    /// The minimum interval between updates, in microseconds.
    pause_time = 100000,
};

static const char portal[] = "org.freedesktop.portal.Desktop", portal_path[] = "/org/freedesktop/portal/desktop";
static const char interface[] = "org.freedesktop.portal.Settings";

/// The subjects of a setting; a set.
enum { motion = 1, contrast = 2, colours = 4, everything = motion | contrast | colours };

static const char own_space[] = "org.freedesktop.appearance";

/// The settings that affect drags; the compositor has the same list.
static struct setting {
    const char *space, *key;
    unsigned about;
    /// The portal's value, the files' value, and the value that was sent last; empty if not set.
    char of_portal[value_size], of_files[value_size], value[value_size];
    bool is_due;
} settings[] = {
    {.space = own_space, .key = "reduced-motion", .about = motion},
    {.space = own_space, .key = "contrast", .about = contrast},
    {.space = own_space, .key = "color-scheme", .about = colours},
    {.space = "org.gnome.desktop.interface", .key = "enable-animations", .about = motion},
    {.space = "org.gnome.desktop.interface", .key = "color-scheme", .about = colours},
    // A theme may affect contrast and colours, depending on its name.
    {.space = "org.gnome.desktop.interface", .key = "gtk-theme", .about = 0},
    {.space = "org.gnome.desktop.a11y.interface", .key = "high-contrast", .about = contrast},
    {.space = "org.kde.kdeglobals.KDE", .key = "AnimationDurationFactor", .about = motion},
    {.space = "org.kde.kdeglobals.General", .key = "ColorScheme", .about = colours},
};

enum { setting_count = sizeof settings / sizeof *settings };

static bool is_watching, is_asked;
/// Whether a request that may start the portal was made during a call that may not.
static bool is_start_due;
/// The unique name of the portal that has replied; signals of other senders are ignored.
static char answerer[64];
/// Whether there are changes to send, and when changes were sent last.
static bool is_due;
static uint64_t last_told;

static struct setting *find(const char *space, const char *key) {
    for (int i = 0; i < setting_count; i++)
        if (strcmp(settings[i].space, space) == 0 && strcmp(settings[i].key, key) == 0) return &settings[i];
    return NULL;
}

/// Stores a value, unless it is too long or contains control characters.
static void keep(char *place, const char *value) {
    if (strlen(value) >= value_size) return;
    for (const char *c = value; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) return;
    strcpy(place, value);
}

/// The subjects that the portal has a value for.
static unsigned answered_by_portal(void) {
    unsigned answered = 0;
    for (int i = 0; i < setting_count; i++) {
        bool is_no_preference = settings[i].space == own_space && strcmp(settings[i].of_portal, "0") == 0;
        if (*settings[i].of_portal != '\0' && !is_no_preference) answered |= settings[i].about;
    }
    return answered;
}

/// Determines the effective values, and marks the changed ones to be sent.
static void settle(void) {
    unsigned answered = answered_by_portal();
    for (int i = 0; i < setting_count; i++) {
        struct setting *setting = &settings[i];
        unsigned about = setting->about == 0 ? contrast | colours : setting->about;
        const char *value = *setting->of_portal != '\0' ? setting->of_portal
                            : (about & ~answered) != 0  ? setting->of_files
                                                        : "";
        if (strcmp(setting->value, value) == 0) continue;
        strcpy(setting->value, value);
        setting->is_due = is_due = true;
    }
}

/// Stores a setting of the files. It has effect unless a portal has the setting.
static void found_in_files(const char *space, const char *key, const char *value) {
    struct setting *setting = find(space, key);
    if (setting == NULL) return;
    *setting->of_files = '\0';
    keep(setting->of_files, value);
    settle();
}

/// Reads the files while they can have an effect. Called when the portal has replied, or there is none.
static void look_at_files(void) {
    if (answered_by_portal() == everything) desktop_end();
    else desktop_begin(found_in_files);
}

/// Reads a variant, which older portals nest in another variant.
/// - Returns: A negative value if the message is malformed.
static int read_value(sd_bus_message *message, struct setting *setting, int depth) {
    char type;
    const char *content;
    int result = sd_bus_message_peek_type(message, &type, &content);
    if (result <= 0 || type != 'v') return -1;
    if (setting == NULL || depth > 3 || strlen(content) != 1 || strchr("vbyniuxtds", *content) == NULL)
        return sd_bus_message_skip(message, "v");
    if ((result = sd_bus_message_enter_container(message, 'v', content)) < 0) return result;
    char text[value_size] = "";
    union {
        int flag;
        uint8_t y;
        int16_t n;
        int32_t i;
        uint32_t u;
        int64_t x;
        uint64_t t;
        double d;
        const char *s;
    } value;
    if (*content == 'v') {
        result = read_value(message, setting, depth + 1);
    } else if ((result = sd_bus_message_read_basic(message, *content, &value)) >= 0) {
        switch (*content) {
        case 'b': snprintf(text, sizeof text, "%s", value.flag ? "true" : "false"); break;
        case 'y': snprintf(text, sizeof text, "%u", value.y); break;
        case 'n': snprintf(text, sizeof text, "%d", value.n); break;
        case 'i': snprintf(text, sizeof text, "%" PRId32, value.i); break;
        case 'u': snprintf(text, sizeof text, "%" PRIu32, value.u); break;
        case 'x': snprintf(text, sizeof text, "%" PRId64, value.x); break;
        case 't': snprintf(text, sizeof text, "%" PRIu64, value.t); break;
        case 'd': snprintf(text, sizeof text, "%g", value.d); break;
        case 's': snprintf(text, sizeof text, "%s", strlen(value.s) < sizeof text ? value.s : ""); break;
        }
        // An empty or unsupported value leaves the setting unchanged.
        if (*text != '\0') keep(setting->of_portal, text);
    }
    if (result < 0) return result;
    return sd_bus_message_exit_container(message);
}

static void ask(sd_bus *session, bool may_start);
static void ask_for(sd_bus *session, bool may_start, uint64_t patience);

static int all_came(sd_bus_message *reply, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    bool may_start = is_start_due;
    is_asked = is_start_due = false;
    const char *sender = sd_bus_message_get_sender(reply);
    if (sd_bus_message_is_method_error(reply, NULL) || sender == NULL || strlen(sender) >= sizeof answerer) {
        look_at_files();
        // After a timeout, which is common while a desktop starts, call again without a timeout. The bus reports the
        // same error for a portal that has exited, which this call does not start again.
        if (sd_bus_message_is_method_error(reply, SD_BUS_ERROR_NO_REPLY))
            ask_for(sd_bus_message_get_bus(reply), may_start, UINT64_MAX);
        else if (may_start) ask(sd_bus_message_get_bus(reply), true);
        return 0;
    }
    strcpy(answerer, sender);
    const char *space, *key;
    bool is_list = sd_bus_message_enter_container(reply, 'a', "{sa{sv}}") >= 0;
    while (is_list && sd_bus_message_enter_container(reply, 'e', "sa{sv}") > 0 &&
           sd_bus_message_read(reply, "s", &space) >= 0 && sd_bus_message_enter_container(reply, 'a', "{sv}") >= 0) {
        while (sd_bus_message_enter_container(reply, 'e', "sv") > 0 && sd_bus_message_read(reply, "s", &key) >= 0 &&
               read_value(reply, find(space, key), 0) >= 0)
            sd_bus_message_exit_container(reply);
        if (sd_bus_message_exit_container(reply) < 0 || sd_bus_message_exit_container(reply) < 0) break;
    }
    settle();
    look_at_files();
    return 0;
}

static void ask(sd_bus *session, bool may_start) { ask_for(session, may_start, 0); }

// - Parameter patience: The timeout of the reply in microseconds; 0 for the default of the bus connection.
static void ask_for(sd_bus *session, bool may_start, uint64_t patience) {
    if (is_asked) {
        is_start_due |= may_start;
        return;
    }
    sd_bus_message *call = NULL;
    int result = sd_bus_message_new_method_call(session, &call, portal, portal_path, interface, "ReadAll");
    if (result >= 0) result = sd_bus_message_set_auto_start(call, may_start);
    if (result >= 0) result = sd_bus_message_open_container(call, 'a', "s");
    for (int i = 0; i < setting_count && result >= 0; i++)
        if (i == 0 || strcmp(settings[i].space, settings[i - 1].space) != 0)
            result = sd_bus_message_append(call, "s", settings[i].space);
    if (result >= 0) result = sd_bus_message_close_container(call);
    if (result >= 0) is_asked = sd_bus_call_async(session, NULL, call, all_came, NULL, patience) >= 0;
    sd_bus_message_unref(call);
}

static int changed(sd_bus_message *signal, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    const char *space, *key, *sender = sd_bus_message_get_sender(signal);
    if (sender != NULL && strcmp(sender, answerer) == 0 && sd_bus_message_read(signal, "ss", &space, &key) >= 0)
        read_value(signal, find(space, key), 0);
    settle();
    look_at_files();
    return 0;
}

static int owner_changed(sd_bus_message *signal, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    const char *name, *before, *after;
    // The settings are kept when the portal exits.
    if (sd_bus_message_read(signal, "sss", &name, &before, &after) >= 0 && *after != '\0')
        ask(sd_bus_message_get_bus(signal), false);
    return 0;
}

void settings_watch(sd_bus *session, bool may_start) {
    if (!is_watching)
        is_watching = sd_bus_match_signal_async(session, NULL, portal, portal_path, interface, "SettingChanged",
                                                changed, NULL, NULL) >= 0 &&
                      sd_bus_add_match_async(session, NULL,
                                             "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                                             "arg0='org.freedesktop.portal.Desktop'",
                                             owner_changed, NULL, NULL) >= 0;
    // The requesting part of the compositor has not received earlier values.
    for (int i = 0; i < setting_count; i++)
        if (*settings[i].value != '\0') settings[i].is_due = is_due = true;
    ask(session, may_start);
}

void settings_look(void) {
    if (!is_due || now() < settings_due()) return;
    is_due = false;
    last_told = now();
    for (int i = 0; i < setting_count; i++)
        if (settings[i].is_due) {
            settings[i].is_due = false;
            bool is_set = *settings[i].value != '\0';
            tell("setting %s %s%s%s", settings[i].space, settings[i].key, is_set ? " " : "", settings[i].value);
        }
}

uint64_t settings_due(void) {
    if (!is_due) return UINT64_MAX;
    return last_told == 0 ? 0 : last_told + pause_time;
}
