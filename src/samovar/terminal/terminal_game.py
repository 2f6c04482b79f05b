"""A game in the terminal: tell what happened, draw the board, ask for a decision."""

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

from samovar.bots.guarded_bot import GuardedBot
from samovar.kernel.errors import BadInput, CannotUndo, IllegalAction, SamovarError
from samovar.kernel.game import Score
from samovar.kernel.rng import Rng
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


class Quit(Exception):
    """A person quits the game."""


class TerminalGame:
    """One game between the people at this keyboard and bots.

    If several people share the keyboard and seats have secrets, the screen is cleared between them. The next
    person must confirm before anything is shown that only this person may see.
    """

    def __init__(
        self,
        match: Match,
        terminal: TerminalText,
        bots: dict[int, GuardedBot],
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
        self.answer_for = set(range(match.seats))  # the seats whose obvious answers are given without asking
        self.resume_with = ""  # further arguments of the command that continues a saved game
        self.file = ""  # the file that this game was saved to or loaded from
        self.people: Final = [p for p in range(match.seats) if p not in bots]
        self.seat_at_keyboard = -1  # the seat at the keyboard while the screen is private, else -1
        self.entries_told = [0] * match.seats  # by seat, the number of log entries already told
        self.drawn = (-1, -1)  # turn and seat for which the board was drawn last
        self.last_seat = -1  # the seat that decided last at this keyboard
        self.choices: list[int] = []  # the options as numbered on the screen; 0 is the last of them
        self._seed_bots()

    def _seed_bots(self) -> None:
        """Give bots their own generator, so that the draws of the game follow from its seed alone."""
        self.rng = Rng(self.match.seed * 1_000_003 + len(self.match.log))

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
        except Quit:
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
        """The names of all players, an automa included."""
        return self.text.names(View(self.match.state), self.match.names)

    def begin(self) -> None:
        match = self.match
        title = "ui.title" if match.seats > 1 else "ui.title_one"
        self.say(title, game=self.words.say("game." + match.game.name), seats=match.seats, seed=match.seed)
        if self.people:
            who = self.words.all_of([match.names[p] for p in self.people])
            self.say("ui.you" if len(self.people) == 1 else "ui.people", who=who)
        self.say("ui.start")
        if self.file:
            self.say("ui.resumed", file=self.file)
            self.entries_told = [len(match.log)] * match.seats

    def play(self) -> None:
        while not self.match.over:
            seat = self.match.actors()[0]
            if self.last_seat >= 0 and seat != self.last_seat:
                self.confirm()
            elif seat in self.bots:
                self.let_bots_play()
            else:
                self.decide(seat)

    def let_bots_play(self) -> None:
        """Let bots decide until a person must. A terminal shows which bot is thinking."""
        faults: list[tuple[int, str]] = []
        with self.thinking() as show:
            while not self.match.over and (seat := self.match.actors()[0]) in self.bots:
                show(seat)
                player = self.bots[seat]
                before = len(player.faults)
                action = player.choose(self.match.view(seat), self.rng)
                self.match.play(seat, self.match.state.box.notation.token(action), self.answer_for)
                faults += [(seat, fault) for fault in player.faults[before:]]
        for seat, fault in dict.fromkeys(faults):
            self.say("ui.bot_fault", who=self.names[seat], fault=fault)

    @contextmanager
    def thinking(self) -> Iterator[Callable[[int], None]]:
        """Show a temporary line with the thinking bot. Without a terminal nothing is shown."""
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
        """Ask the last person to confirm the turn, which can be undone until another player decides."""
        seat, self.last_seat = self.last_seat, -1
        if not self.match.can_undo(seat):
            return
        self.tell(seat)
        self.wrap(self.text.waiting(self.match.view(seat), seat))
        others = [p for p in self.people if p != seat and self.match.can_undo(p)] if self.hides_screen else []
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
    def hides_screen(self) -> bool:
        """True if people at the keyboard must not see each other's screen now."""
        return len(self.people) > 1 and self.terminal.secret(self.view(SPECTATOR))

    def pass_back(self, name: str, others: list[int]) -> bool:
        """Hand the keyboard back to a player who may still undo. False if the name is not one of them."""
        for p in others:
            if self.names[p].lower() == name:
                self.hand_over(p)
                self.last_seat = p
                return True
        return False

    def hand_over(self, seat: int) -> None:
        """Clear the screen and wait until the next person has confirmed. SPECTATOR: everyone may look."""
        end = "" if seat >= 0 else "_end"
        who = self.names[seat] if seat >= 0 else ""
        screen.clear(self.console)
        self.say("ui.handover" + end, who=who)
        while True:
            text = self.ask(self.words.say("ui.ask_handover" + end, who=who)).strip().lower()
            if COMMANDS.get(text, text) == "quit":
                self.quit()
            if not text:
                break
        screen.clear(self.console)
        self.seat_at_keyboard = seat
        self.drawn = (-1, -1)

    # ---- one decision ----

    def decide(self, seat: int) -> None:
        """Show the open decision and ask until the seat has decided."""
        if self.seat_at_keyboard != seat and (self.hides_screen or self.seat_at_keyboard >= 0):
            self.hand_over(seat)  # also if no secrets are left: the screen is still private
            if not self.hides_screen:
                self.seat_at_keyboard = -1
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
        """Play the choice that was typed: a number of the list, or a token."""
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
            self.match.play(seat, token, self.answer_for)
            self.last_seat = seat
        except IllegalAction as error:
            view = self.match.view(seat)
            what = self.text.action_name(view, seat, notation.parse(token))
            self.say("ui.refused", what=what, why=self.text.refusal(error.reason, error.rule))

    def numbered(self, number: int) -> int:
        """The action with this number in the list, or -1. Number 0 passes, ends or continues."""
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
        """Print numbered lines. Short ones are printed in two columns."""
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
        """Print the log entries that this seat has not been told yet."""
        known = (
            self.entries_told[seat] if seat >= 0 else min(self.entries_told[p] for p in self.people or [0])
        )
        found = self.log_lines(seat, min(known, len(self.match.log)))
        if found and heading:
            self.console.print(Text(self.words.say(heading), style="underline"))
        for line in found:
            self.console.print(line)
        for p in range(self.match.seats):
            if p == seat or not self.hides_screen:
                self.entries_told[p] = len(self.match.log)

    def view(self, seat: int) -> View:
        """The view of this seat, or of a spectator."""
        if seat == SPECTATOR:
            return self.match.game.redact(self.match.state, SPECTATOR)
        return self.match.view(seat)

    def log_lines(self, seat: int, first: int) -> list[Text]:
        """The log from entry ``first`` on, with one line for consecutive clauses of a player."""
        view = self.view(seat)
        clauses: list[Clause] = []
        events: list[Event] = []
        for line in redact_log(self.match, seat, first):
            clauses += self.text.action_clauses(line.seat, line.token)
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
        """Carry out a command. False if the text is not a command."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        name = COMMANDS.get(word.lower(), word.lower())
        match name:
            case "undo" | "restart":
                self.take_back(seat, name)
            case "ask":
                self.answer_for ^= {seat}
                self.say("ui.answers" if seat in self.answer_for else "ui.asks")
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
        self.entries_told = [min(known, len(self.match.log)) for known in self.entries_told]
        self.last_seat = seat
        self.say("ui.undone" if name == "undo" else "ui.restarted")

    def why(self, seat: int, text: str) -> None:
        """Print which actions are not legal and why: all, or those that match the text."""
        view = self.match.view(seat)
        refused = self.match.game.refusals(view, seat)
        if not text:
            self.why_all(view, refused)
            return
        notation = self.match.state.box.notation
        asked = text.lower()
        found = [a for a in self.choices if a >= 0 and self.fits(view, seat, a, asked)]
        for action in found:
            self.say(
                "ui.why_legal", what=self.text.action_name(view, seat, action), n=self.choices.index(action)
            )
        other = [refusal for refusal in refused if self.fits(view, seat, refusal.action, asked)]
        for refusal in other[:LOG_LINES]:
            what = self.text.action_name(view, seat, refusal.action)
            self.say("ui.refused", what=what, why=self.text.refusal(refusal.reason, refusal.rule))
        if not found and not other:
            action = notation.parse(asked)
            if action < 0:
                self.say("ui.why_unknown", text=text, example=self.example())
            else:
                what = self.text.action_name(view, seat, action)
                self.say("ui.refused", what=what, why=self.text.refusal("not_an_option_now", ""))

    def fits(self, view: View, seat: int, action: int, asked: str) -> bool:
        token = self.match.state.box.notation.token(action)
        if "." in asked or asked in self.match.state.box.notation.actions:
            return token == asked
        kind, _ = self.terminal.text.kind(view, action)
        return (
            token.startswith(asked) or asked in f"{kind} {self.text.action_name(view, seat, action)}".lower()
        )

    def why_all(self, view: View, refused: list[Refusal]) -> None:
        """Print all refusals, grouped by reason and kind of action."""
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
            "ask",
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
        found = self.log_lines(seat, 0)
        if not found:
            self.say("ui.log_empty")
        for line in found[-number:] if number else []:
            self.console.print(line)

    # ---- files ----

    def save(self, name: str) -> bool:
        """Save the record. Only the file that this game was saved to before is overwritten."""
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
        if self.match.game.hides(self.match.seats) and not self.match.over:
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
        self.entries_told = [len(match.log)] * match.seats
        self.drawn = (-1, -1)
        self.last_seat = -1
        self._seed_bots()
        self.say("ui.loaded", file=name)

    def quit(self) -> None:
        """Offer to save, then leave."""
        self.offer_save("ui.save_before")
        raise Quit

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
        if self.seat_at_keyboard >= 0:
            self.hand_over(SPECTATOR)
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
        """Print the points of all players by category, the winner first."""
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
                if self.text.is_unseen(view, score.seat, category):
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
