"""A room keeps the box it was created with: an edited ``components.toml`` changes no existing room."""

from __future__ import annotations

import importlib.resources
from dataclasses import replace
from typing import Any

import pytest

from samovar.games import registry
from samovar.match.match import Match
from samovar.room.commands import Fork, Rematch
from samovar.room.page_updates import PageContext, replay_model
from samovar.room.restore import box_digest, restore
from samovar.room.room import Room, Status
from tests.room.comparison import pages, room_fields
from tests.room.old_rules import rewritten
from tests.room.shell import EVA, GAMES, STRANGER, Shell, late_position, play_random, start_room, with_friends

# For each game one edit of the component file that changes scores.
EDITS = {
    "stroganov": ("landscape_set_of_4 = 6", "landscape_set_of_4 = 60"),
    "catherine": ("\ninterim_vp = 0\n", "\ninterim_vp = 1\n"),
    "tundra": ("\nvp = [2, 4, 6]\n", "\nvp = [20, 40, 60]\n"),
}


class Editor:
    """Edits the packaged component files, like a new version of the package."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def edit(self, game: str) -> None:
        rules = registry.game(game)
        before, after = EDITS[game]
        text = rules.standard_text()
        assert before in text
        self.replace_file(text.replace(before, after))
        self.monkeypatch.setattr(rules, "standard", None)  # loaded again
        assert rules.standard_box().digest == box_digest(text.replace(before, after))[:16]

    def replace_file(self, text: str) -> None:
        files = importlib.resources.files

        class Edited:
            def __init__(self, package: str) -> None:
                self.folder: Any = files(package)

            def joinpath(self, name: str) -> Any:
                return EditedFile() if name == "components.toml" else self.folder.joinpath(name)

        class EditedFile:
            def read_text(self, encoding: str) -> str:
                return text

        self.monkeypatch.setattr(importlib.resources, "files", Edited)


@pytest.fixture
def editor(monkeypatch: pytest.MonkeyPatch) -> Editor:
    return Editor(monkeypatch)


def room_of(shell: Shell, game: str, begun: str) -> Room:
    """A room that is waiting, running, from a position, from a record, or finished."""
    request = with_friends(game)
    if begun == "waiting":
        return shell.create(request)
    if begun in {"position", "finished"}:
        request = replace(request, start=late_position(game))
    if begun == "record":
        other = play_random(shell, start_room(shell, request), 15)
        request = replace(request, record=other.started_match().record())
    room = start_room(shell, request)
    return play_random(shell, room, {"finished": 10**6, "position": 1}.get(begun, 20))


def facts(room: Room) -> dict[str, Any]:
    """The fields of a room, without the box digests that positions and records name."""
    found = room_fields(room)
    match = found["match"]
    if match is not None:
        match["position"] = without_box_digest(match["position"])
        match["start"] = without_box_digest(match["start"])
        match["undo"] = [(*one[:-1], without_box_digest(one[-1])) for one in match["undo"]]
    return found


def without_box_digest(position: str) -> str:
    return "\n".join(line for line in position.splitlines() if not line.startswith("components = "))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("begun", ["waiting", "running", "position", "record", "finished"])
def test_an_edited_component_file_changes_no_existing_room(editor: Editor, game: str, begun: str) -> None:
    shell = Shell(snapshot_every=5)
    room = room_of(shell, game, begun)
    stored = shell.load(room.id)
    restored = [restore(stored, shell.box_text), restore(replace(stored, snapshot=None), shell.box_text)]
    before = [(facts(one), pages(one)) for one in restored]
    editor.edit(game)
    for number, one in enumerate((stored, replace(stored, snapshot=None))):
        again = restore(one, shell.box_text)
        assert again.status is Status.LIVE, again.fault
        assert (facts(again), pages(again)) == before[number]
        assert again.box.digest != again.game.standard_box().digest
        if again.match is not None:
            assert replay_model(again, -1, PageContext("en", ""), 1).replay
            play_random(shell, again)


@pytest.mark.parametrize("game", GAMES)
def test_a_log_without_a_box_uses_the_box_of_rules_version_1(editor: Editor, game: str) -> None:
    """Logs of rules version 1 do not name their box."""
    shell = Shell()
    room = play_random(shell, start_room(shell, with_friends(game)), 20)

    def change(event: dict[str, Any]) -> None:
        if event["type"] == "made":
            del event["box"], event["rules"]

    stored = rewritten(shell.load(room.id), change)
    editor.edit(game)
    old = restore(replace(stored, snapshot=None), lambda digest: "")
    assert old.status is Status.LIVE, old.fault
    assert old.box.digest == box_digest(old.game.first_text())[:16]
    assert old.started_match().moves() == room.started_match().moves()


def test_rematch_and_fork_keep_the_box_and_a_new_room_has_the_new_one(editor: Editor) -> None:
    shell = Shell()
    room = room_of(shell, "stroganov", "finished")
    editor.edit("stroganov")
    rematch = shell.execute(room, EVA, Rematch())
    fork = shell.execute(room, STRANGER, Fork())
    for outcome in (rematch, fork):
        other = shell.rooms[outcome.room]
        assert other.status is Status.LIVE
        assert other.created.box == room.created.box
        assert other.box.digest == room.box.digest
    new = shell.create(with_friends("stroganov"))
    assert new.created.box == box_digest(new.game.standard_text()) != room.created.box


def test_a_finished_room_from_a_position_with_another_box_can_be_shown() -> None:
    """Regression: the score history read the start with the standard box and failed."""
    before, after = EDITS["stroganov"]
    components = registry.game("stroganov").standard_text().replace(before, after)
    match = Match("stroganov", 2, 3, components=components)
    play_to = len(match.log) + 5
    while len(match.log) < play_to:
        match.play(match.actors()[0], match.options(match.actors()[0])[0])
    shell = Shell()
    request = replace(with_friends("stroganov", 2), start=match.position(), components=components)
    room = play_random(shell, start_room(shell, request))
    assert room.over
    for one in (room, shell.restored(room.id), shell.restored(room.id, snapshot=False)):
        assert pages(one)
        assert one.box.digest == match.state.box.digest
