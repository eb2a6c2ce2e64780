#!/usr/bin/env python3
"""Starts a launcher in which one system call fails: inject.py __launch, with INJECT="NUMBER ERROR PROGRAM".

The calls of the launcher and of the processes that it forks are counted until they execute the target. The call with
this number is not made, and reports this error. At the end, the tracer writes the file PROGRAM.done, which says whether
the call was made and whether the launcher has left mounts behind. Everything happens in a mount namespace of its own,
because a launcher that fails could mount something outside its sandbox. Only for x86-64.
"""

import ctypes
import errno
import os
import signal
import sys

TRACE_SYSCALL, DETACH, GET_REGISTERS, SET_REGISTERS, SEIZE, LISTEN, GET_EVENT = 24, 17, 12, 13, 0x4206, 0x4208, 0x4201
OPTIONS = 1 | 2 | 4 | 8  # TRACESYSGOOD, TRACEFORK, TRACEVFORK, TRACECLONE
RESULT, THIRD, NUMBER = 10, 12, 15  # The places of rax, rdx and orig_rax in the registers.
EXECVE = 59
# These calls cannot fail: close, exit and exit_group, and prlimit64 without a new limit.
NEVER_FAIL = (3, 60, 231)
PRLIMIT = 302
LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
LIBC.ptrace.restype = ctypes.c_long
Registers = ctypes.c_ulong * 27


def trace(request, pid, address=0, data=0):
    return LIBC.ptrace(request, pid, address, data)


def mounts():
    """Returns the mounts of this namespace, or nothing if `/proc` is not usable any more."""
    try:
        with open("/proc/self/mounts") as file:
            return file.read()
    except OSError:
        return ""


class Tracer:
    def __init__(self, root, number, error, marker):
        self.mounts = mounts()
        self.root, self.number, self.error, self.marker = root, number, error, marker
        self.counted = 0
        self.counts = False  # The launcher itself has been executed.
        self.inside = {}  # The process is inside a system call, and this call must fail.

    def at_call(self, pid):
        """Handles the beginning or the end of a system call. Returns whether the process is traced further."""
        registers = Registers()
        trace(GET_REGISTERS, pid, 0, ctypes.addressof(registers))
        if pid not in self.inside:
            fails = False
            only_reads = registers[NUMBER] == PRLIMIT and registers[THIRD] == 0
            if self.counts and registers[NUMBER] not in NEVER_FAIL and not only_reads:
                self.counted += 1
                fails = self.counted == self.number
            if fails:
                registers[NUMBER] = 2**64 - 1
                trace(SET_REGISTERS, pid, 0, ctypes.addressof(registers))
            self.inside[pid] = (fails, registers[NUMBER])
            return True
        fails, call = self.inside.pop(pid)
        if fails:
            registers[RESULT] = 2**64 - self.error
            trace(SET_REGISTERS, pid, 0, ctypes.addressof(registers))
        elif call == EXECVE and registers[RESULT] == 0:
            if self.counts:
                return False
            self.counts = True
        return True

    def run(self):
        while True:
            try:
                pid, status = os.waitpid(-1, 0x40000000)  # __WALL
            except ChildProcessError:
                break
            if not os.WIFSTOPPED(status):
                self.inside.pop(pid, None)
                continue
            stop, event = os.WSTOPSIG(status), status >> 16
            if stop == signal.SIGTRAP | 0x80:
                trace(TRACE_SYSCALL if self.at_call(pid) else DETACH, pid)
            elif event:
                trace(TRACE_SYSCALL, pid)
            elif stop == signal.SIGSEGV:
                # `abort` ends with a fault, which the first process of a namespace survives while it is traced.
                os.kill(pid, signal.SIGKILL)
            else:
                trace(TRACE_SYSCALL, pid, 0, stop)
        left = mounts() != self.mounts
        with open(self.marker + ".new", "w") as file:
            file.write(("called" if self.counted >= self.number else "not called") + (", mounts left" if left else ""))
        os.rename(self.marker + ".new", self.marker)


def main():
    number, error, program = os.environ.pop("INJECT").split(" ", 2)
    if os.getuid() == 0:
        # New mount namespace, whose mounts do not spread.
        assert LIBC.unshare(0x20000) == 0
        assert LIBC.mount(None, b"/", None, ctypes.c_ulong(0x44000), None) == 0
    LIBC.prctl(0x59616D61, ctypes.c_ulong(-1), 0, 0, 0)  # PR_SET_PTRACER: every process may trace this one.
    root = os.getpid()
    ready, set_ready = os.pipe()
    if os.fork() == 0:
        # The tracer must not be a child of the launcher, and must not hold the pipes of the target.
        if os.fork():
            os._exit(0)
        os.setsid()
        for descriptor in (0, 1, 2):
            os.close(descriptor)
        tracer = Tracer(root, int(number), getattr(errno, error), program + ".done")
        assert trace(SEIZE, root, 0, OPTIONS) == 0
        # The traced process stops once, so that its next system calls are reported.
        trace(0x4207, root)  # PTRACE_INTERRUPT
        os.write(set_ready, b"x")
        os.close(set_ready)
        os.close(ready)
        tracer.run()
        os._exit(0)
    os.wait()
    os.close(set_ready)
    os.read(ready, 1)
    os.close(ready)
    os.execv(program, [program] + sys.argv[1:])


main()
