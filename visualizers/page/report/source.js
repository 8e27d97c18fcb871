// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// The one interface by which the page gets anything of the trace: meta, tile, frame, at, event,
// nearest, ofMark, beside, search, locate, chart, profile, situation, peaks, step, lifelines, lifelineFields. All of it is
// asynchronous. Here it is answered by a worker over the columns that are embedded in the page, or by what it asks a server for; nothing else of the
// page knows that.

// States of a lane whose overlaps are counted one by one: some milliseconds of the worker once a window stays.
const MAX_COUNTED = 20000;

class Engine {
  async open(data) {
    this.store = await readColumns(data);
    this.events = new Events(this.store);
    this.explanation = new Explanation(this.store);
    this.finder = new Search(this.store);
    this.profiler = new Profile(this.store, this.events);
    this.situations = new Situations(this.store);
    this.lifelineMaker = new Lifelines(this.store, this.events);
    this.objectTracks = new Map();
    this.raster = new Raster();
    delete data.columns;
    for (const mode of Object.keys(data.times))
      data.times[mode] = { begin: data.times[mode].begin, end: data.times[mode].end,
                           styles: data.times[mode].styles };
    return this.meta();
  }

  // Names and styles, and the rows as a tree: lanes, and on each the objects that were ever there.
  meta() {
    const { data, times, streams } = this.store, modes = Object.keys(times);
    const lanes = data.lanes.map((lane, i) => {
      const tracks = {}, objects = new Map();
      for (const mode of modes)
        tracks[mode] = Math.max(times[mode].tracks.filter((track) => track.lane === i).length, 1);
      const own = streams.filter((stream, s) => data.streams[s].lane === i && stream.n);
      const firsts = data.streams.filter((stream) => stream.lane === i && stream.first !== undefined);
      const row = times[modes[0]].load.rows[i];
      return { ...lane, tracks, objects, nEvents: own.reduce((sum, stream) => sum + stream.n, 0),
               first: Math.min(...firsts.map((stream) => stream.first)),
               load: row.reduce((sum, value) => sum + value, 0) / row.length };
    });
    const { presences } = times[modes[0]];
    for (let i = 0; i < presences.n; i++) {
      const lane = lanes[presences.lane[i]], { objects } = lane, object = presences.object[i];
      const known = objects.get(object);
      // What a target does itself stands in its own row.
      if (object !== lane.object && (!known || presences.begin[i] < known.first))
        objects.set(object, { object, first: presences.begin[i], place: presences.place[i], name: data.objects[object] });
    }
    for (const lane of lanes)
      lane.objects = this.nestObjects(lane.objects);
    const loads = {};
    for (const mode of modes)
      loads[mode] = times[mode].load;
    const { overview } = times[modes[0]], hasOverview = Boolean(overview) && overview.lanes.some((lane) => lane.some((share) => share > 0));
    return { ...data, lanes, loads, hasOverview, usedStyles: this.usedStyles(times[modes[0]]), has: this.contents(lanes),
             classCounts: data.classCounts || this.situations.countClasses(), nMoves: this.situations.countMoves() };
  }

  // Objects in the order in which they came, and behind each one what came into it.
  nestObjects(objects) {
    const ofPlace = new Map(), list = [];
    const all = [...objects.values()].sort((a, b) => a.first - b.first || a.object - b.object);
    for (const one of all) {
      const place = objects.has(one.place) && one.place !== one.object ? one.place : -1;
      ofPlace.set(place, [...(ofPlace.get(place) || []), one]);
    }
    const seen = new Set();
    const add = (one, depth) => {
      if (seen.has(one.object))
        return;
      seen.add(one.object);
      const inside = ofPlace.get(one.object) || [];
      list.push({ ...one, depth, hasInside: inside.length > 0 });
      inside.forEach((inner) => add(inner, depth + 1));
    };
    (ofPlace.get(-1) || []).forEach((one) => add(one, 0));
    // Those that went in a circle in the course of time.
    all.forEach((one) => add(one, 0));
    return list;
  }

  // The styles that something is drawn in, as the legend names them.
  usedStyles(times) {
    const used = new Set(this.store.edges.style);
    for (const table of [times.marks, times.links, times.bars, times.moves])
      table.style.forEach((style) => used.add(style));
    times.values.forEach((series) => used.add(series.style));
    return [...used].sort((a, b) => a - b);
  }

  // Of which kinds the page has anything. What a server does not tell may be there.
  contents(lanes) {
    const { data, edges, times } = this.store, all = Object.values(times), isServed = Boolean(data.partEvents);
    return { edges: isServed || edges.n > 0, moves: isServed || all.some((one) => one.moves.n > 0),
             marks: isServed || all.some((one) => one.marks.n + one.links.n + one.bars.n + one.values.length > 0),
             objects: lanes.some((lane) => lane.objects.length > 0) };
  }

  // The states of an object on a lane, as a track of their own.
  objectTrack(mode, lane, object) {
    const key = `${mode} ${lane} ${object}`, times = this.store.times[mode];
    if (this.objectTracks.has(key))
      return this.objectTracks.get(key);
    const rows = [];
    for (const track of times.tracks)
      if (track.lane === lane)
        for (let i = 0; i < track.n; i++)
          if (track.object[i] === object && track.state[i] >= 0)
            rows.push([track.begin[i], track.end[i], track.state[i]]);
    rows.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    const track = newTrack(lane, 0, rows.length);
    rows.forEach(([begin, end, state], i) => {
      track.begin[i] = begin;
      track.end[i] = end;
      track.state[i] = state;
      track.object[i] = object;
    });
    this.objectTracks.set(key, nest(track));
    return track;
  }

  // What the window shows of the strips that are asked for, in query.columns columns. Where lanes lie, and
  // how high the part of them is that is seen, says which edges need not be told.
  tile(query) {
    const { mode, from, to, columns } = query, times = this.store.times[mode];
    const maker = new CellMaker(this.store.data, query), perNs = columns / (to - from);
    const place = (time) => (time - from) * perNs;
    const strips = query.strips.map((strip, index) => ({
      index, lane: strip.object === undefined ? strip.lane : undefined, ...this.strip(maker, query, strip) }));
    const seen = (begin, end) => end >= from && begin <= to;
    const bands = times.bands.filter((band) => seen(band.begin, band.end));
    const { arrows, counts, isBundled } = findArrows(this.store, mode, query);
    const moves = [];
    for (let i = 0; i < times.moves.n; i++) {
      const { from: left, to: came } = times.moves;
      if (seen(Math.min(left[i], came[i]), Math.max(left[i], came[i])))
        moves.push({ from: times.moves.fromLane[i], to: times.moves.toLane[i], move: i,
                     object: times.moves.object[i], style: times.moves.style[i], a: place(left[i]), b: place(came[i]) });
    }
    const tile = { mode, from, to, columns, strips, arrows, isBundled,
                   counts: { ...counts, moves: moves.length, bands: bands.length } };
    tile.moves = this.sparse(moves, (move) => `${move.from},${move.to},${move.a >> 2},${move.b >> 2}`);
    tile.bands = this.sparse(bands.map((band) => ({ ...band, a: band.enter.map(place), b: band.exit.map(place) })),
                             (band) => `${band.a[0] >> 1},${band.b[0] >> 1},${band.lanes.length},${band.violated}`);
    return Object.assign(tile, this.marks(times, query, place));
  }

  // Where there are more than can be told apart, those at the same pixels are one.
  sparse(list, key) {
    if (list.length <= MAX_SINGLE)
      return list;
    return [...new Map(list.map((item) => [key(item), item])).values()];
  }

  // All tracks of a group's lanes.
  tracksOf(mode, lanes) {
    const wanted = new Set(lanes);
    return this.store.times[mode].tracks.filter((track) => wanted.has(track.lane));
  }

  strip(maker, query, strip) {
    if (strip.group !== undefined || strip.isMean)
      return maker.makeMean(this.tracksOf(query.mode, strip.lanes), strip.lanes.length);
    if (strip.object === undefined) {
      const track = this.store.times[query.mode].tracks
        .find((one) => one.lane === strip.lane && one.row === strip.row);
      return maker.make(track || nest(newTrack(strip.lane, 0, 0)));
    }
    const cells = maker.make(this.objectTrack(query.mode, strip.lane, strip.object));
    const { presences } = this.store.times[query.mode], begins = [], ends = [];
    for (let i = 0; i < presences.n; i++)
      if (presences.object[i] === strip.object && presences.lane[i] === strip.lane) {
        begins.push(presences.begin[i]);
        ends.push(presences.end[i]);
      }
    cells.present = maker.presence(begins, ends);
    return cells;
  }

  // What visualizers contribute. Marks of a style at one pixel are one, of their number.
  marks(times, query, place) {
    const { from, to, columns } = query, taken = new Map(), nLanes = this.store.data.lanes.length;
    const links = [], bars = [], levels = [];
    for (let i = 0; i < times.marks.n; i++) {
      const { time, lane, style, counts } = times.marks, a = place(time[i]), n = counts ? counts[i] : 1;
      const key = (style[i] * nLanes + lane[i]) * columns + Math.floor(a);
      if (time[i] < from || time[i] > to)
        continue;
      if (taken.has(key))
        taken.get(key).n += n;
      else
        taken.set(key, { style: style[i], lane: lane[i], a, time: time[i], n });
    }
    const marks = [...taken.values()];
    for (let i = 0; i < times.links.n; i++)
      if (times.links.time[i] >= from && times.links.time[i] <= to)
        links.push({ style: times.links.style[i], from: times.links.fromLane[i], to: times.links.toLane[i],
                     a: place(times.links.time[i]) });
    for (let i = 0; i < times.bars.n; i++)
      if (times.bars.end[i] >= from && times.bars.begin[i] <= to)
        bars.push({ style: times.bars.style[i], lane: times.bars.lane[i], a: place(times.bars.begin[i]),
                    b: place(times.bars.end[i]) });
    for (const series of times.values)
      levels.push(this.level(series, query, place, times));
    return { marks: marks.sort((p, q) => p.style - q.style), bars, levels,
             links: this.sparse(links, (link) => `${link.style},${link.from},${link.to},${link.a >> 1}`) };
  }

  // The steps of one series; of those in one column the largest.
  level(series, query, place, times) {
    const level = { style: series.style, lane: series.lane, object: series.object, a: [], b: [], values: [] };
    let i = Math.max(firstAtOrAfter(series.times, query.from) - 1, 0);
    for (; i < series.times.length && series.times[i] <= query.to; i++) {
      const a = place(series.times[i]), b = place(Math.min(series.ends[i], times.end));
      const last = level.a.length - 1;
      if (b < 0)
        continue;
      if (last >= 0 && Math.floor(level.a[last]) === Math.floor(a)) {
        level.values[last] = Math.max(level.values[last], series.values[i]);
        level.b[last] = b;
        continue;
      }
      level.a.push(a);
      level.b.push(b);
      level.values.push(series.values[i]);
    }
    return level;
  }

  // A tile, painted for the rows as they lie on the screen.
  async frame(query, look) {
    const tile = await this.tile(query), painter = new Painter(tile, look, this.raster);
    const image = await createImageBitmap(painter.paint());
    this.last = { query, tile, painter };
    return { image, counts: tile.counts, nEvents: tile.nEvents, isBundled: tile.isBundled, used: query.isDraft ? null : painter.findUsed(), numbers: painter.listNumbers(), atOnce: query.isDraft ? null : this.countAtOnce(painter, query), from: query.from, to: query.to,
             names: tile.strips.map((strip) => strip.names) };
  }

  // Columns tell of bars that are narrower only that they are at once with others on the average.
  countAtOnce(painter, query) {
    const counts = painter.countAtOnce();
    for (const lane of counts.keys()) {
      const tracks = this.store.times[query.mode].tracks.filter((track) => track.lane === lane);
      const n = tracks.reduce((sum, track) => sum + track.n, 0);
      if (n > 0 && n <= MAX_COUNTED && !query.hidden.includes(true))
        counts.set(lane, countOverlaps(tracks, query.from, query.to));
    }
    return counts;
  }

  // The whole trace, in rows of one lane or of some.
  async overview(mode, columns, look) {
    const { data, times } = this.store;
    const maker = new CellMaker(data, { columns, from: 0, to: 1 });
    const rows = resampleOverview(times[mode].overview, data.swatches.length, columns, look.strips.length);
    const strips = rows.map((shares, index) =>
      ({ index, around: new Uint8Array(columns * MAX_AROUND), names: [], ...maker.pick(shares) }));
    const tile = { columns, strips, bands: [], bars: [], arrows: [], links: [], levels: [], marks: [], moves: [] };
    return { image: await createImageBitmap(new Painter(tile, look, new Raster()).paint()) };
  }

  // What lies at a point of the frame that was painted last.
  at(x, y) {
    if (!this.last)
      return null;
    return this.moveAt(x, y) || this.markAt(x, y) || this.arrowAt(x, y) || this.stateAt(x, y);
  }

  distance(ends, a, b, x, y) {
    if (!ends)
      return Infinity;
    const dx = b - a, dy = ends[1] - ends[0], size = dx * dx + dy * dy || 1;
    const t = Math.min(Math.max(((x - a) * dx + (y - ends[0]) * dy) / size, 0), 1);
    return Math.hypot(a + t * dx - x, ends[0] + t * dy - y);
  }

  closest(list, x, y) {
    const { painter } = this.last;
    let best = null, least = 6 * painter.px;
    for (const item of list) {
      if (painter.isHidden(item.style))
        continue;
      const off = this.distance(painter.ends(item), item.a, item.b, x, y);
      if (off < least)
        [least, best] = [off, item];
    }
    return best;
  }

  moveAt(x, y) {
    const { tile, painter, query } = this.last, found = painter.look.show.moves && this.closest(tile.moves, x, y);
    if (!found)
      return null;
    const { moves } = this.store.times[query.mode];
    return { kind: 'move', object: found.object, fromLane: found.from, toLane: found.to,
             from: moves.from[found.move], to: moves.to[found.move] };
  }

  arrowAt(x, y) {
    const { tile, painter, query } = this.last, { edges } = this.store;
    const found = painter.look.show.messages && this.closest(tile.arrows, x, y);
    if (!found)
      return null;
    const times = this.store.times[query.mode].edges, i = found.edge;
    return { kind: 'arrow', count: found.count, edgeKind: edges.kind[i], style: edges.style[i], fromLane: found.from,
             toLane: found.to, from: times.from[i], to: times.to[i],
             stream: edges.fromStream[i], event: edges.fromEvent[i] };
  }

  markAt(x, y) {
    const { tile, painter } = this.last;
    let found = null, least = 5 * painter.px;
    for (const mark of painter.look.show.marks ? tile.marks : []) {
      const off = Math.abs(mark.a - x);
      if (painter.look.lanes[mark.lane] && !painter.isHidden(mark.style) && off <= least
          && Math.abs(painter.signY(mark.lane) - y) <= 6 * painter.px)
        [found, least] = [mark, off];
    }
    return found ? { kind: 'mark', style: found.style, lane: found.lane, time: found.time, n: found.n } : null;
  }

  stateAt(x, y) {
    const { tile, painter, query } = this.last, time = tile.from + x * (tile.to - tile.from) / tile.columns;
    const { look } = painter;
    const index = look.strips.findIndex((box) => y >= box.y && y < box.y + box.height);
    if (index < 0)
      return null;
    const strip = query.strips[index];
    if (strip.group !== undefined)
      return this.sharesAt(tile, index, Math.floor(x), { group: strip.group, nLanes: strip.lanes.length });
    if (strip.isMean)
      return this.sharesAt(tile, index, Math.floor(x), { lane: strip.lane });
    const track = strip.object === undefined
      ? this.store.times[query.mode].tracks.find((one) => one.lane === strip.lane && one.row === strip.row)
      : this.objectTrack(query.mode, strip.lane, strip.object);
    if (!track)
      return null;
    let found = null;
    sweep(track, time, time + 1e-6 + (tile.to - tile.from) / tile.columns, (begin, end, item) => {
      found = found === null ? item : found;
    });
    return found === null ? this.presenceAt(strip, time, query.mode)
      : { kind: 'state', lane: strip.lane, state: track.state[found], object: track.object[found],
          from: track.begin[found], to: track.end[found] };
  }

  // Of a column of a strip, which states take how much of it, most of it first.
  sharesAt(tile, index, column, more) {
    const strip = tile.strips[index], parts = [], perColumn = (tile.to - tile.from) / tile.columns;
    for (let at = column * SLOTS; at < (column + 1) * SLOTS; at++)
      if (strip.share[at])
        parts.push([strip.swatch[at], strip.share[at] / 255]);
    if (strip.rest[column] > 0)
      parts.push([-1, strip.rest[column] / 255]);
    parts.sort((a, b) => b[1] - a[1]);
    return parts.length ? { kind: 'shares', from: tile.from + column * perColumn, to: tile.from + (column + 1) * perColumn,
                            parts, ...more } : null;
  }

  // An object that is there and in no state.
  presenceAt(strip, time, mode) {
    const { presences } = this.store.times[mode];
    for (let i = 0; i < presences.n; i++)
      if (presences.object[i] === strip.object && presences.lane[i] === strip.lane
          && presences.begin[i] <= time && time < presences.end[i])
        return { kind: 'state', lane: strip.lane, state: -1, object: strip.object,
                 from: presences.begin[i], to: presences.end[i] };
    return null;
  }

  // Says that the engine is there.
  ping() {
    return true;
  }

  event(stream, event, mode) {
    return this.events.get(stream, event, mode);
  }

  async explain(stream, event) {
    const { streams, classes } = this.store.data, name = (s, at) => {
      const own = this.store.streams[s], layout = this.explanation.has(s, at) && classes[own.classes[at - own.first]];
      const place = `${streams[s].name}:${numberOf(streams[s], at)}`;
      return layout ? `${place}, ${layout.name}` : place;
    };
    const { sentences, edges } = this.store.data.steps || {}, sentenceOf = ({ kind, fromStream }) =>
      sentences[kind === 'spread' && fromStream === undefined ? 'spread-unknown' : kind];
    return (await this.explanation.explain(stream, event)).map((reason) => ({
      ...reason, name: name(reason.stream, reason.event), sentence: sentenceOf(reason), edgeText: edges[reason.edge],
      fromName: reason.fromStream === undefined ? undefined : name(reason.fromStream, reason.fromEvent) }));
  }

  nearest(lanes, time, mode) {
    return this.events.nearest(lanes, time, mode);
  }

  ofMark(mark, mode) {
    return this.events.ofMark(mark, mode);
  }

  beside(stream, event, step, mode) {
    return this.events.beside(stream, event, step, mode);
  }

  search(text) {
    return this.finder.find(text);
  }

  locate(kind, index, after, mode) {
    return this.finder.locate(kind, index, after, mode);
  }

  // What the charts below the picture have of a window that the page does not know.
  chart() {
    return null;
  }

  profile(from, to, mode) {
    return this.profiler.make(from, to, mode);
  }

  lifelines(from, to, mode, options) {
    return this.lifelineMaker.make(from, to, mode, options);
  }

  lifelineFields() {
    return this.lifelineMaker.fields();
  }

  situation(time, mode) {
    return this.situations.at(time, mode);
  }

  peaks(mode) {
    return this.situations.peaks(mode);
  }

  step(index, time, step, mode) {
    return this.situations.step(index, time, step, mode);
  }
}

const METHODS = ['open', 'tile', 'frame', 'overview', 'at', 'event', 'explain', 'nearest', 'ofMark', 'beside', 'search', 'locate', 'chart',
                 'profile', 'situation', 'peaks', 'step', 'lifelines', 'lifelineFields'];

// Answers calls; the data say by which engine.
function makeAnswer() {
  let engine = new Engine();
  return async (method, args) => {
    if (method !== 'open')
      return engine[method](...args);
    // Until it is open, the one before goes on.
    const next = args[0].partEvents ? new ServedEngine() : new Engine(), meta = await next.open(...args);
    engine = next;
    return meta;
  };
}

// The worker's side.
function serve() {
  const answer = makeAnswer();
  self.onmessage = async ({ data: { id, method, args } }) => {
    try {
      const result = await answer(method, args);
      self.postMessage({ id, result }, result && result.image ? [result.image] : []);
    } catch (error) {
      self.postMessage({ id, error: String(error.stack || error) });
    }
  };
}

// The page's side. Where a policy forbids workers, the same engine answers in the page.
class Source {
  constructor(worker) {
    Object.assign(this, { worker, calls: new Map(), last: 0 });
    worker.onmessage = ({ data: { id, result, error } }) => {
      const { resolve, reject } = this.calls.get(id);
      this.calls.delete(id);
      if (error)
        reject(new Error(error));
      else
        resolve(result);
    };
    for (const method of METHODS)
      this[method] = (...args) => new Promise((resolve, reject) => {
        this.calls.set(++this.last, { resolve, reject });
        worker.postMessage({ id: this.last, method, args });
      });
  }

  static start(script) {
    const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    return new Promise((resolve) => {
      const inPage = () => {
        const answer = makeAnswer(), source = {};
        for (const method of METHODS)
          source[method] = (...args) => answer(method, args);
        resolve(source);
      };
      try {
        const worker = new Worker(address);
        worker.onerror = (event) => {
          event.preventDefault();
          inPage();
        };
        worker.onmessage = () => {
          worker.onerror = null;
          resolve(new Source(worker));
        };
        worker.postMessage({ id: 0, method: 'ping', args: [] });
      } catch (error) {
        inPage();
      }
    });
  }
}
