// SPDX-License-Identifier: MIT
// The preferences in the Extensions application.
import Adw from 'gi://Adw';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk';

import {ExtensionPreferences, gettext as _} from 'resource:///org/gnome/Shell/Extensions/js/extensions/prefs.js';

function addSwitch(group, settings, key, title, subtitle = '') {
    const row = new Adw.SwitchRow({title, subtitle});
    settings.bind(key, row, 'active', Gio.SettingsBindFlags.DEFAULT);
    group.add(row);
}

function addNumber(group, settings, key, title, lower, upper, step, digits) {
    const row = new Adw.SpinRow({
        title, digits, adjustment: new Gtk.Adjustment({lower, upper, step_increment: step}),
    });
    settings.bind(key, row, 'value', Gio.SettingsBindFlags.DEFAULT);
    group.add(row);
}

// A setting that follows the desktop unless it is set.
function addChoice(group, settings, key, title) {
    const values = [null, true, false];
    const row = new Adw.ComboRow({title, model: Gtk.StringList.new([_('As the desktop'), _('On'), _('Off')])});
    row.selected = values.indexOf(settings.get_value(key).deepUnpack());
    row.connect('notify::selected', () => {
        const value = values[row.selected];
        settings.set_value(key, new GLib.Variant('mb', value));
    });
    group.add(row);
}

export default class DrayPreferences extends ExtensionPreferences {
    fillPreferencesWindow(window) {
        const settings = this.getSettings();
        const page = new Adw.PreferencesPage();

        const rules = new Adw.PreferencesGroup({title: _('Rules')});
        const policy = new Adw.SwitchRow({
            title: _('Copy between applications'),
            subtitle: _('Content is moved inside a window only. Otherwise the applications decide.'),
        });
        policy.active = settings.get_string('policy') === 'human-interface';
        policy.connect('notify::active',
            () => settings.set_string('policy', policy.active ? 'human-interface' : 'wayland'));
        rules.add(policy);
        addSwitch(rules, settings, 'keep-drops', _('Keep dropped content'),
            _('It arrives even if its application quits.'));
        addSwitch(rules, settings, 'keep-clipboard', _('Keep copied content'),
            _('It can be pasted after its application quits.'));
        addSwitch(rules, settings, 'data-control', _('Clipboard managers'),
            _('Programs outside of sandboxes may read and set the clipboard at any time.'));
        addSwitch(rules, settings, 'drag-by-name', _('Drags by name'),
            _('Your programs, such as voice control, may drag by name.'));
        page.add(rules);

        const look = new Adw.PreferencesGroup({title: _('Appearance')});
        addSwitch(look, settings, 'hide-badge', _('Hide the badge'));
        addSwitch(look, settings, 'hide-ring', _('Hide the ring'));
        addNumber(look, settings, 'opacity', _('Opacity of the image'), 0, 1, 0.05, 2);
        addNumber(look, settings, 'threshold', _('Distance before the image appears, in points'), 0, 100, 1, 0);
        addChoice(look, settings, 'reduce-motion', _('Reduce motion'));
        addChoice(look, settings, 'high-contrast', _('High contrast'));
        addChoice(look, settings, 'dark', _('Dark'));
        page.add(look);

        const keys = new Adw.PreferencesGroup({title: _('Keyboard')});
        const shortcut = new Adw.EntryRow({title: _('Shortcut for drags by keyboard'), showApplyButton: true});
        shortcut.text = settings.get_strv('drag-by-keyboard').join(' ');
        shortcut.connect('apply', () => settings.set_strv('drag-by-keyboard', shortcut.text.split(' ').filter(
            text => text && Gtk.accelerator_parse(text)[0])));
        keys.add(shortcut);
        page.add(keys);

        window.add(page);
    }
}
