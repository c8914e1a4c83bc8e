# SPDX-License-Identifier: MIT
"""The figures in words and tables."""

from measure import FLOWS, PHASES

# Motions beside content that flows, as `measure.beside_content` names them.
FLOW = ("flow_p50", "flow_p99", "flow_rate")

# What Dray may add: bytes to a process, milliseconds to its start. What a motion may take, and what of that may be added to
# the same event posted by C, glibc's heap left out: instructions.
GOAL = {"memory": 12_000_000, "load": 10, "motion": 2150, "added": 30}


# What a step may take, by the compositor that Dray is in, and a frame of a drag whose pictures are there: instructions. A
# crossing in sway may take so many times what it takes without Dray, since most of it is sway's own.
STEP_GOALS = {
    "crossing": {"weston-dray": 80_000, "dray": 100_000},
    "modifier": {"weston-dray": 50_000, "sway-dray": 50_000, "dray": 50_000},
}
CROSSING_FACTORS = {"sway-dray": 1.95}
FRAME_GOAL = 500_000
WINDOW_GOAL = 50
# How many times as long a whole drag may take as without Dray.
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
    """A row: the name first."""
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
    "compositor", "crossing", "modifier", "dearest later frame", "motion, for each window in the way",
    "wake-ups in 5 s at rest", "with the protocol's rules"]


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
    "compositor", "press and begin", "consent", "ten motions", "drop", "content read", "finished", "whole, at rest before"]


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
    """Columns below each other; the first to the left, figures to the right."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return [
        separator.join(
            text.ljust(width) if column == 0 else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths)))
        for line in lines
    ]


def noise(figures):
    """How far the rounds lie apart."""
    return max(figures["all"]) - min(figures["all"])


def compared_instructions(with_dray, without):
    """In words, so that nobody has to look for a sign."""
    here, there = with_dray["median"], without["median"]
    apart = abs(here - there) / there * 100
    which = "more" if here > there else "less"
    words = (
        f"{count(here)} instructions per motion with Dray and {count(there)} without, {apart:.1f} % {which} than what "
        f"it replaces; rounds differ by up to {max(noise(with_dray), noise(without)) / there * 100:.1f} %.")
    if None in (with_dray["heap"], without["heap"]):
        return words
    return f"{words} But for glibc's heap {count(here - with_dray['heap'])} and {count(there - without['heap'])}."


def compared_latency(name, with_dray, without):
    here, there = with_dray[name], without[name]
    apart = here["median"] - there["median"]
    within = abs(apart) <= noise(here) + noise(there)
    direction = "longer" if apart > 0 else "shorter"
    return (
        f"{name} {microseconds(abs(apart))} {direction}, "
        + ("within what rounds differ by" if within else "more than rounds differ by"))


def pairs(everybody):
    """Each compositor with Dray, and the one without."""
    return [(one, everybody[one["replaces"]]) for one in everybody.values() if one["replaces"] in everybody]


def instruction_verdicts(everybody):
    return [
        f"{built_in['name']}{what}: {compared_instructions(with_dray[key], built_in[key])}"
        for with_dray, built_in in pairs(everybody)
        for what, key in (("", "instructions"), (", a client without a drag image", "instructions_without_icon"))
    ]


def engine_verdict(engine):
    return (
        "The engine alone, in a process that does nothing else, without glibc's caches of freed blocks: "
        f"{count(engine['dray'])} instructions from dray_seat_motion to the posted event, of which it may take "
        f"{count(GOAL['motion'])}; to post that event from C without Dray takes {count(engine['c'])}. But for glibc's heap "
        f"Dray adds {count(engine['added'])}.")


def step_verdicts(everybody):
    for name, goals in STEP_GOALS.items():
        for key, goal in goals.items():
            if key in everybody:
                taken = everybody[key][name]
                yield (
                    f"{everybody[key]['name']}: a {name} takes {count(taken)} instructions, {against(taken, goal)} the "
                    f"{count(goal)} that it may.")
    for key, factor in CROSSING_FACTORS.items():
        if key in everybody:
            times = everybody[key]["crossing"] / everybody[everybody[key]["replaces"]]["crossing"]
            yield (
                f"{everybody[key]['name']}: a crossing takes {times:.2f} times the instructions that it takes without, "
                f"{against(times, factor)} the {factor} times that it may.")
    for one in everybody.values():
        if "frame" in one:
            yield (
                f"{one['name']}: the dearest frame of a drag whose pictures are there takes {count(one['frame'])} "
                f"instructions, {against(one['frame'], FRAME_GOAL)} the {count(FRAME_GOAL)} that it may.")
    if "window" in everybody.get("dray", {}):
        window = everybody["dray"]["window"]
        yield (
            f"dray serve: a window in the way takes {count(round(window))} instructions of a motion, "
            f"{against(window, WINDOW_GOAL)} the {WINDOW_GOAL} that it may.")


def against(taken, goal):
    return "no more than" if taken <= goal else "more than"


def drag_verdicts(everybody):
    for key, goal in DRAG_GOALS.items():
        if key not in everybody:
            continue
        kinds = {
            "drag": "", "drag_apart": " in a compositor that was at rest",
            "drag_focus_on_press": " where a window gets the focus as it is pressed"}
        for kind, when in kinds.items():
            if kind not in everybody[key]:
                continue
            times = everybody[key][kind]["best"] / everybody[everybody[key]["replaces"]][kind]["best"]
            yield (
                f"{everybody[key]['name']}: a whole drag{when} takes {times:.2f} times as long as without, "
                f"{against(times, goal)} the {goal} times that it may.")


def verdicts(results):
    """What the figures say, a sentence each."""
    everybody = results["compositors"]
    lines = [
        *instruction_verdicts(everybody), engine_verdict(results["engine"]), *step_verdicts(everybody),
        *drag_verdicts(everybody)]
    for with_dray, built_in in pairs(everybody):
        name = built_in["name"]
        lines.append(
            f"{name}, latency with Dray: {compared_latency('p50', with_dray, built_in)}; "
            f"{compared_latency('p99', with_dray, built_in)}.")
        added = {kind: with_dray["memory"][kind] - built_in["memory"][kind] for kind in ("rss", "pss")}
        lines.append(
            f"{name}, memory that Dray adds: {megabytes(added['rss'])} ({megabytes(added['pss'])} by PSS), "
            f"{'no more' if max(added.values()) <= GOAL['memory'] else 'more'} than the {megabytes(GOAL['memory'])} "
            "that it may.")
    lines.append(
        f"libdray.so has {megabytes(results['library'])} and is loaded in {results['load']:.2f} ms; "
        f"it may take {GOAL['load']} ms.")
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
        verdicts=said, motions=count(results["motions"]), drags=results["drags"], repeat=results["repeat"], rounds=results["rounds"])


PAGE = """\
# Benchmark

What a drag costs in unmodified compositors, by themselves and with Dray in them.

## Overview

The same client plays the same drags in each: a source, a target, and a person with a virtual pointer, each with a
connection of its own. Nothing has a display; all draw with pixman.

Written by `make bench-page`, {circumstances}.

{table}

What else a drag is made of, in instructions:

{steps}

What a whole drag is made of, in time:

{phases}

Motions while what is dragged is read {flows} times at once:

{flow}

{verdicts}

## What is measured

- Instructions per motion are counted by callgrind, from the function that the compositor's input enters by until the
  event lies in the buffer of the target's client: `notify_motion_absolute` in Weston,
  `wlr_seat_pointer_notify_enter` and `wlr_seat_pointer_notify_motion` in sway, `DragSeat.pointerMoved` in `dray serve`.
  Picking what is below the pointer is part of it in Weston and in `dray serve`; sway does it before. Runs of two
  lengths are subtracted, so that only the motions remain. The client gives a drag image in the first column and none in
  the second, where Dray shows one of its own and the others show nothing.
  What libwayland's calls of calloc and free take depends on what was freed before, and so on the compositor's whole past:
  it is named apart.
- Latency is the time from sending a motion until the target has received `wl_data_device.motion`, with one motion under
  way at a time, and with compositor and clients on one core, before all other processes there if that is allowed
  (SCHED_FIFO). Percentiles of {motions} motions.
- While content flows the target reads what is over it {flows} times, each time in a process of its own, as does who writes; these
  are on the other processors. Dray moves what 16 of them get, and lets the others have their source's pipe; a compositor by
  itself never sees content. Percentiles of ten times as many motions.
- A crossing goes from one target to another, each of which accepts and answers what it would do; a modifier is Control
  going down or up over the window that the content came from, so that a drop would copy there, or move. (To sway by
  itself a modifier means nothing; there it is only the key.) All that the process does for it is counted, from the
  requests of the clients to Dray's own frames, but for the frames that the compositor draws, which come with the clock.
  Runs of two lengths are subtracted.
- The dearest later frame is the one of Dray's that takes most, with image, badge and ring, before and after the target's
  answer, once earlier drags have had their pictures drawn: what Dray decides and the host does with it, without what the host draws.
- Windows in the way are 40 above the others, where the pointer is not. Weston's shell and sway leave no room for them.
- Wake-ups are counted in the middle of a drag, while nothing happens. By Dray's rules the window below hears ten times a
  second that the content rests (HIG-19), for five seconds; by the protocol's own (`policy=wayland`) there is nothing to tell.
- A whole drag goes from the press to `wl_data_source.dnd_finished`, with ten motions over the target and the content
  read. The median of {drags} drags, one right after the other, in the quickest of several rounds: what else the machine does adds
  to a time and takes nothing from it. In the last column each begins a tenth of a second after the
  one before, so that nothing of it lies ready in the processor's caches, and a frame of the compositor's may come
  between. With Dray that includes making the pictures of the image
  and its badge, and in Weston of the ring around the target, which the others do not show. What it is made of ends with
  what the compositor answers: the drag has begun and all have heard of it, the target's consent is known to the source, the
  motions have arrived, the target hears of the drop, it has read the content, the source hears that all is done. By itself a
  compositor hands the target's pipe to the source; Dray looks on, so that content that breaks off is a drop that has failed
  (HIG-17).
- Memory is that of the compositor's process in the middle of a drag. PSS counts pages that processes share in parts.

Instructions and times were taken {repeat} times, the times of the compositors in turn, and the table has the medians; of steps it has
the least, since a busy machine has more of Dray's frames in them. Whole drags were taken {rounds} times, those at rest {repeat} times,
frames and memory once, loading ten times, of which the best counts. `make bench` measures on your machine, and leaves all
figures in `dray-bench/bench.json`.
"""
