# SPDX-License-Identifier: MIT
"""Which case a host cannot pass, and why: here, and nowhere else.

Such a case is played as well, and has to fail.
"""


class Untried(str):
    """It fails for want of something in the tests: a gap of theirs, and no limit of the host's that is known."""


UNASKED = Untried("no test asks it")
NO_TOUCH_SCREEN = Untried("its tests have no touch screen")
NO_KEYBOARD = "it has no keyboard for clients"
TWO_FORMATS = "its clients have two formats to choose from"
NO_SETTINGS = "it has no settings"
NO_SHORTCUTS = "it has no shortcuts"
NO_WHEEL = "its input has no wheel"
ROW = "its windows stand in a row that nothing moves"
ON_THE_PRESS = "sway focuses and raises as the button goes down"
ONE_ICON = "the compositor shows one icon, that of wlroots' drag"
ONE_WINDOW = "it shows one window at a time, which fills the screen"
BY_KEYBOARD = [
    "whole_drag_is_done_by_keyboard",
    "what_cannot_be_dragged_is_not_clicked_by_keyboard",
    "drag_by_keyboard_ends_with_escape",
    "drop_by_keyboard_that_cannot_be_undone_waits_as_well",
    "hand_takes_over_a_drag_by_keyboard",
    "tab_waits_for_a_window_that_is_yet_to_be_seen",
    "menu_on_the_press_of_a_drag_by_keyboard_keeps_no_key",
]
ONE_OUTPUT, ONE_WORKSPACE = "it has one output", "it has one workspace"
ON_A_PRESS = [
    "menu_on_the_press_of_a_drag_keeps_no_drag",
    "menu_on_the_press_before_a_drag_keeps_no_drag",
    "move_on_the_press_of_a_drag_keeps_no_drag",
    "resize_on_the_press_of_a_drag_keeps_no_drag",
]
ON_A_TOUCH = [name.replace("press", "touch") for name in ON_A_PRESS]
ON_GUESSES = "menu_of_another_application_keeps_no_drag"
BY_FINGER = [
    "finger_drops_on_a_target",
    "finger_beside_a_small_place_is_on_it",
    "another_finger_adds_an_item",
    "finger_each_carries_a_content_of_its_own",
    "image_of_each_finger_is_where_that_is",
    "escape_ends_the_drags_of_all_fingers",
    "image_of_a_finger_flies_home",
    "finger_that_misses_a_small_target_hits_it",
    "finger_beside_a_window_is_in_it",
    "finger_that_misses_by_more_is_refused",
    "tap_on_the_image_is_a_yes",
    "tap_elsewhere_is_a_no",
    "other_fingers_go_on",
    "finger_drags_again_and_again",
    "finger_drags_again_after_escape",
    "finger_of_a_drag_that_escape_has_ended_begins_no_more",
    "finger_of_a_drag_that_escape_has_ended_steers_no_other",
    "finger_goes_on_beside_a_drag_by_the_pointer",
    "any_finger_drags_whatever_else_rests",
    "image_of_any_finger_flies_to_where_that_came_down",
    "first_finger_drags_though_another_came_down",
    "fingers_that_are_called_off_end_the_drag",
    *ON_A_TOUCH,
]
COPIES = [
    "copies_of_one_application_are_all_pasted",
    "copies_that_free_the_one_before_are_all_pasted",
    "copies_of_two_applications_are_all_pasted",
    "copies_are_pasted_after_the_clipboard_was_cleared",
    "nothing_is_pasted_after_the_clipboard_was_cleared",
    "copies_are_pasted_while_they_are_replaced",
    "offer_of_the_clipboard_ends_with_the_keyboard",
]
PRIMARY = [
    "primary_selections_of_one_application_are_all_pasted",
    "primary_selections_that_free_the_one_before_are_all_pasted",
    "primary_selections_of_two_applications_are_all_pasted",
    "nothing_is_pasted_after_the_primary_selection_was_cleared",
    "primary_selections_are_pasted_while_they_are_replaced",
    "offer_of_the_primary_selection_ends_with_the_keyboard",
]
KEEPER = {"nothing_is_pasted_after_the_clipboard_was_cleared": "Weston's own keeper puts back what was copied"}
TO_OTHER_OUTPUTS = ["image_flies_to_another_output", "image_flies_home_from_another_output"]
WORKSPACES = [
    "image_evaporates_if_its_origin_is_sent_to_another_workspace",
    "image_evaporates_if_another_workspace_is_shown",
    "image_flies_home_if_its_workspace_is_shown_again",
]
ONE_BUTTON = "its pointer has one button"
ON_FINE_SCREENS = [
    "image_and_badge_are_in_their_places_on_a_fine_screen",
    "image_flies_home_on_a_fine_screen",
    "ring_is_around_the_target_on_a_fine_screen",
    "pointer_grabs_on_a_fine_screen",
]
COARSE = "its output has one pixel to a point"
GOES_WITH_DRAG = "the compositor takes the icon away as wlroots' drag ends"
TWO_WINDOWS = dict.fromkeys([
    *BY_KEYBOARD,
    *ON_FINE_SCREENS,
    "ring_is_around_the_window_and_not_its_shadow",
    "image_is_translucent_and_hangs_where_its_client_wants_it",
    "image_has_its_colours_in_any_order_of_bytes",
    "image_is_what_its_client_draws_meanwhile",
    "opacity_is_a_setting",
    "badge_tells_what_a_drop_would_do",
    "badge_is_struck_over_a_window_that_takes_nothing",
    "badge_is_struck_over_nothing",
    "pointer_grabs_beside_a_badge",
    "ring_is_around_the_target_only",
    "ring_follows_its_window",
    "image_lands",
    "image_lands_though_the_target_never_finishes",
    "image_lands_though_its_client_puts_it_away",
    "image_lands_though_its_client_takes_its_memory",
    "image_lands_though_its_client_does_both",
    "drop_of_a_source_that_writes_nothing_fails_visibly",
    "drop_of_a_source_that_dies_fails_visibly",
    "content_arrives_though_its_source_quits",
    "transfer_that_takes_long_is_seen",
    "text_becomes_a_file_where_files_are_taken",
    "image_flies_home_after_escape",
    "button_that_dragged_goes_up_for_nobody",
    "another_button_is_nothing_to_a_drag",
    "what_escape_has_ended_begins_no_more",
    "what_lies_below_can_be_clicked_at_once_after_a_drop",
    "what_lies_below_can_be_clicked_at_once_after_escape",
    "what_lies_below_can_be_clicked_at_once_after_a_source_died",
    "what_nobody_pressed_begins_no_drag",
    "modifiers_during_a_drag_are_none_afterwards",
    "image_flies_home_if_it_is_dropped_on_nothing",
    "image_flies_to_where_its_origin_is_now",
    *TO_OTHER_OUTPUTS,
    *WORKSPACES,
    "image_evaporates_if_its_origin_is_minimised",
    "image_evaporates_if_its_origin_is_closed",
    "image_evaporates_if_its_origin_is_covered",
    "image_flies_home_if_a_bit_of_its_origin_is_seen",
    "image_goes_with_its_source",
    "target_that_dies_takes_nothing",
    "windows_that_are_none_any_more_are_no_harm",
    "with_reduced_motion_nothing_flies",
    "drop_on_another_application_copies",
    "shift_moves_nothing_between_applications",
    "badge_counts_the_files_of_a_list",
    "control_and_shift_have_the_target_ask",
    "types_keep_their_order",
    "reads_before_an_answer_are_told",
    "escape_is_what_the_keymap_says",
    "shortcuts_of_the_host_work",
    "drag_leaves_a_window_in_the_background",
    "click_brings_a_window_forward_on_release",
    "focus_follows_a_drop",
    "drop_that_cannot_be_undone_waits_for_a_yes",
    "image_that_is_asked_about_stays_where_it_was_let_go_of",
    "click_elsewhere_is_a_no",
    "escape_is_a_no_to_a_drop_that_cannot_be_undone",
    "return_is_a_yes_to_a_drop_that_cannot_be_undone",
    "source_that_goes_takes_the_question_along",
    "window_behind_comes_forward_when_content_rests_over_it",
    "window_behind_is_announced_by_two_flashes",
    "keyboard_stays_though_a_window_came_forward",
    "content_that_rests_is_told_again",
    "wheel_scrolls_what_lies_below_the_content",
    "without_an_icon_an_item_looks_as_its_client_draws_it",
    *[name for name in BY_FINGER if name not in (
        "other_fingers_go_on",
        "escape_ends_the_drags_of_all_fingers",
        "finger_of_a_drag_that_escape_has_ended_begins_no_more",
    )],
    "pointer_that_misses_a_small_target_misses_it",
    *COPIES,
    *PRIMARY,
    *ON_A_PRESS,
    ON_GUESSES,
], ONE_WINDOW)
CANNOT = {
    "headless": {
        "image_has_its_colours_in_any_order_of_bytes": TWO_FORMATS,
        "image_evaporates_if_its_origin_is_minimised": "it has no place for minimised windows",
        "shortcuts_of_the_host_work": NO_SHORTCUTS,
        **dict.fromkeys(WORKSPACES, ONE_WORKSPACE),
    },
    "weston-10": {
        **KEEPER,
        "image_evaporates_if_its_origin_is_sent_to_another_workspace": "its own key for that takes the person along",
    },
    "weston-14": {
        **KEEPER,
        **dict.fromkeys(WORKSPACES, ONE_WORKSPACE),
        **dict.fromkeys(TO_OTHER_OUTPUTS, Untried("its camera sees one output")),
    },
    "sway-1.7": {
        "ring_is_around_the_target_only": "all of a drag icon goes where the pointer goes",
        "ring_is_around_the_target_on_a_fine_screen": "all of a drag icon goes where the pointer goes",
        "ring_is_around_the_window_and_not_its_shadow": "all of a drag icon goes where the pointer goes",
        "ring_follows_its_window": "all of a drag icon goes where the pointer goes",
        "image_that_is_asked_about_stays_where_it_was_let_go_of": "all of a drag icon goes where the pointer goes",
        "image_evaporates_if_its_origin_is_covered": "sway draws covered windows too, and tells nobody which are",
        "click_brings_a_window_forward_on_release": ON_THE_PRESS,
        "image_of_each_finger_is_where_that_is": ONE_ICON,
    },
    "sway-1.10": {
        "click_brings_a_window_forward_on_release": ON_THE_PRESS,
    },
    "labwc": {
        **dict.fromkeys([*WORKSPACES, *ON_FINE_SCREENS], UNASKED),
        "click_brings_a_window_forward_on_release": "labwc focuses and raises as the button goes down",
        "finger_goes_on_beside_a_drag_by_the_pointer": "labwc itself ends what the pointer does as a finger comes down",
    },
    # Which of the two it shows does not matter there.
    "cage": {name: reason for name, reason in TWO_WINDOWS.items() if name not in (
        "tab_waits_for_a_window_that_is_yet_to_be_seen",
        "image_has_its_colours_in_any_order_of_bytes",
        "image_flies_home_if_it_is_dropped_on_nothing",
        "image_of_a_finger_flies_home",
        "image_of_any_finger_flies_to_where_that_came_down",
        "image_of_each_finger_is_where_that_is",
    )},
    "phoc": {
        **{name: reason for name, reason in TWO_WINDOWS.items() if name not in (
            "image_has_its_colours_in_any_order_of_bytes", "what_nobody_pressed_begins_no_drag")},
        "keys_during_a_drag_reach_nobody": "phoc itself ends every grab on Escape, and then gives the key to the client",
    },
    "wlroots": {
        "ring_is_around_the_target_only": "all of a drag icon goes where the pointer goes",
        "ring_is_around_the_window_and_not_its_shadow": "all of a drag icon goes where the pointer goes",
        "image_that_is_asked_about_stays_where_it_was_let_go_of": "all of a drag icon goes where the pointer goes",
        "ring_follows_its_window": ROW,
        "image_of_each_finger_is_where_that_is": ONE_ICON,
        "finger_that_misses_a_small_target_hits_it": "as a library the adapter is told of no window's place",
        "finger_beside_a_window_is_in_it": "as a library the adapter is told of no window's place",
        "menu_of_another_application_keeps_no_drag": "as a library the adapter cannot tell a menu from another grab",
        **dict.fromkeys(PRIMARY, "it has no primary selection"),
        **dict.fromkeys(TO_OTHER_OUTPUTS, ONE_OUTPUT),
        **dict.fromkeys(ON_FINE_SCREENS, COARSE),
        **dict.fromkeys(WORKSPACES, ONE_WORKSPACE),
        "image_flies_to_where_its_origin_is_now": ROW,
        "image_evaporates_if_its_origin_is_minimised": ROW,
        **dict.fromkeys([
            "image_lands",
            "image_lands_though_the_target_never_finishes",
            "image_lands_though_its_client_puts_it_away",
            "image_lands_though_its_client_takes_its_memory",
            "image_lands_though_its_client_does_both",
            "transfer_that_takes_long_is_seen",
            "drop_of_a_source_that_writes_nothing_fails_visibly",
            "drop_of_a_source_that_dies_fails_visibly",
            "image_flies_home_after_escape",
            "image_flies_home_if_it_is_dropped_on_nothing",
            "image_evaporates_if_its_origin_is_closed",
            "escape_is_a_no_to_a_drop_that_cannot_be_undone",
            "with_reduced_motion_nothing_flies",
            "finger_drops_on_a_target",
            "image_of_a_finger_flies_home",
            "image_of_any_finger_flies_to_where_that_came_down",
        ], GOES_WITH_DRAG),
        "image_evaporates_if_its_origin_is_covered": ROW,
        "image_flies_home_if_a_bit_of_its_origin_is_seen": ROW,
        "drag_leaves_a_window_in_the_background": ROW,
        "click_brings_a_window_forward_on_release": ROW,
        "pointer_grabs_beside_a_badge": "it draws no pointer",
        "shortcuts_of_the_host_work": NO_SHORTCUTS,
        **dict.fromkeys(BY_KEYBOARD, NO_SHORTCUTS),
        "window_behind_comes_forward_when_content_rests_over_it": ROW,
        "window_behind_is_announced_by_two_flashes": ROW,
        "keyboard_stays_though_a_window_came_forward": ROW,
        "wheel_scrolls_what_lies_below_the_content": NO_WHEEL,
    },
    "example": {
        "another_button_is_nothing_to_a_drag": ONE_BUTTON,
        "image_with_finer_pixels_is_as_large": "its clients draw one pixel to a point",
        "image_has_its_colours_in_any_order_of_bytes": TWO_FORMATS,
        "opacity_is_a_setting": NO_SETTINGS,
        "content_arrives_though_its_source_quits": NO_SETTINGS,
        "with_reduced_motion_nothing_flies": NO_SETTINGS,
        "shift_moves_nothing_between_applications": NO_KEYBOARD,
        "control_copies_inside_a_window": NO_KEYBOARD,
        "control_and_shift_have_the_target_ask": NO_KEYBOARD,
        "keys_during_a_drag_reach_nobody": NO_KEYBOARD,
        "modifiers_during_a_drag_are_none_afterwards": NO_KEYBOARD,
        "escape_is_what_the_keymap_says": NO_KEYBOARD,
        **dict.fromkeys([*COPIES, *PRIMARY], NO_KEYBOARD),
        "focus_follows_a_drop": NO_KEYBOARD,
        **dict.fromkeys(BY_KEYBOARD, NO_KEYBOARD),
        "return_is_a_yes_to_a_drop_that_cannot_be_undone": NO_KEYBOARD,
        "shortcuts_of_the_host_work": NO_SHORTCUTS,
        "ring_is_around_the_window_and_not_its_shadow": "to it all of a surface is its window",
        "ring_follows_its_window": ROW,
        **dict.fromkeys(TO_OTHER_OUTPUTS, ONE_OUTPUT),
        **dict.fromkeys(ON_FINE_SCREENS, COARSE),
        **dict.fromkeys(WORKSPACES, ONE_WORKSPACE),
        "image_flies_to_where_its_origin_is_now": ROW,
        "image_evaporates_if_its_origin_is_minimised": ROW,
        "image_evaporates_if_its_origin_is_covered": ROW,
        "image_flies_home_if_a_bit_of_its_origin_is_seen": ROW,
        "drag_leaves_a_window_in_the_background": ROW,
        "click_brings_a_window_forward_on_release": ROW,
        "pointer_grabs_beside_a_badge": "it draws no pointer",
        "reads_before_an_answer_are_told": "it tells nobody",
        "window_behind_comes_forward_when_content_rests_over_it": ROW,
        "window_behind_is_announced_by_two_flashes": ROW,
        "keyboard_stays_though_a_window_came_forward": ROW,
        "wheel_scrolls_what_lies_below_the_content": NO_WHEEL,
        "finger_beside_a_window_is_in_it": "it tells Dray of no windows",
        "fingers_that_are_called_off_end_the_drag": "no line of its input calls them off",
    },
}
CANNOT["wayfire"] = {
    **dict.fromkeys([*TO_OTHER_OUTPUTS, *WORKSPACES, *ON_FINE_SCREENS, "image_evaporates_if_its_origin_is_minimised"], UNASKED),
    **dict.fromkeys([
        "image_flies_to_where_its_origin_is_now",
        "image_evaporates_if_its_origin_is_closed",
        "image_evaporates_if_its_origin_is_covered",
        "whole_drag_is_done_by_keyboard",
        "drag_by_keyboard_ends_with_escape",
        "drop_by_keyboard_that_cannot_be_undone_waits_as_well",
        "tab_waits_for_a_window_that_is_yet_to_be_seen",
        "window_behind_comes_forward_when_content_rests_over_it",
        "window_behind_is_announced_by_two_flashes",
        "keyboard_stays_though_a_window_came_forward",
    ], "wayfire tells nobody where its windows are"),
    "click_brings_a_window_forward_on_release": "wayfire focuses and raises as the button goes down",
    **dict.fromkeys([
        "ring_is_around_the_target_only",
        "ring_is_around_the_window_and_not_its_shadow",
        "ring_follows_its_window",
        "image_that_is_asked_about_stays_where_it_was_let_go_of",
    ], "all of a drag icon goes where the pointer goes"),
    **dict.fromkeys(BY_FINGER, NO_TOUCH_SCREEN),
}
# Its tests see as much of it.
CANNOT["weston-16"] = CANNOT["weston-14"]
# The examples, in C and in Swift, are one compositor in two languages.
CANNOT["twin"] = CANNOT["example"]
