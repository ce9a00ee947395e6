"""The scenarios and documents of the package, from a folder that has none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import GOOD, ROOT, Fsm, Lesson

from fsm import read_scenarios, run_scenario
from fsm.edition import meant, newest_first
from fsm.errors import InputError
from fsm.library import corpus_folder, documents, find_scenario, find_scenarios, lessons, told_document
from fsm.pages.tables import renewed

ASSAULT = "Relentless Assault in the first main phase"


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("relentless-assault", "relentless-assault"),
        ("RELENTLESS-ASSAULT.turn.yaml", "relentless-assault"),
        ("scenarios/relentless-assault.turn.yaml", "relentless-assault"),
        ("12/02", "12-extra-phases/02-two-assaults-in-one-main-phase"),
        ("12/2", "12-extra-phases/02-two-assaults-in-one-main-phase"),
        ("02-two-assaults-in-one-main-phase", "12-extra-phases/02-two-assaults-in-one-main-phase"),
        ("two-assaults-in-one-main-phase", "12-extra-phases/02-two-assaults-in-one-main-phase"),
        ("12-extra-phases/02-two-assaults-in-one-main-phase", "12-extra-phases/02-two-assaults-in-one-main-phase"),
        ("two relentless assaults in one main phase", "12-extra-phases/02-two-assaults-in-one-main-phase"),
        ("What phased out under a player who has left", "01-phases-and-steps/19-under-whom-it-phased-out"),
    ],
)
def test_a_scenario_is_found_by_name_number_and_title(
    name: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_scenario(name) == str(corpus_folder() / f"{file}.turn.yaml")


@pytest.mark.parametrize("name", ["relentless-assault", "12/02", Path("scenarios/relentless-assault.turn.yaml")])
def test_python_takes_the_names_that_commands_take(
    name: str | Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (scenario,) = read_scenarios(name)
    assert scenario.file == find_scenario(str(name))
    assert run_scenario(name, "cr2026") == run_scenario(scenario, "cr2026")


def test_python_is_told_what_commands_are_told(fsm: Fsm, lesson: Lesson) -> None:
    for name in ("relentles-asault", "savor-the-moment", "extra-phases", "nowhere.turn.yaml", "."):
        told = fsm("run", name).stderr.strip()
        for function in (read_scenarios, run_scenario):
            with pytest.raises(InputError) as wrong:
                function(name)
            assert str(wrong.value) == told
    with pytest.raises(
        InputError, match=r"expected one; run one of read_scenarios\('x.turn.yaml'\): 'a lesson' and 'b'$"
    ):
        run_scenario(lesson(f"{GOOD}---\n{GOOD.replace('a lesson', 'b')}"))


def test_no_two_scenarios_have_the_same_path_or_number() -> None:
    known = lessons()
    assert len({lesson.path for lesson in known}) == len({lesson.short for lesson in known}) == len(known) > 600


def test_scenarios_list_the_newest_edition_first() -> None:
    listed = {
        (lesson.path, tuple(meant(id.strip(), str(lesson.file))[-1] for id in ids.split(",")))
        for lesson in lessons()
        for ids in re.findall(r"^edition: \[(.+)\]$", lesson.text, re.MULTILINE)
    }
    assert len(listed) > 500
    assert [path for path, ids in listed if newest_first(ids) != ids] == []


def test_a_file_that_is_there_wins(fsm: Fsm, lesson: Lesson) -> None:
    lesson(GOOD, "relentless-assault")
    assert fsm("run", "relentless-assault").stdout.startswith("a lesson\n")
    (Path.cwd() / "relentless-assault").unlink()
    assert fsm("run", "relentless-assault").stdout.startswith(ASSAULT)
    (Path.cwd() / "relentless-assault").mkdir()
    assert fsm("run", "relentless-assault").stdout.startswith(ASSAULT)
    (Path.cwd() / "here").mkdir()
    assert fsm("run", "here").stderr.startswith("here: cannot be read: is a directory")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("relentles-asault", '(did you mean "relentless-assault"?)'),
        ("kiki.turn.yaml", "25/13 kiki-jiki-in-the-end-step"),
        ("jiki kiki", "25/13 kiki-jiki-in-the-end-step"),
        ("savor-the-moment", "this is the name of 09/15 savor-the-moment and 25/08 savor-the-moment; say the number"),
        ("zzz", "zzz: cannot be read: no such file, and no scenario of the package has this name; fsm scenarios lists"),
        ("extra turn", '"extra turn": cannot be read: no such file, and no scenario of the package has this name; '),
        ("extra turn", " scenarios have these words: type fsm scenarios extra turn\n"),
        ("12-extra-phases", "this is a topic of several scenarios; name one of them"),
        ("extra-phases", "this is a topic of several scenarios; name one of them"),
        ("01/99", "no such file"),
        ("a\0b", "no such file"),
        ("x" * 5000, "no such file"),
        ("", "no such file"),
    ],
)
def test_an_unknown_name_gets_near_ones(fsm: Fsm, name: str, said: str) -> None:
    for command in (["run", name], ["debug", name], ["explore", name], ["player", name, "-o", "x.html"]):
        done = fsm(*command)
        assert (done.exit_code, done.stdout) == (2, "")
        assert said in done.stderr
        assert len(done.stderr) < 600


@pytest.mark.parametrize(
    "command",
    [
        "run NAME",
        "test NAME",
        "debug NAME -c q",
        "player NAME -o x.html",
        "explore NAME --perft 3",
        "diagram scenario NAME -o x.dot",
        "diagram timeline NAME -o x.dot",
        "diagram explored NAME -o x.dot",
        "vectors out --from NAME",
        "test extra-phases -k two",
        pytest.param("test --corpus -k Upwelling --collect-only", marks=pytest.mark.slow),
    ],
)
def test_every_command_takes_the_name_of_a_scenario(fsm: Fsm, command: str) -> None:
    done = fsm(*command.replace("NAME", "relentless-assault").split())
    assert done.exit_code == 0, done.output


def test_traces_are_compared_with_a_scenario_of_the_package(fsm: Fsm) -> None:
    assert fsm("run", "relentless-assault", "-e", "cr2026", "--trace", "x.jsonl").exit_code == 0
    done = fsm("check", "x.jsonl", "--scenario", "relentless-assault")
    assert done.exit_code == 0, done.output


def test_a_topic_is_a_folder_for_commands_that_take_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = str(corpus_folder() / "12-extra-phases")
    assert {find_scenarios(name) for name in ("extra-phases", "12-extra-phases", "scenarios/12-extra-phases/")} == {
        folder
    }
    (tmp_path / "extra-phases").mkdir()
    assert find_scenarios("extra-phases") == "extra-phases"
    with pytest.raises(InputError, match="no such file"):
        find_scenarios("extra-fazes")


def test_scenarios_are_listed_by_topic(fsm: Fsm) -> None:
    lines = fsm("scenarios").stdout.splitlines()
    assert lines[0].startswith(f"{len(lessons())} scenario files")
    assert f"  relentless-assault  {ASSAULT}" in lines
    assert lines[lines.index("02-mana") + 1] == "  02/01  Two mana made in the upkeep"
    titles = sum(len(lesson.titles) for lesson in lessons())
    assert sum(line.startswith("  ") for line in lines) == titles


@pytest.mark.parametrize(
    ("words", "title"),
    [
        (["upwelling"], "Upwelling keeps mana in the pools"),
        (["KIKI-JIKI"], "Kiki-Jiki, Mirror Breaker, in the end step"),
        (["500.8", "relentless", "two"], "Two Relentless Assaults in one main phase"),
        (["two relentless"], "Two Relentless Assaults in one main phase"),
    ],
)
def test_scenarios_are_found_by_words(fsm: Fsm, words: list[str], title: str) -> None:
    done = fsm("scenarios", *words)
    assert done.exit_code == 0
    assert title in done.stdout
    assert len(done.stdout.splitlines()) < len(lessons()) // 6, "few of all"
    paths = fsm("scenarios", "--paths", *words).stdout.splitlines()
    assert paths
    assert all(Path(path).is_file() for path in paths)


def test_words_that_no_scenario_has_are_an_answer(fsm: Fsm) -> None:
    done = fsm("scenarios", "upwelling", "zeppelin")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "no scenario has 'upwelling zeppelin'" in done.stderr


def test_rules_and_cards_name_scenarios_of_the_package(fsm: Fsm) -> None:
    shown = "scenarios/12-extra-phases/01-relentless-assault-after-combat.turn.yaml"
    assert f"  shown by  {shown}: " in fsm("rules", "500.8").stdout
    assert f"  in scenario  {shown}: " in fsm("cards", "relentless assault").stdout
    (Path.cwd() / "scenarios").mkdir()
    assert "shown by" not in fsm("rules", "500.8").stdout


def test_as_many_scenarios_are_listed_as_a_message_says(fsm: Fsm) -> None:
    said = re.search(
        r"; (\d+) scenarios have this word: type fsm scenarios extra$", fsm("run", "extra").stderr, re.MULTILINE
    )
    assert said
    assert fsm("scenarios", "extra").stdout.startswith(f"{said[1]} scenario files;")


def test_the_page_of_the_documents_says_which_document_to_read() -> None:
    page = ROOT / documents()["DOCUMENTS"]
    text = page.read_text(encoding="utf-8")
    assert renewed(text, page) == text, "make it anew: python -m fsm.pages.tables docs/README.md"
    for name, path in documents().items():
        (target,) = re.findall(rf"^- \[{name}\]\((.+?)\): ", text, re.MULTILINE)
        assert (page.parent / target).resolve() == (ROOT / path).resolve()


def test_the_gallery_names_the_files_of_its_pictures() -> None:
    text = told_document("gallery")
    pictures = re.findall(r"^\[picture: .+\] \((.+\.svg)\)$", text, re.MULTILINE)
    assert len(pictures) == len(list((ROOT / "diagrams").glob("*.svg")))
    assert all(Path(file).is_file() for file in pictures)
    assert len(re.findall(r"\(.+\.html\)", text)) == len(list((ROOT / "diagrams" / "rules").iterdir()))


@pytest.mark.parametrize("name", documents())
def test_documents_are_printed_with_links_that_lead_somewhere(fsm: Fsm, name: str) -> None:
    text = fsm("docs", name.lower()).stdout
    assert text == f"{told_document(name)}\n"
    assert not re.search(r"\]\((?!https?:)", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL))
    for other in re.findall(r"\(fsm docs (\w+)\)", text):
        assert other in documents()
    for path in re.findall(r"\(((?:/|fsm/)[^\s)]+)\)", text):
        assert Path(path).exists(), path
    assert set(re.findall(r"\(fsm run (\S+)\)", text)) <= {lesson.short for lesson in lessons()}


def test_documents_are_listed_and_found_by_name_and_path(fsm: Fsm) -> None:
    listed = fsm("docs").stdout
    assert [line.split()[0] for line in listed.splitlines() if line.startswith("  ")] == list(documents())
    assert "\nTo begin with\n  README " in listed
    assert max(map(len, listed.splitlines())) <= 80
    pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")}
    assert {path for path in documents().values() if path.startswith("docs/")} == pages
    assert fsm("docs", "docs/FORMAT.md").stdout == fsm("docs", "Format.md").stdout == fsm("docs", "FORMAT").stdout
    done = fsm("docs", "FORMT")
    assert (done.exit_code, 'did you mean "FORMAT"' in done.stderr) == (2, True)
    assert "(fsm docs FORMAT)" in fsm("docs", "README").stdout
    assert "(fsm run 01/01)" in fsm("docs", "SCENARIOS").stdout
