# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A load that varies, for the picture of a host: one core, all of them, a disk, an interface, nothing."""

import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

# Long enough for the monitor, which looks every 100 ms, to show a plateau.
PHASE_S = 1.2
BLOCK = bytes(1 << 20)


def compute(n_processes):
    code = f"import time\nend = time.monotonic() + {PHASE_S}\nwhile time.monotonic() < end: pass"
    running = [subprocess.Popen([sys.executable, "-S", "-c", code]) for _ in range(n_processes)]
    for process in running:
        process.wait()


def write_to_disk():
    end = time.monotonic() + PHASE_S
    # Not in /tmp, which may be memory.
    with tempfile.TemporaryFile(dir=pathlib.Path(__file__).resolve().parent) as file:
        while time.monotonic() < end:
            for _ in range(8):
                file.write(BLOCK)
            file.flush()
            os.fsync(file.fileno())
            time.sleep(0.02)


def send_to_itself():
    end = time.monotonic() + PHASE_S
    with socket.create_server(("127.0.0.1", 0)) as server:
        sender, receiver = socket.create_connection(server.getsockname()), server.accept()[0]
        with sender, receiver:
            while time.monotonic() < end:
                sender.sendall(BLOCK[:1 << 16])
                receiver.recv(1 << 16, socket.MSG_WAITALL)
                time.sleep(0.002)


def vary():
    """Takes six times PHASE_S, and is quiet at the begin and at the end."""
    n_cores = os.cpu_count() or 1
    time.sleep(PHASE_S / 2)
    compute(1)
    compute(2 * n_cores)
    write_to_disk()
    send_to_itself()
    compute(n_cores)
    time.sleep(PHASE_S / 2)


def measure_busy(seconds):
    """The share of the time of all cores that was not idle."""
    def read():
        numbers = [int(part) for part in pathlib.Path("/proc/stat").read_text(encoding="ascii").split("\n")[0].split()[1:]]
        return sum(numbers[:8]), numbers[3] + numbers[4]

    before = read()
    time.sleep(seconds)
    after = read()
    return 1 - (after[1] - before[1]) / max(after[0] - before[0], 1)
