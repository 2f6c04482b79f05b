"""The controls of a replay: a timeline with a slider, buttons for steps, playing and speed.

Without script the rounds of the timeline and the step buttons are links to pages. ``replay.js`` fetches the
positions and shows them in place.
"""

from __future__ import annotations

from typing import Final

from samovar.views.common_regions import frozen_note, recent_sentences, winner_sentence
from samovar.views.render_context import RenderContext
from samovar.views.svg import esc, icon, num

STEP_RELATIONS: Final = {"earlier": "prev", "later": "next"}  # link types that the arrow keys follow
SPEEDS: Final = ["slow", "normal", "fast"]
NARROW_PART: Final = 14.0  # percent of the timeline: a narrower part is labelled by its number alone


def stop_index(context: RenderContext) -> int:
    """The index of the shown position among the stops of the replay."""
    model = context.model
    return len([stop for stop in model.replay_stops if stop < model.entries])


def replay_sentence(context: RenderContext) -> str:
    """The last action before the shown position, or the result at the end."""
    if context.model.over:
        return f"<b>{context.say('page.over')}</b> {esc(winner_sentence(context))}"
    if stop_index(context) == 0:
        return context.say("replay.begin")
    found = recent_sentences(context)
    return esc("; ".join([found[-1].main, *found[-1].more])) if found else context.say("replay.begin")


def replay_place(context: RenderContext) -> str:
    """The round of the shown position, and its number among all decisions."""
    periods = [period for period in context.model.periods if period.stop <= stop_index(context)]
    name = context.text.period_name(periods[-1].part, periods[-1].number) if periods else ""
    decisions = len(context.model.replay_stops) - 1
    count = context.w.say("page.replay", n=stop_index(context), what=str(decisions))
    return ", ".join(part for part in (name, count) if part)


def replay_status(context: RenderContext) -> str:
    """The region ``say`` of a replay: the last action, and the place in the game."""
    sentence, place = replay_sentence(context), esc(replay_place(context))
    return (
        f'<div class="status__text" id="say"><p class="status__line" role="status">{sentence}</p>'
        f'<span class="status__replay">{place}</span>{frozen_note(context)}</div>'
    )


def timeline(context: RenderContext) -> str:
    """The region ``acts`` of a replay: the rounds of the game with a slider over them."""
    stops, periods = context.model.replay_stops, context.model.periods
    spoken = esc(f"{replay_place(context)}: {plain_sentence(context)}")
    shown, last = stop_index(context), len(stops) - 1
    slider = (
        f'<input type="range" id="replay-slider" min="0" max="{last}" value="{shown}" '
        f'data-stops="{" ".join(map(str, stops))}" '
        f'data-rounds="{" ".join(str(period.stop) for period in periods)}" '
        f'aria-label="{context.say("replay.slider")}" aria-valuetext="{spoken}">'
    )
    cells, labels = round_cells(context), part_labels(context)
    drawing = f'<svg role="group" aria-label="{context.say("replay.rounds")}">{cells}{labels}</svg>'
    return (
        f'<div class="actions timeline" id="acts"><div class="timeline__track">{drawing}{slider}</div></div>'
    )


def timeline_percent(context: RenderContext, stop: int) -> float:
    """The place of a stop on the timeline, from 0 to 100."""
    return 100 * stop / max(len(context.model.replay_stops) - 1, 1)


def round_cells(context: RenderContext) -> str:
    """The rounds as cells in proportion to their decisions. Each is a link to its first position.

    They are not tab stops: keyboard users have the slider and the step buttons.
    """
    stops, periods = context.model.replay_stops, context.model.periods
    shown, last = stop_index(context), len(stops) - 1
    ends = [period.stop for period in periods[1:]] + [last]
    out = ""
    for period, end in zip(periods, ends, strict=False):  # no periods, no cells
        is_now = period.stop <= shown < end or shown == end == last
        state = " is-now" if is_now else " is-past" if end <= shown else ""
        x = timeline_percent(context, period.stop)
        width = timeline_percent(context, end) - x
        name = esc(context.text.period_name(period.part, period.number))
        address = f"{context.model.base}/at/{stops[period.stop]}"
        cell = f'x="{num(x)}%" y="25" width="{num(width)}%" height="13" class="timeline__cell{state}"'
        out += f'<a href="{address}" tabindex="-1" aria-label="{name}"><rect {cell}/></a>'
    return out


def part_labels(context: RenderContext) -> str:
    """The names of years, decades or rounds above the timeline, with lines between them."""
    periods = context.model.periods
    starts = [period for k, period in enumerate(periods) if k == 0 or period.part != periods[k - 1].part]
    ends = [timeline_percent(context, start.stop) for start in starts[1:]] + [100.0]
    out = ""
    for start, right in zip(starts, ends, strict=False):  # no periods, no cells
        x = timeline_percent(context, start.stop)
        name = context.text.part_name(start.part)
        label = str(start.part) if name and right - x < NARROW_PART else name
        out += f'<text x="{num((x + right) / 2)}%" y="15" class="timeline__part">{esc(label)}</text>'
        if x > 0:
            out += f'<line x1="{num(x)}%" x2="{num(x)}%" y1="5" y2="41" class="timeline__border"/>'
    return out


def plain_sentence(context: RenderContext) -> str:
    """``replay_sentence`` without markup."""
    return replay_sentence(context).replace("<b>", "").replace("</b>", "")


def replay_buttons(context: RenderContext) -> str:
    """The region ``turn`` of a replay: first, previous, play, next and last, the speed, and the way back."""
    model = context.model
    before = [n for n in model.replay_stops if n < model.entries]
    behind = [n for n in model.replay_stops if n > model.entries]
    out = step_link(context, "first", before[:1]) + step_link(context, "earlier", before[-1:])
    play, pause = context.say("replay.play"), context.say("replay.pause")
    out += (
        f'<button type="button" class="btn btn--main btn--play" id="replay-play" aria-pressed="false" '
        f'data-play="{play}" data-pause="{pause}" aria-label="{play}">{icon("play")}{icon("pause")}</button>'
    )
    out += step_link(context, "later", behind[:1]) + step_link(context, "last", behind[-1:])
    speeds = "".join(
        f'<option value="{name}">{context.say("replay.speed." + name)}</option>' for name in SPEEDS
    )
    out += (
        f'<select class="btn replay-speed" id="replay-speed" aria-label="{context.say("replay.speed")}">'
        f"{speeds}</select>"
    )
    back = context.say("page.back_to_table")
    out += f'<a class="btn" href="{model.base}">{icon("done")}<span>{back}</span></a>'
    return f'<div class="turn turn--replay" id="turn">{out}</div>'


def step_link(context: RenderContext, name: str, to: list[int]) -> str:
    """A link to another position of the replay; without ``to`` it is disabled."""
    content = f'{icon("step-" + name)}<span class="visually-hidden">{context.say("page." + name)}</span>'
    if not to:
        return f'<span class="btn btn--step" aria-disabled="true" data-step="{name}">{content}</span>'
    relation = STEP_RELATIONS.get(name, "")
    rel = f' rel="{relation}"' if relation else ""
    href = f"{context.model.base}/at/{to[0]}"
    return f'<a class="btn btn--step" href="{href}"{rel} data-step="{name}">{content}</a>'
