// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Reads the numbers of the report: base64 of varints (LEB128, signed ones zigzag), because a
// hundred thousand states fit into a megabyte that way and need no parser of JSON.

// What shares are whole numbers of.
const SHARE_UNIT = 16383;

class Reader {
  constructor(base64) {
    const text = atob(base64);
    this.bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++)
      this.bytes[i] = text.charCodeAt(i);
    this.at = 0;
  }

  // Times need 53 bits, so no bit operators: they cut to 32.
  unsigned() {
    let value = 0, factor = 1, byte;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte & 128);
    return value;
  }

  signed() {
    const value = this.unsigned();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }
}

// An object may take another state while something is entered on its bar.
function takesOver(track, item, base) {
  return track.object[base] === track.object[item] && track.end[base] <= track.begin[item];
}

// Rows of states: begins and ends as columns, and the state around each one.
function decodeTracks(base64) {
  const reader = new Reader(base64), tracks = [];
  for (let n = reader.unsigned(); n > 0; n--) {
    const track = { lane: reader.unsigned(), row: reader.unsigned(), n: reader.unsigned() };
    track.begin = new Float64Array(track.n);
    track.end = new Float64Array(track.n);
    track.state = new Int32Array(track.n);
    track.object = new Int32Array(track.n);
    track.parent = new Int32Array(track.n);
    track.depth = new Uint8Array(track.n);
    track.hollow = new Uint8Array(track.n);
    let at = 0;
    const open = [];
    for (let i = 0; i < track.n; i++) {
      at += reader.signed();
      track.begin[i] = at;
      track.end[i] = at + reader.unsigned();
      const state = reader.unsigned();
      track.state[i] = Math.floor(state / 2) - 1;
      track.hollow[i] = state % 2;
      track.object[i] = reader.unsigned() - 1;
      while (open.length && track.end[open[open.length - 1]] <= at)
        open.pop();
      if (open.length && takesOver(track, i, open[0])) {
        track.parent[i] = -1;
        open[0] = i;
        continue;
      }
      track.parent[i] = open.length ? open[open.length - 1] : -1;
      track.depth[i] = Math.min(open.length, 255);
      open.push(i);
    }
    tracks.push(track);
  }
  return tracks;
}

// Where the page has not all states: in bins, the part of the time that no bar tells of, and the
// shares of what is innermost in it.
function decodeProfiles(base64, tracks, nSwatches) {
  const reader = new Reader(base64), n = reader.unsigned(), nBins = reader.unsigned();
  for (let i = 0; i < n; i++) {
    const profile = new Float32Array(nBins * nSwatches), unknown = new Float32Array(nBins);
    for (let bin = 0; bin < nBins; bin++) {
      unknown[bin] = reader.unsigned() / SHARE_UNIT;
      for (let k = reader.unsigned(); k > 0; k--) {
        const swatch = reader.unsigned();
        profile[bin * nSwatches + swatch] = reader.unsigned() / SHARE_UNIT;
      }
    }
    Object.assign(tracks[i], { profile, unknown, nBins });
  }
}

// Arrows: from a lane and a time to another.
function decodeArrows(base64) {
  const reader = new Reader(base64), n = reader.unsigned();
  const arrows = { n, fromLane: new Uint32Array(n), toLane: new Uint32Array(n),
                   from: new Float64Array(n), to: new Float64Array(n),
                   object: new Int32Array(n) };
  let at = 0;
  for (let i = 0; i < n; i++) {
    arrows.fromLane[i] = reader.unsigned();
    arrows.toLane[i] = reader.unsigned();
    at += reader.signed();
    arrows.from[i] = at;
    arrows.to[i] = at + reader.signed();
    arrows.object[i] = reader.unsigned() - 1;
  }
  return arrows;
}

// Collective operations: for every member a lane, an enter and an exit.
function decodeBands(base64) {
  const reader = new Reader(base64), bands = [];
  for (let n = reader.unsigned(); n > 0; n--) {
    const band = { violated: reader.unsigned() === 1, lanes: [], enter: [], exit: [] };
    for (let m = reader.unsigned(); m > 0; m--) {
      band.lanes.push(reader.unsigned());
      band.enter.push(reader.signed());
      band.exit.push(band.enter[band.enter.length - 1] + reader.signed());
    }
    band.begin = Math.min(...band.enter, ...band.exit);
    band.end = Math.max(...band.enter, ...band.exit);
    bands.push(band);
  }
  return bands;
}

// Load: for every lane a row of bins, each from 0 to 1.
function decodeLoad(base64) {
  const reader = new Reader(base64), nLanes = reader.unsigned(), nBins = reader.unsigned();
  const rows = [];
  for (let lane = 0; lane < nLanes; lane++) {
    const row = new Float32Array(nBins);
    for (let bin = 0; bin < nBins; bin++)
      row[bin] = reader.unsigned() / 1000;
    rows.push(row);
  }
  return { nBins, rows };
}

// The states that the page holds, in all rows.
function countHeld(tracks) {
  const n = tracks.reduce((sum, track) => sum + track.n, 0);
  const begins = new Float64Array(n), ends = new Float64Array(n);
  let at = 0;
  for (const track of tracks) {
    begins.set(track.begin, at);
    ends.set(track.end, at);
    at += track.n;
  }
  return Census.of(begins, ends);
}

function decodeTimes(times, nSwatches) {
  const tracks = decodeTracks(times.states), census = {};
  decodeProfiles(times.profiles, tracks, nSwatches);
  for (const kind of Object.keys(times.census))
    census[kind] = Census.decode(times.census[kind]);
  census.heldStates = countHeld(tracks);
  return { begin: times.begin, end: times.end, tracks, census,
           messages: decodeArrows(times.messages), moves: decodeArrows(times.moves),
           bands: decodeBands(times.bands), load: decodeLoad(times.load) };
}

function canBlendArrows(a, b) {
  return a.n === b.n && a.fromLane.every((lane, i) => lane === b.fromLane[i])
         && a.toLane.every((lane, i) => lane === b.toLane[i]);
}

function canBlendTracks(a, b) {
  return a.length === b.length
         && a.every((track, i) => track.n === b[i].n && track.lane === b[i].lane
                                  && track.state.every((state, j) => state === b[i].state[j]));
}

function blendColumn(a, b, share) {
  const out = new Float64Array(a.length);
  for (let i = 0; i < a.length; i++)
    out[i] = a[i] + (b[i] - a[i]) * share;
  return out;
}

// The times between raw and corrected ones, for the moment in which one becomes the other.
// What has no counterpart flips in the middle.
function blendTimes(a, b, share, can) {
  const near = share < 0.5 ? a : b;
  const mix = (x, y, names) => {
    const out = Object.assign({}, share < 0.5 ? x : y);
    for (const name of names)
      out[name] = blendColumn(x[name], y[name], share);
    return out;
  };
  return {
    begin: a.begin + (b.begin - a.begin) * share,
    end: a.end + (b.end - a.end) * share,
    tracks: can.tracks ? a.tracks.map((track, i) => mix(track, b.tracks[i], ['begin', 'end']))
                       : near.tracks,
    messages: can.messages ? mix(a.messages, b.messages, ['from', 'to']) : near.messages,
    moves: near.moves,
    bands: near.bands,
    load: near.load,
    census: near.census,
  };
}
