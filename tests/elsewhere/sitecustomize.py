"""A system without what only POSIX has: Python starts with this, and no module of fsm finds these names.

The standard library keeps them, so that what it does on that other system is done here in its own way.
"""

from __future__ import annotations

import builtins
import importlib
from types import ModuleType
from typing import Any

MODULES = ("fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
NAMES = {
    "os": (
        "WNOHANG chown chroot fchmod fchown fork forkpty getegid geteuid getgid getgroups getpgid getpgrp getsid "
        "getuid killpg lchown mkfifo mknod nice openpty posix_fadvise posix_spawn pread pwrite register_at_fork "
        "sched_getaffinity sched_yield setgid setpgid setsid setuid statvfs sync tcgetpgrp uname wait3 wait4 waitid "
        "O_NOFOLLOW O_DIRECTORY O_NONBLOCK O_CLOEXEC set_blocking get_blocking getloadavg ctermid"
    ),
    "signal": (
        "ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGPROF SIGQUIT "
        "SIGSTOP SIGTSTP SIGTTIN SIGTTOU SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIG_BLOCK SIG_SETMASK SIG_UNBLOCK "
        "alarm getitimer pause pthread_kill pthread_sigmask set_wakeup_fd setitimer siginterrupt sigpending "
        "sigtimedwait sigwait sigwaitinfo"
    ),
    "select": "epoll kqueue poll select",
    "socket": "AF_UNIX SCM_RIGHTS socketpair fromfd",
    "time": "clock_gettime tzset pthread_getcpuclockid",
}  # select is there, but not for pipes


class Without(ModuleType):
    """A module without some names."""

    def __init__(self, name: str, missing: str) -> None:
        super().__init__(name)
        self.__dict__.update(_module=importlib.import_module(name), _missing=frozenset(missing.split()))

    def __getattr__(self, name: str) -> Any:
        if name in self.__dict__["_missing"]:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return getattr(self.__dict__["_module"], name)


_WITHOUT = {name: Without(name, missing) for name, missing in NAMES.items()}
_import = builtins.__import__


def _elsewhere(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> ModuleType:
    if not level and str((globals or {}).get("__name__", "")).partition(".")[0] == "fsm":
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if name in _WITHOUT:
            return _WITHOUT[name]
    return _import(name, globals, locals, fromlist, level)


builtins.__import__ = _elsewhere
