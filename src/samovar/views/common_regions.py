"""The regions that the pages of all games share: question, seats, list of options, log, points, ending.

Each function returns one region of the page, an element with the region's id, and reads nothing but
the context.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.game import AUXILIARY
from samovar.kernel.state import NATURE, Event
from samovar.match.redaction import LogLine
from samovar.views.art import MIDDLE, START, esc, icon, num, path, piece, points, svg, text, use
from samovar.views.render_context import RenderContext
from samovar.views.rules_text import rules_text
from samovar.views.sentences import Clause
from samovar.views.view_model import BOT, OPEN, SeatInfo
from samovar.views.words.words import Words, capital

NOBODY_NAMED: Final = "\x00"  # stands for the name in a question, to be taken out again
MAX_REASONS: Final = 4  # on the card of one kind of action
LOG_LINES: Final = 40  # that a page shows; the others are found in the replay
DONE: Final = "done"  # the group of options that pass, end or go on
REL: Final = {"earlier": "prev", "later": "next"}  # by which keys find the way


# ---- the sentence at the top ----


def question(context: RenderContext) -> str:
    """Who is asked what, how many, in one sentence."""
    model = context.model
    if model.over:
        return f"<b>{context.say('page.over')}</b> {esc(result(context))}"
    if model.seat >= 0 and model.seat in model.actors:
        asked = context.text.prompt(model.view, model.seat, NOBODY_NAMED)
        asked = capital(asked.removeprefix(NOBODY_NAMED + ", ")).replace(
            NOBODY_NAMED, context.names[model.seat]
        )
        return f"<b>{context.say('page.your_turn')}</b> {esc(asked)}"
    if not model.actors or model.actors == [NATURE]:
        return context.say("page.nature")
    who = context.w.all_of([context.names[p] for p in model.actors])
    waiting = context.say("page.waiting" if len(model.actors) == 1 else "page.waiting_all", who=who)
    if model.can_undo:
        return f"{waiting} {esc(context.text.waiting(model.view, model.seat))}"
    return waiting


def result(context: RenderContext) -> str:
    """Who has won."""
    best = [score for score in context.model.scores if score.rank == 1]
    if not best:
        return ""
    who = context.w.all_of([context.names[score.seat] for score in best])
    return context.w.say("ui.wins" if len(best) == 1 else "ui.win_together", who=who, n=best[0].total)


def say(context: RenderContext, steps: list[str], now: int) -> str:
    """The sentence, and where in the turn we are."""
    marks = ""
    for k, step in enumerate(steps):
        current = ' class="is-now" aria-current="step"' if k == now else ""
        marks += f"<li{current}>{esc(step)}</li>"
    listed = f'<ol class="steps">{marks}</ol>' if marks else ""
    model = context.model
    gone = len([n for n in model.replay_stops if n < model.entries])
    where = context.say("page.replay", gone, what=str(len(model.replay_stops) - 1))
    replay = f'<span class="replaying">{where}</span>' if model.replay else ""
    return (
        f'<div class="status__say" id="say"><p class="status__line" role="status">{question(context)}</p>'
        f"{listed}{replay}{warming_up(context)}{frozen(context)}</div>"
    )


def frozen(context: RenderContext) -> str:
    """The note on a game that was made with other rules."""
    if not context.model.frozen:
        return ""
    later = " ".join(["", *context.model.unplayed])
    return f'<span class="warming">{context.say("page.frozen")}{esc(later)}</span>'


def warming_up(context: RenderContext) -> str:
    """While the game waits for a bot: a note that bots are still slow, below the name of that bot."""
    model = context.model
    waits = any(p >= 0 and is_bot(model.seats[p]) for p in model.actors) and model.seat not in model.actors
    if not model.warming_up or not waits:
        return ""
    return f'<span class="warming">{context.say("page.warming_up")}</span>'


def is_bot(info: SeatInfo) -> bool:
    return info.kind == BOT or info.away_bot


def replaying(context: RenderContext) -> str:
    """An earlier position: which one, and the steps from here to the others."""
    model = context.model
    before = [n for n in model.replay_stops if n < model.entries]
    behind = [n for n in model.replay_stops if n > model.entries]
    ways = [("first", before[:1]), ("earlier", before[-1:]), ("later", behind[:1]), ("last", behind[-1:])]
    out = ""
    for name, to in ways:
        content = f'{icon("step-" + name)}<span class="vh">{context.say("page." + name)}</span>'
        if to:
            rel = REL.get(name, "")
            told = f' rel="{rel}"' if rel else ""
            out += f'<a class="btn btn--step" href="{model.base}/at/{to[0]}"{told}>{content}</a>'
        else:
            out += f'<span class="btn btn--step" aria-disabled="true">{content}</span>'
    back = context.say("page.back_to_table")
    return f'{out}<a class="btn btn--main" href="{model.base}">{icon("done")}<span>{back}</span></a>'


def turn(context: RenderContext) -> str:
    """Undo, restart, and what ends the question; of an earlier position the steps to others."""
    model = context.model
    if model.replay and model.base:
        return f'<div class="turn turn--replay" id="turn">{replaying(context)}</div>'
    out = doing(context, "undo", model.can_undo) + doing(context, "restart", model.can_restart)
    ends = [a for a in context.legal if context.text.group(model.view, a) == DONE]
    if ends:
        action = ends[-1]
        lock = icon("lock") if context.locked(action) else icon("done")
        words = esc(context.text.ending(model.view, context.me, action)) or context.say(
            ending_word(context, action)
        )
        out += context.button(action, lock + f"<span>{words}</span>", "btn btn--main")
    elif context.w.has("page.end"):
        words = context.say("page.end")
        out += f'<button type="button" class="btn" disabled>{icon("done")}<span>{words}</span></button>'
    return f'<div class="turn" id="turn">{out}</div>'


def payment(context: RenderContext) -> str:
    """One button for a whole payment as the game proposes it; nothing where it proposes none."""
    model = context.model
    if model.proposal is None:
        return ""
    words = context.w.say("page.pay", what=context.text.payment(model.view, model.proposal.events))
    lines = [words, "|" + context.w.say("pay.rule"), "|" + context.w.say("page.pay_other")]
    lines += ["|" + context.w.say("page.locked")] if model.proposal_final else []
    lock = icon("lock", context.w.say("page.locked")) if model.proposal_final else ""
    told = esc("\n".join(lines))
    return (
        f'<button type="submit" form="choices" formaction="{model.base}/pay" class="btn btn--main btn--pay" '
        f'data-do="pay" data-help="{told}">{lock}<span>{esc(words)}</span></button>'
    )


def ending_word(context: RenderContext, action: int) -> str:
    """What passing, ending or going on is called at this question."""
    view = context.model.view
    name = view.box.notation.verbs[action >> 8]
    step = context.model.game.step_names[view.todo[view.depth - 1] & 255]
    for key in (f"page.{name}.{step}", f"page.{name}"):
        if context.w.has(key):
            return key
    return "page.go"


def doing(context: RenderContext, name: str, possible: bool) -> str:
    content = f"{icon(name)}<span>{context.say('page.' + name)}</span>"
    if not possible:
        return f'<button type="button" class="btn" disabled>{content}</button>'
    where = f'formaction="{context.model.base}/{name}"'
    return f'<button type="submit" form="choices" {where} class="btn" data-do="{name}">{content}</button>'


# ---- options as buttons at the top ----


def verb_button(context: RenderContext, name: str, verbs: list[int], sign: str) -> str:
    """A kind of action: at once if it can be done in one way, else it shows the ways; if not at all, why."""
    label = context.w.say("page.act." + name)
    content = f"{sign}<span>{esc(label)}</span>"
    state = "is-aux" if verbs[0] >= AUXILIARY else "is-legal"
    legal = [action for action in context.legal if action >> 8 in verbs]
    if len(legal) == 1:
        return context.button(legal[0], content, "btn btn--act " + state)
    refused = [action for action in context.refused if action >> 8 in verbs]
    why = context.verdicts(examples(context, refused)) if legal else why_not(context, label, refused)
    told = esc("\n".join([label, "|" + context.w.say("page.help." + name), *why]))
    if legal:
        ways = context.say("page.ways", len(legal), what=label)
        tokens = " ".join(context.legal[action] for action in legal)
        return (
            f'<button type="button" class="btn btn--act {state}" data-prefix="{tokens}" '
            f'aria-label="{ways}" data-help="{told}">{content}</button>'
        )
    return (
        f'<button type="button" class="btn btn--act is-later" aria-disabled="true" '
        f'data-help="{told}">{content}</button>'
    )


def why_not(context: RenderContext, label: str, refused: list[int]) -> list[str]:
    """Why nothing of a kind can be done: one line if it is the same for all, else one for each reason."""
    found = examples(context, refused)
    if len(refused) < 2 or len(found) > 1:
        return context.verdicts(found)
    refusal = context.refused[found[0]]
    return [f"no|{label}: {context.text.refusal(refusal.reason, refusal.rule)}"]


def examples(context: RenderContext, refused: list[int]) -> list[int]:
    """The first action that is refused for each reason; the first few reasons."""
    found: dict[tuple[str, str], int] = {}
    for action in refused:
        refusal = context.refused[action]
        found.setdefault((refusal.reason, refusal.rule), action)
    return list(found.values())[:MAX_REASONS]


def choice_chips(context: RenderContext, drawn: dict[int, str], proposed: int = -1, note: str = "") -> str:
    """The options of a question as small pictures. What ends it has its own button; what is possible at any
    time is not asked now.
    """
    out = payment(context)
    for action, content in drawn.items():
        if action >> 8 >= AUXILIARY or context.text.group(context.model.view, action) == DONE:
            continue
        cls = "chipbtn is-proposed" if action == proposed else "chipbtn"
        out += context.button(action, content, cls)
    small = f'<small class="acts__note">{esc(note)}</small>' if note else ""
    return f'<div class="acts acts--chips" id="acts">{out}{small}</div>'


# ---- the list of all options ----


def choices(context: RenderContext) -> str:
    """Every option as a button of one form, under its headings: what click, key, typed word and plain form
    all walk.
    """
    model = context.model
    groups: dict[str, list[int]] = {name: [] for name in context.text.groups}
    for action in context.legal:
        groups[context.text.group(model.view, action)].append(action)
    out = (
        f'<input type="hidden" name="seq" value="{model.seq}">'
        f'<input type="hidden" name="action_id" value="form-{model.seat}-{model.seq}">'
    )
    out += payment(context)
    number = 0
    for name in context.text.groups:
        if not groups[name]:
            continue
        items = ""
        for action in groups[name]:
            number += 1
            items += choice(context, action, number)
        out += f"<fieldset><legend>{context.say('group.' + name)}</legend><ul>{items}</ul></fieldset>"
    if not context.legal:
        out += f'<p class="quiet">{context.say("page.no_choices")}</p>'
    # Not so for whoever may only change a choice, or looks at an earlier position.
    due = " data-due" if context.legal and model.seat in model.actors else ""
    return (
        f'<form method="post" action="{model.base}/act" id="choices" class="choices"{due} '
        f'aria-label="{context.say("page.choices")}">{out}</form>'
    )


def choice(context: RenderContext, action: int, number: int) -> str:
    token = context.legal[action]
    lock = icon("lock", context.w.say("page.locked")) if context.locked(action) else ""
    find = esc(" ".join(other.head(context.model.view, context.me, action) for other in context.others))
    return (
        f'<li><button type="submit" name="token" value="{token}" data-act="{token}" data-find="{find}" '
        f'class="choice">'
        f"<b>{number}</b><span>{esc(context.option(action))}</span>{lock}</button></li>"
    )


# ---- the log ----


class LogSentence:
    """One sentence of the log: its player, its text, its consequences, and the position it led to."""

    def __init__(self, number: int, seat: int, main: str) -> None:
        self.number = number  # of the last log entry that it tells
        self.seat: Final = seat
        self.main: Final = main
        self.more: Final[list[str]] = []


def log_sentences(context: RenderContext, lines: list[LogLine]) -> list[LogSentence]:
    """The log entries as sentences: the first clause of a player's action opens one, the others follow it."""
    model = context.model
    found: list[LogSentence] = []
    clauses: list[Clause] = []
    events: list[Event] = []
    for i, line in enumerate(lines):
        clauses += context.text.actions(line.seat, line.token)
        events += line.events
        follows = i + 1 < len(lines) and lines[i + 1].seat == NATURE
        if follows:
            continue  # what chance brings belongs to the action that asked for it
        last = -2
        for clause in [*clauses, *context.text.clauses(model.view, events, context.names)]:
            if clause.seat == last and last >= 0 and not clause.opens:
                found[-1].more.append(clause.text)
            else:
                found.append(LogSentence(line.number, clause.seat, heading(context, clause)))
            found[-1].number = line.number
            last = clause.seat
        clauses = []
        events = []
    return found


def heading(context: RenderContext, clause: Clause) -> str:
    if clause.seat < 0:
        return clause.text
    return f"{context.names[clause.seat]} {clause.text}"


def recent(context: RenderContext) -> list[LogSentence]:
    """The last sentences of the log, as many as a page shows."""
    return log_sentences(context, context.model.lines[-3 * LOG_LINES :])[-LOG_LINES:]


def log(context: RenderContext, found: list[LogSentence]) -> str:
    model = context.model
    out = ""
    marked = model.since == 0 or model.since >= model.entries
    for entry in found:
        if not marked and entry.number > model.since:
            marked = True
            out += f'<li class="mark">{context.say("page.since")}</li>'
        out += log_line(context, entry)
    if not out:
        out = f'<li class="quiet"><span></span><span>{context.say("ui.log_empty")}</span></li>'
    return f'<ol class="loglines" id="log" aria-label="{context.say("page.log")}">{out}</ol>'


def log_line(context: RenderContext, entry: LogSentence) -> str:
    mark = seat_mark(context, entry.seat) if entry.seat >= 0 else icon("samovar")
    main = esc(entry.main)
    if context.model.base:
        main = f'<a href="{context.model.base}/at/{entry.number}">{main}</a>'
    more = f"<small>{esc('; '.join(entry.more))}</small>" if entry.more else ""
    return f"<li>{mark}<span>{main}{more}</span></li>"


def last_deeds(context: RenderContext, found: list[LogSentence]) -> list[str]:
    """The last action of each player, in a few words."""
    deeds = [""] * len(context.names)
    for entry in found:
        if 0 <= entry.seat < len(deeds):
            deeds[entry.seat] = "; ".join([entry.main, *entry.more]).removeprefix(
                context.names[entry.seat] + " "
            )
    return deeds


def chat(context: RenderContext) -> str:
    lines = ""
    for said in context.model.chat:
        mark = seat_mark(context, said.seat) if said.seat >= 0 else "<span></span>"
        name = f"<b>{esc(said.name)}</b> " if said.name else ""
        quiet = "" if said.name else ' class="quiet"'
        lines += f"<li{quiet}>{mark}<span>{name}{esc(said.text)}</span></li>"
    if not lines:
        lines = f'<li class="quiet"><span></span><span>{context.say("page.chat_empty")}</span></li>'
    return f'<ol class="loglines" id="chat" aria-label="{context.say("page.chat")}">{lines}</ol>'


def seed_note(w: Words, seed: str) -> str:
    """That a player chose the seed; the seed itself only once the game is over, as it tells all draws."""
    return esc(w.say("page.seed", what=seed) if seed else w.say("page.seed_chosen"))


def more(context: RenderContext) -> str:
    """What else can be done with this table: look back, save, try out, read the rules."""
    model = context.model
    out = ""
    if model.base:
        out = (
            f'<li><a href="{model.base}/at/0">{context.say("page.replay_all")}</a></li>'
            f'<li><a href="{model.base}/record">{context.say("page.export")}</a></li>'
        )
    if model.base and model.can_fork:
        out += (
            f'<li><form method="post" action="{model.base}/fork"><input type="hidden" name="at" '
            f'value="{model.entries}"><button class="btn">{context.say("page.fork")}</button></form></li>'
        )
    if model.base and not model.replay:
        table = model.base.partition("/as/")[0]
        if model.shuffle:
            out += f'<li><a href="{model.base}/shuffle">{context.say("page.verify")}</a></li>'
        out += f'<li><a href="{table}/manage">{context.say("page.manage")}</a></li>'
    if model.base and model.seat >= 0:
        out += f'<li><a href="{next_table(context)}">{context.say("page.next")}</a></li>'
    if rules_text(model.game.name, context.w.lang)[0]:
        out += f'<li><a href="{model.root}/rules/{model.game.name}">{context.say("page.rules")}</a></li>'
    notes = f"<p>{seed_note(context.w, model.seed)}</p>" if model.seed_chosen else ""
    notes += f"<p>{context.say('page.shuffle', what=model.shuffle)}</p>" if model.shuffle else ""
    return f'<div id="more" class="more"><ul>{out}</ul><div class="quiet proof">{notes}</div></div>'


def next_table(context: RenderContext) -> str:
    """Where the next table is that waits for this player."""
    root = context.model.root
    return f"{root}/next?after={context.model.base.removeprefix(f'{root}/t/').partition('/')[0]}"


# ---- seats ----


def seat_mark(context: RenderContext, p: int, label: str = "") -> str:
    """The sign of a player: shape and colour."""
    colour = context.colours[p]
    return f'<span class="p-{colour} seatmark">{icon("seat-" + colour, label)}</span>'


def seat_head(context: RenderContext, p: int, note: str, vp: int, sign: str = "") -> str:
    """Sign, name, presence and points of a player. ``sign``: a symbol before the note."""
    model = context.model
    colour = context.colours[p]
    out = icon("seat-" + colour) + f'<span class="name">{esc(context.names[p])}</span>'
    if p >= len(model.seats) or model.seats[p].kind == BOT:
        out += icon("bot", context.w.say("page.bot"))
    else:
        info = model.seats[p]
        state = (
            "open"
            if info.kind == OPEN
            else "bot_sits"
            if info.away_bot
            else "here"
            if info.present
            else "away"
        )
        away = "" if state == "here" else " presence--away"
        out += f'<span class="presence{away}" role="img" aria-label="{context.say("page." + state)}"></span>'
        out += icon("bot", context.w.say("page.bot_sits")) if info.away_bot else ""
    out += f'<span class="seat__note">{icon(sign) if sign else ""}{esc(note)}</span>'
    out += points(vp, context.w.say("page.points", n=vp), context.text.sign)
    return f'<div class="seat__head">{out}</div>'


def seat_note(context: RenderContext, p: int) -> str:
    """Whether this player decides now, and who it is."""
    if p in context.model.actors:
        return context.w.say("page.acts_now")
    return context.w.say("page.you") if p == context.model.seat else ""


def seat_box(context: RenderContext, p: int, content: str, cls: str = "") -> str:
    active = " is-active" if p in context.model.actors else ""
    return (
        f'<section role="group" class="panel seat p-{context.colours[p]}{active}{cls}" id="seat-{p}" '
        f'aria-label="{esc(context.names[p])}">{content}</section>'
    )


# ---- what has just happened to everybody ----


def news(name: str, sign: str, title: str, body: str, shown: bool = True) -> str:
    """A summary that lies over the board until whoever looks closes it, or decides something. ``shown``: it
    is open, as the board below it is not needed.
    """
    opened = " open" if shown else ""
    heading = f"<summary>{icon(sign)}{esc(title)}</summary>"
    return f'<details class="news panel" id="{name}"{opened}>{heading}{body}</details>'


# ---- points ----


def race(context: RenderContext, live: list[int]) -> str:
    """Everybody's points as a race: solid where they stand, hollow where they would be if it ended now."""
    totals = [score.total for score in context.model.scores]
    far = max([10, *live, *totals])
    step = 5 if far <= 40 else 10 if far <= 80 else 20
    end = (far // step + 1) * step
    left, width = 10.0, 236.0
    out = path(f"M{num(left)} 31H{num(left + width)}", "rail")
    for mark in range(0, end + 1, step):
        x = left + width * mark / end
        out += path(f"M{num(x)} 28v6", "rail") + text(x, 44, str(mark), "t t-s", MIDDLE)
    label: list[str] = []
    for k, score in enumerate(context.model.scores):
        colour = context.colours[score.seat]
        y = 6.5 + 5.5 * (k % 4)
        x1 = left + width * live[score.seat] / end
        x2 = left + width * score.total / end
        out += f'<g class="p-{colour}">'
        out += path(f"M{num(x1)} {num(y)}H{num(x2)}", "lane")
        out += f'<circle cx="{num(x2)}" cy="{num(y)}" r="3.6" class="ghost"/></g>'
        label.append(
            context.w.say(
                "page.race_one", who=context.names[score.seat], n=live[score.seat], total=score.total
            )
        )
    for k, score in enumerate(context.model.scores):
        colour = context.colours[score.seat]
        x1 = left + width * live[score.seat] / end
        mark_ = use(f"seat-{colour}", -5, -5, 10)
        out += piece(f"race-{score.seat}", mark_, x1, 6.5 + 5.5 * (k % 4), f"p-{colour}")
    name = esc(context.w.say("page.race") + ": " + "; ".join(label))
    told = esc("\n|".join([context.w.say("page.race"), *label]))
    return (
        f'<section class="panel race" id="race"><svg viewBox="0 0 256 48" role="img" aria-label="{name}" '
        f'data-help="{told}">'
        f"{out}</svg></section>"
    )


def score(context: RenderContext, more: str = "") -> str:
    """Everybody's points as if the game ended now. ``more``: what a game tells below them."""
    return f'<div id="score">{score_table(context)}{more}</div>'


def score_table(context: RenderContext) -> str:
    """Categories by player, as if the game ended now or at its end."""
    scores = context.model.scores
    head = "".join(
        f'<th scope="col">{seat_mark(context, score.seat, context.names[score.seat])}</th>'
        for score in scores
    )
    rows = ""
    categories = list(scores[0].breakdown) if scores else []
    for category in categories:
        cells = ""
        for score in scores:
            hidden = context.text.unseen(context.model.view, score.seat, category)
            cells += f"<td>{'?' if hidden else score.breakdown[category]}</td>"
        rows += f'<tr><th scope="row">{esc(capital(context.text.category(category)))}</th>{cells}</tr>'
    totals = "".join(f"<td>{score.total}</td>" for score in scores)
    return (
        f'<table class="scores"><caption>'
        f"{context.say('page.final' if context.model.over else 'ui.as_if_over')}</caption>"
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody>"
        f'<tfoot><tr><th scope="row">{esc(capital(context.w.say("ui.total")))}</th>{totals}</tr></tfoot>'
        "</table>"
    )


def ending(context: RenderContext, more: str = "") -> str:
    """The end of the game: ranking, why a tie went as it did, all categories, the course of the points.
    ``more``: what a game tells below the categories.
    """
    model = context.model
    if not model.over:
        return '<div id="ending" hidden></div>'
    ranked = sorted(model.scores, key=lambda score: score.rank)
    rows = ""
    for score in ranked:
        rows += (
            f"<li><b>{score.rank}.</b>{seat_mark(context, score.seat)}"
            f'<span class="name">{esc(context.names[score.seat])}</span>'
            f"{points(score.total, context.w.say('page.points', n=score.total), context.text.sign)}</li>"
        )
    ties = ""
    for score in ranked:
        tied = [other for other in ranked if other.total == score.total]
        if len(tied) > 1 and tied[0] is score:
            ties += f"<p>{esc(context.text.tie(model.view, context.names, tied))}</p>"
    links = ""
    if model.base:
        links = (
            f'<a class="btn" href="{model.base}/at/0">{context.say("page.replay_all")}</a>'
            f'<a class="btn" href="{model.base}/record">{context.say("page.export")}</a>'
            f'<form method="post" action="{model.base}/rematch"><button class="btn btn--main">'
            f"{context.say('page.rematch')}</button></form>"
        )
    if model.base and model.shuffle:
        links += f'<a class="btn" href="{model.base}/shuffle">{context.say("page.verify")}</a>'
    if model.base and model.seat >= 0:
        links += f'<a class="btn" href="{next_table(context)}">{context.say("page.next")}</a>'
    return (
        f'<section class="panel ending" id="ending" aria-label="{context.say("page.over")}">'
        f'<div class="ending__rank"><h2>{esc(result(context))}</h2><ol>{rows}</ol>{ties}'
        f'<div class="ending__links">{links}</div></div>'
        f'<div class="ending__scores">{score_table(context)}{more}</div>{chart(context)}</section>'
    )


def chart(context: RenderContext) -> str:
    """The course of the points, turn by turn, one line for each player."""
    score_history = context.model.score_history
    if len(score_history) < 2:
        return ""
    top = max([10, *(max(row) for row in score_history)])
    step = 10 if top <= 60 else 20
    left, right, upper, lower = 24.0, 292.0, 10.0, 216.0
    out = ""
    for mark in range(0, top + 1, step):
        y = lower - (lower - upper) * mark / top
        out += path(f"M{num(left)} {num(y)}H{num(right)}", "grid") + text(
            left - 4, y + 3.5, str(mark), "t t-s", "end"
        )
    for p in range(len(score_history[0])):
        d = ""
        for k, row in enumerate(score_history):
            x = left + (right - left) * k / (len(score_history) - 1)
            y = lower - (lower - upper) * row[p] / top
            d += f"{'L' if d else 'M'}{num(x)} {num(y)}"
        y = lower - (lower - upper) * score_history[-1][p] / top
        colour = context.colours[p]
        out += f'<g class="p-{colour}">' + path(d, "course-ink") + path(d, "course")
        out += use(f"seat-{colour}", right - 5, y - 6, 12) + "</g>"
    out += text(left, 234, context.w.say("page.course_axis"), "t t-s", START)
    label = context.w.say("page.course")
    return f'<figure class="chart"><figcaption>{esc(label)}</figcaption>{svg(300, 240, out, label)}</figure>'
