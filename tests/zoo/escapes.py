"""Attempts to leave the sandbox or to exceed its limits. A function with several attempts returns the names of those
that succeeded."""

import ctypes
import errno
import fcntl
import glob
import mmap
import os
import resource
import signal
import socket
import struct
import sys
import tempfile
import time

LIBC = ctypes.CDLL(None, use_errno=True)
AT_FDCWD = -100
MIB = 1 << 20


def read(path, count=1 << 20):
    """Returns the beginning of a file, or an empty string of bytes if the file cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read(count)
    except OSError:
        return b""


def sees_journal(out):
    """Returns true if the program can see the journal or any other entry of the directory `out`."""
    end = time.monotonic() + 5
    # The referee creates the directory first, and may start the bots before it creates the journal.
    while os.path.isdir(out) and time.monotonic() < end:
        if os.path.exists(os.path.join(out, "journal.jsonl")):
            return True
        try:
            if os.listdir(out):
                return True
        except OSError:
            pass
        time.sleep(0.01)
    return False


def steal(secret, out, places):
    """Looks for a secret wherever a bot could find it."""
    secret = secret.encode()
    found = set()
    if sees_journal(out):
        found.add("journal")
    for name in places:
        if secret in read(name):
            found.add("file")
    for path in ("/etc/shadow", "/etc/hostname", "/root/.bashrc", "/var/log/dpkg.log"):
        if read(path, 10):
            found.add("system")
    for path in glob.glob("/proc/[0-9]*"):
        own = path == "/proc/%d" % os.getpid()
        if not own and (secret in read(path + "/environ") or secret in read(path + "/cmdline")):
            found.add("environment")
        if not own and b"\0match\0" in read(path + "/cmdline"):
            found.add("referee")
        try:
            if not own:
                open(path + "/mem", "rb").close()
                found.add("memory")
        except OSError:
            pass
        if not own:
            try:
                os.listdir(path + "/root")
                found.add("root of another process")
            except OSError:
                pass
    for descriptor in range(3, 256):
        try:
            os.fstat(descriptor)
            found.add("descriptor")
        except OSError:
            pass
    for path in glob.glob("/dev/shm/*"):
        if secret in read(path):
            found.add("shared memory")
    if b"clowder-zoo" in read("/proc/net/unix"):
        found.add("list of sockets")
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(b"\0clowder-zoo-" + secret[:8])
            found.add("socket")
    except OSError:
        pass
    return sorted(found)


def attributes(paths):
    """Tries every system call that changes permissions, owners, times or attributes (x86_64 numbers)."""
    succeeded = []

    def attempt(name, number, *arguments):
        ctypes.set_errno(0)
        done = LIBC.syscall(ctypes.c_long(number), *[a if isinstance(a, bytes) else ctypes.c_long(a) for a in arguments])
        if done != -1 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS):
            succeeded.append("%s: %d" % (name, ctypes.get_errno()))

    own, file = tempfile.mkstemp()
    for path in [file.encode()] + [path.encode() for path in paths]:
        attempt("chmod", 90, path, 0o4755)
        attempt("fchmodat", 268, AT_FDCWD, path, 0o4755)
        attempt("fchmodat2", 452, AT_FDCWD, path, 0o4755, 0)
        attempt("chown", 92, path, 0, 0)
        attempt("lchown", 94, path, 0, 0)
        attempt("fchownat", 260, AT_FDCWD, path, 0, 0, 0)
        attempt("utime", 132, path, 0)
        attempt("utimes", 235, path, 0)
        attempt("futimesat", 261, AT_FDCWD, path, 0)
        attempt("utimensat", 280, AT_FDCWD, path, 0, 0)
        attempt("setxattr", 188, path, b"user.zoo", b"x", 1, 0)
        attempt("lsetxattr", 189, path, b"user.zoo", b"x", 1, 0)
        attempt("removexattr", 197, path, b"user.zoo")
        attempt("lremovexattr", 198, path, b"user.zoo")
        attempt("setxattrat", 463, AT_FDCWD, path, 0, b"user.zoo", b"x" * 24, 24)
        attempt("removexattrat", 466, AT_FDCWD, path, 0, b"user.zoo")
        attempt("file_setattr", 469, AT_FDCWD, path, b"\0" * 24, 24, 0)
    attempt("fchmod", 91, own, 0o4755)
    attempt("fchown", 93, own, 0, 0)
    attempt("fsetxattr", 190, own, b"user.zoo", b"x", 1, 0)
    attempt("fremovexattr", 199, own, b"user.zoo")
    attempt("FS_IOC_SETFLAGS", 16, own, 0x40086602, b"\0" * 8)
    attempt("FS_IOC_FSSETXATTR", 16, own, 0x401C5820, b"\0" * 32)
    # This is the call `chmod`. One more bit in its number marks a call of the x32 convention.
    attempt("x32 chmod", 0x40000000 + 90, file.encode(), 0o4755)
    os.close(own)
    os.unlink(file)
    return succeeded


def privileges():
    """Returns the privileges that this process has in addition to those of an ordinary user."""
    found = []
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    if os.getuid() == 0 or os.geteuid() == 0 or os.getgid() == 0:
        found.append("root")
    if len(open("/proc/self/uid_map").read().split()) != 3 or int(open("/proc/self/uid_map").read().split()[2]) != 1:
        found.append("other users")
    if any(int(status[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")):
        found.append("capabilities")
    if status["NoNewPrivs"].strip() != "1":
        found.append("new privileges")
    for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/self/oom_score_adj"):
        try:
            open(path, "w").close()
            found.append(path)
        except OSError:
            pass
    return found


def uncounted():
    """Tries to get memory that no limit counts."""
    found = []
    for name, number, arguments in [
        ("memfd_create", 319, (b"zoo", 0)),
        ("memfd_secret", 447, (0,)),
        ("shmget", 29, (0, 64 * MIB, 0o1600)),
        ("semget", 64, (0, 1000, 0o1600)),
        ("msgget", 68, (0, 0o1600)),
        ("setsid", 112, ()),
        ("io_uring_setup", 425, (8, b"\0" * 120)),
    ]:
        arguments = [a if isinstance(a, bytes) else ctypes.c_long(a) for a in arguments]
        if LIBC.syscall(ctypes.c_long(number), *arguments) != -1:
            found.append(name)
    # Tries to get shared memory without a file, and shared memory of a device.
    try:
        mmap.mmap(-1, MIB)
        found.append("mmap")
    except PermissionError:
        pass
    try:
        with open("/dev/zero", "r+b") as zero:
            mmap.mmap(zero.fileno(), MIB)
        found.append("/dev/zero")
    except PermissionError:
        pass
    # Private memory is allowed, and so is the shared memory of a file.
    mmap.mmap(-1, MIB, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    with tempfile.TemporaryFile() as file:
        file.truncate(MIB)
        mmap.mmap(file.fileno(), MIB).close()
    written = 0
    try:
        with tempfile.TemporaryFile() as file:
            while written < 512:
                written += file.write(b"x" * MIB) // MIB
    except OSError as error:
        if error.errno != errno.ENOSPC:
            found.append(str(error))
    if written > 64:
        found.append("%d MiB of temporary files" % written)
    return found


def write_elsewhere():
    """Tries to create, change and delete files outside the temporary directory."""
    found = []
    for folder in {"/", "/usr", "/etc", "/dev", "/proc", "/home", "/var/tmp", os.getcwd(), os.path.dirname(sys.argv[0])}:
        for action in (
            lambda: open(os.path.join(folder, "zoo-was-here"), "w").close(),
            lambda: os.mkdir(os.path.join(folder, "zoo-was-here")),
            lambda: os.symlink("x", os.path.join(folder, "zoo-was-here")),
        ):
            try:
                action()
                found.append(folder)
            except OSError:
                pass
    for path in (sys.argv[0], sys.executable, "/etc/passwd"):
        try:
            open(path, "a").close()
            found.append(path)
        except OSError:
            pass
        try:
            os.unlink(path)
            found.append(path)
        except OSError:
            pass
    return found


def share_memory():
    """Uses more and more shared memory, which the limit for the data of a process does not count."""
    kept = []
    while True:
        kept.append(mmap.mmap(-1, 64 * MIB))
        kept[-1].write(b"x" * (64 * MIB))


def hoard_together(processes):
    """Starts processes that use little memory each, but much memory together."""
    for _ in range(processes):
        if os.fork() == 0:
            kept = bytearray(os.urandom(MIB)) * 96
            time.sleep(100)
            os._exit(len(kept) % 2)
    time.sleep(100)


def in_each_of(processes, hoard):
    """Starts processes that each fill memory of the kernel."""
    for _ in range(processes):
        if os.fork() == 0:
            kept = hoard()
            time.sleep(100)
            os._exit(len(kept) % 2)
    time.sleep(100)


def fill_sockets():
    """Fills the buffers of as many sockets as a process may have."""
    kept = []
    try:
        while True:
            pair = socket.socketpair()
            kept.extend(pair)
            for end in pair:
                end.setblocking(False)
                try:
                    while True:
                        end.send(b"x" * 4096)
                except BlockingIOError:
                    pass
    except OSError:
        return kept


def fill_page_tables():
    """Reads one byte of each 2 MiB of memory that contains only zeros. The memory itself takes no space."""
    size = 1 << 38
    kept = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
    # Without large pages, each of these bytes needs a page table of its own.
    kept.madvise(mmap.MADV_NOHUGEPAGE)
    for place in range(0, size, 2 * MIB):
        kept[place]
    return kept


def split_mappings():
    """Creates as many mappings as a process may have."""
    page = mmap.PAGESIZE
    size = 140_000 * page
    LIBC.mmap.restype = ctypes.c_void_p
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    start = LIBC.mmap(None, ctypes.c_size_t(size), mmap.PROT_READ, private, -1, ctypes.c_long(0))
    for place in range(start, start + size, 2 * page):
        if LIBC.mprotect(ctypes.c_void_p(place), ctypes.c_size_t(page), 0) != 0:
            break
    return [start]


def spin_together(processes):
    """Starts processes that use all the processor time they get. Each tries to begin a session of its own."""
    for _ in range(processes):
        if os.fork() == 0:
            try:
                os.setsid()
            except OSError:
                pass
            while True:
                pass


def each_other_process(act):
    """Calls `act` for every other process that a bot could name, such as the one that watches its memory."""
    for pid in {1, os.getppid(), *(int(name) for name in os.listdir("/proc") if name.isdigit())} - {os.getpid()}:
        for thread in {pid, *(int(name) for name in os.listdir("/proc/%d/task" % pid))}:
            try:
                act(thread)
            except OSError:
                pass


def blind_watcher():
    """Tries to stop every other process from opening and reading files."""
    nothing = (ctypes.c_ulong * 2)(0, 0)

    def blind(pid):
        for limit in (resource.RLIMIT_NOFILE, resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE):
            # The wrapper `resource.prlimit` would not pass on the number of a thread.
            LIBC.syscall(ctypes.c_long(302), ctypes.c_long(pid), ctypes.c_long(limit), nothing, None)

    each_other_process(blind)


def starve_watcher():
    """Tries to give every other process the lowest priority and only one processor."""

    def starve(pid):
        for action in (
            lambda: os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0)),
            lambda: os.sched_setaffinity(pid, {0}),
            lambda: os.setpriority(os.PRIO_PROCESS, pid, 19),
            lambda: os.kill(pid, signal.SIGSTOP),
        ):
            try:
                action()
            except OSError:
                pass

    own = set(children())
    each_other_process(lambda pid: pid in own or starve(pid))


def children():
    """Returns the children of this process."""
    return [int(pid) for pid in open("/proc/self/task/%d/children" % os.getpid()).read().split()]


def fork_and_exit():
    """Starts processes that end at once, without end."""
    while True:
        try:
            if os.fork() == 0:
                os._exit(0)
            os.waitpid(-1, os.WNOHANG)
        except OSError:
            pass


def read_everything(folder):
    """Reads all files below a folder, again and again."""
    while True:
        for place, _, names in os.walk(folder):
            for name in names:
                read(os.path.join(place, name), 1 << 30)


# Files that every bot can read.
SHARED = ["/dev/null", "/dev/zero", "/etc/ld.so.cache"] + sorted(glob.glob("/usr/bin/*"))[:20]
OFD_GETLK, OFD_SETLK = 36, 37
# The type of the lock, the place that its begin counts from, its begin, its length, and its owner.
READ_LOCK, WRITE_LOCK = (struct.pack("hhqqi4x", kind, 0, 0, 0, 0) for kind in (fcntl.F_RDLCK, fcntl.F_WRLCK))


def lock_everything():
    """Locks files that the other bot can read, in all ways, and keeps the locks."""
    for path in SHARED:
        file = os.open(path, os.O_RDONLY)
        for lock in (
            lambda: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB),
            lambda: fcntl.fcntl(file, OFD_SETLK, READ_LOCK),
        ):
            try:
                lock()
            except OSError:
                pass


def find_locks():
    """Looks for locks of the other bot for two seconds."""
    found = set()
    end = time.monotonic() + 2
    while time.monotonic() < end:
        for path in SHARED:
            file = os.open(path, os.O_RDONLY)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                fcntl.flock(file, fcntl.LOCK_UN)
            except OSError:
                found.add("flock")
            for command in (fcntl.F_GETLK, OFD_GETLK):
                try:
                    if struct.unpack("hhqqi4x", fcntl.fcntl(file, command, WRITE_LOCK))[0] != fcntl.F_UNLCK:
                        found.add("F_GETLK")
                except OSError:
                    pass
            # The kernel lists locks with the number of the file.
            if (":%d " % os.fstat(file).st_ino).encode() in read("/proc/locks"):
                found.add("/proc/locks")
            os.close(file)
    return sorted(found)


def trace_shared_files():
    """Tries to learn what the other bot does with files that both can read."""
    found = []
    file = os.open("/usr/bin/env", os.O_RDONLY)
    for name, action in (
        ("F_SETLEASE", lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)),
        ("F_NOTIFY", lambda: fcntl.fcntl(os.open("/usr/bin", os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS)),
        ("RWF_NOWAIT", lambda: os.preadv(file, [bytearray(16)], 0, os.RWF_NOWAIT)),
        ("posix_fadvise", lambda: os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)),
    ):
        try:
            action()
            found.append(name)
        except OSError:
            pass
    for name, number in (("inotify_init1", 294), ("fanotify_init", 300), ("cachestat", 451), ("mincore", 27)):
        if LIBC.syscall(ctypes.c_long(number), 0, 0, 0, 0) != -1 or ctypes.get_errno() != errno.EPERM:
            found.append(name)
    # These files show what other programs do, or secrets of the kernel.
    for name in ("keys", "key-users", "kallsyms", "locks", "interrupts", "diskstats", "timer_list", "vmstat"):
        if read("/proc/" + name):
            found.append(name)
    return found
