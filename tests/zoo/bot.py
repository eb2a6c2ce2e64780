"""Bots for tic-tac-toe: `bot.py MODE` misbehaves in one way, and `bot.py good` plays correctly."""

import json
import os
import resource
import signal
import socket
import sys
import time

# Even without a sandbox, Python must not leave compiled files beside this file.
sys.dont_write_bytecode = True
import deals
import escapes

MODE = sys.argv[1] if len(sys.argv) > 1 else "good"
FOREVER = 10**6


def write(data):
    if isinstance(data, str):
        data = data.encode()
    while data:
        data = data[os.write(1, data):]


def choice(message):
    state = message["state"]
    return state["gameState"].index("-") if "gameState" in state else 0


def reply(message, **changes):
    answer = {"move": choice(message), "messageID": message["messageID"]}
    answer.update(changes)
    return answer


def say(message, **changes):
    write(json.dumps(reply(message, **changes)) + "\n")


def sleep():
    time.sleep(FOREVER)


def fork_and_leave(daemon):
    """Runs `daemon` in a process whose parent has exited."""
    if os.fork() == 0:
        tried(os.setsid)
        if os.fork() == 0:
            daemon()
        os._exit(0)
    os.wait()


def spin():
    while True:
        pass


def work_until(end):
    while time.process_time() < end:
        pass


def tried(action):
    """Returns True if the action was refused."""
    try:
        action()
    except OSError:
        return True
    return False


# Some bots do this before they read anything.
def start():
    if MODE == "exit-at-once":
        sys.exit(3)
    elif MODE == "deaf":
        sleep()
    elif MODE == "spin":
        spin()
    elif MODE == "stop-itself":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif MODE == "ignore-sigterm":
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        sleep()
    elif MODE == "fork-bomb":
        while True:
            try:
                os.fork()
            except OSError:
                pass
    elif MODE == "close-stdin":
        os.close(0)
        sleep()
    elif MODE == "close-stdout":
        os.close(1)
        sleep()
    elif MODE == "close-stderr":
        os.close(2)
    elif MODE == "daemon-holds-pipe":
        fork_and_leave(sleep)
        sys.exit(0)
    elif MODE == "daemon-spins":
        fork_and_leave(spin)
    elif MODE == "daemon-new-session":
        if os.fork() == 0:
            tried(os.setsid)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            sleep()
    elif MODE == "daemon-crowd":
        for _ in range(30):
            fork_and_leave(sleep)
    elif MODE == "daemon-answers":
        # The first process exits. The process that it started tries to continue the game.
        if os.fork():
            os._exit(0)
        time.sleep(0.3)
    elif MODE == "endless-line":
        while True:
            write(b"x" * 65536)
    elif MODE == "endless-lines":
        while True:
            write(b"no\n" * 20000)
    elif MODE == "endless-blank-lines":
        while True:
            write(b"\n" * 60000)
    elif MODE == "endless-zeros":
        while True:
            write(b"\0" * 60000)
    elif MODE == "memory-hog":
        hoard = []
        while True:
            hoard.append(bytearray(1 << 26))
    elif MODE == "stderr-endless":
        while True:
            os.write(2, b"e" * 65536)
    elif MODE == "stderr-escapes":
        os.write(2, "\x1b[2J\x1b]0;owned\x07\u202eevil\n".encode())
        sys.exit(1)
    elif MODE == "kill-everyone":
        tried(lambda: os.kill(-1, signal.SIGKILL))
    elif MODE == "kill-supervisor":
        tried(lambda: os.kill(os.getppid(), signal.SIGKILL))
    elif MODE == "open-files":
        kept = []
        tried(lambda: [kept.append(os.dup(0)) for _ in range(100000)])
        for descriptor in kept:
            os.close(descriptor)
    elif MODE == "write-files":
        assert tried(lambda: open("zoo-was-here", "w"))
        assert tried(lambda: open("/var/tmp/zoo-was-here", "w"))
        # In the sandbox, this directory belongs to this bot only.
        open("/tmp/zoo-was-here", "w").close()
    elif MODE == "open-socket":
        for family in (socket.AF_INET, socket.AF_UNIX):
            assert tried(lambda: socket.socket(family, socket.SOCK_STREAM))
    elif MODE == "raise-priority":
        tried(lambda: os.nice(-19))
    elif MODE == "raise-limits":
        try:
            resource.setrlimit(resource.RLIMIT_DATA, (1 << 40, 1 << 40))
            sys.exit(1)
        except (ValueError, OSError):
            pass
    elif MODE == "mount":
        import ctypes

        libc = ctypes.CDLL(None, use_errno=True)
        assert libc.mount(b"none", b"/mnt", b"tmpfs", 0, None) != 0
        assert libc.unshare(0x10000000) != 0
    elif MODE == "thief":
        # The thief writes what it has found. If it has found nothing, it continues to play.
        found = escapes.steal(os.environ["SECRET_NAME"], os.environ["OUT"], os.environ["PLACES"].split(":"))
        os.write(2, ("found: %s\n" % ", ".join(found)).encode())
        assert not found
    elif MODE == "change-attributes":
        found = escapes.attributes([sys.argv[0], os.getcwd(), "/usr/bin/env"])
        assert not found, found
    elif MODE == "privileges":
        assert not escapes.privileges(), escapes.privileges()
    elif MODE == "uncounted-memory":
        found = escapes.uncounted()
        assert not found, found
    elif MODE == "write-elsewhere":
        found = escapes.write_elsewhere()
        assert not found, found
    elif MODE == "shared-memory-hog":
        escapes.share_memory()
    elif MODE == "many-hogs":
        escapes.hoard_together(16)
    elif MODE == "many-sockets":
        escapes.in_each_of(16, escapes.fill_sockets)
    elif MODE == "page-tables":
        escapes.in_each_of(2, escapes.fill_page_tables)
    elif MODE == "many-mappings":
        escapes.in_each_of(20, escapes.split_mappings)
    elif MODE == "blind-watcher":
        escapes.blind_watcher()
        escapes.hoard_together(16)
    elif MODE == "starve-watcher":
        escapes.spin_together(100)
        escapes.starve_watcher()
        escapes.hoard_together(16)
    elif MODE == "shared-files":
        found = escapes.trace_shared_files()
        assert not found, found
    elif MODE == "hundred-spinners":
        escapes.spin_together(100)
    elif MODE == "orphan-spinners":
        for _ in range(50):
            fork_and_leave(spin)
    elif MODE == "fork-churn":
        for _ in range(8):
            if os.fork() == 0:
                escapes.fork_and_exit()
    elif MODE == "read-usr":
        for _ in range(8):
            if os.fork() == 0:
                escapes.read_everything("/usr")
    elif MODE == "lock-sender":
        escapes.lock_everything()
    elif MODE == "lock-receiver":
        found = escapes.find_locks()
        assert not found, found
    elif MODE == "new-program":
        if "AGAIN" not in os.environ:
            os.environ["AGAIN"] = "1"
            os.execv(sys.executable, [sys.executable] + sys.argv)


LINES = {
    "garbage": lambda m: "hello, referee\n",
    "invalid-utf8": lambda m: b'{"move":0,"messageID":"\xff\xfe"}\n',
    "half-utf8": lambda m: json.dumps(reply(m)).encode()[:-1] + b',"x":"\xe2\x82"}\n',
    "deep-json": lambda m: '{"messageID":"%s","move":%s}\n' % (m["messageID"], "[" * 20000 + "]" * 20000),
    "wrong-id": lambda m: json.dumps(reply(m, messageID="00000000-0000-4000-8000-000000000000")) + "\n",
    "number-id": lambda m: json.dumps(reply(m, messageID=7)) + "\n",
    "upper-case-id": lambda m: json.dumps(reply(m, messageID=m["messageID"].upper() + "A")) + "\n",
    "no-id": lambda m: '{"move":0}\n',
    "duplicate-keys": lambda m: '{"move":0,"move":1,"messageID":"%s"}\n' % m["messageID"],
    "nan": lambda m: '{"move":NaN,"messageID":"%s"}\n' % m["messageID"],
    "infinite": lambda m: '{"move":1e400,"messageID":"%s"}\n' % m["messageID"],
    "list": lambda m: json.dumps([reply(m)]) + "\n",
    "two-values": lambda m: json.dumps(reply(m)) + json.dumps(reply(m)) + "\n",
    "nul-bytes": lambda m: b"\0" + json.dumps(reply(m)).encode() + b"\n",
    "too-long": lambda m: json.dumps(reply(m, padding="x" * 70000)) + "\n",
    "single-quotes": lambda m: str(reply(m)) + "\n",
    "no-move": lambda m: json.dumps({"messageID": m["messageID"]}) + "\n",
    "move-null": lambda m: json.dumps(reply(m, move=None)) + "\n",
    "move-text": lambda m: json.dumps(reply(m, move="4")) + "\n",
    "move-float": lambda m: '{"move":4.0,"messageID":"%s"}\n' % m["messageID"],
    "move-far": lambda m: json.dumps(reply(m, move=10**30)) + "\n",
    "move-negative": lambda m: json.dumps(reply(m, move=-1)) + "\n",
    "move-object": lambda m: json.dumps(reply(m, move={"card": ["J", 1]})) + "\n",
    "partial-line": lambda m: json.dumps(reply(m)),
    "nothing": lambda m: "",
    "two-replies": lambda m: 2 * (json.dumps(reply(m)) + "\n"),
    "wrong-then-right": lambda m: "no\n" + json.dumps(reply(m, messageID="x")) + "\n" + json.dumps(reply(m)) + "\n",
    "blank-lines": lambda m: "\n\r\n \n" + json.dumps(reply(m)) + "\n\n",
    "crlf": lambda m: json.dumps(reply(m)) + "\r\n",
    "spaces": lambda m: "\t " + json.dumps({"extra": [{}], **reply(m)}, indent=None, separators=(" , ", " : ")) + "  \n",
    "other-order": lambda m: json.dumps({"messageID": m["messageID"], "move": choice(m)}) + "\n",
    "random-move": lambda m: json.dumps(reply(m, move="RANDOM")) + "\n",
    "longest-line": lambda m: json.dumps(reply(m, padding="x" * (65535 - len(json.dumps(reply(m, padding="")))))) + "\n",
}


def play():
    last = None
    for number, line in enumerate(sys.stdin.buffer):
        message = json.loads(line)
        kind = message["state"].get("message", "turn" if message["state"].get("activeTurn") else "wait")
        if MODE in LINES:
            write(LINES[MODE](message))
        elif MODE == "slow":
            time.sleep(1.2)
            say(message)
        elif MODE == "slow-start":
            time.sleep(0.8 if number == 0 else 0)
            say(message)
        elif MODE == "last-id":
            if last:
                say(message, messageID=last)
        elif MODE == "byte-by-byte":
            for byte in (json.dumps(reply(message)) + "\n").encode():
                write(bytes([byte]))
        elif MODE == "exit-in-" + kind:
            sys.exit(1)
        elif MODE == "exit-after-" + kind:
            say(message)
            sys.exit(0)
        elif MODE == "segfault" and kind == "turn":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif MODE == "abort" and kind == "turn":
            os.abort()
        elif MODE == "half-then-exit" and kind == "turn":
            write('{"move":')
            os._exit(0)
        elif MODE == "close-in-turn" and kind == "turn":
            os.close(1)
            sleep()
        elif MODE == "stop-in-turn" and kind == "turn":
            os.kill(os.getpid(), signal.SIGSTOP)
        elif MODE == "fork-each":
            if os.fork() == 0:
                say(message)
                sleep()
        elif MODE == "work" and kind == "turn":
            # Other processes must not make this bot slower.
            work_until(time.process_time() + 0.15)
            say(message)
        elif MODE == "work-once" and kind == "turn":
            work_until(0.5)
            say(message)
        elif MODE == "stderr-flood":
            os.write(2, b"e" * 1_000_000 + b"\n")
            say(message)
        elif MODE == "guess-seed" and number == 0:
            seed = deals.guess(message["messageID"])
            assert seed is None, seed
            say(message)
        elif MODE == "remember-deals" and kind == "NEWGAME":
            game = message["state"]["gameNumber"]
            # Games 1 and 2 have the same deal, and so do games 3 and 4.
            assert not deals.has_seen(game + 1 if game % 2 else game - 1)
            deals.remember(game)
            say(message)
        elif MODE == "guess":
            say(message)
            write('{"move":0,"messageID":"a guess"}\n')
        else:
            say(message)
        last = message["messageID"]


start()
play()
