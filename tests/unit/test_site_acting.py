"""What buttons of the page of Play ask: acts, what if, cards, and files that are dropped onto it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cases import case

from fsm.scenario import parse_scenarios
from fsm.site.desk import answer, runs

SCENARIOS = Path(__file__).parents[2] / "scenarios"
ASSAULT = (SCENARIOS / "relentless-assault.turn.yaml").read_text(encoding="utf-8")
REFLECTION = (SCENARIOS / "27-house-rules" / "reflection.toml").read_text(encoding="utf-8")
PLAIN = "players: [Ann, Bob]\n"
BEARS = "players: {Ann: {battlefield: [Grizzly Bears]}, Bob: {}}\nuntil: T1\n"
MAIN = "T1.precombat_main"


def ask(do: str, **said: Any) -> dict[str, Any]:
    answered: dict[str, Any] = json.loads(answer(json.dumps({"do": do, **said})))
    assert answered.pop("ok"), answered
    return answered


def wrong(do: str, **said: Any) -> str:
    answered = json.loads(answer(json.dumps({"do": do, **said})))
    assert not answered["ok"]
    return str(answered["errors"][0]["message"])


def acts(text: str, place: str, player: str | None = None, words: str = "") -> dict[str, str]:
    found = ask("acts", text=text, place=place, player=player, words=words)["acts"]
    return {one["label"]: one["act"] for one in found}


def test_acts_are_what_a_player_can_say_at_a_place() -> None:
    assert acts(PLAIN, "T1.upkeep", "Ann") == {"pass": "pass"}
    assert acts(PLAIN, MAIN, "Ann", "time walk")["cast Time Walk"] == "cast: Time Walk"
    assert "not now: cast Time Walk" in acts(PLAIN, "T1.upkeep", "Ann", "time walk")
    assert acts(BEARS, "T1.declare_attackers", None, "bears")["attack Grizzly Bears"] == "attack: [Grizzly Bears]"
    assert "cast Time Warp on Bob" in acts(PLAIN, MAIN, "Ann", "extra turn")
    assert "play Forest" in acts(PLAIN, MAIN, "Ann", "forest")
    own = "cards: [{name: Zebu Song, type: sorcery, effects: [draw]}]\n"
    assert acts(own + PLAIN, MAIN, "Ann", "zebu") == {"cast Zebu Song": "cast: Zebu Song"}


def test_a_response_says_what_to() -> None:
    label, act = "in response to Relentless Assault: cast Opt", "cast: Opt, responding_to: Relentless Assault"
    assert acts(ASSAULT, MAIN, "Bob", "opt")[label] == act
    text = ask("add", text=ASSAULT, place=MAIN, player="Bob", act=act)["text"]
    assert "    responding_to: Relentless Assault\n    Bob: {cast: Opt}\n" in text
    assert ask("run", text=text)["verdict"] == []


def test_each_act_can_be_added_and_tried() -> None:
    for place, player, words in (
        (MAIN, "Ann", "relentless"),
        ("T1.declare_attackers", "Ann", "bears"),
        (MAIN, "Bob", ""),
    ):
        for label, act in acts(BEARS, place, player, words).items():
            with case(label):
                if label.startswith("not now"):
                    continue
                said = {"text": BEARS, "place": place, "player": player, "act": act}
                added, other = ask("run", text=ask("add", **said)["text"]), ask("whatif", **said)
                first = other["turns"][0]
                assert added["turns"][0] == first
                assert ask("run", text=other["text"])["turns"][0] == first


def test_an_act_is_added_in_the_order_of_play() -> None:
    text = ask("add", text=ASSAULT, place="T1.upkeep", player="Bob", act="concede")["text"]
    assert text == ASSAULT.replace("script:\n", "script:\n  - at: T1.upkeep\n    Bob: concede\n")
    later = ask("add", text=ASSAULT, place="T7.end", player="Bob", act="concede")["text"]
    assert later.index("T7.end") > later.index(MAIN)


def test_a_script_that_cannot_be_done_can_be_added_to() -> None:
    text = f"{PLAIN}script:\n  - at: T1.upkeep\n    Ann: {{attack: Ox}}\n"
    assert ask("add", text=text, place=MAIN, player="Ann", act="pass")["text"].endswith(
        f"  - at: {MAIN}\n    Ann: pass\n"
    )


def test_what_if_tells_what_differs() -> None:
    other = ask("whatif", text=PLAIN, place=MAIN, player="Ann", act="cast: Time Walk", look={"width": 390})
    assert other["differs"][0] == "turn 2 is Ann's, not Bob's"
    assert other["differs"][-1].startswith("the first difference is at T1.precombat_main: Ann ")
    assert [turn["player"] for turn in other["turns"]] == ["Ann", "Ann"]
    assert ask("whatif", text=PLAIN, place=MAIN, player="Ann", act="pass")["differs"] == []


def test_what_nobody_can_do_says_why() -> None:
    refused = {
        "attack: Ox": "Ann is not asked for that at T1.precombat_main in this run",
        "cast: Ox": "unknown card 'Ox'",
        "dance: Ox": "is not an action",
        "[": "cannot be read",
        "activate: Ox": "",
    }
    for act, why in refused.items():
        with case(act):
            assert why in wrong("whatif", text=PLAIN, place=MAIN, player="Ann", act=act)
    assert "is not asked for anything" in wrong("acts", text=PLAIN, place="T1.untap", player="Ann")
    assert "not a phase or step" in wrong("acts", text=PLAIN, place="T1.lunch")
    assert "not a phase or step" in wrong("add", text=PLAIN, place="T1.lunch", player="Ann", act="pass")
    for do in ("acts", "whatif"):
        assert wrong(do, text=PLAIN, place=MAIN, player="Zed", **({"act": "pass"} if do == "whatif" else {}))


def test_buttons_change_players_and_editions() -> None:
    assert ask("editions", text=ASSAULT, editions=["2011"])["text"] == ASSAULT.replace("[cr2026, cr2006]", "cr2011")
    assert ask("players", text=PLAIN, players=["Ann", "Cid"])["text"] == "players: [Ann, Cid]\n"


@pytest.mark.parametrize("said", ["cr2006", "1999-04-23 .. today", "[2026-09-25 .. today, 2002-02-20 .. 2003-09-30]"])
def test_editions_that_follow_each_other_are_one_span(said: str) -> None:
    text = f"edition: {said}\n{PLAIN}"
    (scenario,) = parse_scenarios(text)
    assert ask("editions", text=PLAIN, editions=scenario.editions)["text"] == text


def test_words_find_cards() -> None:
    (card,) = ask("card", words="relent")["cards"]
    assert card["name"] == "Relentless Assault"
    assert "further combat phase" in card["does"][0]
    assert ask("card", words="xyzzy") == {
        "cards": [],
        "why": "no card of the catalogue is called 'xyzzy'; fsm cards lists them all",
    }
    assert len(ask("card", words="")["cards"]) > 100


def test_a_trace_is_checked_and_shown() -> None:
    trace = ask("download", text=ASSAULT, format="trace")["content"]
    good = ask("trace", text=trace)
    assert good["verdict"] == []
    assert good["says"][0] == "possible (98 events, 1 turn, cr2026)"
    assert good["data"]["format"] == "turn-player"
    bad = ask("trace", text=trace.replace('"kind":"step.begin"', '"kind":"step.end"', 1))
    assert bad["verdict"][0].startswith("6:1: impossible: step.end T1.beginning.untap")
    assert "not JSON" in wrong("trace", text="x: 1")
    assert "is empty" in wrong("trace", text="")


@pytest.fixture
def _a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runs.forget()


@pytest.mark.usefixtures("_a_folder")
def test_an_edition_can_be_named_after_it_was_dropped() -> None:
    assert wrong("run", text=PLAIN, edition="mine.toml")
    made = ask("edition", name="mine.toml", text=REFLECTION)
    assert made == {"id": "mine.toml", "title": "Today's rules with a reflection step"}
    assert ask("run", text=PLAIN, edition="mine.toml")["turns"][0]["notation"].endswith("E RF CL")
    text = f"edition: mine.toml\n{PLAIN}expect: {{steps: {{T1: U Up M1 BC DA EC M2 E RF CL}}}}\n"
    assert ask("run", text=text)["verdict"] == []
    ask("edition", name="mine.toml", text=REFLECTION.replace("RF", "RE"))
    assert ask("run", text=PLAIN, edition="mine.toml")["turns"][0]["notation"].endswith("E RE CL")


@pytest.mark.usefixtures("_a_folder")
def test_an_edition_that_is_wrong_is_not_kept() -> None:
    answered = json.loads(answer(json.dumps({"do": "edition", "name": "bad.toml", "text": "title = 3\n"})))
    assert answered["errors"][0]["line"] == 1
    assert not Path("bad.toml").exists()
    for name in ("../x.toml", "x", "/x.toml", "a\0.toml", ".toml/", "x" * 200 + ".toml"):
        with case(name):
            assert "expected that of a file without a folder" in wrong("edition", name=name, text=REFLECTION)
