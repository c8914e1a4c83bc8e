// SPDX-License-Identifier: MIT

// The desktop's settings, as a portal has them (org.freedesktop.portal.Settings): motion, contrast, colours. All are read when the
// portal comes, and then as they change. Where there is none, or it says nothing of one of these, what the desktop keeps in its files
// counts for that one. Nobody is waited for, and what changes often is told ten times a second at most.
//
// "No preference" (0), as a portal of its own has for all that nobody has set, says nothing. A key of GNOME's or KDE's that a portal has
// says something whatever its value: what is left in the files of another desktop does not count then.

#include "access.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    value_size = 200,
    /// Between two tellings, in microseconds.
    pause_time = 100000,
};

static const char portal[] = "org.freedesktop.portal.Desktop", portal_path[] = "/org/freedesktop/portal/desktop";
static const char interface[] = "org.freedesktop.portal.Settings";

/// What a setting is about; a set.
enum { motion = 1, contrast = 2, colours = 4, everything = motion | contrast | colours };

static const char own_space[] = "org.freedesktop.appearance";

/// Those that mean something to drags; the compositor has the same list.
static struct setting {
    const char *space, *key;
    unsigned about;
    /// As a portal has said, as the files say, and as it was told last; empty for nothing.
    char of_portal[value_size], of_files[value_size], value[value_size];
    bool is_due;
} settings[] = {
    { .space = own_space, .key = "reduced-motion", .about = motion },
    { .space = own_space, .key = "contrast", .about = contrast },
    { .space = own_space, .key = "color-scheme", .about = colours },
    { .space = "org.gnome.desktop.interface", .key = "enable-animations", .about = motion },
    { .space = "org.gnome.desktop.interface", .key = "color-scheme", .about = colours },
    // Of a theme nobody knows what it says nothing of.
    { .space = "org.gnome.desktop.interface", .key = "gtk-theme", .about = 0 },
    { .space = "org.gnome.desktop.a11y.interface", .key = "high-contrast", .about = contrast },
    { .space = "org.kde.kdeglobals.KDE", .key = "AnimationDurationFactor", .about = motion },
    { .space = "org.kde.kdeglobals.General", .key = "ColorScheme", .about = colours },
};

enum { setting_count = sizeof settings / sizeof *settings };

static bool is_watching, is_asked;
/// Whoever may start a portal has come while one that nobody may start was asked.
static bool is_start_due;
/// The unique name of who has answered: what others send in its name counts for nothing.
static char answerer[64];
/// A setting has changed that was not told; and when settings were told last.
static bool is_due;
static uint64_t last_told;

static struct setting *find(const char *space, const char *key)
{
    for (int i = 0; i < setting_count; i++)
        if (strcmp(settings[i].space, space) == 0 && strcmp(settings[i].key, key) == 0)
            return &settings[i];
    return NULL;
}

/// Keeps what somebody says.
static void keep(char *place, const char *value)
{
    if (strlen(value) >= value_size)
        return;
    for (const char *c = value; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            return;
    strcpy(place, value);
}

/// What a portal has said something of.
static unsigned answered_by_portal(void)
{
    unsigned answered = 0;
    for (int i = 0; i < setting_count; i++) {
        bool is_no_preference = settings[i].space == own_space && strcmp(settings[i].of_portal, "0") == 0;
        if (*settings[i].of_portal != '\0' && !is_no_preference)
            answered |= settings[i].about;
    }
    return answered;
}

/// Finds out what counts now, and has told what has changed.
static void settle(void)
{
    unsigned answered = answered_by_portal();
    for (int i = 0; i < setting_count; i++) {
        struct setting *setting = &settings[i];
        unsigned about = setting->about == 0 ? contrast | colours : setting->about;
        const char *value = *setting->of_portal != '\0' ? setting->of_portal : (about & ~answered) != 0 ? setting->of_files : "";
        if (strcmp(setting->value, value) == 0)
            continue;
        strcpy(setting->value, value);
        setting->is_due = is_due = true;
    }
}

/// Reads the files as long as they can count, once a portal has said what it knows, or there is none.
static void look_at_files(void)
{
    if (answered_by_portal() == everything)
        desktop_end();
    else
        desktop_begin();
}

void settings_found(const char *space, const char *key, const char *value)
{
    struct setting *setting = find(space, key);
    if (setting == NULL)
        return;
    *setting->of_files = '\0';
    keep(setting->of_files, value);
    settle();
}

/// Reads a variant, also one in another: portals of before answer so.
/// - Returns: below 0 if the message is not what it should be.
static int read_value(sd_bus_message *message, struct setting *setting, int depth)
{
    char type;
    const char *content;
    int result = sd_bus_message_peek_type(message, &type, &content);
    if (result <= 0 || type != 'v')
        return -1;
    if (setting == NULL || depth > 3 || strlen(content) != 1 || strchr("vbyniuxtds", *content) == NULL)
        return sd_bus_message_skip(message, "v");
    if ((result = sd_bus_message_enter_container(message, 'v', content)) < 0)
        return result;
    char text[value_size] = "";
    union { int flag; uint8_t y; int16_t n; int32_t i; uint32_t u; int64_t x; uint64_t t; double d; const char *s; } value;
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
        // What it takes back, or has no words for, stays as it was.
        if (*text != '\0')
            keep(setting->of_portal, text);
    }
    if (result < 0)
        return result;
    return sd_bus_message_exit_container(message);
}

static void ask(sd_bus *session, bool may_start);
static void ask_for(sd_bus *session, bool may_start, uint64_t patience);

static int all_came(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    bool may_start = is_start_due;
    is_asked = is_start_due = false;
    const char *sender = sd_bus_message_get_sender(reply);
    if (sd_bus_message_is_method_error(reply, NULL) || sender == NULL || strlen(sender) >= sizeof answerer) {
        look_at_files();
        // One that is slow, as many are while a desktop starts, is waited for; for one that has gone the bus says the same, and
        // nobody starts it again.
        if (sd_bus_message_is_method_error(reply, SD_BUS_ERROR_NO_REPLY))
            ask_for(sd_bus_message_get_bus(reply), may_start, UINT64_MAX);
        else if (may_start)
            ask(sd_bus_message_get_bus(reply), true);
        return 0;
    }
    strcpy(answerer, sender);
    const char *space, *key;
    bool is_list = sd_bus_message_enter_container(reply, 'a', "{sa{sv}}") >= 0;
    while (is_list && sd_bus_message_enter_container(reply, 'e', "sa{sv}") > 0 && sd_bus_message_read(reply, "s", &space) >= 0 &&
           sd_bus_message_enter_container(reply, 'a', "{sv}") >= 0) {
        while (sd_bus_message_enter_container(reply, 'e', "sv") > 0 && sd_bus_message_read(reply, "s", &key) >= 0 &&
               read_value(reply, find(space, key), 0) >= 0)
            sd_bus_message_exit_container(reply);
        if (sd_bus_message_exit_container(reply) < 0 || sd_bus_message_exit_container(reply) < 0)
            break;
    }
    settle();
    look_at_files();
    return 0;
}

static void ask(sd_bus *session, bool may_start)
{
    ask_for(session, may_start, 0);
}

// 0: as long as for anything else.
static void ask_for(sd_bus *session, bool may_start, uint64_t patience)
{
    if (is_asked) {
        is_start_due |= may_start;
        return;
    }
    sd_bus_message *call = NULL;
    int result = sd_bus_message_new_method_call(session, &call, portal, portal_path, interface, "ReadAll");
    if (result >= 0)
        result = sd_bus_message_set_auto_start(call, may_start);
    if (result >= 0)
        result = sd_bus_message_open_container(call, 'a', "s");
    for (int i = 0; i < setting_count && result >= 0; i++)
        if (i == 0 || strcmp(settings[i].space, settings[i - 1].space) != 0)
            result = sd_bus_message_append(call, "s", settings[i].space);
    if (result >= 0)
        result = sd_bus_message_close_container(call);
    if (result >= 0)
        is_asked = sd_bus_call_async(session, NULL, call, all_came, NULL, patience) >= 0;
    sd_bus_message_unref(call);
}

static int changed(sd_bus_message *signal, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    const char *space, *key, *sender = sd_bus_message_get_sender(signal);
    if (sender != NULL && strcmp(sender, answerer) == 0 && sd_bus_message_read(signal, "ss", &space, &key) >= 0)
        read_value(signal, find(space, key), 0);
    settle();
    look_at_files();
    return 0;
}

static int owner_changed(sd_bus_message *signal, void *data, sd_bus_error *error)
{
    (void)data, (void)error;
    const char *name, *before, *after;
    // With a portal that has gone nothing changes.
    if (sd_bus_message_read(signal, "sss", &name, &before, &after) >= 0 && *after != '\0')
        ask(sd_bus_message_get_bus(signal), false);
    return 0;
}

void settings_watch(sd_bus *session, bool may_start)
{
    if (!is_watching)
        is_watching =
            sd_bus_match_signal_async(session, NULL, portal, portal_path, interface, "SettingChanged", changed, NULL, NULL) >= 0 &&
            sd_bus_add_match_async(session, NULL,
                                   "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                                   "arg0='org.freedesktop.portal.Desktop'",
                                   owner_changed, NULL, NULL) >= 0;
    // Whoever asks has heard nothing of what was told before.
    for (int i = 0; i < setting_count; i++)
        if (*settings[i].value != '\0')
            settings[i].is_due = is_due = true;
    ask(session, may_start);
}

void settings_look(void)
{
    if (!is_due || now() < settings_due())
        return;
    is_due = false;
    last_told = now();
    for (int i = 0; i < setting_count; i++)
        if (settings[i].is_due) {
            settings[i].is_due = false;
            bool is_set = *settings[i].value != '\0';
            tell("setting %s %s%s%s", settings[i].space, settings[i].key, is_set ? " " : "", settings[i].value);
        }
}

uint64_t settings_due(void)
{
    if (!is_due)
        return UINT64_MAX;
    return last_told == 0 ? 0 : last_told + pause_time;
}
