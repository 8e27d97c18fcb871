// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Where each active object is and in which state, at any time, as `spur at` says it.

// What an active object is in the picture of the system, as in the page's data.
const KIND = { NOTHING: 0, LOAD_OBJECT: 1, TARGET: 2, TARGET_WITH_BOX: 3 };

const EXISTS = 1, IS_TOLD = 2;

// What is stepped to beside classes.
const ANY_EVENT = -1, ANY_MOVE = -2;

// Rows of all objects one behind the other; those of an object are from first[object] on.
function readSituations(reader, kinds, begin) {
  const n = reader.unsigned(), first = new Uint32Array(kinds.length + 1);
  const rows = { first, time: new Float64Array(n), flags: new Uint8Array(n), place: new Int32Array(n), state: new Int32Array(n) };
  let i = 0;
  kinds.forEach((kind, object) => {
    first[object] = i;
    let at = begin;
    for (let left = kind === KIND.NOTHING ? 0 : reader.unsigned(); left > 0; left--, i++) {
      rows.time[i] = at += reader.unsigned();
      rows.flags[i] = reader.unsigned();
      rows.place[i] = reader.unsigned() - 1;
      rows.state[i] = reader.unsigned() - 1;
    }
  });
  first[kinds.length] = i;
  return rows;
}

class Situations {
  constructor(store) {
    this.store = store;
    this.rowsOf = {};
  }

  // Read when they are asked for first, since a page is mostly opened for something else.
  read(mode) {
    const times = this.store.times[mode], { data } = this.store;
    this.rowsOf[mode] = this.rowsOf[mode] || Reader.open(times.packedSituations)
      .then((reader) => readSituations(reader, data.system.kinds, data.from));
    delete times.packedSituations;
    return this.rowsOf[mode];
  }

  // By object: what holds at a time. Where there is no row nothing is known.
  async at(time, mode) {
    const rows = await this.read(mode), n = rows.first.length - 1;
    const found = { time, flags: new Uint8Array(n), place: new Int32Array(n).fill(-1),
                    state: new Int32Array(n).fill(-1) };
    for (let object = 0; object < n; object++) {
      let low = rows.first[object], high = rows.first[object + 1];
      const begin = low;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (rows.time[middle] <= time)
          low = middle + 1;
        else
          high = middle;
      }
      if (low === begin)
        continue;
      found.flags[object] = rows.flags[low - 1];
      found.place[object] = rows.place[low - 1];
      found.state[object] = rows.state[low - 1];
    }
    return found;
  }

  // Where a row has an object: its place, one beyond all objects where it is on no target, or -1.
  keyOf(rows, i, nowhere) {
    if (!(rows.flags[i] & EXISTS))
      return -1;
    return rows.place[i] >= 0 ? rows.place[i] : rows.flags[i] & IS_TOLD ? nowhere : -1;
  }

  // The most load objects that are ever at once on or in each object, and last on no target, so that
  // boxes have the same sizes at all times.
  async peaks(mode) {
    const { data } = this.store, rows = await this.read(mode), n = data.system.kinds.length;
    const changes = [], counts = new Int32Array(n + 1), peaks = new Uint32Array(n + 1);
    data.system.kinds.forEach((kind, object) => {
      let last = -1;
      for (let i = rows.first[object]; kind === KIND.LOAD_OBJECT && i < rows.first[object + 1]; i++) {
        const key = this.keyOf(rows, i, n);
        if (key === last)
          continue;
        changes.push({ time: rows.time[i], from: last, to: key });
        last = key;
      }
    });
    changes.sort((a, b) => a.time - b.time);
    for (let i = 0, end; i < changes.length; i = end) {
      for (end = i; end < changes.length && changes[end].time === changes[i].time; end++)
        if (changes[end].from >= 0)
          counts[changes[end].from]--;
      for (const { to } of changes.slice(i, end))
        if (to >= 0)
          peaks[to] = Math.max(peaks[to], ++counts[to]);
    }
    return peaks;
  }

  // The event of a class next after a time, or with a step of -1 before; ANY_EVENT is of any class, and
  // ANY_MOVE a load object that came to another target, whichever event said so.
  step(index, time, step, mode) {
    let best = null;
    if (index === ANY_MOVE) {
      for (const came of this.store.times[mode].moves.to)
        if ((came - time) * step > 0 && (!best || (came - best.time) * step < 0))
          best = { time: came };
      return best;
    }
    this.store.streams.forEach((stream, s) => {
      const column = stream[mode];
      let i = step > 0 ? firstAtOrAfter(column, time + 0.5) : firstAtOrAfter(column, time) - 1;
      while (i >= 0 && i < stream.n && index !== ANY_EVENT && stream.classes[i] !== index)
        i += step;
      if (i >= 0 && i < stream.n && (!best || (column[i] - best.time) * step < 0))
        best = { time: column[i], stream: s, event: stream.first + i };
    });
    return best;
  }

  // How many load objects come to another target, by the times that have the fewest.
  countMoves() {
    return Math.min(...Object.values(this.store.times).map((times) => times.moves.n));
  }

  // How many events of each class the page has.
  countClasses() {
    const counts = this.store.data.classes.map(() => 0);
    for (const stream of this.store.streams)
      stream.classes.forEach((index) => counts[index]++);
    return counts;
  }
}
