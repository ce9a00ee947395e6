"""Files: read within limits, written whole or not at all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from fsm import files
from fsm.errors import InputError
from fsm.files import output_name, packaged_data, read_text, write_file


def test_a_text_is_read_with_and_without_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes("\ufeffÄ\r\n".encode())
    assert read_text(path, 100) == "Ä\r\n"


def test_what_is_not_utf8_is_shown_by_its_place(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"name: x\nabout: caf\xe9\n")
    with pytest.raises(InputError, match="not UTF-8") as error:
        read_text(path, 100)
    assert (error.value.line, error.value.column) == (2, 11)


def test_a_file_of_fifty_megabytes_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "big"
    with path.open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    with pytest.raises(InputError, match="larger than 1,048,576 bytes"):
        read_text(path, 1024 * 1024)


def test_a_file_of_exactly_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("x" * 10)
    assert read_text(path, 10) == "x" * 10
    with pytest.raises(InputError, match="larger than 9 bytes"):
        read_text(path, 9)


@pytest.mark.parametrize("name", ["missing", ".", "missing/too", "nul\0"])
def test_what_cannot_be_opened_is_said(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="cannot be read") as error:
        read_text(tmp_path / name, 100)
    assert error.value.file == str(tmp_path / name)


def test_a_file_is_written_with_the_usual_rights(tmp_path: Path) -> None:
    path = tmp_path / "x"
    write_file(path, b"new")
    other = tmp_path / "y"
    other.write_bytes(b"")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(other.stat().st_mode)


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    with path.open() as reader:
        write_file(path, b"new")
        assert reader.read() == "old"
    assert path.read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_what_was_there_stays_if_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(InputError, match="cannot be written: no space left on device"):
        write_file(path, b"new")
    assert path.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("name", ["missing/x", ".", "x\0y"])
def test_what_cannot_be_written_is_said_and_leaves_nothing(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        write_file(tmp_path / name, b"new")
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "x")
    write_file(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "x").read_bytes() == b"new"


def test_what_is_no_file_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(pipe, b"new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_dash_is_standard_output() -> None:
    program = "from fsm.files import write_file; print('a'); write_file('-', b'b\\n'); print('c')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b"a\nb\nc\n"


def test_a_file_keeps_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    path.chmod(0o640)
    write_file(path, b"new")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o640)


def test_a_read_only_file_is_not_replaced_not_even_by_root(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(InputError, match="cannot be written: it is read-only"):
        write_file(path, b"new")
    assert path.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("ending", [KeyboardInterrupt, SystemExit])
def test_what_interrupts_writing_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: type[BaseException]
) -> None:
    def interrupted(*_: object) -> None:
        assert len(list(tmp_path.iterdir())) == 1
        raise ending

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(ending):
        write_file(tmp_path / "x", b"new")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["/dev/null", "/dev/full", "/dev/fd/{}", "/proc/self/fd/{}"])
def test_a_device_is_written_as_it_is(tmp_path: Path, name: str) -> None:
    with (tmp_path / "x").open("wb") as file:
        if name == "/dev/full":
            with pytest.raises(InputError, match="/dev/full: cannot be written: no space left on device"):
                write_file(name, b"new")
        else:
            write_file(name.format(file.fileno()), b"new")
        assert os.fstat(file.fileno()).st_ino == (tmp_path / "x").stat().st_ino
    assert (tmp_path / "x").read_bytes() == (b"new" if "fd" in name else b"")


@pytest.mark.parametrize("name", ["a", "./a", "sub/../a", "soft", "hard"])
def test_a_file_that_is_read_is_no_output_under_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a").write_text("")
    Path("b").write_text("")
    Path("sub").mkdir()
    Path("soft").symlink_to("a")
    Path("hard").hardlink_to("a")
    with pytest.raises(InputError, match=f"^{name}: this is the input file"):
        output_name(name, "a")
    assert (output_name(name, "b"), output_name("missing", "a")) == (name, "missing")


def test_devices_may_be_read_and_written() -> None:
    assert output_name("/dev/null", "/dev/null") == "/dev/null"


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1"])
def test_standard_output_has_several_names(name: str) -> None:
    assert output_name(name) == "-"


def test_an_empty_name_is_no_output() -> None:
    with pytest.raises(InputError, match="found an empty file name"):
        output_name("")


def test_data_that_was_made_ready_is_read_as_the_toml_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_PACKAGE", tmp_path)
    (tmp_path / "x.toml").write_text("[upkeep]\nrule = '503'\n", encoding="utf-8")
    assert packaged_data("x.toml") == {"upkeep": {"rule": "503"}}
    (tmp_path / "x.toml.json").write_text('{"upkeep": {"rule": "503.1"}}', encoding="utf-8")
    assert packaged_data("x.toml") == {"upkeep": {"rule": "503.1"}}
