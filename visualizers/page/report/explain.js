// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Why an event has its corrected time: the chain that `spur explain` tells, from what each step of the
// correction made of all events and the edges by which logical clocks pushed them.

// As in the library: the rounding error of times between the ends of edges.
const SLACK_NS = 2;

// Longer chains are told by the command.
const MAX_REASONS = 200;

class Explanation {
  constructor(store) {
    this.store = store;
  }

  // It is unpacked when it is first asked for.
  async open() {
    const { steps: packed } = this.store.data, { streams } = this.store;
    const shifts = await Reader.open(packed.shifts), jumps = await Reader.open(packed.jumps);
    let before = streams.map((stream) => stream.raw);
    this.steps = packed.all.map((step, i) => {
      const forward = step.pushes ? this.readTimes(shifts, before) : null;
      const after = i + 1 < packed.all.length ? this.readTimes(shifts, before) : streams.map((stream) => stream.corrected);
      const made = { ...step, before, forward, after, jumps: streams.map(() => []) };
      before = after;
      return made;
    });
    for (let last = 0; !jumps.isAtEnd;) {
      const step = this.steps[jumps.unsigned()], stream = jumps.unsigned(), own = step.jumps[stream];
      const event = this.lastOf(step, last) + jumps.signed();
      last = { step, event };
      own.push({ event, fromStream: jumps.unsigned(), fromEvent: event + jumps.signed(), edge: jumps.unsigned(), mu: jumps.unsigned() });
    }
  }

  // Positions are differences within a step.
  lastOf(step, last) {
    return last && last.step === step ? last.event : 0;
  }

  readTimes(reader, before) {
    return before.map((times) => {
      let shift = 0;
      return times.map((time) => time + (shift += reader.signed()));
    });
  }

  has(s, event) {
    const stream = this.store.streams[s];
    return event >= stream.first && event - stream.first < stream.n;
  }

  time(times, s, event) {
    return times[s][event - this.store.streams[s].first];
  }

  push(step, s, event) {
    return this.has(s, event) ? this.time(step.forward, s, event) - this.time(step.before, s, event) : 0;
  }

  reason(step, kind, s, event, more) {
    return { kind, method: step.method, stream: s, event, ...more };
  }

  // The place, among the jumps of a stream, of the first one after an event.
  jumpAfter(step, s, event) {
    const all = step.jumps[s];
    let low = 0;
    for (let high = all.length; low < high;) {
      const middle = (low + high) >> 1;
      if (all[middle].event <= event)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  // From an event that was pushed back to the one that was not pushed.
  follow(step, s, event, reasons) {
    while (this.push(step, s, event) > 0) {
      const span = (at) => ({ before: this.time(step.before, s, at), after: this.time(step.forward, s, at) });
      const jump = step.jumps[s][this.jumpAfter(step, s, event) - 1];
      if (!jump || reasons.length >= MAX_REASONS) {
        reasons.push(this.reason(step, 'more', s, event, span(event)));
        return;
      }
      const { fromStream, fromEvent } = jump;
      if (jump.event !== event)
        reasons.push(this.reason(step, 'carried', s, event, { ...span(event), fromStream: s, fromEvent: jump.event }));
      reasons.push(this.reason(step, 'jump', s, jump.event,
                               { ...span(jump.event), fromStream, fromEvent, edge: jump.edge, mu: jump.mu }));
      if (!this.has(fromStream, fromEvent))
        reasons.push(this.reason(step, 'more', fromStream, fromEvent));
      else if (this.push(step, fromStream, fromEvent) <= 0)
        reasons.push(this.reason(step, 'cause', fromStream, fromEvent, { fromStream: s, fromEvent: jump.event }));
      [s, event] = [fromStream, fromEvent];
    }
  }

  // Whether the window before a jump is longer than the way to it.
  reaches(step, rise, way) {
    const { fixed, stream } = this.store.data.steps.windows;
    if (step.window === stream)
      return true;
    return step.window === fixed ? way < step.length + SLACK_NS : way * step.slope < (rise + SLACK_NS) * 1e9;
  }

  // The first jump after the event whose window reaches it.
  spreadJump(step, s, event) {
    const time = this.time(step.forward, s, event), all = step.jumps[s];
    return all.slice(this.jumpAfter(step, s, event)).find((jump) => {
      const rise = this.push(step, s, jump.event) - this.push(step, s, jump.event - 1);
      return this.reaches(step, rise, this.time(step.forward, s, jump.event) - rise - time);
    });
  }

  explainPush(step, s, event, reasons) {
    const before = this.time(step.before, s, event), forward = this.time(step.forward, s, event);
    const after = this.time(step.after, s, event);
    if (after < forward - SLACK_NS) {
      reasons.push(this.reason(step, 'map', s, event, { before, after }));
      return;
    }
    if (forward > before)
      this.follow(step, s, event, reasons);
    if (after <= forward)
      return;
    const jump = this.spreadJump(step, s, event), from = jump ? { fromStream: s, fromEvent: jump.event } : {};
    reasons.push(this.reason(step, 'spread', s, event, { before: forward, after, ...from }));
    if (jump)
      this.follow(step, s, jump.event, reasons);
  }

  // The reasons of an event, those of the first step first; none where the page does not know them.
  async explain(s, event) {
    if (!this.store.data.steps)
      return [];
    this.opened = this.opened || this.open();
    await this.opened;
    const reasons = [];
    for (const step of this.steps) {
      const before = this.time(step.before, s, event), after = this.time(step.after, s, event);
      if (before === after)
        continue;
      if (step.forward)
        this.explainPush(step, s, event, reasons);
      else
        reasons.push(this.reason(step, 'map', s, event, { before, after }));
    }
    return reasons.length ? reasons : [{ kind: 'unmoved', stream: s, event }];
  }
}
