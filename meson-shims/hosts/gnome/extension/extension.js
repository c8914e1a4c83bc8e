// SPDX-License-Identifier: MIT
// Loads Dray into the shell, and gives it what only the shell's own code knows.
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import GObject from 'gi://GObject';
import Meta from 'gi://Meta';
import Shell from 'gi://Shell';
import GIRepository from 'gi://GIRepository';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

import {IconTargets} from './icons.js';

// The folder of the libraries and typelibs, one for each version of mutter, unless the extension's folder has them.
const FOLDER = '@FOLDER@';
const SHORTCUT = 'drag-by-keyboard';

// The settings that Dray reads, as text by their names.
function texts(settings) {
    // The shell has the shortcut.
    const all = {[SHORTCUT]: 'off'};
    for (const name of settings.settings_schema.list_keys()) {
        const value = settings.get_value(name).deepUnpack();
        if (name !== SHORTCUT && value !== null)
            all[name] = `${value}`;
    }
    return new GLib.Variant('a{ss}', all);
}

async function load(path) {
    const {Repository} = GIRepository;
    const repository = Repository.dup_default?.() ?? Repository.get_default();
    const version = repository.get_version('Meta');
    const has = folder => GLib.file_test(`${folder}/DrayGnome-${version}.typelib`, GLib.FileTest.EXISTS);
    const folder = [path, FOLDER].find(has);
    if (!folder)
        throw new Error(`Dray has no library for this version of GNOME Shell (libmutter-${version})`);
    const library = `${folder}/libdray-gnome-${version}.so`;
    // In GNOME Shell 48 a library that cannot be loaded is an ordinary error.
    if (Repository.dup_default && !GObject.TypeModule.prototype.use.call(Gio.IOModule.new(library)))
        throw new Error(`Dray's library ${library} cannot be loaded; the journal says why`);
    // GNOME Shell 48 has them as functions of the class.
    const paths = repository.prepend_search_path ? repository : Repository;
    paths.prepend_search_path(folder);
    paths.prepend_library_path(folder);
    return (await import(`gi://DrayGnome?version=${version}`)).default;
}

export default class DrayExtension extends Extension {
    async enable() {
        this._isEnabled = true;
        this._settings = this.getSettings();
        this._dray ??= await this._load();
        // Disabled meanwhile.
        if (!this._isEnabled)
            return;
        this._dray.enable(global.context, texts(this._settings));
        this._settings.connectObject('changed', () => this._dray.configure(texts(this._settings)), this);
        Main.wm.addKeybinding(
            SHORTCUT, this._settings, Meta.KeyBindingFlags.IGNORE_AUTOREPEAT,
            Shell.ActionMode.NORMAL | Shell.ActionMode.OVERVIEW, () => this._dray.drag_by_keyboard());
        this._icons = new IconTargets(this, this._dray);
    }

    // Applications keep Dray's drags while the extension is disabled, so the lock is followed from here on.
    async _load() {
        const dray = await load(this.path);
        const follow = () => dray.set_locked(Main.sessionMode.isLocked);
        Main.sessionMode.connect('updated', follow);
        follow();
        return dray;
    }

    // For other extensions: lets content of these MIME types be dropped on an actor of the shell, such as an icon of a
    // dock. `func` is called with "dropped", the type and a GLib.Bytes, and returns whether it could use them, or a
    // promise of that; and with "activated" when content has hovered over the actor. With `prefersMove` the content is
    // moved rather than copied, where the rules of drags allow it.
    addTarget(actor, types, func, {prefersMove = false} = {}) {
        return this._dray?.add_target(actor, types, prefersMove, (step, type, content, drag) => {
            if (step === 'dropped')
                this._finish(drag, async () => func(step, type, content));
            else
                func(step, type, content);
        }) ?? false;
    }

    async _finish(drag, use) {
        let isUsed = false;
        try {
            isUsed = await use();
        } catch (error) {
            logError(error, 'Dray: a drop target fails');
        }
        this._dray.finish_drop(drag, Boolean(isUsed));
    }

    removeTarget(actor) {
        this._dray?.remove_target(actor);
    }

    // Also on the lock screen: what is dragged must not be shown there.
    disable() {
        this._isEnabled = false;
        Main.wm.removeKeybinding(SHORTCUT);
        this._settings.disconnectObject(this);
        this._settings = null;
        this._icons?.destroy();
        this._icons = null;
        this._dray?.disable();
    }
}
