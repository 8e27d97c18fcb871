# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Drives Chromium over the pipe of its debugging protocol; nothing of it listens on a port."""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

# A page of a million events takes some seconds; a browser that says nothing for longer than this hangs.
TIMEOUT_S = 90

# The threads of Chromium that a page keeps busy, by the names that they have in /proc; a process's first
# thread has the program's name.
THREADS = {"chrom": "page", "DedicatedWorker": "worker", "Compositor": "compositor"}


def descendants(pid):
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield child
            yield from descendants(child)


def find_browser():
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """A page in a browser without a window, of which everything that goes wrong is remembered."""

    def __init__(self, width=1280, height=900, options=()):
        # Processes of the browser may still write when the first one has ended.
        self.folder = tempfile.TemporaryDirectory(prefix="spur-browser-", ignore_cleanup_errors=True)
        to_read, self.out = os.pipe()
        self.into, to_write = os.pipe()

        def place_pipes():
            # Above 4, so that neither is lost when the other one takes its place.
            first, second = os.dup(to_read), os.dup(to_write)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [find_browser(), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-background-networking", "--disable-dev-shm-usage", "--hide-scrollbars",
             f"--user-data-dir={self.folder.name}", f"--window-size={width},{height}",
             "--remote-debugging-pipe", *options, "about:blank"],
            preexec_fn=place_pipes, close_fds=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.buffer = b""
        self.last = 0
        self.problems = []
        self.requests = []
        self.session = None
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(TIMEOUT_S)
        os.close(self.out)
        os.close(self.into)
        self.folder.cleanup()

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.into], [], [], max(deadline - time.monotonic(), 0))
            part = os.read(self.into, 1 << 20) if ready else b""
            if not part:
                raise TimeoutError("the browser does not answer")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def note(self, message):
        method, params = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.problems.append(json.dumps(params["exceptionDetails"])[:600])
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.problems.append(params["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] == "error":
            self.problems.append(json.dumps(params["args"])[:600])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def call(self, method, **params):
        self.last += 1
        message = {"id": self.last, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + TIMEOUT_S
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def run(self, script):
        """The value of a script, or of the promise that it gives."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:800])
        return result["result"].get("value")

    def wait(self, script, what):
        deadline = time.monotonic() + TIMEOUT_S
        while not self.run(script):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{what}; problems: {self.problems}")
            time.sleep(0.02)

    def open(self, path, hash_=""):
        self.go(f"file://{os.path.abspath(path)}{hash_}")

    def go(self, address):
        """Opens the page at an address."""
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        self.settle()

    def settle(self):
        """Waits until the picture shows what is to be seen."""
        self.wait("document.readyState === 'complete' && globalThis.spurPage && !spurPage.isAsking"
                  " && !spurPage.isStale && spurPage.picture.frame && !spurPage.pending",
                  "the picture is not drawn")
        self.run("spurPage.charted && spurPage.charted.then(() => 0)")

    def processor_ms(self):
        """Processor time of the threads of its pages, by the names in THREADS."""
        times = dict.fromkeys(THREADS.values(), 0.0)
        for child in descendants(self.process.pid):
            if b"--type=renderer" not in pathlib.Path(f"/proc/{child}/cmdline").read_bytes():
                continue
            for task in pathlib.Path(f"/proc/{child}/task").iterdir():
                comm, stat = (task / "comm").read_text(), (task / "schedstat").read_text()
                for start, name in THREADS.items():
                    times[name] += int(stat.split()[0]) / 1e6 if comm.startswith(start) else 0
        return times

    def key(self, name, text=None, modifiers=0):
        more = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, modifiers=modifiers, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, modifiers=modifiers)

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def screenshot(self, path, full=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=full)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
