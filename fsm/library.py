"""What comes with the package: its scenarios, found by name, number or title, and its documents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache, cached_property
from itertools import islice
from pathlib import Path, PurePosixPath
from posixpath import normpath

from .errors import InputError
from .files import STANDARD, packaged_data, read_text
from .search import Findable, Index
from .words import listed, nearest

SUFFIX = ".turn.yaml"
FOLDER = "scenarios"
FEW = 5
"""How many names a message lists."""
MANY = 12
"""If more scenarios than these are near, only their number is said."""

MOST_HERE = 1_000
"""Among so many files of a folder a near name is looked for."""

_TITLE = re.compile(r"^name: *(.+?) *$", re.MULTILINE)
_EXPECTED = re.compile(r"^expect:.*?(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
_RULE = re.compile(r'"(\d+\.\d+[a-z]*)"')
_NUMBER = re.compile(r"(\d+)-")


def corpus_folder() -> Path:
    """The scenarios of this package: those in the wheel, or in the checkout."""
    room = Path(__file__).parent
    return next((folder for folder in (room / "corpus", room.parent / FOLDER) if folder.is_dir()), Path(FOLDER))


def scenario_folder() -> Path:
    """The folder ``scenarios/`` that is here, or else the scenarios of the package."""
    here = Path(FOLDER)
    return here if here.is_dir() else corpus_folder()


def shown_path(file: Path) -> str:
    """The path of a scenario file for a message: one of the package is below ``scenarios/``, wherever that is."""
    folder = corpus_folder()
    return f"{FOLDER}/{file.relative_to(folder).as_posix()}" if file.is_relative_to(folder) else file.as_posix()


class Lesson:
    """A scenario file of the package: its path below ``scenarios/`` without the suffix, and the titles in it."""

    def __init__(self, path: str, file: Path) -> None:
        """Take the path, which says the topic, and the file."""
        self.path, self.file = path, file

    @property
    def topic(self) -> str:
        """The folder, empty for a file that is in none."""
        return self.path.rpartition("/")[0]

    @property
    def name(self) -> str:
        """The name of the file without number and suffix."""
        return _NUMBER.sub("", self.path.rpartition("/")[2], count=1)

    @property
    def number(self) -> str:
        """The numbers of folder and file, ``01/07``; empty if one has none."""
        parts = [_NUMBER.match(part) for part in self.path.split("/")]
        return "/".join(part[1] for part in parts if part) if all(parts) else ""

    @property
    def short(self) -> str:
        """The number, or the name of a file that has none."""
        return self.number or self.name

    @cached_property
    def text(self) -> str:
        """What is in the file."""
        return self.file.read_text(encoding="utf-8", errors="replace")

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """The names of the scenarios in the file."""
        return tuple(title.strip("'\"") for title in _TITLE.findall(self.text)) or (self.name,)

    @property
    def findable(self) -> Findable:
        """What a search finds it by: its titles, its path, and what the file says before its expectations."""
        return Findable(self, ((4, " ".join(self.titles)), (2, self.path), (1, _EXPECTED.sub("", self.text))))

    def is_called(self, name: str) -> bool:
        """Whether this is the file's path, name or number; ``name`` is in lower case."""
        stem = self.path.rpartition("/")[2]
        if name in {self.path.lower(), stem.lower(), self.name.lower()}:
            return True
        given = re.fullmatch(r"(\d{1,4})/(\d{1,4})", name)
        return bool(given and self.number) and [int(part) for part in name.split("/")] == [
            int(part) for part in self.number.split("/")
        ]

    def __repr__(self) -> str:
        return f"Lesson({self.path!r})"


def lessons(folder: Path | None = None) -> tuple[Lesson, ...]:
    """The scenario files of the package in their order; those that are in no folder come first."""
    return _in(folder) if folder else _own(corpus_folder())


def scenario_count() -> int:
    """How many scenarios the files of the package have."""
    return sum(len(lesson.titles) for lesson in lessons())


@cache
def _own(folder: Path) -> tuple[Lesson, ...]:
    """The scenario files of the package, found once: a name is looked for among them in several ways."""
    return _in(folder)


def _in(folder: Path) -> tuple[Lesson, ...]:
    files = sorted(folder.rglob(f"*{SUFFIX}"), key=lambda file: (file.parent != folder, file))
    return tuple(Lesson(file.relative_to(folder).as_posix().removesuffix(SUFFIX), file) for file in files)


@cache
def used_rules() -> Counter[str]:
    """How often the scenarios of the package name each number of a rule."""
    return Counter(number for lesson in lessons() for number in _RULE.findall(lesson.text))


def matching(words: Iterable[str]) -> list[Lesson]:
    """The scenario files with all of the words, the best first: in a title, a card, the number of a rule, a script."""
    return [hit.what for hit in _index(corpus_folder()).ranked(tuple(words))]


@cache
def _index(folder: Path) -> Index:
    return Index(lesson.findable for lesson in _own(folder))


class Titled(str):
    """The path of a file with several scenarios, and the title of the ``scenario`` that is meant."""

    scenario: str

    def __new__(cls, path: str, title: str) -> Titled:
        """Make the path, which knows the title."""
        made = super().__new__(cls, path)
        made.scenario = title
        return made


def find_scenario(name: str) -> str:
    """The file that a user names: a file that is there, or else a scenario of the package.

    Those are called by their path below ``scenarios/``, by their file's name, with or without its number and suffix, by
    the numbers of folder and file (``01/07``), or by their title, which the path then knows if the file has others.
    ``InputError`` if none is called so, or several are; it has names that are near.
    """
    here = _here(name)
    if name == STANDARD or here == "file":
        return name
    found = _called(name)
    if len(found) == 1:
        path, titles = _from_here(found[0].file), found[0].titles
        title = next((title for title in titles if title.casefold() == name.casefold()), "")
        return Titled(path, title) if title and len(titles) > 1 else path
    if found:
        why = f"this is the name of {_listed(found)}; say the number or the path of the one that is meant"
        raise InputError(why, name[:200])
    if here:
        return name  # whoever reads it says that it is a folder
    if _topic(name):
        raise InputError("this is a topic of several scenarios; name one of them: fsm scenarios lists them", name)
    why = f"cannot be read: no such file, and no scenario of the package has this name{_near(name)}"
    raise InputError(why, f'"{name[:200]}"' if " " in name else name[:200])


def find_scenarios(name: str) -> str:
    """Like ``find_scenario``; a folder, or a topic of the package (``12-extra-phases``), stands for all files in it."""
    here = _here(name)
    if here == "folder":
        return name
    topic = "" if here else _topic(name)
    return _from_here(corpus_folder() / topic) if topic else find_scenario(name)


def _topic(name: str) -> str:
    """The topic of the package that is called so, with or without its number; empty if none is."""
    plain = _plain(name).rstrip("/")
    topics = {lesson.topic: _NUMBER.sub("", lesson.topic, count=1) for lesson in lessons()}
    return next((topic for topic, short in topics.items() if plain and plain in (topic, short)), "")


def _here(name: str) -> str:
    """Whether there is a ``file``, or a device, or a ``folder`` of that name; empty if not."""
    with suppress(OSError, ValueError):
        return ("folder" if Path(name).is_dir() else "file") if name and Path(name).exists() else ""
    return ""


def _plain(name: str) -> str:
    return name.replace("\\", "/").lower().removeprefix("./").removeprefix(f"{FOLDER}/").removesuffix(SUFFIX)


def _called(name: str) -> list[Lesson]:
    plain, known = _plain(name), lessons()
    return [lesson for lesson in known if lesson.is_called(plain)] or [
        lesson for lesson in known if name.casefold() in map(str.casefold, lesson.titles)
    ]


def _near(name: str) -> str:
    """A hint with the nearest file here, or the scenarios with all the words of a name, or how many, or the nearest."""
    here = [str(file) for file in islice(Path(name).parent.glob(f"*{SUFFIX}"), MOST_HERE)]
    if hint := nearest(name, here) or nearest(f"{name.removesuffix('.yaml')}{SUFFIX}", here):
        return f"{hint}; fsm scenarios lists those of the package"
    words = [word for word in re.findall(r"\w+", name[:200].removesuffix(SUFFIX)) if not word.isdecimal()]
    known = lessons()
    having = [lesson for lesson in known if words and _begin(words, f"{lesson.path} {' '.join(lesson.titles)}")]
    if 1 <= len(having) <= MANY:
        return f" (did you mean {_listed(having, 'or')}?); fsm scenarios lists them all"
    if having:
        said, many = " ".join(words), len(matching(words))
        which = "this word" if len(words) == 1 else "these words"
        return f"; {many} scenarios have {which}: type fsm scenarios {said}"
    near = nearest(name.rpartition("/")[2].removesuffix(SUFFIX), (lesson.name for lesson in known))
    return f"{near}; fsm scenarios lists them all"


def _begin(words: Iterable[str], text: str) -> bool:
    said = re.findall(r"[^\W_]+", text.casefold())
    return all(any(one.startswith(word.casefold()) for one in said) for word in words)


def _listed(found: list[Lesson], last: str = "and") -> str:
    named = [f"{one.number} {one.name}".strip() for one in found[:FEW]]
    return listed([*named, *([f"{len(found) - FEW} more"] if len(found) > FEW else [])], last)


def _from_here(file: Path) -> str:
    """The path of a file, relative if it is below the current folder."""
    with suppress(OSError, ValueError):
        return str(file.relative_to(Path.cwd()))
    return str(file)


MAX_BYTES = 4 * 1024 * 1024
_ROOM = Path(__file__).parent
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
_PICTURE = re.compile(r'<picture>.*?<img alt="([^"]*)" src="([^"]*)">.*?</picture>', re.DOTALL)
_BLOCK = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def place(path: str) -> Path | None:
    """Where a file of the project is, by its path in the checkout; nothing if the wheel leaves it out."""
    installed = (_ROOM / "corpus").is_dir()
    if path.startswith(f"{FOLDER}/"):
        found = corpus_folder() / path.removeprefix(f"{FOLDER}/")
    else:
        found = _ROOM / "documents" / path if installed else _ROOM.parent / path
    return found if found.exists() else None


@cache
def readers() -> dict[str, dict[str, tuple[str, str]]]:
    """Who reads which documents: each by its name, with its path in the checkout and what it is for."""
    written = packaged_data("documents.toml")
    return {
        who: {name: (path, about) for name, (path, about) in these.items() if place(path)}
        for who, these in written.items()
    }


def documents() -> dict[str, str]:
    """The documents by name, each with its path in the checkout."""
    return {name: path for these in readers().values() for name, (path, _) in these.items()}


def document(name: str) -> tuple[str, str]:
    """The path of a document in the checkout, and its text; ``InputError`` if there is none of that name.

    >>> document("format")[0], document("docs/FORMAT.md")[0]
    ('docs/FORMAT.md', 'docs/FORMAT.md')
    """
    known, key = documents(), document_name(name)
    file = place(known[key]) if key else None
    if key is None or file is None:
        raise InputError(f"there is no document {name[:60]!r}{nearest(name, known)}; there are {', '.join(known)}")
    return known[key], read_text(file, MAX_BYTES)


def is_document(name: str) -> bool:
    """Whether a document is called so."""
    return document_name(name) is not None


def document_name(name: str) -> str | None:
    """The name of the document that is called so, in any case, or that has this path."""
    known, plain = documents(), name.strip().lower()
    called = {**{key.lower(): key for key in known}, **{path.lower(): key for key, path in known.items()}}
    return called.get(plain) or called.get(plain.removesuffix(".md"))


def told_document(name: str) -> str:
    """The text of a document; ``fsm docs NAME`` and ``fsm run NAME`` take the place of links within the project."""
    path, text = document(name)
    return told_text(text, path).rstrip()


def told_text(text: str, path: str, files: bool = True) -> str:
    """The text of the document with this path, with commands for links; ``files`` says whether it names other files."""
    names = {path: name for name, path in documents().items()}
    return relinked(text, lambda link: _link_text(link, path, names, files))


def relinked(text: str, told: Callable[[re.Match[str]], str]) -> str:
    """A text of Markdown with something else for each link outside of blocks of code.

    The groups of a match are the ``!`` of a picture, what is said, and the target.

    >>> relinked("![A turn](a.svg), [the format](b.md#top)", lambda link: link[2])
    'A turn, the format'
    """
    parts = _BLOCK.split(_PICTURE.sub(r"![\1](\2)", text))
    parts[::2] = [_LINK.sub(told, part) for part in parts[::2]]
    return "".join(parts)


def _link_text(link: re.Match[str], path: str, names: Mapping[str, str], files: bool) -> str:
    picture, text, target = link.groups()
    if "://" in target:
        return link[0]
    goes = normpath(PurePosixPath(path).parent / target.partition("#")[0])
    if picture:
        file = place(goes) if files else None
        return f"[picture: {text}] ({file})" if file else f"[picture: {text}]"
    if not target.partition("#")[0]:
        return text
    where = _where(goes, names, files)
    return f"{text} ({where})" if where else text


def _where(path: str, names: Mapping[str, str], files: bool) -> str:
    """How a reader gets to a file of the project; empty if the wheel leaves it out."""
    if path in names:
        return f"fsm docs {names[path]}"
    if f"{path.rstrip('/')}/README.md" in names:
        return f"fsm docs {names[path.rstrip('/') + '/README.md']}"
    file = place(path)
    if path.startswith(f"{FOLDER}/") and path.endswith(SUFFIX) and file:
        return f"fsm run {Lesson(path.removeprefix(f'{FOLDER}/').removesuffix(SUFFIX), file).short}"
    return str(file) if file and files else ""
