"""The conformance laws: what must hold for every game, number of seats and set of options.

``check`` plays random games and looks for a breach at every action, or at a fixed fraction of them where
looking is dear. Everything follows from the seed: a failure names the seed of its game, and ``check`` with
one game and that seed finds it again. A new game only has to be handed over; nothing here knows any game.
The list of the laws: docs/design.md, section 4.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Final

from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput, CannotUndo, IllegalAction
from samovar.kernel.game import Game
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.state import EVERYONE, NATURE, State, seat_of
from samovar.kernel.step import Options
from samovar.match.match import Match, verify

MOST_DECISIONS: Final = 5_000  # of one random game
MOST_FAILURES: Final = 20  # then there is no point in going on
REASON: Final = re.compile(r"[a-z][a-z0-9_]*")

# One in so many decisions (Nature's draws for SEE_HIDDEN) is looked at for each of these.
SEE_REFUSALS: Final = 12
SEE_OPTIONS: Final = 40
SEE_ILLEGAL: Final = 40
SEE_HIDDEN: Final = 40
SEE_COMMITS: Final = 2
SEE_POSITION: Final = 80
SEE_UNDO: Final = 16
SEE_RESTART: Final = 32
SEE_RECORD: Final = 400
LOCK_STEP: Final = 12  # actions for which a position that was read is played beside its original


class Report:
    """What came of checking the laws; ``failures`` are texts for people, empty if all laws hold."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.failures: list[str] = []

    @property
    def ok(self) -> bool:
        return not self.failures


class Broken(Exception):
    """A law does not hold."""

    def __init__(self, law: str, how: str) -> None:
        super().__init__(f"{law}: {how}")


def check(
    game: Game,
    seats: int,
    options: Mapping[str, str],
    games: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
    components: str | None = None,
) -> Report:
    """Play random games with the seeds from ``seed`` on. ``progress`` is told how many are done;
    ``components`` is the text of another component file.
    """
    settings = game.canonical(seats, options)
    report = Report()
    for number in range(games):
        trial = _Trial(game, seats, settings, seed + number, components)
        failure = trial.run()
        report.games += 1
        report.decisions += trial.decisions
        if failure:
            report.failures.append(failure)
            if len(report.failures) == MOST_FAILURES:
                break
        if progress is not None:
            progress(report.games)
    return report


def random_match(game: Game, seats: int, options: Mapping[str, str], seed: int) -> Match:
    """A game between players who choose at random, to its end. It follows from the seed."""
    match = Match(game, seats, seed, options)
    dice = Dice(-1 - seed)
    while not match.over:
        actors = match.actors()
        seat = actors[dice.below(len(actors))]
        tokens = match.options(seat)
        match.play(seat, tokens[dice.below(len(tokens))])
        if len(match.log) > 10 * MOST_DECISIONS:
            raise Broken("random games end", f"not after {len(match.log)} actions")
    return match


def trace(game: Game, seats: int, options: Mapping[str, str], seed: int) -> str:
    """A digest of a random game: all that was offered, chosen, drawn and told, and its end.

    Compiled and interpreted rules must give the same; where they do not, ``random_match(…).record()`` of both
    shows the first action that differs.
    """
    digest = hashlib.sha256()
    match = random_match(game, seats, options, seed)
    box = match.state.box
    out = Options()
    s = game.start(box, seats, options, out)
    for entry in match.log:
        offered = " ".join(box.notation.token(action) for action in out.list())
        digest.update(f"{entry.seat} {box.notation.token(entry.action)} of {offered}\n".encode())
        for event, seat, a, b in entry.events:
            digest.update(f"  {event} {seat} {a} {b}\n".encode())
        game.play(s, entry.seat, entry.action, out)
    digest.update(match.record().encode())
    digest.update(match.position().encode())
    for score in match.scores():
        digest.update(repr(score).encode())
    return digest.hexdigest()


class _Trial:
    """One random game with a watchful eye on it.

    Beside the match runs a twin: the bare rules, fed with the match's log. After each action, Nature's too,
    nothing may be missing from it, and it must stay equal to the match.
    """

    def __init__(
        self, game: Game, seats: int, options: dict[str, str], seed: int, components: str | None = None
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.seed = seed
        self.components = components
        self.dice = Dice(-1 - seed)  # for the players
        self.eye = Dice(-1 - (seed ^ 0x5EED))  # for what is looked at
        self.decisions = 0
        self.out = Options()
        self.scratch = Options()
        self.before: State | None = None  # the table before what is being tried
        self.trying = "set-up"
        self.kept: State | None = None  # an old clone, and what it looked like
        self.kept_text = ""

    # ---- telling ----

    def run(self) -> str:
        """A failure as text, empty if all laws hold."""
        try:
            self.play()
        except Broken as error:
            return self.failure(str(error))
        except Exception as crash:  # a name of its own: mypyc gives each name one type
            return self.failure(f"no error but a clear one: {type(crash).__name__}: {crash}")
        return ""

    def failure(self, what: str) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return "\n".join(
            [
                what,
                f"  in {self.game.name} for {self.seats}, {options}, seed {self.seed}, "
                f"after {self.decisions} decisions: {self.trying}",
                f"  again: check({self.game.name}, {self.seats}, {self.options}, games=1, seed={self.seed})"
                + ("" if self.components is None else " with these components"),
                "  the position before:",
                *("  | " + line for line in self.position_before().splitlines()),
            ]
        )

    def position_before(self) -> str:
        if self.before is None:
            return "(none yet)"
        try:
            return self.game.write(self.before)
        except Exception as error:
            return f"(cannot be written: {type(error).__name__}: {error})"

    def token(self, s: State, action: int) -> str:
        notation = s.box.notation
        if action not in notation.texts:
            raise Broken("every action has a token", f"{action >> 8} << 8 | {action & 255} has none")
        return notation.token(action)

    def legal(self, s: State, seat: int) -> list[int]:
        self.game.legal_into(s, seat, self.scratch)
        return self.scratch.list()

    def sometimes(self, n: int) -> bool:
        return self.eye.below(n) == 0

    def one_of(self, actions: list[int]) -> int:
        return actions[self.eye.below(len(actions))]

    def same(self, law: str, what: str, expected: str, found: str) -> None:
        """Two texts must be equal; the first line that differs is shown."""
        if expected == found:
            return
        one, two = expected.splitlines(), found.splitlines()
        at = 0
        while at < len(one) and at < len(two) and one[at] == two[at]:
            at += 1
        line = one[at] if at < len(one) else "(nothing)"
        other = two[at] if at < len(two) else "(nothing)"
        raise Broken(law, f"{what}: line {at + 1} was {line!r} and is {other!r}")

    # ---- the game ----

    def play(self) -> None:
        m = Match(self.game, self.seats, self.seed, self.options, self.components)
        twin = self.game.start(m.state.box, self.seats, self.options, self.out)
        done = self.follow(twin, m, 0)
        while not m.over:
            if self.decisions == MOST_DECISIONS:
                raise Broken("random games end", f"not after {MOST_DECISIONS} decisions")
            self.before = m.state.clone()
            self.trying = "looking at the options"
            seat, action = self.look(m)
            self.decisions += 1
            token = self.token(m.state, action)
            self.trying = f"seat {seat} plays {token}"
            if self.sometimes(SEE_UNDO):
                self.undo(m, seat, token)
            else:
                m.play(seat, token)
            if self.sometimes(SEE_RESTART):
                self.restart(m, seat)
            done = self.follow(twin, m, done)
            self.look_back()
        self.before = m.state
        self.trying = "the end"
        text = m.position()
        self.same("replay gives the same state", "the end", text, self.game.write(twin))
        self.over(m, text)

    def follow(self, twin: State, m: Match, done: int) -> int:
        """Feed the twin with what is new in the log."""
        box = m.state.box
        while done < len(m.log):
            entry = m.log[done]
            token = self.token(twin, entry.action)
            if entry.seat == NATURE:
                self.before = twin.clone()
                self.trying = f"Nature plays {token}"
            self.game.legal_into(twin, entry.seat, self.out)
            if not self.out.has(entry.action):
                raise Broken("replay gives the same state", f"{token} was played, but cannot be played again")
            if self.sometimes(SEE_HIDDEN):
                self.not_seen(twin, entry.seat, self.out.list())
            self.game.play(twin, entry.seat, entry.action, self.out)
            faults = self.game.faults(twin)
            if faults:
                raise Broken("components are conserved", "; ".join(faults))
            done += 1
        if twin.box is not box or twin.reveals != m.state.reveals or twin.stack() != m.state.stack():
            raise Broken("replay gives the same state", "what waits to be done is not the same")
        return done

    def look(self, m: Match) -> tuple[int, int]:
        """Everything that is to be seen at a decision; who decides, and what."""
        s = m.state
        actors = m.actors()
        if not actors or actors == [NATURE]:
            raise Broken("never stuck", "the game is not over, and nobody decides")
        for seat in actors:
            self.distinct(s, seat, self.legal(s, seat))
        for seat in range(self.seats):
            decides = seat in actors or seat_of(s.todo[s.depth - 1]) == EVERYONE
            if not decides and self.legal(s, seat):
                raise Broken("only actors have options", f"seat {seat} has some and does not decide")
        if self.sometimes(SEE_REFUSALS):
            self.refusals(s)
        if self.sometimes(SEE_OPTIONS):
            self.playable(s, actors)
        if self.sometimes(SEE_ILLEGAL):
            self.illegal(m)
        if self.sometimes(SEE_HIDDEN):
            self.hidden(s, actors)
        if len(actors) > 1 and self.sometimes(SEE_COMMITS):
            self.commits(s, actors)
        if self.sometimes(SEE_POSITION):
            self.position(s)
        if self.sometimes(SEE_RECORD):
            self.record(m, m.position())
        seat = actors[self.dice.below(len(actors))]
        legal = self.legal(s, seat)
        return seat, legal[self.dice.below(len(legal))]

    # ---- options ----

    def distinct(self, s: State, seat: int, legal: list[int]) -> None:
        if not legal:
            raise Broken("never stuck", f"seat {seat} decides and has no option")
        seen: set[int] = set()
        for action in legal:
            token = self.token(s, action)
            if action in seen:
                raise Broken("options are distinct", f"{token} is offered twice to seat {seat}")
            seen.add(action)

    def refusals(self, s: State) -> None:
        """They never name what is allowed, and say why and by which rule."""
        for seat in range(self.seats):
            legal = self.legal(s, seat)
            if legal != self.legal(s, seat) or legal != self.legal(s.clone(), seat):
                raise Broken("options have a fixed order", f"those of seat {seat} change by being asked for")
            for refusal in self.game.refusals(s, seat):
                token = self.token(s, refusal.action)
                if refusal.action in legal:
                    raise Broken("refusals name no legal action", f"{token} is refused and offered")
                if not REASON.fullmatch(refusal.reason) or not refusal.rule:
                    raise Broken(
                        "refusals say why", f"{token}: reason {refusal.reason!r}, rule {refusal.rule!r}"
                    )

    def playable(self, s: State, actors: list[int]) -> None:
        """Each option can be played, on a clone, which leaves the original as it is."""
        text = self.game.write(s)
        self.same("clone is independent", "a fresh clone", text, self.game.write(s.clone()))
        for seat in actors:
            for action in self.legal(s, seat):
                self.trying = f"seat {seat} tries {self.token(s, action)} on a clone"
                clone = s.clone()
                self.game.play(clone, seat, action, self.out)
                faults = self.game.faults(clone)
                if faults:
                    raise Broken("components are conserved", "; ".join(faults))
                self.wander(clone, 3)
        self.same("clone is independent", "the original has changed", text, self.game.write(s))
        self.kept, self.kept_text = s.clone(), text  # and the other way round: see look_back

    def look_back(self) -> None:
        if self.kept is not None:
            self.trying += ", seen from an old clone"
            self.same("clone is independent", "the clone", self.kept_text, self.game.write(self.kept))
            self.kept = None

    def wander(self, s: State, actions: int) -> None:
        """Play on at random, Nature too."""
        for _ in range(actions):
            if s.over:
                return
            seat = self.game.actor(s)
            self.game.legal_into(s, seat, self.out)
            action = self.game.chance(self.out, self.eye) if seat == NATURE else self.one_of(self.out.list())
            self.game.play(s, seat, action, self.out)

    def illegal(self, m: Match) -> None:
        """What is not allowed is refused with a clear error, and nothing has changed."""
        text, entries, reveals = m.position(), len(m.log), m.state.reveals
        tokens = list(m.state.box.notation.actions)
        undo = [m.can_undo(seat) for seat in range(self.seats)]
        for seat in range(self.seats):
            legal = m.options(seat)
            offered = m.options(m.actors()[0])  # what one seat may do another may not
            tried = [offered[0], offered[-1], "no_such_token", "", "?"]
            for _ in range(2):
                tried.append(tokens[self.eye.below(len(tokens))])
            for token in tried:
                if token not in legal:
                    self.refused(m, seat, token)
        for seat in (-1, self.seats):
            self.refused(m, seat, m.options(m.actors()[0])[0])
        law = "an illegal action changes nothing"
        self.same(law, "the position", text, m.position())
        if entries != len(m.log) or reveals != m.state.reveals:
            raise Broken(law, "it has been written down")
        if undo != [m.can_undo(seat) for seat in range(self.seats)]:
            raise Broken(law, "what can be undone is not the same")

    def refused(self, m: Match, seat: int, token: str) -> None:
        self.trying = f"seat {seat} tries {token!r}, which is not allowed"
        try:
            m.play(seat, token)
        except IllegalAction:
            if not 0 <= seat < self.seats:
                raise Broken(
                    "an illegal action is refused", "a seat that is not there got this far"
                ) from None
            return
        except BadInput:
            if 0 <= seat < self.seats:
                raise Broken("an illegal action is refused", "as if there were no such seat") from None
            return
        raise Broken("an illegal action is refused", "it was played")

    # ---- hidden information ----

    def hidden(self, s: State, actors: list[int]) -> None:
        """A seat sees, may do and is refused the same whatever is true of what it cannot know."""
        game = self.game
        truth = game.write(s)
        for seat in range(self.seats):
            self.trying = f"what seat {seat} sees"
            view = game.redact(s, seat)
            seen = game.write(view)
            other = game.fill(game.redact(s, seat), self.eye)
            self.same("redact and fill leave the truth alone", "the position", truth, game.write(s))
            faults = game.faults(other)
            if faults:
                raise Broken("fill deals a possible state", "; ".join(faults))
            self.same("fill keeps what is seen", "the view", seen, game.write(game.redact(other, seat)))
            if other.reveals != s.reveals or view.reveals != s.reveals:
                raise Broken("fill keeps what is seen", "the counter of reveals has changed")
            for state, what in ((other, "another truth"), (view.clone(), "the view itself")):
                if game.actors(state) != actors:
                    raise Broken("a seat's options depend on what it knows", f"{what} has other actors")
                if self.legal(state, seat) != self.legal(s, seat):
                    raise Broken("a seat's options depend on what it knows", f"{what} has other options")
                if self.reasons(state, seat) != self.reasons(s, seat):
                    raise Broken("a seat's options depend on what it knows", f"{what} has other refusals")
            legal = self.legal(s, seat)
            if legal:
                self.not_revealed(s, other, seat, self.one_of(legal))

    def reasons(self, s: State, seat: int) -> list[tuple[int, str, str]]:
        return [(r.action, r.reason, r.rule) for r in self.game.refusals(s, seat)]

    def not_revealed(self, s: State, other: State, seat: int, action: int) -> None:
        """If an action tells its seat anything it could not know, the counter of reveals must grow."""
        one, two = s.clone(), other.clone()
        self.game.play(one, seat, action, self.out)
        if one.reveals != s.reveals or self.game.actors(one) == [NATURE]:
            return
        self.trying = f"seat {seat} tries {self.token(s, action)}, and again where it knows the same"
        self.game.play(two, seat, action, self.out)
        self.same(
            "undo never reveals",
            f"the counter of reveals stands still, but seat {seat} learns something",
            self.game.write(self.game.redact(one, seat)),
            self.game.write(self.game.redact(two, seat)),
        )

    def not_seen(self, s: State, seat: int, legal: list[int]) -> None:
        """Of two actions that a seat does not witness it cannot tell which was chosen, until a reveal."""
        game = self.game
        one, two = self.one_of(legal), self.one_of(legal)
        witnesses = game.witnesses(s, seat, one) | game.witnesses(s, seat, two)
        for onlooker in range(self.seats):
            if one == two or witnesses >> onlooker & 1:
                continue
            tokens = f"{self.token(s, one)} or {self.token(s, two)}"
            a, b = s.clone(), s.clone()
            game.play(a, seat, one, self.out)
            game.play(b, seat, two, self.out)
            least = s.reveals + (1 if seat == NATURE else 0)
            if a.reveals > least or b.reveals > least:
                continue
            self.same(
                "what is hidden cannot be seen",
                f"seat {onlooker} can tell {tokens} of seat {seat}",
                game.write(game.redact(a, onlooker)),
                game.write(game.redact(b, onlooker)),
            )

    def commits(self, s: State, actors: list[int]) -> None:
        """Several decide at the same time: in any order, changed or not, it comes to the same."""
        game = self.game
        law = "commits in any order agree"
        chosen = [self.one_of(self.legal(s, seat)) for seat in actors]
        plain = s.clone()
        for i in range(len(actors)):
            if actors[i] not in game.actors(plain):
                raise Broken(law, f"seat {actors[i]} need not decide any more")
            game.play(plain, actors[i], chosen[i], self.out)
        order = list(range(len(actors)))
        for i in range(len(order) - 1, 0, -1):
            j = int(self.eye.below(i + 1))
            order[i], order[j] = order[j], order[i]
        mixed = s.clone()
        for place, i in enumerate(order):
            seat = actors[i]
            self.trying = f"seats {[actors[k] for k in order]} commit in this order"
            if place + 1 < len(order):  # a first thought, which is then changed
                game.play(mixed, seat, self.one_of(self.legal(mixed, seat)), self.out)
                if seat in game.actors(mixed):
                    raise Broken(law, f"seat {seat} has decided and must decide again")
                if chosen[i] not in self.legal(mixed, seat):
                    raise Broken(law, f"seat {seat} cannot change what it has decided")
            game.play(mixed, seat, chosen[i], self.out)
        self.same(law, "the position", game.write(plain), game.write(mixed))
        if plain.reveals != mixed.reveals:
            raise Broken(law, "the counter of reveals is not the same")

    # ---- texts ----

    def position(self, s: State) -> None:
        """Written, read and written again it is the same, and it plays on in the same way."""
        game = self.game
        self.trying = "the position is written and read"
        text = game.write(s)
        read = self.read(text, s)
        self.same("positions round-trip", "written again", text, game.write(read))
        self.same_options(s, read)
        clone = s.clone()
        for _ in range(LOCK_STEP):
            if clone.over:
                break
            seat = game.actor(clone)
            game.legal_into(clone, seat, self.out)
            action = game.chance(self.out, self.eye) if seat == NATURE else self.one_of(self.out.list())
            self.trying = f"seat {seat} plays {self.token(s, action)} in a position that was read"
            if action not in self.legal(read, seat):
                raise Broken("positions round-trip", "this cannot be played there")
            game.play(clone, seat, action, self.out)
            game.play(read, seat, action, self.out)
        self.same("positions round-trip", "played on", game.write(clone), game.write(read))

    def read(self, text: str, s: State) -> State:
        try:
            return self.game.read(Reader(read_toml(text, "position"), "", []), s.box)
        except BadInput as error:
            raise Broken("positions round-trip", f"what was written cannot be read: {error}") from None

    def same_options(self, s: State, other: State) -> None:
        if self.game.actors(s) != self.game.actors(other):
            raise Broken("positions round-trip", "others decide")
        for seat in range(self.seats):
            if self.legal(s, seat) != self.legal(other, seat):
                raise Broken("positions round-trip", f"seat {seat} has other options")
            if self.reasons(s, seat) != self.reasons(other, seat):
                raise Broken("positions round-trip", f"seat {seat} is refused other things")

    def record(self, m: Match, text: str) -> None:
        """Replayed it gives the same position, written the same record; the draws follow from the seed."""
        self.trying = "the record is replayed"
        record = m.record()
        try:
            again = verify(record, self.components, self.game)
        except BadInput as error:
            raise Broken("records round-trip", f"what was written cannot be replayed: {error}") from None
        self.same("records round-trip", "the position", text, again.position())
        self.same("records round-trip", "the record", record, again.record())

    # ---- taking back ----

    def undo(self, m: Match, seat: int, token: str) -> None:
        """Play, take back, play again: exactly as it was; but not past a reveal or a decision of others."""
        law = "undo restores exactly"
        text, entries, reveals = m.position(), len(m.log), m.state.reveals
        m.play(seat, token)
        after = m.position()
        log = len(m.log)
        revealed = m.state.reveals != reveals
        for other in range(self.seats):
            if other != seat or revealed:
                self.cannot_undo(m, other, "a reveal" if other == seat else "another seat's decision")
        if log != len(m.log):
            raise Broken(law, "what could not be undone has changed the log")
        self.same(law, "what could not be undone has changed the position", after, m.position())
        if revealed:
            return
        if not m.can_undo(seat):
            raise Broken(law, "nothing was revealed, yet it cannot be undone")
        m.undo(seat)
        self.same(law, "the position", text, m.position())
        if len(m.log) != entries or m.state.reveals != reveals:
            raise Broken(law, "the log is not as it was")
        m.play(seat, token)
        self.same(law, "played again", after, m.position())

    def cannot_undo(self, m: Match, seat: int, barrier: str) -> None:
        if m.can_undo(seat):
            raise Broken(f"undo never crosses {barrier}", f"seat {seat} could")
        try:
            m.undo(seat)
        except CannotUndo:
            return
        raise Broken(f"undo never crosses {barrier}", f"seat {seat} did")

    def restart(self, m: Match, seat: int) -> None:
        """Back to the beginning of the turn, or as far as undo reaches; played again all is as it was."""
        if not m.can_undo(seat):
            return
        law = "a turn that is restarted"
        self.trying += f", then seat {seat} restarts its turn"
        text, log = m.position(), m.log[:]
        m.restart_turn(seat)
        if len(m.log) >= len(log) or (m.can_undo(seat) and m.log[-1].turn == log[-1].turn):
            raise Broken(law, "was not restarted")
        for entry in log[len(m.log) :]:
            if entry.seat != seat:
                raise Broken(law, f"took back what seat {entry.seat} did")
            if entry.turn != log[-1].turn:
                raise Broken(law, "took back an earlier turn")
            m.play(seat, self.token(m.state, entry.action))
        self.same(law, "played again", text, m.position())

    # ---- the end ----

    def over(self, m: Match, text: str) -> None:
        game, s = self.game, m.state
        for seat in range(self.seats):
            if m.actors() or m.options(seat):
                raise Broken("when a game is over nobody decides", f"seat {seat} has options")
            tokens = list(s.box.notation.actions)
            self.refused(m, seat, tokens[self.eye.below(len(tokens))])
        scores = m.scores()
        if [score.seat for score in scores] != list(range(self.seats)):
            raise Broken("scores", "not one for each seat, in order")
        for score in scores:
            better = 0
            for other in scores:
                if other.total > score.total:
                    better += 1
                    if other.rank >= score.rank:
                        raise Broken(
                            "scores", f"seat {other.seat} has more than {score.seat}, but no better rank"
                        )
            if not better < score.rank <= self.seats:
                raise Broken("scores", f"seat {score.seat} has rank {score.rank}, {better} have more")
            if list(score.breakdown) != list(scores[0].breakdown):
                raise Broken("scores", "the categories are not the same for all")
        self.same("positions round-trip", "the end", text, game.write(self.read(text, s)))
        self.record(m, text)
