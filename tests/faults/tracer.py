"""Stops a forked child at every write, fsync, rename … below one folder, to kill it there or to let the call fail.

Linux on x86-64: `seccomp` picks the system calls, `ptrace` stops each before the kernel carries it out, in whichever
thread and library it is made, so that DuckDB's own writes are seen like Python's.
"""

import ctypes
import os
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

_CALLS_WITH_FD = {
    1: "write",
    18: "pwrite64",
    20: "writev",
    296: "pwritev",
    74: "fsync",
    75: "fdatasync",
    77: "ftruncate",
}
_CALLS_WITH_PATH = {82: "rename", 87: "unlink", 84: "rmdir", 83: "mkdir", 2: "open"}
_CALLS_AT = {264: "renameat", 316: "renameat2", 263: "unlinkat", 258: "mkdirat", 257: "openat"}
CALLS = _CALLS_WITH_FD | _CALLS_WITH_PATH | _CALLS_AT

_TRACEME, _CONT, _GETREGS, _SETREGS, _SETOPTIONS = 0, 7, 12, 13, 0x4200
_FOLLOW = 0x2 | 0x4 | 0x8 | 0x80 | 0x100000  # fork, vfork, clone, seccomp; the child dies with its tracer
_SECCOMP_STOP = signal.SIGTRAP | 7 << 8
_ALL_THREADS = 0x40000000
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER_MODE = 38, 22, 2
_TRACE, _ALLOW = 0x7FF00000, 0x7FFF0000
_REGISTERS = 27
_REFUSED = 99
_NO_TRACING = "this system lets no process be traced"
_RAX, _RSI, _RDI, _ORIG_RAX, _RDX = 10, 13, 14, 15, 12
_CREATES = os.O_CREAT | os.O_TRUNC
_TEXT_BYTES = 4096

_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
_libc.ptrace.restype = ctypes.c_long


class _Instruction(ctypes.Structure):
    _fields_ = (("code", ctypes.c_ushort), ("jt", ctypes.c_ubyte), ("jf", ctypes.c_ubyte), ("k", ctypes.c_uint))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.POINTER(_Instruction)))


@dataclass(frozen=True)
class Stop:
    """One stop: the name of the system call and the path it works on, relative to the folder."""

    call: str
    path: str

    def __str__(self) -> str:
        return f"{self.call} {self.path}"


@dataclass
class Traced:
    """How a child ended: its `status` as an exit code (negative: killed by that signal) and the `stops` before."""

    status: int = 0
    stops: list[Stop] = field(default_factory=list)


# What to do at a stop: None goes on, 0 kills the process, an errno lets the call fail with it.
Verdict = Callable[[int, Stop], int | None]
KILL = 0


def forked(work: Callable[[], None]) -> int:
    """Do the work in a child and return its exit code: 0, or 1 after an exception, which it prints."""
    child = os.fork()
    if child == 0:
        _to_its_end(work)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def traced(work: Callable[[], None], folder: Path, verdict: Verdict) -> Traced:
    """Fork, do the work in the child, and ask at each stop below `folder` what shall happen; stops count from 0."""
    child = os.fork()
    if child == 0:
        try:
            _become_traced()
        except OSError:
            os._exit(_REFUSED)
        _to_its_end(work)
    if not os.WIFSTOPPED(os.waitpid(child, _ALL_THREADS)[1]):
        raise PermissionError(_NO_TRACING)
    _request(_SETOPTIONS, child, _FOLLOW)
    _request(_CONT, child, 0)
    seen = _followed(child, folder, verdict)
    if seen.status == _REFUSED:
        raise PermissionError(_NO_TRACING)
    return seen


def _to_its_end(work: Callable[[], None]) -> NoReturn:
    status = 1
    try:
        work()
        status = 0
    except BaseException:  # noqa: BLE001 -- a forked child must not run on as if it were its parent
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def _followed(child: int, folder: Path, verdict: Verdict) -> Traced:
    seen = Traced()
    while True:
        thread, status = os.waitpid(-1, _ALL_THREADS)
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            if thread == child:
                seen.status = os.waitstatus_to_exitcode(status)
                return seen
            continue
        passed_on = 0
        if status >> 8 == _SECCOMP_STOP:
            stop = _stop(thread, folder)
            if stop is not None:
                decided = verdict(len(seen.stops), stop)
                seen.stops.append(stop)
                if decided == KILL:
                    os.kill(child, signal.SIGKILL)
                    continue
                if decided is not None:
                    _let_fail(thread, decided)
        elif os.WSTOPSIG(status) not in {signal.SIGTRAP, signal.SIGSTOP}:
            passed_on = os.WSTOPSIG(status)
        _request(_CONT, thread, passed_on)


def _become_traced() -> None:
    _request(_TRACEME, 0, 0)
    os.kill(os.getpid(), signal.SIGSTOP)
    picked = sorted(CALLS)
    code = [_Instruction(0x20, 0, 0, 0)]
    code += [_Instruction(0x15, len(picked) - place, 0, number) for place, number in enumerate(picked)]
    code += [_Instruction(0x06, 0, 0, _ALLOW), _Instruction(0x06, 0, 0, _TRACE)]
    array = (_Instruction * len(code))(*code)
    program = _Program(len(code), ctypes.cast(array, ctypes.POINTER(_Instruction)))
    if _libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or _libc.prctl(
        _SET_SECCOMP, _FILTER_MODE, ctypes.byref(program), 0, 0
    ):
        os._exit(_REFUSED)


def _stop(thread: int, folder: Path) -> Stop | None:
    """Return what the thread is about to do, None where it is outside the folder or changes nothing."""
    registers = _registers(thread)
    number = registers[_ORIG_RAX]
    call = CALLS[number]
    if number in _CALLS_WITH_FD:
        path = _link(f"/proc/{thread}/fd/{registers[_RDI]}")
    elif number in _CALLS_WITH_PATH:
        flags = registers[_RSI]
        path = _text(thread, registers[_RDI])
    else:
        flags = registers[_RDX]
        path = _text(thread, registers[_RSI])
        if not path.startswith("/"):
            at = ctypes.c_int(registers[_RDI] & 0xFFFFFFFF).value
            base = _link(f"/proc/{thread}/cwd" if at < 0 else f"/proc/{thread}/fd/{at}")
            path = f"{base}/{path}"
    if call in {"open", "openat"} and not flags & _CREATES:
        return None
    if not path.startswith(f"{folder}/"):
        return None
    return Stop(call, path.removeprefix(f"{folder}/"))


def _let_fail(thread: int, errno: int) -> None:
    registers = _registers(thread)
    registers[_ORIG_RAX] = 2**64 - 1  # no system call
    registers[_RAX] = 2**64 - errno
    _request(_SETREGS, thread, ctypes.addressof(registers))


def _registers(thread: int) -> "ctypes.Array[ctypes.c_ulonglong]":
    registers = (ctypes.c_ulonglong * _REGISTERS)()
    _request(_GETREGS, thread, ctypes.addressof(registers))
    return registers


def _text(thread: int, address: int) -> str:
    memory = os.open(f"/proc/{thread}/mem", os.O_RDONLY)
    try:
        return os.pread(memory, _TEXT_BYTES, address).partition(b"\0")[0].decode(errors="replace")
    except OSError:
        return ""
    finally:
        os.close(memory)


def _link(path: str) -> str:
    try:
        return str(Path(path).readlink())
    except OSError:
        return ""


def _request(request: int, thread: int, data: int) -> None:
    if _libc.ptrace(request, thread, None, data) == -1 and ctypes.get_errno():
        raise OSError(ctypes.get_errno(), f"ptrace request {request}")
