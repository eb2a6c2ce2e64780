"""Tries every system call from 0 to 511 through the three entries of an x86 processor, and prints what the sandbox says.

One line for each entry: the numbers of the calls that are not refused. All arguments are -1. Another line names the
calls with other arguments that are not refused. This program belongs into the sandbox: outside, some calls do harm.
"""

import ctypes
import errno
import mmap
import os
import signal
import sys
import time

# The entry for 64-bit calls: the function gets a number and calls the kernel with six arguments of -1.
LONG = (
    b"\x48\x89\xf8"  # mov rax, rdi
    b"\x48\xc7\xc7\xff\xff\xff\xff"  # mov rdi, -1
    b"\x48\xc7\xc6\xff\xff\xff\xff"  # mov rsi, -1
    b"\x48\xc7\xc2\xff\xff\xff\xff"  # mov rdx, -1
    b"\x49\xc7\xc2\xff\xff\xff\xff"  # mov r10, -1
    b"\x49\xc7\xc0\xff\xff\xff\xff"  # mov r8, -1
    b"\x49\xc7\xc1\xff\xff\xff\xff"  # mov r9, -1
    b"\x0f\x05"  # syscall
    b"\xc3"  # ret
)
# The entry for 32-bit calls.
SHORT = (
    b"\x53\x55"  # push rbx, push rbp
    b"\x48\x89\xf8"  # mov rax, rdi
    b"\x48\xc7\xc3\xff\xff\xff\xff"  # mov rbx, -1
    b"\x48\xc7\xc1\xff\xff\xff\xff"  # mov rcx, -1
    b"\x48\xc7\xc2\xff\xff\xff\xff"  # mov rdx, -1
    b"\x48\xc7\xc6\xff\xff\xff\xff"  # mov rsi, -1
    b"\x48\xc7\xc7\xff\xff\xff\xff"  # mov rdi, -1
    b"\x48\xc7\xc5\xff\xff\xff\xff"  # mov rbp, -1
    b"\xcd\x80"  # int 0x80
    b"\x5d\x5b\xc3"  # pop rbp, pop rbx, ret
)
X32 = 0x40000000
# The filter reports that these calls do not exist.
CLONE3, FUTURE = 435, range(470, 512)
# Calls whose verdict depends on their arguments.
WITH_ARGUMENTS = [
    ("mmap of private memory", 9, 0, 4096, 3, 0x22, -1, 0),
    ("mmap of shared memory", 9, 0, 4096, 3, 0x21, -1, 0),
    ("mmap of shared memory, validated", 9, 0, 4096, 3, 0x23, -1, 0),
    ("mmap of a shared file", 9, 0, 4096, 3, 0x01, -1, 0),
    ("ioctl TCGETS", 16, -1, 0x5401),
    ("ioctl FIONREAD", 16, -1, 0x541B),
    ("ioctl TIOCSTI", 16, -1, 0x5412),
    ("ioctl FS_IOC_SETFLAGS", 16, -1, 0x40086602),
    ("sendto without an address", 44, -1, 0, 0, 0, 0, 0),
    ("sendto with an address", 44, -1, 0, 0, 0, 1, 1),
    ("clone of a process", 56, signal.SIGCHLD, 0, 0, 0, 0),
    ("clone with a user namespace", 56, 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0),
    ("fcntl F_GETFD", 72, -1, 1),
    ("fcntl F_GETLK", 72, -1, 5),
    ("fcntl F_SETLK", 72, -1, 6),
    ("fcntl F_OFD_GETLK", 72, -1, 36),
    ("fcntl F_SETLEASE", 72, -1, 1024),
    ("fcntl F_NOTIFY", 72, -1, 1026),
    ("fcntl F_SETPIPE_SZ", 72, -1, 1031),
    ("setpriority of itself", 141, 0, 0, 19),
    ("setpriority of another process", 141, 0, 1, 19),
    ("sched_setaffinity of itself", 203, 0, 0, 0),
    ("sched_setaffinity of another process", 203, 1, 0, 0),
    ("prlimit64 of itself", 302, 0, 7, 0, 0),
    ("prlimit64 of another process", 302, 1, 7, 0, 0),
    ("preadv2", 327, -1, 0, 0, 0, 0, 0),
    ("preadv2 with RWF_NOWAIT", 327, -1, 0, 0, 0, 0, 8),
]
LIBC = ctypes.CDLL(None, use_errno=True)


def entry(code):
    """Returns a function that runs machine code."""
    memory = mmap.mmap(-1, mmap.PAGESIZE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    function = ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_long)(address)
    function.memory = memory
    return function


def is_running(pid):
    """Returns whether a process runs or waits for a processor. If it does not, it is inside a call that was not refused."""
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rsplit(")", 1)[1].split()[0] == "R"


def is_allowed(call, number):
    """Returns whether a call is not refused. A process of its own makes it, because some calls end it or wait for ever."""
    child = os.fork()
    if child == 0:
        result = call(number)
        # The filter reports other numbers with EPERM, so ENOSYS for them comes from an older kernel, or from `futex`.
        is_new = number == CLONE3 or number in FUTURE
        os._exit(1 if result == -errno.EPERM or result == -errno.ENOSYS and is_new else 0)
    end = time.monotonic() + 0.2
    while time.monotonic() < end or is_running(child):
        # A call such as `vfork` returns twice, so there can be more than one process.
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            if os.WIFSIGNALED(status):
                return os.WTERMSIG(status) != signal.SIGSYS
            return os.WEXITSTATUS(status) != 1
        time.sleep(0.0005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def main():
    long, short = entry(LONG), entry(SHORT)
    for name, call, first in (("64-bit", long, 0), ("x32", long, X32), ("int 0x80", short, 0)):
        allowed = [str(number) for number in range(512) if is_allowed(call, first + number)]
        print(name + ":", " ".join(allowed), flush=True)

    def call(number_and_arguments):
        result = LIBC.syscall(*[ctypes.c_long(value) for value in number_and_arguments])
        return -ctypes.get_errno() if result == -1 else result

    allowed = [name for name, *values in WITH_ARGUMENTS if is_allowed(call, values)]
    print("with arguments:", ", ".join(allowed), flush=True)


main()
