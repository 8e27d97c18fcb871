// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// States of a row in columns: of each column the shares of up to three states of the most time.

const SLOTS = 3;
// Of the states around the innermost one as many are seen as in printed pictures, from the outermost on.
const MAX_AROUND = 5;
const ALONE = [];
// Names are written on the widest bars only: narrower ones have no room for a word, and more of them than
// MAX_NAMES make a frame slow.
const MIN_NAMED_PX = 28;
const MAX_NAMES = 90;

// From the foot of a row: work, overhead, communication, idle.
const KIND_ORDER = [0, 2, 1, 3];

// Calls visit (begin, end, item, stack) for each time in which a state is the innermost; the stack has those around it,
// from the outermost on, and itself.
function sweep(track, from, to, visit) {
  const stack = [];
  let since = from;
  const closeUntil = (time) => {
    while (stack.length) {
      const item = stack[stack.length - 1], until = Math.min(track.end[item], time);
      if (until > since) {
        visit(since, until, item, stack);
        since = until;
      }
      if (track.end[item] > time)
        break;
      stack.pop();
    }
    since = Math.max(since, time);
  };
  const open = (item) => {
    if (stack.length > 0 && takesOver(track, item, stack[0]))
      stack[0] = item;
    else
      stack.push(item);
  };
  // What began before, and lasts: the ends of all before it say where to look no further.
  let first = firstAtOrAfter(track.begin, from);
  const around = [];
  for (let i = first - 1; i >= 0 && track.latest[i] > from; i--)
    if (track.end[i] > from)
      around.push(i);
  around.reverse().forEach(open);
  for (let i = first; i < track.n && track.begin[i] < to; i++) {
    closeUntil(track.begin[i]);
    open(i);
  }
  closeUntil(to);
}

// How many of some tracks are in a state at once between two times, at most.
function countOverlaps(tracks, from, to) {
  const changes = [];
  for (const { n, begin, end } of tracks) {
    let until = from;
    for (let i = 0; i < n && begin[i] < to; i++) {
      const since = Math.max(begin[i], until);
      if (end[i] <= since)
        continue;
      changes.push([since, 1], [Math.min(end[i], to), -1]);
      until = end[i];
    }
  }
  // What ends where another one begins is not there with it.
  changes.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let now = 0, most = 0;
  for (const [, by] of changes) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}

// The swatch of each state of a track.
function swatchFinder(data) {
  const rest = data.swatches.length - 1;
  return (state) => {
    const swatch = state >= 0 ? data.swatchOfState[state] : undefined;
    return swatch === undefined ? rest : swatch;
  };
}

// Puts the states of a track into columns of the window.
class CellMaker {
  constructor(data, view) {
    Object.assign(this, view);
    this.n = data.swatches.length;
    this.swatchOf = swatchFinder(data);
    this.perNs = view.columns / (view.to - view.from);
    this.shares = new Float32Array(view.columns * this.n);
    this.order = data.swatches.map((swatch, i) => i).sort((a, b) =>
      KIND_ORDER.indexOf(data.swatches[a].kind) - KIND_ORDER.indexOf(data.swatches[b].kind));
    this.hidden = view.hidden || [];
  }

  make(track) {
    const { columns, n, from, to, perNs } = this, shares = this.shares.fill(0);
    const around = new Uint8Array(columns * MAX_AROUND), names = [];
    sweep(track, from, to, (begin, end, item, stack) => {
      const swatch = this.swatchOf(track.state[item]);
      const a = (begin - from) * perNs, b = Math.min((end - from) * perNs, columns);
      if (this.hidden[swatch])
        return;
      // What is around states that are most of no column is not seen.
      const outer = b - a > 0.5 ? this.listAround(stack, track) : ALONE;
      if (b - a >= MIN_NAMED_PX && names.length < MAX_NAMES)
        names.push({ a, b, state: track.state[item], object: track.object[item], swatch, depth: outer.length });
      for (let k = Math.floor(a); k < b; k++) {
        const share = Math.min(b, k + 1) - Math.max(a, k);
        shares[k * n + swatch] += share;
        if (share > 0.5)
          outer.forEach((one, i) => { around[k * MAX_AROUND + i] = one + 1; });
      }
    });
    return Object.assign(this.pick(shares), { around, names });
  }

  // The swatches of the states around the innermost one, from the outermost on.
  listAround(stack, track) {
    const outer = [];
    for (let i = 0; i < stack.length - 1 && outer.length < MAX_AROUND; i++) {
      const swatch = this.swatchOf(track.state[stack[i]]);
      if (!this.hidden[swatch])
        outer.push(swatch);
    }
    return outer;
  }

  // The mean of all lanes of a group: how much of their time is in which state.
  makeMean(tracks, nLanes) {
    const { columns, n, from, to, perNs } = this, shares = this.shares.fill(0);
    // Where a lane has several rows, it is in several states at a time.
    const weight = 1 / Math.max(tracks.length, nLanes);
    for (const track of tracks)
      sweep(track, from, to, (begin, end, item) => {
        const swatch = this.swatchOf(track.state[item]);
        const a = (begin - from) * perNs, b = Math.min((end - from) * perNs, columns);
        for (let k = Math.floor(a); k < b && !this.hidden[swatch]; k++)
          shares[k * n + swatch] += weight * (Math.min(b, k + 1) - Math.max(a, k));
      });
    return Object.assign(this.pick(shares), { around: new Uint8Array(columns * MAX_AROUND), names: [] });
  }

  // The three states with most of each column, from the foot up, and what is left as one.
  pick(shares) {
    const { columns, n, order } = this;
    const swatch = new Uint8Array(columns * SLOTS), share = new Uint8Array(columns * SLOTS);
    const rest = new Uint8Array(columns);
    for (let k = 0; k < columns; k++) {
      const at = k * n;
      let found = 0, sum = 0;
      for (let s = 0; s < n; s++) {
        sum += shares[at + s];
        found += shares[at + s] > 0;
      }
      if (!found)
        continue;
      let least = 0;
      if (found > SLOTS)
        least = Float32Array.from(shares.subarray(at, at + n)).sort()[n - SLOTS];
      let slot = 0, used = 0;
      for (let o = 0; o < n && slot < SLOTS; o++) {
        const value = shares[at + order[o]];
        if (value <= 0 || value < least)
          continue;
        swatch[k * SLOTS + slot] = order[o];
        share[k * SLOTS + slot] = Math.max(Math.round(Math.min(value, 1) * 255), 1);
        used += value;
        slot++;
      }
      rest[k] = Math.round(Math.max(Math.min(sum - used, 1), 0) * 255);
    }
    return { swatch, share, rest };
  }

  // Of each column the share in which something is present.
  presence(begins, ends) {
    const { columns, from, perNs } = this, share = new Uint8Array(columns);
    begins.forEach((begin, i) => {
      const a = Math.max((begin - from) * perNs, 0), b = Math.min((ends[i] - from) * perNs, columns);
      for (let k = Math.floor(a); k < b; k++)
        share[k] = Math.min(share[k] + 255 * (Math.min(b, k + 1) - Math.max(a, k)), 255);
    });
    return share;
  }
}
