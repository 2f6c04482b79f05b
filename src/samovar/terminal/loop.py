"""The game in the terminal: tell what happened, show the table, ask, until the end or somebody leaves."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Final

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from samovar.bots.player import Player
from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput, CannotUndo, IllegalAction, SamovarError
from samovar.kernel.game import Score
from samovar.kernel.state import Event, View
from samovar.kernel.step import Refusal
from samovar.match.match import Match
from samovar.match.redaction import SPECTATOR, redact_log
from samovar.terminal import screen
from samovar.terminal.arguments import read_file
from samovar.terminal.play import load
from samovar.terminal.terminal_text import TerminalText
from samovar.views.sentences import Clause

INTERRUPTED: Final = 130
LOG_LINES: Final = 30
COMMANDS: Final = {
    "u": "undo",
    "h": "help",
    "?": "help",
    "t": "table",
    "q": "quit",
    "exit": "quit",
    "s": "score",
    "w": "why",
}


class Leave(Exception):
    """Somebody wants to go."""


class Loop:
    """One game between the people at this keyboard and bots.

    As long as seats have secrets and several people share the keyboard, a curtain falls between them: the
    screen is cleared, and the next one asked for, before anything is shown that only this one may see.
    """

    def __init__(
        self,
        match: Match,
        terminal: TerminalText,
        bots: dict[int, Player],
        console: Console,
        ask: Callable[[str], str],
        components: str | None = None,
    ) -> None:
        self.match = match
        self.terminal: Final = terminal
        self.text: Final = terminal.text
        self.words: Final = terminal.words
        self.bots: Final = bots
        self.console: Final = console
        self.ask: Final = ask
        self.components: Final = components
        self.resume_with = ""  # what else to type to go on with a saved game
        self.file = ""  # where this game was saved or loaded
        self.people: Final = [p for p in range(match.seats) if p not in bots]
        self.at = -1  # whoever sits at the keyboard, if that matters
        self.told = [0] * match.seats  # entries of the log that each seat knows
        self.drawn = (-1, -1)  # turn and seat for which the table was drawn
        self.last = -1  # whoever decided last at this keyboard
        self.choices: list[int] = []  # the options as numbered on the screen; 0 is the last of them
        self._seed_bots()

    def _seed_bots(self) -> None:
        """Bots have dice of their own: the draws of the game must follow from its seed alone."""
        self.dice = Dice(self.match.seed * 1_000_003 + len(self.match.log))

    # ---- the whole game ----

    def run(self, loaded: str = "") -> int:
        self.file = loaded
        try:
            try:
                self.begin()
                self.play()
                self.ending()
            except KeyboardInterrupt:
                self.console.print()
                self.quit()
        except Leave:
            self.say("ui.bye")
        except EOFError:
            self.console.print()
            self.say("ui.left")
        except KeyboardInterrupt:
            self.console.print()
            self.say("ui.left")
            return INTERRUPTED
        return 0

    @property
    def names(self) -> list[str]:
        """Of all players: also of one without a seat."""
        return self.text.names(View(self.match.state), self.match.names)

    def begin(self) -> None:
        match = self.match
        title = "ui.title" if match.seats > 1 else "ui.title_one"
        self.say(title, game=match.game.title, seats=match.seats, seed=match.seed)
        if self.people:
            who = self.words.all_of([match.names[p] for p in self.people])
            self.say("ui.you" if len(self.people) == 1 else "ui.people", who=who)
        self.say("ui.start")
        if self.file:
            self.say("ui.resumed", file=self.file)
            self.told = [len(match.log)] * match.seats

    def play(self) -> None:
        while not self.match.over:
            seat = self.match.actors()[0]
            if self.last >= 0 and seat != self.last:
                self.confirm()
            elif seat in self.bots:
                self.let_bots_play()
            else:
                self.decide(seat)

    def let_bots_play(self) -> None:
        """All of them, until a person is asked. On a terminal a sign says meanwhile who is thinking."""
        faults: list[tuple[int, str]] = []
        with self.thinking() as show:
            while not self.match.over and (seat := self.match.actors()[0]) in self.bots:
                show(seat)
                player = self.bots[seat]
                before = len(player.faults)
                action = player.choose(self.match.view(seat), self.dice)
                self.match.play(seat, self.match.state.box.notation.token(action))
                faults += [(seat, fault) for fault in player.faults[before:]]
        for seat, fault in dict.fromkeys(faults):
            self.say("ui.bot_fault", who=self.names[seat], fault=fault)

    @contextmanager
    def thinking(self) -> Iterator[Callable[[int], None]]:
        """A line that tells who thinks, and that is gone afterwards; nothing where there is no terminal."""
        if not self.console.is_terminal or self.console.is_dumb_terminal:
            yield lambda seat: None
            return
        shown = -1
        with Live(console=self.console, transient=True) as live:

            def show(seat: int) -> None:
                nonlocal shown
                if seat != shown:
                    text = Text(self.words.say("ui.thinking", who=self.names[seat]))
                    live.update(Spinner("line", text), refresh=True)
                    shown = seat

            yield show

    def confirm(self) -> None:
        """The turn is over, but it can still be undone until another player decides."""
        seat, self.last = self.last, -1
        if not self.match.can_undo(seat):
            return
        self.tell(seat)
        self.wrap(self.text.waiting(self.match.view(seat), seat))
        others = [p for p in self.people if p != seat and self.match.can_undo(p)] if self.curtains else []
        if others:
            self.say("ui.pass_back", who=self.words.one_of([self.names[p] for p in others]))
        while True:
            text = self.ask(self.words.say("ui.ask_end")).strip().lower()
            command = COMMANDS.get(text, text)
            if command in ("undo", "restart"):
                self.take_back(seat, command)
                return
            if command == "":
                return
            if command.startswith("pass ") and self.pass_back(command[5:].strip(), others):
                return
            if not self.command(seat, text):
                self.say("ui.not_understood", text=text, example="undo")

    # ---- several people at one keyboard ----

    @property
    def curtains(self) -> bool:
        """Whether those at the keyboard must not look over each other's shoulder now."""
        return len(self.people) > 1 and self.terminal.secret(self.view(SPECTATOR))

    def pass_back(self, name: str, others: list[int]) -> bool:
        """Let somebody who is done look at the choice again, and change it."""
        for p in others:
            if self.names[p].lower() == name:
                self.curtain(p)
                self.last = p
                return True
        return False

    def curtain(self, seat: int) -> None:
        """The one before must go, and must have taken everything along, before the next one sees anything."""
        end = "" if seat >= 0 else "_end"
        who = self.names[seat] if seat >= 0 else ""
        screen.clear(self.console)
        self.say("ui.curtain" + end, who=who)
        while True:
            text = self.ask(self.words.say("ui.ask_curtain" + end, who=who)).strip().lower()
            if COMMANDS.get(text, text) == "quit":
                self.quit()
            if not text:
                break
        screen.clear(self.console)
        self.at = seat
        self.drawn = (-1, -1)

    # ---- one decision ----

    def decide(self, seat: int) -> None:
        """Show what is to be decided, and ask until it is."""
        if self.at != seat and (self.curtains or self.at >= 0):
            self.curtain(seat)  # also once more when the last secret is out, but still on the screen
            if not self.curtains:
                self.at = -1
        view = self.match.view(seat)
        turn = (self.match.game.turn(view), seat)
        if turn != self.drawn:
            self.drawn = turn
            self.table(seat)
            self.tell(seat, "ui.since")
        else:
            self.tell(seat)
            for line in self.terminal.close_up(view, self.names, self.console.width, seat):
                self.console.print(line)
        self.show_options(seat)
        now = self.match
        before = (len(now.log), now)
        while (len(self.match.log), self.match) == before:
            text = self.ask(self.words.say("ui.ask", who=self.names[seat])).strip()
            if text == "":
                self.table(seat)
                self.show_options(seat)
            elif not self.command(seat, text):
                self.choose(seat, text)

    def choose(self, seat: int, text: str) -> None:
        """A number of the list, or a token."""
        token = text.lower()
        notation = self.match.state.box.notation
        if text.isascii() and text.isdigit():
            number = int(text) if len(text) < 4 else 999
            action = self.numbered(number)
            if action < 0:
                self.say("ui.no_number", n=text)
                return
            token = notation.token(action)
        elif notation.parse(token) < 0:
            self.say("ui.not_understood", text=text, example=self.example())
            return
        try:
            self.match.play(seat, token)
            self.last = seat
        except IllegalAction as error:
            view = self.match.view(seat)
            what = self.text.head(view, seat, notation.parse(token))
            self.say("ui.refused", what=what, why=self.text.refusal(error.reason, error.rule))

    def numbered(self, number: int) -> int:
        """The action behind a number of the list, -1 if there is none; 0 passes, ends or goes on."""
        if number == 0:
            return self.choices[0]
        return self.choices[number] if number < len(self.choices) else -1

    def example(self) -> str:
        known = [a for a in self.choices if a >= 0]
        return self.match.state.box.notation.token(known[0])

    def show_options(self, seat: int) -> None:
        view = self.match.view(seat)
        self.console.print(Text(self.text.prompt(view, seat, self.names[seat]), style="bold #ff9a3d"))
        legal = self.match.legal(seat)
        groups: dict[str, list[int]] = {name: [] for name in self.text.groups}
        for action in legal:
            groups[self.text.group(view, action)].append(action)
        self.choices = [groups["done"].pop(0) if groups["done"] else -1]
        shown = [name for name in self.text.groups if groups[name]]
        for name in shown:
            if len(shown) > 1 or name != "choice":
                self.console.print(Text(self.words.say("group." + name), style="underline"))
            entries: list[tuple[int, str]] = []
            for action in groups[name]:
                entries.append((len(self.choices), self.text.option(view, seat, action)))
                self.choices.append(action)
            self.columns(entries)
        if self.choices[0] >= 0:
            self.columns([(0, self.text.option(view, seat, self.choices[0]))])

    def columns(self, entries: list[tuple[int, str]]) -> None:
        """Numbered lines; short ones stand two beside each other."""
        half = self.console.width // 2 - 5
        short: list[tuple[int, str]] = []
        for number, text in entries:
            if len(text) < half:
                short.append((number, text))
                continue
            self.two_columns(short, half)
            short = []
            self.numbered_line(number, text)
        self.two_columns(short, half)

    def two_columns(self, entries: list[tuple[int, str]], half: int) -> None:
        if len(entries) < 3:
            for number, text in entries:
                self.numbered_line(number, text)
            return
        rows = (len(entries) + 1) // 2
        for i in range(rows):
            number, text = entries[i]
            line = Text.assemble((f"{number:>3}", "bold"), "  ", text)
            if i + rows < len(entries):
                other, beside = entries[i + rows]
                gap = " " * (half - len(text))
                line = Text.assemble(line, gap, (f"{other:>3}", "bold"), "  ", beside)
            self.console.print(line)

    def numbered_line(self, number: int, text: str) -> None:
        wrapped = textwrap.wrap(text, max(20, self.console.width - 6)) or [""]
        self.console.print(Text.assemble((f"{number:>3}", "bold"), "  ", wrapped[0]))
        for more in wrapped[1:]:
            self.console.print("     " + more)

    # ---- telling what happened ----

    def tell(self, seat: int, heading: str = "") -> None:
        """What bots and Nature did, and what came of the last choice."""
        known = self.told[seat] if seat >= 0 else min(self.told[p] for p in self.people or [0])
        found = self.digest(seat, min(known, len(self.match.log)))
        if found and heading:
            self.console.print(Text(self.words.say(heading), style="underline"))
        for line in found:
            self.console.print(line)
        for p in range(self.match.seats):
            if p == seat or not self.curtains:
                self.told[p] = len(self.match.log)

    def view(self, seat: int) -> View:
        """What this seat may see, or what all may."""
        if seat == SPECTATOR:
            return self.match.game.redact(self.match.state, SPECTATOR)
        return self.match.view(seat)

    def digest(self, seat: int, first: int) -> list[Text]:
        """The log from an entry on, one line for all that one player did without a break and under one
        heading.
        """
        view = self.view(seat)
        clauses: list[Clause] = []
        events: list[Event] = []
        for line in redact_log(self.match, seat, first):
            clauses += self.text.actions(line.seat, line.token)
            events += line.events
        clauses += self.text.clauses(view, events, self.names)
        found: list[Text] = []
        who, told, after = -2, "", ""
        for clause in [*clauses, None]:
            if clause is not None and clause.seat == who and who >= 0 and not clause.opens:
                told += after + clause.text
                after = "; "
                continue
            if told:
                found += self.told_line(view, who, told)
            if clause is not None:
                who, told = clause.seat, clause.text
                after = ": " if clause.opens else "; "
        return found

    def told_line(self, view: View, who: int, told: str) -> list[Text]:
        if who < 0:
            return [Text(line, style="bold") for line in textwrap.wrap(told, self.console.width)]
        name = self.names[who]
        mark = self.terminal.mark(view, who, name)
        lines = textwrap.wrap(told + ".", max(20, self.console.width - mark.cell_len - 1))
        rest = [Text(" " * (mark.cell_len + 1) + line) for line in lines[1:]]
        return [Text.assemble(mark, " ", lines[0]), *rest]

    # ---- commands ----

    def command(self, seat: int, text: str) -> bool:
        """Carry out a command; False if it is none."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        name = COMMANDS.get(word.lower(), word.lower())
        match name:
            case "undo" | "restart":
                self.take_back(seat, name)
            case "why":
                self.why(seat, rest)
            case "help":
                self.help()
            case "save":
                self.save(rest)
            case "load":
                self.load(seat, rest)
            case "log":
                self.show_log(seat, rest)
            case "score":
                self.say("ui.as_if_over")
                self.scores(seat)
            case "table":
                self.table(seat)
            case "position":
                self.console.print(Text(self.match.position(seat)))
            case "signs":
                self.wrap(self.terminal.signs())
            case "quit":
                self.quit()
            case _:
                return False
        return True

    def table(self, seat: int) -> None:
        width = self.console.width
        self.console.print(self.terminal.draw(self.view(seat), self.names, width, seat))

    def take_back(self, seat: int, name: str) -> None:
        try:
            if name == "undo":
                self.match.undo(seat)
            else:
                self.match.restart_turn(seat)
        except CannotUndo as error:
            self.say("undo." + error.reason)
            return
        self.told = [min(known, len(self.match.log)) for known in self.told]
        self.last = seat
        self.say("ui.undone" if name == "undo" else "ui.restarted")

    def why(self, seat: int, text: str) -> None:
        """What cannot be done and why: all of it, or what fits the text."""
        view = self.match.view(seat)
        refused = self.match.game.refusals(view, seat)
        if not text:
            self.why_all(view, refused)
            return
        notation = self.match.state.box.notation
        asked = text.lower()
        found = [a for a in self.choices if a >= 0 and self.fits(view, seat, a, asked)]
        for action in found:
            self.say("ui.why_legal", what=self.text.head(view, seat, action), n=self.choices.index(action))
        other = [refusal for refusal in refused if self.fits(view, seat, refusal.action, asked)]
        for refusal in other[:LOG_LINES]:
            what = self.text.head(view, seat, refusal.action)
            self.say("ui.refused", what=what, why=self.text.refusal(refusal.reason, refusal.rule))
        if not found and not other:
            action = notation.parse(asked)
            if action < 0:
                self.say("ui.why_unknown", text=text, example=self.example())
            else:
                what = self.text.head(view, seat, action)
                self.say("ui.refused", what=what, why=self.text.refusal("not_an_option_now", ""))

    def fits(self, view: View, seat: int, action: int, asked: str) -> bool:
        token = self.match.state.box.notation.token(action)
        if "." in asked or asked in self.match.state.box.notation.actions:
            return token == asked
        kind, _ = self.terminal.text.kind(view, action)
        return token.startswith(asked) or asked in f"{kind} {self.text.head(view, seat, action)}".lower()

    def why_all(self, view: View, refused: list[Refusal]) -> None:
        """By reason, and in it by kind of action."""
        if not refused:
            self.say("ui.why_none")
            return
        self.say("ui.why_head")
        reasons: dict[tuple[str, str], dict[str, list[str]]] = {}
        for refusal in refused:
            kind, about = self.terminal.text.kind(view, refusal.action)
            reasons.setdefault((refusal.reason, refusal.rule), {}).setdefault(kind, []).append(about)
        for (reason, rule), kinds in reasons.items():
            actions = "; ".join(f"{kind} {' '.join(about)}".strip() for kind, about in kinds.items())
            self.wrap(f"{self.text.refusal(reason, rule)}: {actions}", "  ")

    def help(self) -> None:
        example = self.example() if any(a >= 0 for a in self.choices) else "undo"
        self.wrap(self.words.say("help.play", example=example))
        for name in (
            "table",
            "undo",
            "restart",
            "why",
            "score",
            "log",
            "save",
            "load",
            "position",
            "signs",
            "quit",
        ):
            self.wrap(self.words.say("help." + name, example=example), "  ")

    def show_log(self, seat: int, text: str) -> None:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else LOG_LINES
        found = self.digest(seat, 0)
        if not found:
            self.say("ui.log_empty")
        for line in found[-number:] if number else []:
            self.console.print(line)

    # ---- files ----

    def save(self, name: str) -> bool:
        """Write the record. A file that this game was not saved in before is never overwritten."""
        file = name or self.file or self.free_name()
        try:
            with open(file, "w" if file == self.file else "x", encoding="utf-8") as out:
                out.write(self.match.record())
        except FileExistsError:
            self.say("ui.file_exists", file=file)
            return False
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else None
            self.say("ui.cannot_write", file=file, why=(why or str(error)).lower())
            return False
        self.file = file
        shown = f"'{file}'" if " " in file else file
        command = f"samovar play {self.match.game.name} --load {shown}{self.resume_with}"
        self.say("ui.saved_over" if self.match.over else "ui.saved", file=file, command=command)
        if self.match.game.hidden and not self.match.over:
            self.say("ui.saved_truth")
        return True

    def free_name(self) -> str:
        stem = f"{self.match.game.name}-{date.today().isoformat()}"
        name, n = f"{stem}.samovar", 1
        while os.path.exists(name):
            n += 1
            name = f"{stem}-{n}.samovar"
        return name

    def load(self, seat: int, name: str) -> None:
        if not name:
            self.say("ui.load_what")
            return
        try:
            match = load(
                read_file(name, "saved game"), self.match.game.name, self.components, self.match.seats
            )
        except SamovarError as error:
            why = "; ".join(error.faults) if isinstance(error, BadInput) else str(error)
            self.say("ui.cannot_load", file=name, why=why)
            return
        self.match = match
        self.file = name
        self.told = [len(match.log)] * match.seats
        self.drawn = (-1, -1)
        self.last = -1
        self._seed_bots()
        self.say("ui.loaded", file=name)

    def quit(self) -> None:
        """Offer to save, then leave."""
        self.offer_save("ui.save_before")
        raise Leave

    def offer_save(self, question: str) -> None:
        while True:
            answer = self.ask(self.words.say(question)).strip()
            if answer.lower() in ("", *self.words.say("ui.no").split()):
                return
            yes = answer.lower() in self.words.say("ui.yes").split()
            if self.save("" if yes else answer):
                return

    # ---- the end ----

    def ending(self) -> None:
        seat = self.people[0] if len(self.people) == 1 else SPECTATOR
        if self.at >= 0:
            self.curtain(SPECTATOR)
        self.tell(seat)
        self.table(seat)
        scores = sorted(self.match.scores(), key=lambda score: score.rank)
        winners = [self.names[score.seat] for score in scores if score.rank == 1]
        key = "ui.wins" if len(winners) == 1 else "ui.win_together"
        self.console.print()
        said = self.words.say(key, who=self.words.all_of(winners), n=scores[0].total)
        self.console.print(Text(said, style="bold"))
        self.scores(seat)
        for tied in self.ties(scores):
            self.wrap(self.text.tie(self.view(seat), self.names, tied))
        if self.people:
            self.offer_save("ui.save_record")
            self.say("ui.bye")

    def ties(self, scores: list[Score]) -> list[list[Score]]:
        groups: dict[int, list[Score]] = {}
        for score in scores:
            groups.setdefault(score.total, []).append(score)
        return [group for group in groups.values() if len(group) > 1]

    def scores(self, seat: int) -> None:
        """Everybody's points by category, the best first."""
        view = self.view(seat)
        ranking = sorted(self.match.game.score(view), key=lambda score: score.rank)
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column("")
        for score in ranking:
            mark = self.terminal.mark(view, score.seat, self.names[score.seat])
            table.add_column(Text.assemble(f"{score.rank}. ", mark), justify="right")
        unseen = [0] * len(ranking)
        for category in ranking[0].breakdown:
            row = [str(score.breakdown[category]) for score in ranking]
            for i, score in enumerate(ranking):
                if self.text.unseen(view, score.seat, category):
                    row[i] = "?"
                    unseen[i] = 1
            table.add_row(self.text.category(category), *row)
        totals = [f"{score.total}{'+?' if unseen[i] else ''}" for i, score in enumerate(ranking)]
        table.add_row(
            Text(self.words.say("ui.total"), style="bold"), *(Text(n, style="bold") for n in totals)
        )
        self.console.print(table)

    # ---- the screen ----

    def say(self, key: str, **values: str | int) -> None:
        self.wrap(self.words.say(key, **values))

    def wrap(self, text: str, indent: str = "") -> None:
        width = max(20, self.console.width - 1)
        for line in textwrap.wrap(
            text,
            width,
            initial_indent=indent,
            subsequent_indent=indent + "  ",
            break_long_words=False,
            break_on_hyphens=False,
        ):
            self.console.print(Text(line), soft_wrap=True)
