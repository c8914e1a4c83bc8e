# SPDX-License-Identifier: MIT
"""The cases that a host cannot pass, with the reasons; no other file has any.

Such a case is played as well and must fail.
"""


class Untried(str):
    """The case fails because the tests lack something; no limit of the host is known."""


UNASKED = Untried("no test covers it")
NO_TOUCH_SCREEN = Untried("its tests have no touch screen")
NO_KEYBOARD = "it has no keyboard for clients"
TWO_FORMATS = "its clients have two formats to choose from"
NO_SETTINGS = "it has no settings"
NO_SHORTCUTS = "it has no shortcuts"
NO_WHEEL = "its input has no wheel"
ROW = "its windows are in a fixed row"
ON_THE_PRESS = "sway focuses and raises a window on the press"
ONE_ICON = "the compositor shows one icon, that of the wlr_drag"
ONE_WINDOW = "it shows one window at a time, fullscreen"
BY_KEYBOARD = [
    "whole_drag_is_done_by_keyboard",
    "failed_drag_by_keyboard_is_no_click",
    "drag_by_keyboard_ends_with_escape",
    "drop_by_keyboard_that_cannot_be_undone_waits_for_confirmation",
    "pointer_takes_over_a_drag_by_keyboard",
    "tab_waits_for_a_window_that_is_not_drawn_yet",
    "menu_on_the_press_of_a_drag_by_keyboard_takes_no_keys",
]
ONE_OUTPUT, ONE_WORKSPACE = "it has one output", "it has one workspace"
ON_A_PRESS = [
    "menu_on_the_press_of_a_drag_leaves_no_drag_behind",
    "menu_on_the_press_before_a_drag_leaves_no_drag_behind",
    "move_on_the_press_of_a_drag_leaves_no_drag_behind",
    "resize_on_the_press_of_a_drag_leaves_no_drag_behind",
]
ON_A_TOUCH = [name.replace("press", "touch") for name in ON_A_PRESS]
ON_GUESSES = "menu_of_another_application_does_not_end_a_drag"
BY_FINGER = [
    "finger_drops_on_a_target",
    "finger_beside_a_small_zone_is_on_it",
    "another_finger_adds_an_item",
    "fingers_drag_concurrently",
    "image_of_each_finger_follows_it",
    "escape_ends_the_drags_of_all_fingers",
    "image_of_a_finger_flies_home",
    "finger_that_misses_a_small_target_hits_it",
    "finger_beside_a_window_is_in_it",
    "finger_that_misses_by_more_is_rejected",
    "tap_on_the_image_confirms_a_drop_that_cannot_be_undone",
    "tap_elsewhere_rejects_a_drop_that_cannot_be_undone",
    "other_fingers_still_reach_their_clients",
    "finger_drags_again_and_again",
    "finger_drags_again_after_escape",
    "finger_of_a_cancelled_drag_begins_no_other",
    "finger_of_a_cancelled_drag_moves_no_other",
    "finger_still_reaches_its_client_during_a_drag_by_pointer",
    "any_finger_can_drag_while_others_are_down",
    "image_of_any_finger_flies_home_to_its_touch_down",
    "first_finger_can_drag_after_another_came_down",
    "cancelled_fingers_end_the_drag",
    *ON_A_TOUCH,
]
COPIES = [
    "copies_of_one_application_are_all_pasted",
    "copies_that_destroy_the_previous_source_are_all_pasted",
    "copies_of_two_applications_are_all_pasted",
    "copies_are_pasted_after_the_clipboard_was_cleared",
    "nothing_is_pasted_after_the_clipboard_was_cleared",
    "copies_are_pasted_while_they_are_replaced",
    "offer_of_the_clipboard_ends_with_the_keyboard",
]
PRIMARY = [
    "primary_selections_of_one_application_are_all_pasted",
    "primary_selections_that_destroy_the_previous_source_are_all_pasted",
    "primary_selections_of_two_applications_are_all_pasted",
    "nothing_is_pasted_after_the_primary_selection_was_cleared",
    "primary_selections_are_pasted_while_they_are_replaced",
    "offer_of_the_primary_selection_ends_with_the_keyboard",
]
KEEPER = {"nothing_is_pasted_after_the_clipboard_was_cleared": "Weston restores its own copy of the clipboard"}
TO_OTHER_OUTPUTS = ["image_flies_to_another_output", "image_flies_home_from_another_output"]
WORKSPACES = [
    "image_evaporates_if_its_origin_is_sent_to_another_workspace",
    "image_evaporates_if_another_workspace_is_shown",
    "image_flies_home_if_its_workspace_is_shown_again",
]
ONE_BUTTON = "its pointer has one button"
ON_FINE_SCREENS = [
    "image_and_badge_are_in_place_on_a_hidpi_output",
    "image_flies_home_on_a_hidpi_output",
    "ring_is_around_the_target_on_a_hidpi_output",
    "cursor_grabs_on_a_hidpi_output",
]
COARSE = "its output has scale 1"
GOES_WITH_DRAG = "the compositor destroys the icon with the wlr_drag"
TWO_WINDOWS = dict.fromkeys([
    *BY_KEYBOARD,
    *ON_FINE_SCREENS,
    "ring_is_around_the_window_and_not_its_shadow",
    "image_is_translucent_and_keeps_its_offset",
    "image_has_its_colours_in_any_byte_order",
    "image_updates_while_its_client_draws",
    "opacity_is_a_setting",
    "badge_shows_the_current_action",
    "badge_is_not_allowed_over_a_window_that_accepts_nothing",
    "badge_is_not_allowed_over_nothing",
    "cursor_grabs_beside_a_badge",
    "ring_is_around_the_target_only",
    "ring_follows_its_window",
    "image_lands",
    "image_lands_though_the_target_never_finishes",
    "image_lands_though_its_client_unmaps_it",
    "image_lands_though_its_client_destroys_its_memory",
    "image_lands_though_its_client_does_both",
    "drop_of_a_source_that_writes_nothing_fails_visibly",
    "drop_of_a_source_that_crashes_fails_visibly",
    "content_arrives_though_its_source_quits",
    "slow_transfer_is_shown",
    "text_becomes_a_file_where_files_are_accepted",
    "image_flies_home_after_escape",
    "release_of_the_dragging_button_reaches_no_client",
    "other_buttons_do_not_affect_a_drag",
    "press_of_a_cancelled_drag_begins_no_other",
    "window_under_the_pointer_can_be_clicked_at_once_after_a_drop",
    "window_under_the_pointer_can_be_clicked_at_once_after_escape",
    "window_under_the_pointer_can_be_clicked_at_once_after_a_source_crashed",
    "drag_needs_a_press",
    "modifiers_of_a_drag_are_released_afterwards",
    "image_flies_home_if_it_is_dropped_on_nothing",
    "image_flies_to_where_its_origin_is_now",
    *TO_OTHER_OUTPUTS,
    *WORKSPACES,
    "image_evaporates_if_its_origin_is_minimised",
    "image_evaporates_if_its_origin_is_closed",
    "image_evaporates_if_its_origin_is_covered",
    "image_flies_home_if_a_part_of_its_origin_is_visible",
    "image_disappears_with_its_source",
    "target_that_crashes_receives_nothing",
    "windows_closed_during_a_drag_do_no_harm",
    "with_reduced_motion_nothing_flies",
    "drop_on_another_application_copies",
    "shift_moves_nothing_between_applications",
    "badge_counts_the_files_of_a_list",
    "control_and_shift_have_the_target_ask",
    "types_keep_their_order",
    "reads_before_an_answer_are_reported",
    "escape_follows_the_keymap",
    "shortcuts_of_the_host_work",
    "drag_leaves_a_window_in_the_background",
    "click_raises_a_window_on_release",
    "focus_follows_a_drop",
    "drop_that_cannot_be_undone_waits_for_confirmation",
    "image_stays_where_it_was_dropped_during_a_prompt",
    "click_elsewhere_rejects_a_drop_that_cannot_be_undone",
    "escape_rejects_a_drop_that_cannot_be_undone",
    "return_confirms_a_drop_that_cannot_be_undone",
    "prompt_ends_when_its_source_exits",
    "window_behind_is_raised_when_a_drag_hovers_over_it",
    "window_behind_is_announced_by_two_flashes",
    "keyboard_focus_is_restored_after_a_window_was_raised",
    "hovering_drag_still_sends_motions",
    "wheel_scrolls_the_window_under_the_drag",
    "without_an_icon_the_preview_of_an_item_is_shown",
    *[name for name in BY_FINGER if name not in (
        "other_fingers_still_reach_their_clients",
        "escape_ends_the_drags_of_all_fingers",
        "finger_of_a_cancelled_drag_begins_no_other",
    )],
    "pointer_that_misses_a_small_target_misses_it",
    *COPIES,
    *PRIMARY,
    *ON_A_PRESS,
    ON_GUESSES,
], ONE_WINDOW)
CANNOT = {
    "headless": {
        "image_has_its_colours_in_any_byte_order": TWO_FORMATS,
        "image_evaporates_if_its_origin_is_minimised": "it cannot minimise windows",
        "shortcuts_of_the_host_work": NO_SHORTCUTS,
        **dict.fromkeys(WORKSPACES, ONE_WORKSPACE),
    },
    "weston-10": {
        **KEEPER,
        "image_evaporates_if_its_origin_is_sent_to_another_workspace":
            "its shortcut for that switches to the other workspace",
    },
    "weston-14": {
        **KEEPER,
        **dict.fromkeys(WORKSPACES, ONE_WORKSPACE),
        **dict.fromkeys(TO_OTHER_OUTPUTS, Untried("its screenshots show one output")),
    },
    "sway-1.7": {
        "ring_is_around_the_target_only": "all of a drag icon follows the pointer",
        "ring_is_around_the_target_on_a_hidpi_output": "all of a drag icon follows the pointer",
        "ring_is_around_the_window_and_not_its_shadow": "all of a drag icon follows the pointer",
        "ring_follows_its_window": "all of a drag icon follows the pointer",
        "image_stays_where_it_was_dropped_during_a_prompt": "all of a drag icon follows the pointer",
        "image_evaporates_if_its_origin_is_covered":
            "sway draws covered windows too, and does not report which are covered",
        "click_raises_a_window_on_release": ON_THE_PRESS,
        "image_of_each_finger_follows_it": ONE_ICON,
    },
    "sway-1.10": {
        "click_raises_a_window_on_release": ON_THE_PRESS,
    },
    "labwc": {
        **dict.fromkeys([*WORKSPACES, *ON_FINE_SCREENS], UNASKED),
        "click_raises_a_window_on_release": "labwc focuses and raises a window on the press",
        "finger_still_reaches_its_client_during_a_drag_by_pointer":
            "labwc itself releases the pointer when a finger comes down",
    },
    # These pass whichever of the two windows it shows.
    "cage": {name: reason for name, reason in TWO_WINDOWS.items() if name not in (
        "tab_waits_for_a_window_that_is_not_drawn_yet",
        "image_has_its_colours_in_any_byte_order",
        "image_flies_home_if_it_is_dropped_on_nothing",
        "image_of_a_finger_flies_home",
        "image_of_any_finger_flies_home_to_its_touch_down",
        "image_of_each_finger_follows_it",
    )},
    "phoc": {
        **{name: reason for name, reason in TWO_WINDOWS.items() if name not in (
            "image_has_its_colours_in_any_byte_order", "drag_needs_a_press")},
        "keys_during_a_drag_reach_no_client": "phoc itself ends every grab on Escape and sends the key to the client",
    },
    "wlroots": {
        "ring_is_around_the_target_only": "all of a drag icon follows the pointer",
        "ring_is_around_the_window_and_not_its_shadow": "all of a drag icon follows the pointer",
        "image_stays_where_it_was_dropped_during_a_prompt": "all of a drag icon follows the pointer",
        "ring_follows_its_window": ROW,
        "image_of_each_finger_follows_it": ONE_ICON,
        "finger_that_misses_a_small_target_hits_it": "as a library the adapter does not know window positions",
        "finger_beside_a_window_is_in_it": "as a library the adapter does not know window positions",
        "menu_of_another_application_does_not_end_a_drag":
            "as a library the adapter cannot tell a menu from another grab",
        **dict.fromkeys(PRIMARY, "it has no primary selection"),
        **dict.fromkeys(TO_OTHER_OUTPUTS, ONE_OUTPUT),
        **dict.fromkeys(ON_FINE_SCREENS, COARSE),
        **dict.fromkeys(WORKSPACES, ONE_WORKSPACE),
        "image_flies_to_where_its_origin_is_now": ROW,
        "image_evaporates_if_its_origin_is_minimised": ROW,
        **dict.fromkeys([
            "image_lands",
            "image_lands_though_the_target_never_finishes",
            "image_lands_though_its_client_unmaps_it",
            "image_lands_though_its_client_destroys_its_memory",
            "image_lands_though_its_client_does_both",
            "slow_transfer_is_shown",
            "drop_of_a_source_that_writes_nothing_fails_visibly",
            "drop_of_a_source_that_crashes_fails_visibly",
            "image_flies_home_after_escape",
            "image_flies_home_if_it_is_dropped_on_nothing",
            "image_evaporates_if_its_origin_is_closed",
            "escape_rejects_a_drop_that_cannot_be_undone",
            "with_reduced_motion_nothing_flies",
            "finger_drops_on_a_target",
            "image_of_a_finger_flies_home",
            "image_of_any_finger_flies_home_to_its_touch_down",
        ], GOES_WITH_DRAG),
        "image_evaporates_if_its_origin_is_covered": ROW,
        "image_flies_home_if_a_part_of_its_origin_is_visible": ROW,
        "drag_leaves_a_window_in_the_background": ROW,
        "click_raises_a_window_on_release": ROW,
        "cursor_grabs_beside_a_badge": "it draws no cursor",
        "shortcuts_of_the_host_work": NO_SHORTCUTS,
        **dict.fromkeys(BY_KEYBOARD, NO_SHORTCUTS),
        "window_behind_is_raised_when_a_drag_hovers_over_it": ROW,
        "window_behind_is_announced_by_two_flashes": ROW,
        "keyboard_focus_is_restored_after_a_window_was_raised": ROW,
        "wheel_scrolls_the_window_under_the_drag": NO_WHEEL,
    },
    "example": {
        "other_buttons_do_not_affect_a_drag": ONE_BUTTON,
        "image_with_a_buffer_scale_keeps_its_size": "its clients use buffer scale 1",
        "image_has_its_colours_in_any_byte_order": TWO_FORMATS,
        "opacity_is_a_setting": NO_SETTINGS,
        "content_arrives_though_its_source_quits": NO_SETTINGS,
        "with_reduced_motion_nothing_flies": NO_SETTINGS,
        "keys_during_a_drag_reach_no_client": NO_KEYBOARD,
        "modifiers_of_a_drag_are_released_afterwards": NO_KEYBOARD,
        "escape_follows_the_keymap": NO_KEYBOARD,
        **dict.fromkeys([*COPIES, *PRIMARY], NO_KEYBOARD),
        "focus_follows_a_drop": NO_KEYBOARD,
        **dict.fromkeys(BY_KEYBOARD, NO_KEYBOARD),
        "return_confirms_a_drop_that_cannot_be_undone": NO_KEYBOARD,
        "shortcuts_of_the_host_work": NO_SHORTCUTS,
        "ring_is_around_the_window_and_not_its_shadow": "it has no window geometry",
        "ring_follows_its_window": ROW,
        **dict.fromkeys(TO_OTHER_OUTPUTS, ONE_OUTPUT),
        **dict.fromkeys(ON_FINE_SCREENS, COARSE),
        **dict.fromkeys(WORKSPACES, ONE_WORKSPACE),
        "image_flies_to_where_its_origin_is_now": ROW,
        "image_evaporates_if_its_origin_is_minimised": ROW,
        "image_evaporates_if_its_origin_is_covered": ROW,
        "image_flies_home_if_a_part_of_its_origin_is_visible": ROW,
        "drag_leaves_a_window_in_the_background": ROW,
        "click_raises_a_window_on_release": ROW,
        "cursor_grabs_beside_a_badge": "it draws no cursor",
        "reads_before_an_answer_are_reported": "it does not report them",
        "window_behind_is_raised_when_a_drag_hovers_over_it": ROW,
        "window_behind_is_announced_by_two_flashes": ROW,
        "keyboard_focus_is_restored_after_a_window_was_raised": ROW,
        "wheel_scrolls_the_window_under_the_drag": NO_WHEEL,
        "finger_beside_a_window_is_in_it": "it does not report windows to Dray",
        "cancelled_fingers_end_the_drag": "its input commands cannot cancel touches",
    },
}
CANNOT["wayfire"] = {
    **dict.fromkeys(
        [*TO_OTHER_OUTPUTS, *WORKSPACES, *ON_FINE_SCREENS, "image_evaporates_if_its_origin_is_minimised"], UNASKED),
    **dict.fromkeys([
        "image_flies_to_where_its_origin_is_now",
        "image_evaporates_if_its_origin_is_closed",
        "image_evaporates_if_its_origin_is_covered",
        "whole_drag_is_done_by_keyboard",
        "drag_by_keyboard_ends_with_escape",
        "drop_by_keyboard_that_cannot_be_undone_waits_for_confirmation",
        "tab_waits_for_a_window_that_is_not_drawn_yet",
        "window_behind_is_raised_when_a_drag_hovers_over_it",
        "window_behind_is_announced_by_two_flashes",
        "keyboard_focus_is_restored_after_a_window_was_raised",
    ], "wayfire does not report window positions"),
    "click_raises_a_window_on_release": "wayfire focuses and raises a window on the press",
    **dict.fromkeys([
        "ring_is_around_the_target_only",
        "ring_is_around_the_window_and_not_its_shadow",
        "ring_follows_its_window",
        "image_stays_where_it_was_dropped_during_a_prompt",
    ], "all of a drag icon follows the pointer"),
    **dict.fromkeys(BY_FINGER, NO_TOUCH_SCREEN),
}
CANNOT["kwin-6.3"] = {
    "image_has_its_colours_in_any_byte_order": TWO_FORMATS,
    "offer_of_the_primary_selection_ends_with_the_keyboard": "the primary selection is KWin's, with and without Dray",
    "cursor_grabs_on_a_hidpi_output": Untried("without OpenGL, KWin draws the cursor in a wrong place there"),
}
CANNOT["gnome-48"] = {
    **dict.fromkeys(
        ["other_fingers_still_reach_their_clients", "any_finger_can_drag_while_others_are_down",
         "first_finger_can_drag_after_another_came_down", "another_finger_adds_an_item", "fingers_drag_concurrently",
         "finger_still_reaches_its_client_during_a_drag_by_pointer", "image_of_each_finger_follows_it",
         "escape_ends_the_drags_of_all_fingers"],
        "mutter has no grab of one device: a drag takes all fingers from the clients"),
    **dict.fromkeys(
        ["drag_leaves_a_window_in_the_background", "click_raises_a_window_on_release",
         "keyboard_focus_is_restored_after_a_window_was_raised"],
        "mutter focuses and raises a window on the press"),
    "cancelled_fingers_end_the_drag": Untried("mutter's virtual touchscreens cannot cancel"),
    **dict.fromkeys(
        ["copies_are_pasted_while_they_are_replaced", "primary_selections_are_pasted_while_they_are_replaced"],
        "as with mutter's own clipboard, a window copies only while it has the keyboard"),
    "offer_of_the_primary_selection_ends_with_the_keyboard": "the primary selection is mutter's, with and without Dray",
    "nothing_is_pasted_after_the_clipboard_was_cleared": "GNOME restores its own copy of the clipboard",
}
# Its tests have the same limits.
CANNOT["weston-16"] = CANNOT["weston-14"]
CANNOT["kwin-6.7"] = {
    name: reason for name, reason in CANNOT["kwin-6.3"].items()
    if name != "offer_of_the_primary_selection_ends_with_the_keyboard"}
CANNOT["gnome-51"] = CANNOT["gnome-48"] | dict.fromkeys(
    ["cursor_grabs_beside_a_badge", "cursor_grabs_on_a_hidpi_output"],
    Untried("the tests do not recognise the pointer in its screenshots"))
# The examples in C and in Swift are the same compositor in two languages.
CANNOT["twin"] = CANNOT["example"]
