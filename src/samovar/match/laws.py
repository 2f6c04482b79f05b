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
from samovar.kernel.game import AnyRules, Game
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.state import EVERYONE, NATURE, State, seat_of
from samovar.kernel.step import Options
from samovar.kernel.together import Together
from samovar.match.match import Match, verify

MOST_DECISIONS: Final = 5_000  # of one random game
MOST_BESIDE: Final = 200  # of one seat while others decide beside it
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
SEE_BESIDE: Final = 16
SEE_RESTART: Final = 32
SEE_RECORD: Final = 400
LOCK_STEP: Final = 12  # actions for which a position that was read is played beside its original


class Report:
    """What came of checking the laws; ``failures`` are texts for people, empty if all laws hold."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.pairs = 0  # of states that differ only in what a seat cannot know, and were compared in its eyes
        self.failures: list[str] = []

    @property
    def ok(self) -> bool:
        return not self.failures


class Broken(Exception):
    """A law does not hold."""

    def __init__(self, law: str, how: str) -> None:
        super().__init__(f"{law}: {how}")


def check(
    game: AnyRules,
    seats: int,
    options: Mapping[str, str],
    games: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
    components: str | None = None,
    seldom: int = 1,
) -> Report:
    """Play random games with the seeds from ``seed`` on. ``progress`` is told how many are done;
    ``components`` is the text of another component file. For many games everything is looked at ``seldom``
    times more seldom; what is missing at the end would be found all the same.
    """
    box = None if components is None else game.load(components)
    settings = game.canonical(seats, options, box)
    report = Report()
    for number in range(games):
        trial = _Trial(game, seats, settings, seed + number, components, seldom)
        failure = trial.run()
        report.games += 1
        report.decisions += trial.decisions
        report.pairs += trial.pairs
        if failure:
            report.failures.append(failure)
            if len(report.failures) == MOST_FAILURES:
                break
        if progress is not None:
            progress(report.games)
    return report


def random_match(game: AnyRules, seats: int, options: Mapping[str, str], seed: int) -> Match:
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


def trace(game: AnyRules, seats: int, options: Mapping[str, str], seed: int) -> str:
    """A digest of a random game: all that was offered, chosen, drawn and told, and its end.

    Compiled and interpreted rules must give the same; where they do not, ``random_match(…).record()`` of both
    shows the first action that differs.
    """
    digest = hashlib.sha256()
    match = random_match(game, seats, options, seed)
    box = match.state.box
    out = Options()
    s = match.game.start(box, seats, options, out)
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


class _Part:
    """What one seat chose beside the others, with all that followed before the others could go on."""

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat
        self.actions: Final[list[tuple[int, int]]] = []  # of whom; the seat's own is the first
        self.grown: Final[list[int]] = []  # how far the counter of reveals had grown after each of them
        self.over = False  # whether all had decided then, so that the step itself has run


class _Gathering:
    """A step that everyone takes, each for itself: where its frame lies, until all have decided."""

    def __init__(self, s: State) -> None:
        self.depth: Final = s.depth
        self.frame: Final = s.todo[s.depth - 1]

    def open(self, s: State) -> bool:
        return s.depth >= self.depth and s.todo[self.depth - 1] == self.frame

    def interrupted(self, s: State) -> bool:
        """Something comes before the others can go on: a draw, or what it brings."""
        return s.depth > self.depth and self.open(s)


def _gathered(s: State) -> bool:
    return s.depth > 0 and seat_of(s.todo[s.depth - 1]) == EVERYONE


def _waiting(s: State) -> list[int]:
    """All that waits to be decided, on the stack and beside it."""
    return s.stack() + [s.asked[seat] for seat in range(len(s.asked))]


class _Trial:
    """One random game with a watchful eye on it.

    Beside the match runs a twin: the bare rules, fed with the match's log. After each action, Nature's too,
    nothing may be missing from it, and it must stay equal to the match.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: dict[str, str],
        seed: int,
        components: str | None = None,
        seldom: int = 1,
    ) -> None:
        self.game = game
        self.seldom = seldom
        self.seats = seats
        self.options = options
        self.seed = seed
        self.components = components
        self.dice = Dice(-1 - seed)  # for the players
        self.eye = Dice(-1 - (seed ^ 0x5EED))  # for what is looked at
        self.decisions = 0
        self.pairs = 0
        self.beside: list[int] = []  # who has decided beside the others since the last reveal, in order
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
        return self.eye.below(n * self.seldom) == 0

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
            self.beside = self.now_beside(self.before, m.state, seat)
            if len(self.beside) > 1 and self.sometimes(SEE_BESIDE):
                self.undo_beside(m)
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
                if entry.seat == NATURE:
                    self.unlisted(twin)
            self.game.play(twin, entry.seat, entry.action, self.out)
            if self.seldom == 1 or twin.over or self.sometimes(1):
                self.possible(self.before, twin)
            done += 1
        if twin.box is not box or twin.reveals != m.state.reveals or _waiting(twin) != _waiting(m.state):
            raise Broken("replay gives the same state", "what waits to be done is not the same")
        return done

    def possible(self, before: State | None, s: State) -> None:
        """After one action: nothing is missing, and nothing has happened that cannot come of one."""
        faults = self.game.faults(s)
        if faults:
            raise Broken("components are conserved", "; ".join(faults))
        faults = self.game.passage_faults(before, s) if before is not None else []
        if faults:
            raise Broken("an action does only what one can do", "; ".join(faults))

    def unlisted(self, s: State) -> None:
        """A draw that need not be listed has the outcomes, and the order, of its list."""
        listed = self.legal(s, NATURE)
        f = s.todo[s.depth - 1]
        step = self.game.steps[f & 255]
        n = int(step.outcomes(s, f))
        if n and [int(step.outcome(s, f, k)) for k in range(n)] != listed:
            raise Broken("a draw is what its list says", f"{n} outcomes, {len(listed)} in the list")

    def look(self, m: Match) -> tuple[int, int]:
        """Everything that is to be seen at a decision; who decides, and what."""
        s = m.state
        actors = m.actors()
        if not actors or actors == [NATURE]:
            raise Broken("never stuck", "the game is not over, and nobody decides")
        for seat in actors:
            self.distinct(s, seat, self.legal(s, seat))
        for seat in range(self.seats):
            if seat not in actors and not self.may_begin_anew(s, seat) and self.legal(s, seat):
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

    def may_begin_anew(self, s: State, seat: int) -> bool:
        """Whether a seat that has decided may think again until the others have."""
        if not _gathered(s):
            return False
        step = self.game.steps[s.todo[s.depth - 1] & 255]
        return not isinstance(step, Together) or step.first(s, seat) != 0

    def is_halfway(self, s: State, done: State, seat: int) -> bool:
        """Whether a seat has answered some of its questions, beginning where it would when it is done."""
        step = self.game.steps[s.todo[s.depth - 1] & 255]
        return isinstance(step, Together) and s.asked[seat] != step.first(done, seat)

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
                self.possible(s, clone)
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
            action = (
                self.game.chance(s, self.out, self.eye) if seat == NATURE else self.one_of(self.out.list())
            )
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
            if game.write(other) != truth:
                self.pairs += 1
            for mover in {seat, self.one_of(actors)}:
                legal = self.legal(other, mover)
                both = [action for action in self.legal(s, mover) if action in legal]
                if both:
                    self.not_revealed(s, other, seat, mover, self.one_of(both))

    def reasons(self, s: State, seat: int) -> list[tuple[int, str, str]]:
        return [(r.action, r.reason, r.rule) for r in self.game.refusals(s, seat)]

    def not_revealed(self, s: State, other: State, seat: int, mover: int, action: int) -> None:
        """If an action tells its seat anything it could not know, the counter of reveals must grow; and no
        event tells any seat more than it sees.
        """
        one, two = s.clone(), other.clone()
        one.journal, two.journal = [], []
        self.game.play(one, mover, action, self.out)
        if one.reveals != s.reveals or self.game.actors(one) == [NATURE]:
            return
        self.trying = (
            f"seat {mover} tries {self.token(s, action)}, and again where seat {seat} knows the same"
        )
        self.game.play(two, mover, action, self.out)
        law = "undo never reveals"
        seen = self.game.write(self.game.redact(one, seat))
        other_seen = self.game.write(self.game.redact(two, seat))
        if mover == seat:
            self.same(law, f"no reveal is counted, but seat {seat} learns something", seen, other_seen)
        if seen == other_seen:  # what another decides may come to light; then it may be told, too
            told, other_told = self.told(one, seat), self.told(two, seat)
            self.same(law, f"no reveal is counted, but seat {seat} is told something", told, other_told)

    def told(self, s: State, seat: int) -> str:
        """The events in the journal, as this seat may know them."""
        lines = ""
        for event in s.journal or []:
            what, who, a, b = self.game.seen(event, seat)
            lines += f"{what} {who} {a} {b}\n"
        return lines

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
            a.journal, b.journal = [], []
            game.play(a, seat, one, self.out)
            game.play(b, seat, two, self.out)
            least = s.reveals + (1 if seat == NATURE else 0)
            if a.reveals > least or b.reveals > least:
                continue
            law = "what is hidden cannot be seen"
            self.same(
                law,
                f"seat {onlooker} can tell {tokens} of seat {seat}",
                game.write(game.redact(a, onlooker)),
                game.write(game.redact(b, onlooker)),
            )
            self.same(
                law,
                f"seat {onlooker} is told {tokens} of seat {seat}",
                self.told(a, onlooker),
                self.told(b, onlooker),
            )
            self.pairs += 1

    # ---- several at the same time ----

    def commits(self, s: State, actors: list[int]) -> None:
        """Several decide at the same time, each in its own line of choices: interleaved in any way, changed
        or not, it comes to the same but for the draws.
        """
        game = self.game
        law = "commits in any order agree"
        gathering = _Gathering(s)
        plain = s.clone()
        lines: list[list[_Part]] = []
        anew: list[bool] = []
        halfway: list[bool] = []
        for seat in actors:
            if not gathering.open(plain) or seat not in game.actors(plain):
                raise Broken(law, f"seat {seat} need not decide any more")
            thought = self.first_thought(plain, seat, gathering)
            anew.append(thought is not None and self.may_begin_anew(thought, seat))
            halfway.append(thought is not None and self.is_halfway(plain, thought, seat))
            if thought is not None and anew[-1]:
                plain = thought
            lines.append(self.walk(plain, seat, gathering))
        mixed = s.clone()
        places = [0 for _ in lines]
        order: list[int] = []
        while True:
            waiting = [i for i in range(len(lines)) if places[i] < len(lines[i])]
            if not waiting:
                break
            i = self.one_of(waiting)
            order.append(actors[i])
            self.trying = f"seats {order} decide in this order"
            part = lines[i][places[i]]
            if places[i] == 0 and anew[i]:
                thought = self.first_thought(mixed, part.seat, gathering)
                if thought is not None:
                    mixed = thought
                elif halfway[i]:
                    return  # it is the last one to decide: there is no way back for it
            if not self.again(mixed, part, gathering):
                return  # the draws cannot be the same
            places[i] += 1
        self.same(law, "the position", game.write(plain), game.write(mixed))
        if plain.reveals != mixed.reveals:
            raise Broken(law, "the counter of reveals is not the same")

    def walk(self, s: State, seat: int, gathering: _Gathering) -> list[_Part]:
        """All that a seat decides, at random, until it waits for the others."""
        game = self.game
        parts: list[_Part] = []
        waiting = game.actors(s)
        while not parts or seat in waiting:
            part = _Part(seat)
            parts.append(part)
            reveals, who, action = s.reveals, seat, self.one_of(self.legal(s, seat))
            while True:
                self.trying = f"seat {seat} decides beside the others, {who} plays {self.token(s, action)}"
                game.play(s, who, action, self.out)
                part.actions.append((who, action))
                if max(len(parts), len(part.actions)) > MOST_BESIDE:
                    raise Broken("random games end", f"not while seat {seat} decides beside the others")
                part.grown.append(s.reveals - reveals)
                if not gathering.interrupted(s):
                    break
                who = game.actor(s)
                game.legal_into(s, who, self.out)
                action = game.chance(s, self.out, self.eye) if who == NATURE else self.one_of(self.out.list())
            others = [other for other in waiting if other != seat]
            part.over = not gathering.open(s)
            if part.over:
                break
            waiting = game.actors(s)
            if others != [other for other in waiting if other != seat]:
                if not others:
                    break  # all have decided, and the same step follows at once
                raise Broken(
                    "commits in any order agree",
                    f"others are asked than before, since seat {seat} has decided",
                )
        return parts

    def first_thought(self, s: State, seat: int, gathering: _Gathering) -> State | None:
        """Where a seat has decided and may begin anew. None if it was the last, or has drawn something."""
        clone = s.clone()
        self.walk(clone, seat, gathering)
        return clone if clone.reveals == s.reveals and gathering.open(clone) else None

    def again(self, s: State, part: _Part, gathering: _Gathering) -> bool:
        """The same once more among other decisions, with the same draws. False if those are not possible any
        more, or a draw that left no choice then does so no longer, or the other way round.
        """
        game = self.game
        law = "commits in any order agree"
        reveals = s.reveals
        drawn = False
        for i, (who, action) in enumerate(part.actions):
            if i == 0:
                if not gathering.open(s):
                    raise Broken(law, f"seat {who} need not decide any more")
                if action not in self.legal(s, who):
                    raise Broken(law, f"{self.token(s, action)}: seat {who} cannot decide for it as before")
            elif not gathering.interrupted(s) or action not in self.legal(s, who):
                if gathering.interrupted(s):
                    excused = drawn or who == game.actor(s) == NATURE
                else:
                    excused = drawn or (who == NATURE and not gathering.open(s) and s.reveals > reveals)
                if excused:
                    return False
                raise Broken(law, f"a consequence is missing of what seat {part.seat} decides")
            drawn = drawn or who == NATURE
            game.play(s, who, action, self.out)
            over = not gathering.open(s) or (part.over and i == len(part.actions) - 1)
            if not over and s.reveals - reveals != part.grown[i]:
                return False
        if gathering.interrupted(s):
            if drawn or (part.over and part.grown[-1] > 0 and game.actor(s) == NATURE):
                return False
            raise Broken(law, f"a new consequence of what seat {part.seat} decides")
        return True

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
            action = (
                game.chance(clone, self.out, self.eye) if seat == NATURE else self.one_of(self.out.list())
            )
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
        revealed = m.over or m.state.reveals != reveals
        beside = self.now_beside(self.before, m.state, seat)
        for other in range(self.seats):
            if revealed or (other != seat and other not in beside):
                self.cannot_undo(m, other, "a reveal" if other == seat else "another seat's decision")
            elif not m.can_undo(other):
                raise Broken(law, f"seat {other}: nothing was revealed, yet it cannot be undone")
        if log != len(m.log):
            raise Broken(law, "what could not be undone has changed the log")
        self.same(law, "what could not be undone has changed the position", after, m.position())
        if revealed:
            return
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

    def now_beside(self, then: State | None, now: State, seat: int) -> list[int]:
        """Who can take back what it decided beside the others, now that this seat has decided, too."""
        if then is None or not _gathered(now) or then.stack() != now.stack() or then.reveals != now.reveals:
            return []
        changed = set(self.game.actors(then)) ^ set(self.game.actors(now))
        return [*self.beside, seat] if changed <= {seat} else []

    def copy(self, m: Match) -> Match:
        """The same game once more, for what would change the order in the log that the twin follows."""
        return Match.from_record(m.record(), self.components, self.game)

    def undo_beside(self, m: Match) -> None:
        """A seat takes back its last decision; what others have decided beside it since stays."""
        law = "undo leaves what others decide beside it"
        game = self.game
        seat = self.one_of(self.beside)
        copy = self.copy(m)
        rest = [(entry.seat, entry.action) for entry in m.log]
        at = len(rest) - 1
        while rest[at][0] != seat:
            at -= 1
        token = self.token(m.state, rest[at][1])
        del rest[at]
        self.trying = f"seat {seat} takes back {token}, others have decided beside it"
        copy.undo(seat)
        if [(entry.seat, entry.action) for entry in copy.log] != rest:
            raise Broken(law, "more than this one decision has left the log")
        bare = game.start(m.state.box, self.seats, self.options, self.out)
        for who, action in rest:
            if action not in self.legal(bare, who):
                raise Broken(law, f"without it {self.token(bare, action)} cannot be played")
            game.play(bare, who, action, self.out)
        self.same(law, "the position", game.write(bare), copy.position())
        if bare.reveals != copy.state.reveals or _waiting(bare) != _waiting(copy.state):
            raise Broken(law, "what waits to be done is not the same")
        copy.play(seat, token)
        self.same(law, "played again", m.position(), copy.position())

    def restart(self, m: Match, seat: int) -> None:
        """Back to the beginning of the turn, or as far as undo reaches; played again all is as it was."""
        if not m.can_undo(seat):
            return
        law = "a turn that is restarted"
        self.trying += f", then seat {seat} restarts its turn"
        text, log = m.position(), m.log
        own = [entry for entry in log if entry.seat == seat]
        if _gathered(m.state):
            m = self.copy(m)
        m.restart_turn(seat)
        taken = own[len(own) - (len(log) - len(m.log)) :]
        left = own[: len(own) - len(taken)]
        if not taken or (m.can_undo(seat) and left[-1].turn == own[-1].turn):
            raise Broken(law, "was not restarted")
        rest = [(entry.seat, entry.action) for entry in log if entry not in taken]
        if rest != [(entry.seat, entry.action) for entry in m.log]:
            raise Broken(law, "took back what another seat did")
        for entry in taken:
            if entry.turn != own[-1].turn:
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
        players = len(scores)  # a player without a seat comes after the seats
        if players < self.seats or [score.seat for score in scores] != list(range(players)):
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
            if not better < score.rank <= players:
                raise Broken("scores", f"seat {score.seat} has rank {score.rank}, {better} have more")
            if list(score.breakdown) != list(scores[0].breakdown):
                raise Broken("scores", "the categories are not the same for all")
        self.same("positions round-trip", "the end", text, game.write(self.read(text, s)))
        self.record(m, text)
