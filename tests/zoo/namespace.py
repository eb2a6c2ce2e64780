"""Runs a shell command in a new user namespace: namespace.py "INSIDE OUTSIDE COUNT" COMMAND

The three numbers are a line of `uid_map`. The namespace has COUNT user IDs, which begin with INSIDE. They are mapped to
the user IDs that begin with OUTSIDE. The group IDs are mapped in the same way.
"""
import ctypes
import os
import sys

NEW_USER_NAMESPACE = 0x10000000
ids, command = sys.argv[1:]
entered, mapped = os.pipe(), os.pipe()
child = os.fork()
if child == 0:
    assert ctypes.CDLL(None).unshare(NEW_USER_NAMESPACE) == 0
    os.write(entered[1], b"x")
    os.read(mapped[0], 1)
    os.execvp("sh", ["sh", "-c", command])
os.read(entered[0], 1)
for name in ["uid_map", "gid_map"]:
    with open("/proc/%d/%s" % (child, name), "w") as file:
        file.write(ids)
os.write(mapped[1], b"x")
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
