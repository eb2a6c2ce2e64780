"""A headless Chromium with one page, controlled over a pair of pipes with its debugging protocol."""

import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time

KEYS = {
    "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
    "ArrowDown": 40, "Delete": 46,
}


class Browser:
    def __init__(self):
        self.directory = tempfile.mkdtemp()
        # The browser reads commands from descriptor 3 and writes answers to descriptor 4.
        read, self.to = os.pipe()
        self.source, write = os.pipe()
        read, write = (fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (read, write))

        def wire():
            os.dup2(read, 3)
            os.dup2(write, 4)

        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                     f"--user-data-dir={self.directory}/profile", "--remote-debugging-pipe"]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(["chromium", *arguments], stdin=quiet, stdout=quiet, stderr=quiet,
                                        preexec_fn=wire, pass_fds=(3, 4))
        os.close(read)
        os.close(write)
        self.rest, self.sent, self.session = b"", 0, None
        # Errors on the page, and the addresses that it has asked for.
        self.errors, self.requests = [], []
        target = self.command("Target.createTarget", url="about:blank")
        attached = self.command("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Accessibility", "Network", "DOM"):
            self.command(f"{domain}.enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)

    def command(self, method, **parameters):
        self.sent += 1
        message = {"id": self.sent, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            while b"\0" not in self.rest:
                more = os.read(self.source, 1 << 20)
                assert more, "the browser has ended"
                self.rest += more
            line, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(line)
            if answer.get("id") == self.sent:
                assert "error" not in answer, f"{method}: {answer}"
                return answer["result"]
            event = answer.get("method")
            if event in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"):
                self.errors.append(json.dumps(answer["params"]))
            if event == "Network.requestWillBeSent":
                self.requests.append(answer["params"]["request"]["url"])

    def evaluate(self, expression):
        answer = self.command("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, f"{expression}: {answer}"
        return answer["result"].get("value")

    def wait(self, expression, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.evaluate(expression)
            if value:
                return value
            time.sleep(0.02)
        raise AssertionError(f"never true: {expression}; errors on the page: {self.errors}")

    def open(self, address, fragment=""):
        self.command("Page.navigate", url="about:blank")
        self.command("Page.navigate", url=address + fragment)
        self.wait("document.documentElement?.dataset.ready === 'yes'")

    def press(self, key, modifiers=0):
        code = KEYS.get(key, ord(key.upper()[0]))
        letter = {"Enter": "\r"}.get(key, key if len(key) == 1 and not modifiers else "")
        event = {"key": key, "code": key if len(key) > 1 else f"Key{key.upper()}", "windowsVirtualKeyCode": code, "modifiers": modifiers}
        self.command("Input.dispatchKeyEvent", type="keyDown" if letter else "rawKeyDown", text=letter, **event)
        self.command("Input.dispatchKeyEvent", type="keyUp", **event)

    def mouse(self, kind, x, y, buttons=0):
        self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left" if kind != "mouseMoved" else "none",
                     buttons=buttons, clickCount=1 if kind != "mouseMoved" else 0)

    def middle(self, expression):
        """The middle of an element, which is scrolled into view."""
        return self.evaluate(f"(() => {{ const it = {expression}; it.scrollIntoView({{block: 'center', inline: 'center'}});"
                             "const box = it.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()")

    def click(self, expression):
        x, y = self.middle(expression)
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, 1)
        self.mouse("mouseReleased", x, y)

    def look(self, width, theme, height=900):
        """Sets the width of the window and the theme of the system."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])

    def screenshot(self):
        import base64
        return base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"])
