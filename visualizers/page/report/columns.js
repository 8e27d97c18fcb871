// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// What the page holds, as columns: events, edges, and what is drawn in each set of times.

// Fields of events are read again from the begin of such a group.
const GROUP_EVENTS = 256;

// The columns of a table of numbers, of which readRow puts a row at its place.
function readRows(reader, kinds, readRow) {
  const n = reader.countNumbers() / kinds.length, columns = kinds.map((Kind) => new Kind(n));
  for (let i = 0; i < n; i++)
    readRow(columns, i);
  return columns;
}

function readEvents(reader, nStreams) {
  const streams = [];
  for (let s = 0; s < nStreams; s++) {
    const first = reader.unsigned(), n = reader.unsigned();
    const stream = { first, n, classes: new Uint16Array(n), raw: new Float64Array(n),
                     corrected: new Float64Array(n), head: null };
    for (let i = 0, at = 0, shift = 0; i < n; i++) {
      stream.classes[i] = reader.unsigned();
      stream.raw[i] = at += reader.signed();
      stream.corrected[i] = at + (shift += reader.signed());
    }
    streams.push(stream);
  }
  return streams;
}

// Where each group of events begins among the bytes of the fields.
function readGroups(reader, streams) {
  let at = 0;
  for (const stream of streams) {
    stream.groups = new Float64Array(Math.ceil(stream.n / GROUP_EVENTS));
    for (let g = 0; g < stream.groups.length; g++) {
      stream.groups[g] = at;
      at += reader.unsigned();
    }
  }
}

function readEdges(reader, nStreams) {
  const last = new Float64Array(nStreams);
  const [kind, style, fromStream, toStream, fromEvent, toEvent] = readRows(
    reader, [Uint8Array, Uint16Array, Uint32Array, Uint32Array, Float64Array, Float64Array], (columns, i) => {
      for (let k = 0; k < 4; k++)
        columns[k][i] = reader.unsigned();
      columns[4][i] = last[columns[2][i]] += reader.signed();
      columns[5][i] = last[columns[3][i]] += reader.signed();
    });
  return { n: kind.length, kind, style, fromStream, toStream, fromEvent, toEvent };
}

// An object may take another state while something is entered on its bar.
function takesOver(track, item, base) {
  return track.object[base] === track.object[item] && track.end[base] <= track.begin[item];
}

// Which state is around each one.
function nest(track) {
  const open = [];
  track.parent = new Int32Array(track.n);
  // The latest end of all before: what of a row may still last at a time.
  track.latest = new Float64Array(track.n);
  for (let i = 0, latest = -Infinity; i < track.n; i++) {
    track.latest[i] = latest = Math.max(latest, track.end[i]);
    while (open.length && track.end[open[open.length - 1]] <= track.begin[i])
      open.pop();
    if (open.length && takesOver(track, i, open[0])) {
      track.parent[i] = -1;
      open[0] = i;
      continue;
    }
    track.parent[i] = open.length ? open[open.length - 1] : -1;
    open.push(i);
  }
  return track;
}

function newTrack(lane, row, n) {
  return { lane, row, n, begin: new Float64Array(n), end: new Float64Array(n),
           state: new Int32Array(n), object: new Int32Array(n) };
}

function readTracks(reader) {
  const tracks = [];
  for (let left = reader.unsigned(); left > 0; left--) {
    const track = newTrack(reader.unsigned(), reader.unsigned(), reader.unsigned());
    for (let i = 0, at = 0; i < track.n; i++) {
      track.begin[i] = at += reader.signed();
      track.end[i] = at + reader.unsigned();
      track.state[i] = reader.unsigned() - 1;
      track.object[i] = reader.unsigned() - 1;
    }
    tracks.push(nest(track));
  }
  return tracks;
}

// When an object was on a lane, and in what it was there: another object, or the target.
function readPresences(reader) {
  const [object, lane, place, begin, end] = readRows(
    reader, [Uint32Array, Uint32Array, Int32Array, Float64Array, Float64Array], (columns, i) => {
      columns[0][i] = reader.unsigned();
      columns[1][i] = reader.unsigned();
      columns[2][i] = reader.unsigned() - 1;
      columns[3][i] = reader.signed();
      columns[4][i] = columns[3][i] + reader.unsigned();
    });
  return { n: object.length, object, lane, place, begin, end };
}

function readMoves(reader) {
  const [fromLane, toLane, object, style, from, to] = readRows(
    reader, [Uint32Array, Uint32Array, Uint32Array, Uint16Array, Float64Array, Float64Array], (columns, i) => {
      for (let k = 0; k < 4; k++)
        columns[k][i] = reader.unsigned();
      columns[4][i] = reader.signed();
      columns[5][i] = columns[4][i] + reader.signed();
    });
  return { n: from.length, fromLane, toLane, object, style, from, to };
}

// Collective operations: for every member a lane, an enter and an exit.
function readBands(reader) {
  const bands = [];
  while (!reader.isAtEnd) {
    const band = { violated: reader.unsigned() === 1, lanes: [], enter: [], exit: [],
                   begin: Infinity, end: -Infinity };
    for (let left = reader.unsigned(); left > 0; left--) {
      band.lanes.push(reader.unsigned());
      const enter = reader.signed(), exit = enter + reader.signed();
      band.enter.push(enter);
      band.exit.push(exit);
      band.begin = Math.min(band.begin, enter, exit);
      band.end = Math.max(band.end, enter, exit);
    }
    bands.push(band);
  }
  return bands;
}

function readMarks(reader) {
  let at = 0;
  const [style, lane, time] = readRows(reader, [Uint16Array, Uint32Array, Float64Array], (columns, i) => {
    columns[0][i] = reader.unsigned();
    columns[1][i] = reader.unsigned();
    columns[2][i] = at += reader.signed();
  });
  return { n: time.length, style, lane, time };
}

function readBars(reader) {
  const [style, lane, begin, end] = readRows(
    reader, [Uint16Array, Uint32Array, Float64Array, Float64Array], (columns, i) => {
      columns[0][i] = reader.unsigned();
      columns[1][i] = reader.unsigned();
      columns[2][i] = reader.signed();
      columns[3][i] = columns[2][i] + reader.unsigned();
    });
  return { n: begin.length, style, lane, begin, end };
}

// Measured values by series: a style, a lane and what was measured.
function readValues(reader, presences) {
  const series = new Map();
  let at = 0;
  while (!reader.isAtEnd) {
    const style = reader.unsigned(), lane = reader.unsigned(), object = reader.unsigned() - 1;
    const key = `${style} ${lane} ${object}`, time = at += reader.signed();
    if (!series.has(key))
      series.set(key, { style, lane, object, times: [], values: [], ends: [] });
    const one = series.get(key);
    one.times.push(time);
    one.values.push(reader.double());
  }
  // A value holds until the next one, unless what it is about leaves before.
  const all = [...series.values()], ofObject = new Map();
  for (let i = 0; i < presences.n; i++) {
    const list = ofObject.get(presences.object[i]) || [];
    list.push(i);
    ofObject.set(presences.object[i], list);
  }
  for (const one of all) {
    const stays = ofObject.get(one.object) || [];
    one.times.forEach((time, i) => {
      const stay = stays.find((k) => presences.begin[k] <= time && time < presences.end[k]);
      const next = i + 1 < one.times.length ? one.times[i + 1] : Infinity;
      one.ends.push(stay === undefined ? next : Math.min(next, presences.end[stay]));
    });
  }
  return all;
}

function readLinks(reader) {
  const [style, fromLane, toLane, time] = readRows(
    reader, [Uint16Array, Uint32Array, Uint32Array, Float64Array], (columns, i) => {
      for (let k = 0; k < 3; k++)
        columns[k][i] = reader.unsigned();
      columns[3][i] = reader.signed();
    });
  return { n: time.length, style, fromLane, toLane, time };
}

// Load: for every lane a row of bins, each from 0 to 1.
function readLoad(reader) {
  const nLanes = reader.unsigned(), nBins = reader.unsigned(), rows = [];
  for (let lane = 0; lane < nLanes; lane++) {
    const row = new Float32Array(nBins);
    for (let bin = 0; bin < nBins; bin++)
      row[bin] = reader.unsigned() / 1000;
    rows.push(row);
  }
  return { nBins, rows };
}

// Of each lane the shares of its states over the whole trace, one swatch behind the other.
const FULL_SHARE = 63;

function readOverview(reader, nLanes, nSwatches) {
  const nColumns = reader.unsigned(), size = nColumns * nSwatches;
  const lanes = Array.from({ length: nLanes }, (_, lane) => reader.bytes.subarray(reader.at + lane * size, reader.at + (lane + 1) * size));
  return { nColumns, lanes };
}

async function readTimes(times, nSwatches) {
  const open = (key) => Reader.open(times[key]);
  const presences = readPresences(await open('presences')), load = readLoad(await open('load'));
  return { begin: times.begin, end: times.end, styles: times.styles, presences,
           tracks: readTracks(await open('states')), moves: readMoves(await open('moves')),
           bands: readBands(await open('bands')), marks: readMarks(await open('marks')),
           bars: readBars(await open('bars')), values: readValues(await open('values'), presences),
           links: readLinks(await open('links')), load,
           overview: times.overview && readOverview(await open('overview'), load.rows.length, nSwatches),
           packedSituations: times.situations };
}

// When the ends of edges happened. The few outside of the page's window came with it.
function placeEdges(store, outside, mode) {
  const { edges, streams } = store, from = new Float64Array(edges.n), to = new Float64Array(edges.n);
  const timeOf = (s, event) => {
    const stream = streams[s], i = event - stream.first;
    return i >= 0 && i < stream.n ? stream[mode][i] : outside.get(`${s}:${event}`)[mode];
  };
  for (let i = 0; i < edges.n; i++) {
    from[i] = timeOf(edges.fromStream[i], edges.fromEvent[i]);
    to[i] = timeOf(edges.toStream[i], edges.toEvent[i]);
  }
  return { from, to };
}

async function readColumns(data) {
  const { columns } = data, nStreams = data.streams.length, outside = new Map();
  const streams = readEvents(await Reader.open(columns.events), nStreams);
  const store = { data, streams, fields: await Reader.open(columns.fields), times: {} };
  readGroups(await Reader.open(columns.fieldSizes), streams);
  store.edges = readEdges(await Reader.open(columns.edges), nStreams);
  const reader = await Reader.open(columns.outside);
  while (!reader.isAtEnd) {
    const key = `${reader.unsigned()}:${reader.unsigned()}`, raw = reader.signed();
    outside.set(key, { raw, corrected: raw + reader.signed() });
  }
  for (const mode of Object.keys(data.times)) {
    store.times[mode] = await readTimes(data.times[mode], data.swatches.length);
    store.times[mode].edges = placeEdges(store, outside, mode);
  }
  return store;
}
