"""The regions that the pages of all games share: question, seats, list of options, log, points, ending.

Most functions return one region of the page, an element with the region's id, or a part of one. All of them
read only the context.
"""

from __future__ import annotations

import re
from typing import Final

from samovar.kernel.game import FIRST_AUXILIARY_VERB, Score
from samovar.kernel.state import NATURE, Event
from samovar.match.redaction import LogLine
from samovar.views.render_context import RenderContext, sentence_of
from samovar.views.rules_text import rules_text
from samovar.views.sentences import Clause
from samovar.views.svg import MIDDLE, START, esc, icon, num, path, piece, points, svg, text, use
from samovar.views.view_model import BOT, OPEN, SeatInfo
from samovar.views.words.words import Words, capital

NAME_PLACEHOLDER: Final = "\x00"  # stands for the player's name in a question, and is removed from it
MAX_REASONS: Final = 4  # options or refusal reasons on the help card of one kind of action
LOG_LINES: Final = 40  # on a page; the replay shows the others
LONG_QUESTION: Final = 110  # characters from which a phone writes the question in smaller letters
RULE_ID: Final = re.compile(r" \([A-Z]-(?:[A-Z]+-)+[A-Z]?\d+[a-z]?\)")  # in the text of a reason
MOMENT_LINES: Final = 3  # sentences of the log that announce a round
DONE: Final = "done"  # the group of options that pass, end or continue


# ---- the status bar ----


def question(context: RenderContext) -> str:
    """The sentence at the top of the page: the question to the viewer, the players that decide, or the
    winner.
    """
    model = context.model
    if model.over:
        return f"<b>{context.say('page.over')}</b> {esc(winner_sentence(context))}"
    if model.seat >= 0 and model.seat in model.actors:
        if only_end_is_left(context):
            return turn_over(context)
        asked = context.text.prompt(model.view, model.seat, NAME_PLACEHOLDER)
        asked = capital(asked.removeprefix(NAME_PLACEHOLDER + ", ")).replace(
            NAME_PLACEHOLDER, context.names[model.seat]
        )
        return f"<b>{context.say('page.your_turn')}</b> {esc(asked)}"
    if not model.actors or model.actors == [NATURE]:
        return context.say("page.nature")
    if model.unconfirmed:
        return turn_over(context)
    who = context.w.all_of([context.names[p] for p in model.actors])
    waiting = context.say("page.waiting" if len(model.actors) == 1 else "page.waiting_all", who=who)
    if model.seat < 0 and not model.replay:
        return f"<b>{context.say('page.watching')}</b> {waiting}"
    if model.can_undo:
        return f"{waiting} {esc(context.text.waiting(model.view, model.seat))}"
    return waiting


def only_end_is_left(context: RenderContext) -> bool:
    """True if the viewer can only end the turn, and the table leaves that to the viewer because of undo."""
    model = context.model
    ends = [
        a for a in context.legal if context.text.group(model.view, a) == DONE and context.is_irreversible(a)
    ]
    return model.obvious in map(context.token, ends) and not model.asked_everything


def turn_over(context: RenderContext) -> str:
    """The sentence beside the button that ends a turn in which nothing is left to decide."""
    return f"<b>{context.say('page.turn_over')}</b> {context.say('page.turn_over.confirm')}"


def winner_sentence(context: RenderContext) -> str:
    """The sentence that names the winners; empty without scores."""
    best = [score for score in context.model.scores if score.rank == 1]
    if not best:
        return ""
    who = context.w.all_of([context.names[score.seat] for score in best])
    return context.w.say("ui.wins" if len(best) == 1 else "ui.win_together", who=who, n=best[0].total)


def status_text(context: RenderContext, steps: list[str], now: int) -> str:
    """The region ``say``: the question, the steps of the turn with the current one marked, and notes."""
    marks = ""
    for k, step in enumerate(steps):
        current = ' class="is-now" aria-current="step"' if k == now else ""
        marks += f"<li{current}>{esc(step)}</li>"
    listed = f'<ol class="steps">{marks}</ol>' if marks else ""
    asked = question(context)
    long = " status__line--long" if len(asked) > LONG_QUESTION else ""
    return (
        f'<div class="status__text" id="say" tabindex="-1">'
        f'<p class="status__line{long}" role="status">{asked}</p>'
        f"{listed}{undo_note(context)}{warming_up_note(context)}{frozen_note(context)}</div>"
    )


def undo_note(context: RenderContext) -> str:
    """The note that another player has just taken back a decision, which may have ended my turn."""
    who = context.model.undone_by
    if who < 0 or who == context.model.seat:
        return ""
    told = context.say("page.undone", who=context.names[who])
    return f'<span class="status__note status__undone">{told}</span>'


def frozen_note(context: RenderContext) -> str:
    """The note on a game that was created under other rules and can only be watched."""
    if not context.model.frozen:
        return ""
    later = " ".join(["", *context.model.unplayed])
    return f'<span class="status__note">{context.say("page.frozen")}{esc(later)}</span>'


def warming_up_note(context: RenderContext) -> str:
    """The note that bots are still slow after a start of the server, while the game waits for a bot."""
    model = context.model
    waits = (
        any(is_played_by_bot(seat) for p, seat in enumerate(model.seats) if p in model.actors)
        and model.seat not in model.actors
    )
    if not model.warming_up or not waits:
        return ""
    return f'<span class="status__note">{context.say("page.warming_up")}</span>'


def is_played_by_bot(info: SeatInfo) -> bool:
    return info.kind == BOT or info.away_bot


def turn_buttons(context: RenderContext) -> str:
    """The region ``turn``: undo, restart, the answer of the table and the button that ends the question.

    ``data-answers`` says whether the table gives obvious answers for this viewer. ``data-obvious`` is an
    answer that it did not give, because undo would be lost.
    """
    model = context.model
    if model.seat < 0:
        return f'<div class="turn turn--watch" id="turn">{watch_links(context)}</div>'
    if model.over:
        return '<div class="turn" id="turn"></div>'
    answers = f' data-answers="{"ask" if model.asked_everything else "auto"}"'
    if model.obvious and not model.asked_everything:
        answers += f' data-obvious="{model.obvious}"'
    buttons = command_button(context, "undo", model.can_undo)
    buttons += command_button(context, "restart", model.can_restart)
    buttons += command_button(context, "reopen", True) if model.can_reopen else ""
    return f'<div class="turn" id="turn"{answers}>{buttons}{end_button(context)}</div>'


def end_button(context: RenderContext) -> str:
    """The button that ends the question or confirms the end of the turn. Unavailable where neither can be
    done.
    """
    model = context.model
    if model.unconfirmed:
        content = f"{icon('done')}<span>{context.say('page.confirm')}</span>"
        return (
            f'<button type="submit" form="choices" formaction="{model.base}/confirm" '
            f'class="btn btn--main" data-do="confirm">{content}</button>'
        )
    ends = [a for a in context.legal if context.text.group(model.view, a) == DONE]
    if ends:
        action = ends[-1]
        lock = icon("lock") if context.is_irreversible(action) else icon("done")
        words = esc(context.text.end_button_text(model.view, context.me, action)) or context.say(
            end_button_key(context, action)
        )
        cls = "btn" if context.text.gives_up(model.view, context.me, action) else "btn btn--main"
        return context.button(action, lock + f"<span>{words}</span>", cls)
    if not context.w.has("page.end"):
        return ""
    why = "page.end.unanswered" if model.seat in model.actors else "page.end.waiting"
    return unavailable_button(context, icon("done"), context.say("page.end"), context.say(why))


def watch_links(context: RenderContext) -> str:
    """The links by which a spectator chooses whose area is shown: the player on turn, or a fixed one."""
    model = context.model
    if not model.base or model.replay:
        return ""
    chosen = model.watched if 0 <= model.watched < len(model.seats) else -1
    links = ""
    for p in range(-1, len(model.seats)):
        current = ' aria-current="true"' if p == chosen else ""
        if p < 0:
            name, content, address = context.say("page.watch_turn"), icon("eye"), model.base
        else:
            name = context.say("page.watch", who=context.names[p])
            content, address = seat_mark(context, p), f"{model.base}?watch={p}"
        links += (
            f'<a class="btn btn--watch" href="{address}" title="{name}"{current}>{content}'
            f'<span class="visually-hidden">{name}</span></a>'
        )
    return links


def payment(context: RenderContext) -> str:
    """The button that pays as the game proposes; empty if it proposes nothing."""
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


def end_button_key(context: RenderContext, action: int) -> str:
    """The key of the button text for an action that passes, ends or continues at this question."""
    view = context.model.view
    name = view.box.notation.verbs[action >> 8]
    step = context.model.game.step_names[view.todo[view.depth - 1] & 255]
    for key in (f"page.{name}.{step}", f"page.{name}"):
        if context.w.has(key):
            return key
    return "page.go"


def command_button(context: RenderContext, name: str, possible: bool) -> str:
    words = context.say("page." + name)
    if not possible:
        return unavailable_button(context, icon(name), words, context.say("page.undo.refused"))
    where = f'formaction="{context.model.base}/{name}"'
    told = f"{words}\n|{context.say(f'page.{name}.help')}"
    return (
        f'<button type="submit" form="choices" {where} class="btn" data-do="{name}" data-help="{told}">'
        f"{icon(name)}<span>{words}</span></button>"
    )


def unavailable_button(context: RenderContext, sign: str, words: str, why: str) -> str:
    """A button that does nothing now. It can be focused, and its help card says why."""
    return (
        f'<button type="button" class="btn btn--off" aria-disabled="true" data-help="{words}\nno|{why}">'
        f"{sign}<span>{words}</span></button>"
    )


# ---- options as buttons at the top ----


def verb_button(context: RenderContext, name: str, verbs: list[int], sign: str, note: str = "") -> str:
    """The button of a kind of action. It plays the only option, offers several, or explains why there is
    none. ``note``: a help line about its price.
    """
    label = context.w.say("page.act." + name)
    content = f"{sign}<span>{esc(label)}</span>"
    state = "is-auxiliary" if verbs[0] >= FIRST_AUXILIARY_VERB else "is-legal"
    legal = [action for action in context.legal if action >> 8 in verbs]
    if len(legal) == 1:
        return context.button(legal[0], content, "btn btn--act " + state)
    refused = [action for action in context.refused if action >> 8 in verbs]
    why = context.action_help(legal[:MAX_REASONS]) if legal else refusal_lines(context, label, refused)
    about = [*([note] if note else []), context.w.say("page.help." + name)]
    told = esc("\n".join([label, *("|" + line for line in about), *why]))
    if legal:
        ways = context.say("page.ways", len(legal), what=label)
        tokens = " ".join(context.legal[action] for action in legal)
        return (
            f'<button type="button" class="btn btn--act {state}" data-prefix="{tokens}" '
            f'aria-label="{ways}" data-help="{told}">{content}</button>'
        )
    return (
        f'<button type="button" class="btn btn--act is-unavailable" aria-disabled="true" '
        f'data-help="{told}">{content}</button>'
    )


def refusal_lines(context: RenderContext, label: str, refused: list[int]) -> list[str]:
    """The help lines for a kind of action that is refused: one line for each reason."""
    found = refusal_examples(context, refused)
    if len(refused) < 2 or len(found) > 1:
        return context.action_help(found)
    refusal = context.refused[found[0]]
    return [f"no|{label}: {context.text.refusal_of(context.model.view, context.me, refusal)}"]


def refusal_examples(context: RenderContext, refused: list[int]) -> list[int]:
    """The first action that is refused for each reason, for up to MAX_REASONS reasons."""
    found: dict[tuple[str, str], int] = {}
    for action in refused:
        refusal = context.refused[action]
        found.setdefault((refusal.reason, refusal.rule), action)
    return list(found.values())[:MAX_REASONS]


def choice_chips(
    context: RenderContext, drawn: dict[int, str], proposed: int = -1, note: str = "", first: str = ""
) -> str:
    """The region ``acts`` with the options of a question as small pictures. Options that end the question are
    left out because they have their own button, and so are auxiliary actions. ``first``: further buttons.
    """
    out = payment(context) + first
    for action, content in drawn.items():
        if action >> 8 >= FIRST_AUXILIARY_VERB or context.text.group(context.model.view, action) == DONE:
            continue
        cls = "chip-button is-proposed" if action == proposed else "chip-button"
        out += context.button(action, content, cls)
    small = f'<small class="actions__note">{esc(note)}</small>' if note else ""
    return f'<div class="actions actions--chips" id="acts">{out}{small}</div>'


# ---- the list of all options ----


def choices(context: RenderContext) -> str:
    """The region ``choices``: every option as a button of one form, grouped under headings. Clicks, keys, the
    command palette and pages without script all use this list.
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
    # Not set if the viewer may only change a choice, or looks at an earlier position.
    due = " data-due" if context.legal and model.seat in model.actors else ""
    return (
        f'<form method="post" action="{model.base}/act" id="choices" class="choices"{due} '
        f'aria-label="{context.say("page.choices")}">{out}</form>'
    )


def choice(context: RenderContext, action: int, number: int) -> str:
    token = context.legal[action]
    lock = icon("lock", context.w.say("page.locked")) if context.is_irreversible(action) else ""
    find = esc(
        " ".join(other.action_name(context.model.view, context.me, action) for other in context.others)
    )
    return (
        f'<li><button type="submit" name="token" value="{token}" data-act="{token}" data-find="{find}" '
        f'class="choice">'
        f"<b>{number}</b><span>{esc(context.option(action))}</span>{lock}</button></li>"
    )


# ---- the log ----


class LogSentence:
    """One sentence of the log: its player, its text, its consequences, and the position it led to."""

    def __init__(self, number: int, seat: int, main: str, minor: bool = False) -> None:
        self.number = number  # the number of the last log entry that it tells
        self.seat: Final = seat
        self.main: Final = main
        self.minor: Final = minor  # see Clause
        self.more: Final[list[str]] = []


def log_sentences(context: RenderContext, lines: list[LogLine]) -> list[LogSentence]:
    """The log entries as sentences. The first clause of a player's action opens one, the others are added to
    it.
    """
    model = context.model
    found: list[LogSentence] = []
    clauses: list[Clause] = []
    events: list[Event] = []
    for i, line in enumerate(lines):
        clauses += context.text.action_clauses(line.seat, line.token)
        events += line.events
        follows = i + 1 < len(lines) and lines[i + 1].seat == NATURE
        if follows:
            continue  # a draw belongs to the action that caused it
        last = -2
        for clause in [*clauses, *context.text.clauses(model.view, events, context.names)]:
            if clause.seat == last and last >= 0 and not clause.opens:
                found[-1].more.append(without_rule_ids(clause.text))
            else:
                heading = log_heading(context, clause)
                found.append(LogSentence(line.number, clause.seat, heading, clause.minor))
            found[-1].number = line.number
            last = clause.seat
        clauses = []
        events = []
    return found


def log_heading(context: RenderContext, clause: Clause) -> str:
    told = without_rule_ids(clause.text)
    return told if clause.seat < 0 else f"{context.names[clause.seat]} {told}"


def without_rule_ids(text: str) -> str:
    """The text without rule ids: a page shows them only on links to the rules, as help cards do."""
    return RULE_ID.sub("", text)


def recent_sentences(context: RenderContext) -> list[LogSentence]:
    """The last LOG_LINES sentences of the log."""
    return log_sentences(context, context.model.lines[-3 * LOG_LINES :])[-LOG_LINES:]


def log_list(context: RenderContext, found: list[LogSentence]) -> str:
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
    return f'<ol class="log-lines" id="log" aria-label="{context.say("page.log")}">{out}</ol>'


def log_line(context: RenderContext, entry: LogSentence) -> str:
    mark = seat_mark(context, entry.seat) if entry.seat >= 0 else icon("samovar")
    main = esc(entry.main)
    if context.model.base:
        main = f'<a href="{context.model.base}/at/{entry.number}">{main}</a>'
    more = f"<small>{esc('; '.join(entry.more))}</small>" if entry.more else ""
    return f"<li>{mark}<span>{main}{more}</span></li>"


def last_actions(context: RenderContext, found: list[LogSentence]) -> list[str]:
    """The last action of each player that did something, in a few words."""
    texts = [""] * len(context.names)
    for entry in found:
        if 0 <= entry.seat < len(texts) and not (entry.minor and texts[entry.seat]):
            texts[entry.seat] = "; ".join([entry.main, *entry.more]).removeprefix(
                context.names[entry.seat] + " "
            )
    return texts


def chat_list(context: RenderContext) -> str:
    lines = ""
    for said in context.model.chat:
        mark = seat_mark(context, said.seat) if said.seat >= 0 else "<span></span>"
        name = f"<b>{esc(said.name)}</b> " if said.name else ""
        quiet = "" if said.name else ' class="quiet"'
        lines += f"<li{quiet}>{mark}<span>{name}{esc(said.text)}</span></li>"
    if not lines:
        lines = f'<li class="quiet"><span></span><span>{context.say("page.chat_empty")}</span></li>'
    return f'<ol class="log-lines" id="chat" aria-label="{context.say("page.chat")}">{lines}</ol>'


def seed_note(w: Words, seed: str) -> str:
    """The note that a player chose the seed. It shows the seed only after the game, because the seed reveals
    all draws.
    """
    return esc(w.say("page.seed", what=seed) if seed else w.say("page.seed_chosen"))


def more_menu(context: RenderContext) -> str:
    """The region ``more``: links to replay, export, fork, shuffle proof, host page, next table and rules."""
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
        out += f'<li><a href="{next_table_url(context)}">{context.say("page.next")}</a></li>'
    out += f'<li><a href="{model.root}/howto/{model.game.name}">{context.say("page.howto")}</a></li>'
    if rules_text(model.game.name, context.w.lang)[0]:
        out += f'<li><a href="{model.root}/rules/{model.game.name}">{context.say("page.rules")}</a></li>'
    notes = f"<p>{seed_note(context.w, model.seed)}</p>" if model.seed_chosen else ""
    notes += f"<p>{context.say('page.seed_hash', what=model.seed_hash)}</p>" if model.seed_hash else ""
    notes += f"<p>{context.say('page.shuffle', what=model.shuffle)}</p>" if model.shuffle else ""
    return f'<div id="more" class="more"><ul>{out}</ul><div class="quiet proof">{notes}</div></div>'


def next_table_url(context: RenderContext) -> str:
    """The URL that leads to the next table that waits for this player."""
    root = context.model.root
    return f"{root}/next?after={context.model.base.removeprefix(f'{root}/t/').partition('/')[0]}"


# ---- moments ----


def moment(context: RenderContext, found: list[LogSentence]) -> str:
    """The region ``moment``: the name of the round, and the log sentences without a player since the viewer's
    last decision. A script shows it when a round begins. It is hidden, because the log tells it too.
    """
    model = context.model
    part, number = context.text.period(model.view)
    title = context.text.period_name(part, number)
    if not title or model.over or model.replay:
        return '<div id="moment" hidden></div>'
    news = [entry.main for entry in found if entry.seat < 0 and entry.number > model.since]
    told = " ".join(news[-MOMENT_LINES:])
    sign = icon(context.text.period_symbol(part, number))
    return (
        f'<div id="moment" hidden data-period="{part}.{number}">{sign}'
        f"<span><b>{esc(capital(title))}</b><small>{esc(told)}</small></span></div>"
    )


# ---- seats ----


def seat_mark(context: RenderContext, p: int, label: str = "") -> str:
    """The mark of a player: a shape in the player's colour."""
    colour = context.colours[p]
    return f'<span class="p-{colour} seat-mark">{icon("seat-" + colour, label)}</span>'


def seat_last(context: RenderContext, p: int, last_action: str) -> str:
    """The last action of a player in one line. It may be cut, so its help card has all of it."""
    if not last_action:
        return ""
    told = esc(f"{context.names[p]}\n|{last_action}")
    return f'<p class="seat__last" data-help="{told}">{esc(last_action)}</p>'


def seat_head(context: RenderContext, p: int, note: str, vp: int, sign: str = "") -> str:
    """Mark, name, presence and points of a player. ``sign``: a symbol before the note."""
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
    vp = context.shield_points(p, vp)
    out += points(vp, context.w.say("page.points", n=vp), context.text.points_symbol)
    return f'<div class="seat__head">{out}</div>'


def seat_note(context: RenderContext, p: int) -> str:
    """The note on a seat that decides now, or on the viewer's own seat; else empty."""
    if p in context.model.actors:
        return context.w.say("page.acts_now")
    return context.w.say("page.you") if p == context.model.seat else ""


def seat_box(context: RenderContext, p: int, content: str, cls: str = "") -> str:
    active = " is-active" if p in context.model.actors else ""
    return (
        f'<section role="group" class="panel seat p-{context.colours[p]}{active}{cls}" id="seat-{p}" '
        f'aria-label="{esc(context.names[p])}">{content}</section>'
    )


# ---- summaries ----


def summary_panel(name: str, sign: str, title: str, body: str, shown: bool = True) -> str:
    """A summary of events that concern all players, over the board until the viewer closes it or plays.
    ``shown``: it is open, because the board below is not needed.
    """
    opened = " open" if shown else ""
    heading = f"<summary>{icon(sign)}{esc(title)}</summary>"
    return f'<details class="summary-panel panel" id="{name}"{opened}>{heading}{body}</details>'


# ---- points ----


def race(context: RenderContext, live: list[int]) -> str:
    """The region ``race``: the points of all players on one axis. Solid marks: the points so far. Hollow
    marks: the total if the game ended now.
    """
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
        out += path(f"M{num(x1)} {num(y)}H{num(x2)}", "race-lane")
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


def score_panel(context: RenderContext, more: str = "") -> str:
    """The region ``score``: the points of all players as if the game ended now. ``more``: HTML below them."""
    return f'<div id="score" data-spoken="{esc(spoken_scores(context))}">{score_table(context)}{more}</div>'


def spoken_scores(context: RenderContext) -> str:
    """The points of all players as sentences, for a key that announces them."""
    found = [context.w.say("page.final" if context.model.over else "ui.as_if_over")]
    for score in context.model.scores:
        parts = [
            f"{context.text.category(category)} {points_text(context, score, category)}"
            for category in categories_of(context)
        ]
        total = context.w.say("page.points", n=score.total)
        found.append(f"{context.names[score.seat]}: {total}; {', '.join(parts)}")
    return sentence_of(found)


def categories_of(context: RenderContext) -> list[str]:
    """The scoring categories of this game with its options."""
    scores = context.model.scores
    found = list(scores[0].breakdown) if scores else []
    return [category for category in found if context.text.is_scored(context.model.view, category)]


def points_text(context: RenderContext, score: Score, category: str) -> str:
    """The points of a player in a category; a question mark if the viewer may not know them."""
    hidden = context.text.is_unseen(context.model.view, score.seat, category)
    return "?" if hidden else str(score.breakdown[category])


def points_reason(context: RenderContext, seat: int, category: str, events: list[Event]) -> str:
    """The explanation of the points of a category; empty before the end of the game."""
    return (
        context.text.points_reason(context.model.view, seat, category, events) if context.model.over else ""
    )


def points_cell(context: RenderContext, score: Score, category: str, events: list[Event]) -> str:
    """The points of a player in a category, with a help card that says how they came."""
    shown = points_text(context, score, category)
    why = points_reason(context, score.seat, category, events)
    if not why:
        return f"<td>{shown}</td>"
    title = f"{context.names[score.seat]}: {context.text.category(category)} {shown}"
    return f'<td tabindex="-1" data-help="{esc(title)}\n|{esc(why)}">{shown}</td>'


def score_table(context: RenderContext) -> str:
    """The table of points by category and player: final, or as if the game ended now."""
    scores = context.model.scores
    head = "".join(
        f'<th scope="col">{seat_mark(context, score.seat, context.names[score.seat])}</th>'
        for score in scores
    )
    rows = ""
    events = [event for line in context.model.lines for event in line.events] if context.model.over else []
    for category in categories_of(context):
        name = esc(capital(context.text.category(category)))
        cells = "".join(points_cell(context, score, category, events) for score in scores)
        own = points_reason(context, context.me, category, events)
        why = f"<small>{esc(own)}</small>" if own else ""
        rows += f'<tr><th scope="row">{name}{why}</th>{cells}</tr>'
    totals = "".join(f"<td>{score.total}</td>" for score in scores)
    return (
        f'<table class="scores" data-rove><caption>'
        f"{context.say('page.final' if context.model.over else 'ui.as_if_over')}</caption>"
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody>"
        f'<tfoot><tr><th scope="row">{esc(capital(context.w.say("ui.total")))}</th>{totals}</tr></tfoot>'
        "</table>"
    )


def ending(context: RenderContext, more: str = "") -> str:
    """The region ``ending``: ranking, explanation of ties, points by category, and a chart of the points.
    ``more``: HTML below the categories.
    """
    model = context.model
    if not model.over:
        return '<div id="ending" hidden></div>'
    ranked = sorted(model.scores, key=lambda score: score.rank)
    rows = ""
    for score in ranked:
        label = context.w.say("page.points", n=score.total)
        shown = points(score.total, label, context.text.points_symbol)
        rows += (
            f"<li><b>{score.rank}.</b>{seat_mark(context, score.seat)}"
            f'<span class="name">{esc(context.names[score.seat])}</span>'
            f"{shown}</li>"
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
        links += f'<a class="btn" href="{next_table_url(context)}">{context.say("page.next")}</a>'
    return (
        f'<details class="panel ending" id="ending" open><summary><h2>{esc(winner_sentence(context))}</h2>'
        f'<span class="ending__fold">{context.say("page.show_board")}</span>'
        f'<span class="ending__unfold">{context.say("page.show_result")}</span></summary>'
        f'<div class="ending__rank"><ol>{rows}</ol>{ties}'
        f'<div class="ending__links">{links}</div></div>'
        f'<div class="ending__scores">{score_table(context)}{more}</div>{chart(context)}</details>'
    )


def chart(context: RenderContext) -> str:
    """The chart of the points by turn, with one line for each player."""
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
        out += f'<g class="p-{colour}">' + path(d, "chart-line-outline") + path(d, "chart-line")
        out += use(f"seat-{colour}", right - 5, y - 6, 12) + "</g>"
    out += chart_links(context, left, right, upper, lower)
    out += text(left, 234, context.w.say("page.course_axis"), "t t-s", START)
    label = context.w.say("page.course")
    return f'<figure class="chart"><figcaption>{esc(label)}</figcaption>{svg(300, 240, out, label)}</figure>'


def chart_links(context: RenderContext, left: float, right: float, upper: float, lower: float) -> str:
    """Strips over the chart that lead to the beginning of each turn in the replay. They are not tab stops."""
    starts = context.model.turn_starts
    if not context.model.base or len(starts) < 2:
        return ""
    width = (right - left) / (len(starts) - 1)
    out = ""
    for k, entries in enumerate(starts):
        x = max(left, left + width * (k - 0.5))
        strip = f'x="{num(x)}" y="{num(upper)}" width="{num(width)}" height="{num(lower - upper)}"'
        label = context.say("page.chart_jump", n=k + 1)
        address = f"{context.model.base}/at/{entries}"
        out += (
            f'<a href="{address}" tabindex="-1" aria-label="{label}"><rect {strip} class="chart-link"/></a>'
        )
    return out
