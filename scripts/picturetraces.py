# SPDX-FileCopyrightText: 2026 The Spur authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Traces that make-pictures draws and that no simulator of a project makes, as text of Spur."""

import random

PLACE_CLASSES = """@identifiers class=Event_ID
@fact key=title value="Processes of a cluster"
@class id=0 name=LO_Creation_Placement_Event parent=LO_Creation_Event role=internal match=none effect=place
@field class=0 name=object type=object use=subject
@field class=0 name=destination type=object use=destination
@class id=1 name=LO_Termination_Event parent=LO_Event role=internal match=none effect=end
@field class=1 name=object type=object use=subject"""


def list_processes(hosts):
    """The name of each process, its host, and when it begins and ends."""
    numbers, found = random.Random(9909), []
    for host in hosts:
        begin = numbers.uniform(0.0, 0.4)
        while begin < 9.0:
            found.append((f"process {len(found) + 1}", host, begin, begin + numbers.uniform(0.5, 3.0)))
            begin += numbers.uniform(0.4, 1.8)
    return found


def write_object(index, kind, word, name, parent=None):
    line = f'@object id={index} type="{kind}" name="{name}" kind={word} origin=0 number=0'
    return line if parent is None else f"{line} parent={parent}"


def write_clock(index, name):
    return f'@clock id={index} name="{name}" kind=monotonic resolution=1000000000 epoch=0 domain={index}'


def standard_scenario():
    """TUM-I9909 section 3: processes on a cluster of workstations, of which nothing is recorded but
    where they are created and when they end."""
    hosts = [f"workstation {k}" for k in range(1, 6)]
    processes = list_processes(hosts)
    lines, events = [PLACE_CLASSES], []
    for k, host in enumerate(hosts):
        lines += [write_clock(k, host[-1]), write_object(k, "SpurTarget SpurActiveObject", "workstation", host)]
    for k, (name, host, begin, end) in enumerate(processes):
        lines.append(write_object(len(hosts) + k, "SpurLoadObject SpurActiveObject", "process", name))
        events += [(begin, host, f'LO_Creation_Placement_Event object="{name}" destination="{host}"'),
                   (end, host, f'LO_Termination_Event object="{name}"')]
    for k, host in enumerate(hosts):
        lines.append(f'@stream id={k} name="{host}" clock={k} target={k} origin=0')
    lines += [f'{time:.9f} "{host}" {text}' for time, host, text in sorted(events)]
    return "\n".join(lines) + "\n"


STENCIL_CLASSES = """@identifiers class=Event_ID
@fact key=title value="A stencil on four hosts"
@class id=0 name=Region_Enter_Event parent=LO_State_Change_Event role=internal match=none effect=enter
@field class=0 name=object type=object use=subject
@field class=0 name=state type=state use=state
@class id=1 name=Region_Exit_Event parent=LO_State_Change_Event role=internal match=none effect=leave
@field class=1 name=object type=object use=subject
@field class=1 name=state type=state use=state
@class id=2 name=Channel_Send_Event parent=LO_Message_Send_Event role=send match=fifo effect=none
@field class=2 name=object type=object use=subject
@field class=2 name=peer type=object use=peer
@field class=2 name=tag type=uint32 use=tag
@field class=2 name=size type=uint64 use=size unit=bytes
@class id=3 name=Channel_Receive_Event parent=LO_Message_Receive_Event role=receive match=fifo effect=none
@field class=3 name=object type=object use=subject
@field class=3 name=peer type=object use=peer
@field class=3 name=tag type=uint32 use=tag
@field class=3 name=size type=uint64 use=size unit=bytes
@class id=4 name=Collective_Begin_Event parent=Collective_Event role=collective-begin match=instance effect=none
@field class=4 name=object type=object use=subject
@class id=5 name=Collective_End_Event parent=Collective_Event role=collective-end match=instance effect=none
@field class=5 name=object type=object use=subject
@field class=5 name=communicator type=group use=communicator
@field class=5 name=pattern type=uint8 use=pattern
@field class=5 name=root type=uint32 use=root
@field class=5 name=sent type=uint64 use=sent-bytes unit=bytes
@field class=5 name=received type=uint64 use=received-bytes unit=bytes
@field class=5 name=operation type=string use=none"""

STATES = {"main": "work", "read mesh": "work", "time step": "work", "compute": "work", "flux": "work",
          "update": "work", "exchange": "work", "border": "work",
          "MPI_Isend": "communication", "MPI_Waitall": "communication", "MPI_Allreduce": "communication"}
SIDE = 4
LATENCY = 60e-6
HALO_BYTES = 65536


class Rank:
    """A process of the stencil: its own time, and what it has recorded until then."""

    def __init__(self, number):
        self.name, self.now, self.events, self.open = f"Rank {number}", 0.0, [], []
        self.row, self.column = divmod(number, SIDE)

    def record(self, text):
        self.events.append((self.now, self.name, text))
        self.now += 1e-6

    def enter(self, state):
        self.record(f'Region_Enter_Event object="{self.name}" state="{state}"')
        self.open.append(state)

    def leave(self):
        self.record(f'Region_Exit_Event object="{self.name}" state="{self.open.pop()}"')

    def spend(self, state, seconds):
        self.enter(state)
        self.now += seconds
        self.leave()

    def is_beside(self, other):
        return abs(self.row - other.row) + abs(self.column - other.column) == 1


def describe_message(kind, rank, other, step):
    return f'Channel_{kind}_Event object="{rank.name}" peer="{other.name}" tag={step} size={HALO_BYTES}'


def send_halos(rank, others, step):
    """Gives when each message has left."""
    left = {}
    for other in others:
        rank.enter("MPI_Isend")
        left[other.name] = rank.now
        rank.record(describe_message("Send", rank, other, step))
        rank.now += 60e-6
        rank.leave()
    return left


def receive_halos(rank, others, step, left):
    rank.enter("exchange")
    rank.enter("MPI_Waitall")
    for other in sorted(others, key=lambda other: left[other.name][rank.name]):
        rank.now = max(rank.now + 10e-6, left[other.name][rank.name] + LATENCY)
        rank.record(describe_message("Receive", rank, other, step))
    rank.leave()
    rank.now += 150e-6
    rank.leave()


def reduce_residual(ranks):
    for rank in ranks:
        rank.enter("MPI_Allreduce")
        rank.record(f'Collective_Begin_Event object="{rank.name}"')
    last = max(rank.now for rank in ranks)
    for k, rank in enumerate(ranks):
        rank.now = last + 90e-6 + k * 4e-6
        rank.record(f'Collective_End_Event object="{rank.name}" communicator=MPI_COMM_WORLD pattern=3 '
                    "root=4294967295 sent=8 received=8 operation=Allreduce")
        rank.leave()


def make_step(ranks, step, numbers):
    """One time step; the cells of one row of the grid have the more to do the later it is."""
    left = {}
    for rank in ranks:
        rank.enter("time step")
        left[rank.name] = send_halos(rank, [other for other in ranks if rank.is_beside(other)], step)
    for rank in ranks:
        weight = 1.0 + (0.06 * step if rank.row == 1 else 0.0) + numbers.uniform(0.0, 0.06)
        rank.enter("compute")
        rank.spend("flux", 2.4e-3 * weight)
        rank.spend("update", 1.1e-3 * weight)
        receive_halos(rank, [other for other in ranks if rank.is_beside(other)], step, left)
        rank.spend("border", 0.5e-3 * weight)
        rank.leave()
    if step % 4 == 3:
        reduce_residual(ranks)
    for rank in ranks:
        rank.leave()


def stencil():
    """Sixteen processes that compute a stencil, with regions inside of one another: time steps in
    main, in these to compute, in that to exchange halos, and in that a call of MPI."""
    numbers, ranks = random.Random(1997), [Rank(k) for k in range(SIDE * SIDE)]
    lines = [STENCIL_CLASSES]
    for rank in ranks:
        rank.now = numbers.uniform(0.0, 0.4e-3)
        rank.enter("main")
        rank.spend("read mesh", numbers.uniform(3e-3, 4e-3))
    for step in range(12):
        make_step(ranks, step, numbers)
    for rank in ranks:
        rank.leave()
    for k, (state, kind) in enumerate(STATES.items()):
        lines.append(f'@state id={k} name="{state}" kind={kind}')
    lines += [write_object(k, "SpurTarget", "host", f"host {k + 1}") for k in range(SIDE)]
    for k, rank in enumerate(ranks):
        lines += [write_clock(k, rank.name),
                  write_object(SIDE + k, "SpurTarget", "process", rank.name, k // SIDE),
                  f'@stream id={k} name="{rank.name}" clock={k} target={SIDE + k} origin=0']
    members = " ".join(str(SIDE + k) for k in range(len(ranks)))
    lines.append(f'@group id=0 name=MPI_COMM_WORLD members="{members}"')
    events = sorted((event for rank in ranks for event in rank.events), key=lambda event: event[0])
    return "\n".join(lines + [f'{time:.9f} "{name}" {text}' for time, name, text in events]) + "\n"
