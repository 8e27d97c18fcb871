// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// The source of a page that a server gives out: states of any window come as tiles, then its marks, where several
// events may be one; and the events of a window that has few come as a part, which an engine of its own answers as
// that of a small trace.

// The server refuses tiles that are larger.
const MAX_TILE_BYTES = 1e6;
const BYTES_PER_CELL = 2 * SLOTS + 1;
// Where a sharp picture takes longer than COARSE_AFTER_MS, a coarse one comes first, with an eighth of its
// columns, or fewer where the sharp one takes still longer.
const COARSE_AFTER_MS = 50;
const COARSER = 8, MOST_COARSER = 32;
// The server makes marks for no more.
const MAX_MARK_COLUMNS = 8192;
// Loads come in parts of this.
const FULL_LOAD = 65535;
// Parts that are looked through for the next event of a class, each of which the server has to make.
const MAX_STEPS = 20;

// Numbers as ranges: 0-3,7.
function writeList(numbers) {
  const parts = [];
  for (let i = 0; i < numbers.length; i++) {
    const first = numbers[i];
    while (i + 1 < numbers.length && numbers[i + 1] === numbers[i] + 1)
      i++;
    parts.push(numbers[i] > first ? `${first}-${numbers[i]}` : `${first}`);
  }
  return parts.join(',');
}

class ServedEngine extends Engine {
  async open(data) {
    // A part has this.most events at most.
    Object.assign(this, { address: data.address, most: data.partEvents });
    this.parts = {};
    this.sharpMs = 0;
    return super.open(data);
  }

  // Marks are asked for, so their styles are those of the classes that there are.
  usedStyles(times) {
    const { classes, classCounts } = this.store.data, { styles } = times;
    const own = classes.filter((one, i) => classCounts[i] > 0).map(({ style }) => style)
      .filter((style) => [FORM.TICK, FORM.GLYPH, FORM.LEVEL].includes(styles[style].form));
    return [...new Set([...super.usedStyles(times), ...own])].sort((a, b) => a - b);
  }

  async ask(what, query) {
    const address = `${this.address}${what}?${new URLSearchParams(query)}`;
    const response = await fetch(address).catch(() => {
      throw new Error('the server does not answer any more');
    });
    if (!response.ok)
      throw new Error(`the server says: ${await response.text()}`);
    return response;
  }

  // First a coarse picture, then a sharp one, then one with the events, where these are few enough, or with marks.
  async frame(query, look) {
    const part = this.partOf(query);
    this.drawn = part || this;
    if (part)
      return part.frame(query, look);
    const key = JSON.stringify([{ ...query, isDraft: false }, look.height]), stage = key === this.key ? this.stage + 1 : 0;
    this.key = key;
    this.stage = stage === 0 && this.sharpMs <= COARSE_AFTER_MS ? 1 : stage;
    if (this.stage > 1 && this.nEvents <= this.most) {
      await this.load({ mode: query.mode, from: Math.floor(query.from), to: Math.ceil(query.to) });
      return this.frame(query, look);
    }
    // While a trace grows marks would come and go if they came later.
    const begin = performance.now(), { hasMarks, isLive } = this.store.data, isMarked = hasMarks && this.stage >= (isLive ? 1 : 2);
    this.look = isMarked ? look : null;
    const frame = await super.frame(query, look);
    if (this.stage === 1)
      this.sharpMs = performance.now() - begin;
    frame.isFirst = this.stage === 0 || this.nEvents <= this.most || (hasMarks && !isMarked);
    frame.hasMarks = isMarked && !this.isTooLarge;
    return frame;
  }

  // What visualizers contribute to the window, into the tile that was shown without it.
  async addMarks(query, look) {
    const { mode, from, to, columns } = query, { times, data } = this.store;
    const answer = await (await this.ask('marks', { mode, from: Math.floor(from), to: Math.ceil(to), columns: Math.min(columns, MAX_MARK_COLUMNS) })).json();
    this.isTooLarge = Boolean(answer.isTooLarge);
    if (this.isTooLarge)
      return;
    const open = (key) => Reader.open(answer[key]), marks = readMarks(await open('marks')), counts = await open('markCounts');
    marks.counts = Array.from(marks.time, () => counts.unsigned());
    const all = { end: times[mode].end, marks, bars: readBars(await open('bars')), links: readLinks(await open('links')),
                  values: readValues(await open('values'), times[mode].presences) };
    Object.assign(this.sharp, this.marks(all, query, (time) => (time - from) * columns / (to - from)));
    // The largest values of the whole trace are not known here: the window's fill the rows.
    const largest = data.times[mode].styles.map(() => 0);
    for (const { style, values } of all.values)
      largest[style] = values.reduce((most, value) => Math.max(most, value), largest[style]);
    look.styles = look.styles.map((style, i) => (style.largest > 0 ? style : { ...style, largest: largest[i] }));
  }

  async tile(query) {
    if (!(this.stage > 1 && this.sharp))
      this.sharp = await this.makeTile(query);
    if (this.look)
      await this.addMarks(query, this.look);
    return this.sharp;
  }

  async makeTile(query) {
    const { mode, columns, strips } = query, { tracks } = this.store.times[mode];
    const coarser = Math.min(Math.max(this.sharpMs / COARSE_AFTER_MS * COARSER / 4, COARSER), MOST_COARSER);
    const wanted = this.stage === 0 ? Math.ceil(columns / coarser) : columns;
    // Rows come in the order of the trace, which makes lists of them short.
    const numbers = strips.map((strip) => tracks.map((one, i) => i).filter((i) => (strip.group === undefined && !strip.isMean
      ? tracks[i].lane === strip.lane && tracks[i].row === strip.row : strip.lanes.includes(tracks[i].lane))));
    const order = [...new Set(numbers.flat())].sort((a, b) => a - b);
    const hidden = query.hidden.map((isHidden, i) => (isHidden ? i : -1)).filter((i) => i >= 0);
    const most = Math.max(Math.floor(MAX_TILE_BYTES / BYTES_PER_CELL / Math.max(order.length, 1)), 1);
    const response = await this.ask('tile', {
      mode, from: Math.floor(query.from), to: Math.ceil(query.to), columns: Math.min(wanted, most),
      tracks: writeList(order), hidden: writeList(hidden) });
    const cells = this.readTile(await response.arrayBuffer(), order, columns);
    const none = this.emptyStrip(columns);
    return { mode, from: query.from, to: query.to, columns, isBundled: false, nEvents: this.nEvents,
             strips: numbers.map((own, index) => ({ index, ...(own.length > 1 ? this.meanOf(own.map((i) => cells.get(i)), columns)
                                                               : cells.get(own[0]) || none) })),
             arrows: [], moves: [], bands: [], marks: [], links: [], bars: [], levels: [] };
  }

  // The mean of the strips of a group's lanes, as far as these tell states apart.
  meanOf(strips, columns) {
    const { data } = this.store, maker = new CellMaker(data, { columns, from: 0, to: 1 }), n = data.swatches.length;
    const shares = new Float32Array(columns * n);
    for (const strip of strips)
      for (let k = 0; k < columns; k++) {
        shares[k * n + n - 1] += strip.rest[k] / 255 / strips.length;
        for (let at = k * SLOTS; at < (k + 1) * SLOTS; at++)
          shares[k * n + strip.swatch[at]] += strip.share[at] / 255 / strips.length;
      }
    return { ...maker.pick(shares), around: new Uint8Array(columns * MAX_AROUND), names: [] };
  }

  emptyStrip(columns) {
    return { swatch: new Uint8Array(columns * SLOTS), share: new Uint8Array(columns * SLOTS),
             rest: new Uint8Array(columns), around: new Uint8Array(columns * MAX_AROUND), names: [] };
  }

  // The strips of a tile by track, in the columns of the screen.
  readTile(buffer, order, columns) {
    const view = new DataView(buffer), n = view.getUint32(4, true), strips = new Map();
    this.nEvents = Number(view.getBigUint64(8, true));
    order.forEach((track, i) => {
      const begin = 16 + i * n * BYTES_PER_CELL;
      const swatch = new Uint8Array(buffer, begin, n * SLOTS);
      const share = new Uint8Array(buffer, begin + n * SLOTS, n * SLOTS);
      const rest = new Uint8Array(buffer, begin + 2 * n * SLOTS, n);
      const strip = { ...this.emptyStrip(n === columns ? 0 : columns), around: new Uint8Array(columns * MAX_AROUND) };
      strips.set(track, n === columns ? { ...strip, swatch, share, rest } : this.widen(strip, { swatch, share, rest }, n, columns));
    });
    return strips;
  }

  widen(strip, { swatch, share, rest }, n, columns) {
    for (let k = 0; k < columns; k++) {
      const from = Math.floor(k * n / columns);
      strip.rest[k] = rest[from];
      for (let slot = 0; slot < SLOTS; slot++) {
        strip.swatch[k * SLOTS + slot] = swatch[from * SLOTS + slot];
        strip.share[k * SLOTS + slot] = share[from * SLOTS + slot];
      }
    }
    return strip;
  }

  // The engine of a part that has all of a window.
  partOf({ mode, from, to }) {
    const part = this.parts[mode];
    return part && part.from <= from && to <= part.to ? part.engine : null;
  }

  async load(query) {
    const { columns, times, from, to } = await (await this.ask('part', query)).json();
    const engine = new Engine();
    await engine.open({ ...this.store.data, columns, times, from, to });
    this.parts[query.mode] = { from, to, engine };
    return engine;
  }

  at(x, y) {
    return this.drawn && this.drawn !== this ? this.drawn.at(x, y) : super.at(x, y);
  }

  // Of a column with many states, which ones take how much of it.
  stateAt(x, y) {
    const { tile, painter, query } = this.last, { look } = painter;
    const index = look.strips.findIndex((box) => y >= box.y && y < box.y + box.height), k = Math.floor(x);
    if (index < 0 || k < 0 || k >= tile.columns)
      return null;
    const { lane, group, lanes } = query.strips[index];
    return this.sharesAt(tile, index, k, { lane, group, nLanes: lanes && lanes.length });
  }

  async engineOf(stream, event, mode) {
    const part = this.parts[mode];
    if (part && part.engine.event(stream, event, mode))
      return part.engine;
    return this.load({ mode, stream, event });
  }

  async event(stream, event, mode) {
    return (await this.engineOf(stream, event, mode)).event(stream, event, mode);
  }

  async engineAt(time, mode) {
    const at = Math.round(time);
    return this.partOf({ mode, from: at, to: at + 1 }) || this.load({ mode, from: at, to: at + 1 });
  }

  async nearest(lanes, time, mode) {
    return (await this.engineAt(time, mode)).nearest(lanes, time, mode);
  }

  async ofMark(mark, mode) {
    return (await this.engineAt(mark.time, mode)).ofMark(mark, mode);
  }

  // Behind the last event of a part another one begins.
  async beside(stream, event, step, mode) {
    const found = (await this.engineOf(stream, event, mode)).beside(stream, event, step, mode);
    if (found)
      return found;
    return (await this.load({ mode, stream, event })).beside(stream, event, step, mode);
  }

  // In the part that is looked at; rows are found anywhere.
  locate(kind, index, after, mode) {
    const engine = kind !== 'row' && this.parts[mode] && this.drawn === this.parts[mode].engine ? this.drawn : null;
    return engine ? engine.locate(kind, index, after, mode) : super.locate(kind, index, after, mode);
  }

  // Of each column the mean load of the targets, and the largest one.
  async chart({ mode, from, to, columns }) {
    const response = await this.ask('load', { mode, from: Math.floor(from), to: Math.ceil(to), columns });
    const view = new DataView(await response.arrayBuffer()), n = view.byteLength / 4;
    const means = new Float32Array(n), largest = new Float32Array(n);
    for (let i = 0; i < n; i++) {
      means[i] = view.getUint16(4 * i, true) / FULL_LOAD;
      largest[i] = view.getUint16(4 * i + 2, true) / FULL_LOAD;
    }
    return { from, to, means, largest };
  }

  // Of a window with many events there are times, but nothing that is of single events.
  async profile(from, to, mode) {
    const part = this.partOf({ from, to, mode }), { data } = this.store;
    if (part)
      return part.profile(from, to, mode);
    const sums = await (await this.ask('profile', { mode, from: Math.floor(from), to: Math.ceil(to) })).json();
    const list = (rows, name) => rows.map(([key, total]) => ({ key, name: name(key), total })).sort((a, b) => b.total - a.total);
    return { nEvents: sums.nEvents, states: list(sums.states, (key) => data.states[key]),
             objects: list(sums.objects, (key) => data.objects[key]),
             targets: list(sums.targets, (key) => data.lanes[key].name) };
  }

  lifelines(from, to, mode, options) {
    const part = this.partOf({ from, to, mode });
    return part ? part.lifelines(from, to, mode, options) : { nEvents: this.nEvents, isTooMany: true };
  }

  // Objects of which the server says nothing are there, and nothing is known of them.
  async situation(time, mode) {
    const { kinds } = this.store.data.system, n = kinds.length;
    const found = { time, flags: new Uint8Array(n).fill(EXISTS), place: new Int32Array(n).fill(-1), state: new Int32Array(n).fill(-1) };
    const rows = await (await this.ask('system', { mode, time: Math.round(time) })).json();
    for (const [object, place, state] of rows) {
      found.flags[object] |= IS_TOLD;
      found.place[object] = place;
      found.state[object] = state < 0 ? found.state[object] : state;
    }
    return found;
  }

  // Nothing moves in a trace that is served by parts: at its end all objects are where they ever are.
  async peaks(mode) {
    const { kinds } = this.store.data.system, peaks = new Uint32Array(kinds.length + 1);
    const { flags, place } = await this.situation(this.store.times[mode].end, mode);
    kinds.forEach((kind, object) => {
      if (kind === KIND.LOAD_OBJECT && flags[object] & IS_TOLD)
        peaks[place[object] >= 0 ? place[object] : kinds.length]++;
    });
    return peaks;
  }

  // From part to part; where there is none in MAX_STEPS of them, it says how far it has come.
  async step(index, time, step, mode) {
    const { begin, end } = this.store.times[mode];
    let at = Math.round(time);
    for (let i = 0; i < MAX_STEPS; i++) {
      const part = this.partOf({ mode, from: at, to: at + 1 }) ? this.parts[mode] : await this.loadAt(at, mode);
      const found = part.engine.step(index, time, step, mode);
      // Beyond the part there may be an earlier one.
      if (found && found.time >= part.from && found.time <= part.to)
        return found;
      at = step > 0 ? part.to + 1 : part.from - 1;
      if (at < begin || at > end)
        return null;
    }
    return { searchedTo: at };
  }

  async loadAt(time, mode) {
    await this.load({ mode, from: time, to: time + 1 });
    return this.parts[mode];
  }
}
