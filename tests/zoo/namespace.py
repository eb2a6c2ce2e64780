"""Runs a shell command as root in a new user namespace with some user IDs: namespace.py "INSIDE OUTSIDE COUNT" COMMAND"""
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
