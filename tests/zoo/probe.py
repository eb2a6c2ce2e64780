"""Prints the names of the promises that the sandbox does not keep, for a program that was started as probe.py SECRET."""

import os
import resource
import socket
import sys

broken = set()


def refused(action):
    try:
        action()
        return False
    except OSError:
        return True


def check(promise, kept):
    if not kept:
        broken.add(promise)


status = dict(line.split(":", 1) for line in open("/proc/self/status"))
value = lambda name: status[name].strip()
check("calls", value("Seccomp") == "2" and value("Seccomp_filters") == "3" and refused(lambda: os.setpgid(0, 0)))
check("attributes", refused(lambda: os.utime("/proc/self/fd/0")))
check("user", value("NoNewPrivs") == "1" and all(int(value(name), 16) == 0 for name in ("CapPrm", "CapEff", "CapInh")))
check("user", os.getuid() != 0 and len(open("/proc/self/uid_map").read().split()) == 3)
check("network", refused(lambda: socket.socket()))
# A process that has ended has no memory and no files any more.
state = lambda name: open(f"/proc/{name}/stat").read().rsplit(")", 1)[1].split()[0]
check("processes", len([name for name in os.listdir("/proc") if name.isdigit() and state(name) != "Z"]) <= 2)
check("files", refused(lambda: open(sys.argv[1])) and refused(lambda: open("/etc/hostname")))
check("writing", refused(lambda: open(os.path.join(os.path.dirname(sys.argv[1]), "written"), "w")))
check("descriptors", all(int(number) <= 3 for number in os.listdir("/proc/self/fd")))
check("memory", resource.getrlimit(resource.RLIMIT_DATA) == (1 << 30, 1 << 30))
check("count", resource.getrlimit(resource.RLIMIT_NPROC) == (256, 256))
for limit, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_NOFILE, 256)):
    assert resource.getrlimit(limit) == (most, most)
assert os.getpgid(0) == os.getsid(0)
print(" ".join(sorted(broken)) or "none", flush=True)
