# SPDX-License-Identifier: MIT
"""Formats the figures as tables and sentences."""

from measure import FLOWS, PHASES

# Figures of motions during transfers, as `measure.beside_content` names them.
FLOW = ("flow_p50", "flow_p99", "flow_rate")

# Limits of what Dray adds: bytes to a process, milliseconds to its start. In instructions: the limit of a motion, and
# the limit of what Dray adds to the same event posted by C, excluding glibc's heap.
GOAL = {"memory": 12_000_000, "load": 10, "motion": 2150, "added": 30}


# Limits in instructions: of a step, by the host of Dray, and of a frame whose pictures are drawn already. The limit of
# a crossing in sway is a multiple of its cost without Dray, since most of it is sway's own.
STEP_GOALS = {
    "crossing": {"weston-dray": 80_000, "dray": 100_000},
    "modifier": {"weston-dray": 50_000, "sway-dray": 50_000, "dray": 50_000},
}
CROSSING_FACTORS = {"sway-dray": 1.95}
FRAME_GOAL = 500_000
WINDOW_GOAL = 50
# The limit of a whole drag's duration, as a multiple of its duration without Dray.
DRAG_GOALS = {"weston-dray": 1.5, "sway-dray": 1.2}


def count(value):
    return f"{value:,.0f}"


def microseconds(nanoseconds):
    return f"{nanoseconds / 1e3:.1f} µs"


def milliseconds(nanoseconds):
    return f"{nanoseconds / 1e6:.2f} ms"


def megabytes(size):
    return f"{size / 1e6:.1f} MB"


def cells(figures):
    """Returns a row; the name comes first."""
    return [
        figures["name"], count(figures["instructions"]["median"]),
        count(figures["instructions_without_icon"]["median"]),
        microseconds(figures["p50"]["median"]), microseconds(figures["p99"]["median"]),
        milliseconds(figures["drag"]["best"]), megabytes(figures["memory"]["rss"]),
        megabytes(figures["memory"]["pss"]),
    ]


HEADING = [
    "compositor", "instructions per motion", "without drag image", "latency p50", "p99", "whole drag", "RSS", "PSS"]


def rows(results):
    return [HEADING, *(cells(figures) for figures in results["compositors"].values())]


STEP_HEADING = [
    "compositor", "crossing", "modifier", "most expensive later frame", "motion, per window above",
    "idle wake-ups in 5 s", "with the protocol's rules"]


def step_rows(results):
    return [STEP_HEADING, *(step_cells(figures) for figures in results["compositors"].values())]


def step_cells(figures):
    return [
        figures["name"], count(figures["crossing"]), count(figures["modifier"]),
        count(figures["frame"]) if "frame" in figures else "–",
        count(round(figures["window"])) if "window" in figures else "–", count(figures["memory"]["wakeups"]),
        count(figures["wakeups_without_rules"]) if "wakeups_without_rules" in figures else "–",
    ]


PHASE_HEADING = [
    "compositor", "press and begin", "acceptance", "ten motions", "drop", "content read", "finished",
    "whole, after a pause"]


def phase_rows(results):
    return [PHASE_HEADING, *(phase_cells(figures) for figures in results["compositors"].values())]


def phase_cells(figures):
    return [
        figures["name"], *(microseconds(figures[phase]["best"]) for phase in PHASES),
        milliseconds(figures["drag_apart"]["best"])]


FLOW_HEADING = ["compositor", "latency p50", "p99", "content"]


def flow_rows(results):
    return [FLOW_HEADING, *(flow_cells(figures) for figures in results["compositors"].values())]


def flow_cells(figures):
    p50, p99, rate = (figures[name]["median"] for name in FLOW)
    return [figures["name"], microseconds(p50), microseconds(p99), f"{rate / 1e9:.1f} GB/s"]


def layout(lines, separator):
    """Aligns the columns; the first to the left, figures to the right."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return [
        separator.join(
            text.ljust(width) if column == 0 else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths)))
        for line in lines
    ]


def noise(figures):
    """Returns the range of the rounds."""
    return max(figures["all"]) - min(figures["all"])


def compared_instructions(with_dray, without):
    """Compares in words instead of by a sign."""
    here, there = with_dray["median"], without["median"]
    apart = abs(here - there) / there * 100
    which = "more" if here > there else "less"
    words = (
        f"{count(here)} instructions per motion with Dray and {count(there)} without, {apart:.1f} % {which}; "
        f"rounds differ by up to {max(noise(with_dray), noise(without)) / there * 100:.1f} %.")
    if None in (with_dray["heap"], without["heap"]):
        return words
    return (
        f"{words} Excluding glibc's heap: {count(here - with_dray['heap'])} and {count(there - without['heap'])}.")


def compared_latency(name, with_dray, without):
    here, there = with_dray[name], without[name]
    apart = here["median"] - there["median"]
    within = abs(apart) <= noise(here) + noise(there)
    direction = "longer" if apart > 0 else "shorter"
    return (
        f"{name} {microseconds(abs(apart))} {direction}, "
        + ("within the range of the rounds" if within else "beyond the range of the rounds"))


def pairs(compositors):
    """Returns each compositor with Dray together with the one without."""
    return [(one, compositors[one["replaces"]]) for one in compositors.values() if one["replaces"] in compositors]


def instruction_verdicts(compositors):
    return [
        f"{built_in['name']}{what}: {compared_instructions(with_dray[key], built_in[key])}"
        for with_dray, built_in in pairs(compositors)
        for what, key in (("", "instructions"), (", a client without a drag image", "instructions_without_icon"))
    ]


def engine_verdict(engine):
    return (
        "The engine alone, in a process that does nothing else, without glibc's tcache: "
        f"{count(engine['dray'])} instructions from dray_seat_motion to the posted event, with a limit of "
        f"{count(GOAL['motion'])}; posting that event from C without Dray takes {count(engine['c'])}. "
        f"Excluding glibc's heap, Dray adds {count(engine['added'])}.")


def step_verdicts(compositors):
    for name, goals in STEP_GOALS.items():
        for key, goal in goals.items():
            if key in compositors:
                taken = compositors[key][name]
                yield (
                    f"{compositors[key]['name']}: a {name} takes {count(taken)} instructions, "
                    f"{against(taken, goal)} the limit of {count(goal)}.")
    for key, factor in CROSSING_FACTORS.items():
        if key in compositors:
            times = compositors[key]["crossing"] / compositors[compositors[key]["replaces"]]["crossing"]
            yield (
                f"{compositors[key]['name']}: a crossing takes {times:.2f} times the instructions that it takes "
                f"without Dray, {against(times, factor)} the limit of {factor}.")
    for one in compositors.values():
        if "frame" in one:
            yield (
                f"{one['name']}: the most expensive frame of a drag whose pictures are drawn already takes "
                f"{count(one['frame'])} instructions, {against(one['frame'], FRAME_GOAL)} the limit of "
                f"{count(FRAME_GOAL)}.")
    if "window" in compositors.get("dray", {}):
        window = compositors["dray"]["window"]
        yield (
            f"dray serve: a window above adds {count(round(window))} instructions to a motion, "
            f"{against(window, WINDOW_GOAL)} the limit of {WINDOW_GOAL}.")


def against(taken, goal):
    return "no more than" if taken <= goal else "more than"


def drag_verdicts(compositors):
    for key, goal in DRAG_GOALS.items():
        if key not in compositors:
            continue
        kinds = {
            "drag": "", "drag_apart": " after a pause",
            "drag_focus_on_press": " where a press focuses a window"}
        for kind, when in kinds.items():
            if kind not in compositors[key]:
                continue
            times = compositors[key][kind]["best"] / compositors[compositors[key]["replaces"]][kind]["best"]
            yield (
                f"{compositors[key]['name']}: a whole drag{when} takes {times:.2f} times as long as without Dray, "
                f"{against(times, goal)} the limit of {goal}.")


def verdicts(results):
    """Returns the comparisons, one sentence each."""
    compositors = results["compositors"]
    lines = [
        *instruction_verdicts(compositors), engine_verdict(results["engine"]), *step_verdicts(compositors),
        *drag_verdicts(compositors)]
    for with_dray, built_in in pairs(compositors):
        name = built_in["name"]
        lines.append(
            f"{name}, latency with Dray: {compared_latency('p50', with_dray, built_in)}; "
            f"{compared_latency('p99', with_dray, built_in)}.")
        added = {kind: with_dray["memory"][kind] - built_in["memory"][kind] for kind in ("rss", "pss")}
        lines.append(
            f"{name}, memory that Dray adds: {megabytes(added['rss'])} ({megabytes(added['pss'])} by PSS), "
            f"{'no more' if max(added.values()) <= GOAL['memory'] else 'more'} than the limit of "
            f"{megabytes(GOAL['memory'])}.")
    lines.append(
        f"libdray.so has {megabytes(results['library'])} and is loaded in {results['load']:.2f} ms, with a limit of "
        f"{GOAL['load']} ms.")
    return lines


def circumstances(results):
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    return f"{results['date']}: {versions}; {results['processor']}; {results['system']}"


def text(results):
    return "\n".join([
        circumstances(results), "", *layout(rows(results), "   "), "", *layout(step_rows(results), "   "), "",
        *layout(phase_rows(results), "   "), "", *layout(flow_rows(results), "   "), "",
        *verdicts(results), ""])


def markdown(lines):
    heading, *others = layout(lines, " | ")
    rule = " | ".join(
        "-" * len(part) if column == 0 else "-" * (len(part) - 1) + ":"
        for column, part in enumerate(heading.split(" | ")))
    return "\n".join(f"| {line} |" for line in (heading, rule, *others))


def page(results):
    said = "\n".join(f"- {line}" for line in verdicts(results))
    return PAGE.format(
        circumstances=circumstances(results), table=markdown(rows(results)), steps=markdown(step_rows(results)),
        phases=markdown(phase_rows(results)), flow=markdown(flow_rows(results)), flows=count(FLOWS),
        verdicts=said, motions=count(results["motions"]), drags=results["drags"], repeat=results["repeat"],
        rounds=results["rounds"])


PAGE = """\
# Benchmark

The cost of a drag in unmodified compositors, without and with Dray.

## Overview

The same client plays the same drags in each: a source, a target, and a virtual pointer, each with a connection of its
own. All compositors are headless and draw with pixman.

Written by `make bench-page`, {circumstances}.

{table}

Other steps of a drag, in instructions:

{steps}

The phases of a whole drag, in time:

{phases}

Motions during {flows} concurrent transfers of the dragged content:

{flow}

{verdicts}

## Method

- Instructions per motion are counted by callgrind, from the function through which the compositor's input enters until
  the event is in the buffer of the target's client: `notify_motion_absolute` in Weston,
  `wlr_seat_pointer_notify_enter` and `wlr_seat_pointer_notify_motion` in sway, `DragSeat.pointerMoved` in `dray serve`.
  This includes picking the surface under the pointer in Weston and in `dray serve`; sway picks earlier. Runs of two
  lengths are subtracted, so that only the motions remain. The client has a drag icon in the first column and none in
  the second, where Dray shows an image of its own and the others show none. The cost of libwayland's calls of calloc
  and free depends on all earlier allocations of the compositor, so it is stated separately.
- Latency is the time from sending a motion until the target has received `wl_data_device.motion`, with one motion in
  transit at a time, and with compositor and clients on one core, at real-time priority (SCHED_FIFO) if that is allowed.
  Percentiles of {motions} motions.
- During transfers the target reads the dragged content {flows} times concurrently, each time in a process of its own,
  and so does the source that writes it; these processes use the other cores. Dray relays 16 of the transfers, and
  passes the source's pipe to the others; a compositor without Dray never relays content. Percentiles of ten times as
  many motions.
- A crossing goes from one target to another, each of which accepts and sets its action; a modifier is Control pressed
  or released over the window that the content came from, so that the action becomes copy or move. (sway without Dray
  ignores modifiers; there it is only the key.) All work of the process is counted, from the clients' requests to Dray's
  frames, except the frames that the compositor draws, whose number depends on time. Runs of two lengths are subtracted.
- The most expensive later frame is that of Dray with image, badge and ring, before and after the target's answer, after
  earlier drags have caused its pictures to be drawn: it includes Dray's decisions and the host's use of them, without
  the host's drawing.
- Windows above are 40 windows in front of the others, outside the pointer's path. Weston's shell and sway leave no room
  for them.
- Wake-ups are counted during a drag without input. By Dray's rules the window under the pointer is sent ten motions per
  second while the drag hovers (HIG-19), for five seconds; by the protocol's own (`policy=wayland`) nothing is sent.
- A whole drag lasts from the press to `wl_data_source.dnd_finished`, with ten motions over the target and the content
  read. The value is the median of {drags} consecutive drags in the fastest of several rounds, since other load can only
  add time. In the last column each drag begins a tenth of a second after the previous one, so that the processor's
  caches are cold, and the compositor may draw a frame in between. With Dray the time includes drawing the pictures of
  the image and its badge, and in Weston of the ring around the target, which the others do not show. Each phase ends
  with the compositor's answer: the drag has begun and all clients have its events, the source has the target's
  acceptance, the motions have arrived, the target has the drop, the target has read the content, the source has
  received the end. A compositor without Dray passes the target's pipe to the source; Dray monitors the transfer, so
  that an incomplete one is a failed drop (HIG-17).
- Memory is that of the compositor's process during a drag. PSS counts pages that processes share in proportion.

Instructions and times were measured {repeat} times, the times of the compositors in turn, and the table has the
medians; of steps it has the minimum, since on a busy machine they include more of Dray's frames. Whole drags were
measured {rounds} times, those after a pause {repeat} times, frames and memory once, and loading ten times, with the
minimum in the table. `make bench` measures on your machine and writes all figures to `dray-bench/bench.json`.
"""
