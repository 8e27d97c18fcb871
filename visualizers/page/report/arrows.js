// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Edges of a window: one by one where there are few, else in bundles with counts. Every edge is in
// one of the bundles, so nothing is left out.

// More lines than that cannot be told apart, so that those at the same pixels may be one.
const MAX_SINGLE = 5000;
// As many bundles can be drawn while a frame is waited for; a smaller number would make them coarser
// than they need be where many rows have few messages each.
const MAX_BUNDLES = 40000;
// While the window moves, frames are drafts: of a million events they take half as long.
const MAX_DRAFT = 6000;
// How near ends of edges are that are one, in pixels, from fine to coarse.
const BINS = [4, 8, 16, 32, 64, 256, Infinity];

// Finds numbers again that it was given, by open addressing in tables that are used for every frame: a Map
// of as many keys takes some times as long.
class KeyTable {
  constructor(most) {
    this.size = 2 ** Math.ceil(Math.log2(most * 2));
    this.keys = new Float64Array(this.size);
    this.places = new Int32Array(this.size);
    this.clear();
  }

  clear() {
    this.keys.fill(-1);
    this.n = 0;
  }

  // The number's place among all that were given, and n itself where it is new.
  place(key) {
    const { keys, size } = this;
    // The upper half of the product depends on all bits of the key.
    let at = Math.imul(Math.imul(key, 0x9e3779b1) ^ Math.imul(key / 4294967296, 0x85ebca6b), 0xc2b2ae35) >>> 8 & size - 1;
    for (; keys[at] !== -1; at = at + 1 & size - 1)
      if (keys[at] === key)
        return this.places[at];
    keys[at] = key;
    this.places[at] = this.n;
    return this.n++;
  }
}

// Of each bundle the first of its edges, and how many they are.
const bundleKeys = new KeyTable(MAX_BUNDLES), bundleFirsts = new Int32Array(MAX_BUNDLES);
const bundleCounts = new Int32Array(MAX_BUNDLES);

// Bins begin at multiples of their width in time, so that bundles stay as they are while the window moves.
function bundle(list, edges, lanes, view, bin) {
  const perNs = view.columns / (view.to - view.from) / bin, first = Math.floor(view.from * perNs);
  const nLanes = lanes.reduce((most, lane) => Math.max(most, lane), 0) + 1, nBins = Math.ceil(view.columns / bin) + 3;
  const { from: begins, to: ends } = view.edges, isReversed = (i) => (ends[i] < begins[i] ? 1 : 0);
  // What leaves the window leaves it at its side.
  const place = (time) => Math.min(Math.max(Math.floor(time * perNs) - first, -1), nBins - 2);
  const most = view.isDraft ? MAX_DRAFT : MAX_BUNDLES;
  bundleKeys.clear();
  for (const i of list) {
    const pair = lanes[edges.fromStream[i]] * nLanes + lanes[edges.toStream[i]];
    const key = ((pair * nBins + place(begins[i]) + 1) * nBins + place(ends[i]) + 1) * 2 + isReversed(i);
    const n = bundleKeys.n, at = bundleKeys.place(key);
    if (at >= most)
      return null;
    if (at === n) {
      bundleFirsts[at] = i;
      bundleCounts[at] = 0;
    }
    bundleCounts[at]++;
  }
  const middle = Math.min(bin, view.columns), off = bin < Infinity ? (view.from * perNs - first) * bin : 0;
  return Array.from(bundleFirsts.subarray(0, bundleKeys.n), (i, at) => ({
    from: lanes[edges.fromStream[i]], to: lanes[edges.toStream[i]], violated: isReversed(i),
    count: bundleCounts[at], style: edges.style[i], edge: i,
    a: (place(begins[i]) + 0.5) * middle - off, b: (place(ends[i]) + 0.5) * middle - off }));
}

// Whether a line between two lanes crosses the part of the rows that is seen.
function isSeen(from, to, { places, height }) {
  if (!places)
    return true;
  const a = places[from], b = places[to];
  return a !== undefined && b !== undefined && Math.max(a, b) >= 0 && Math.min(a, b) <= height;
}

// What touches the window, with how many edges that are, and how many received before sent.
function findArrows(store, mode, view) {
  const { edges } = store, times = store.times[mode].edges;
  const shown = store.shownEdges = store.shownEdges || new Int32Array(edges.n);
  const lanes = store.data.streams.map((stream) => stream.lane);
  let reversed = 0, n = 0, nShown = 0;
  for (let i = 0; i < edges.n; i++) {
    const a = times.from[i], b = times.to[i];
    if ((a < view.from && b < view.from) || (a > view.to && b > view.to))
      continue;
    reversed += b < a;
    n++;
    if (isSeen(lanes[edges.fromStream[i]], lanes[edges.toStream[i]], view))
      shown[nShown++] = i;
  }
  const counts = { messages: n, reversed }, list = shown.subarray(0, nShown);
  const all = { from: view.from, to: view.to, columns: view.columns, isDraft: view.isDraft, edges: times };
  if (list.length <= MAX_SINGLE) {
    const perNs = view.columns / (view.to - view.from);
    const arrows = Array.from(list, (i) => ({
      from: lanes[edges.fromStream[i]], to: lanes[edges.toStream[i]], count: 1, edge: i,
      violated: times.to[i] < times.from[i] ? 1 : 0, style: edges.style[i],
      a: (times.from[i] - view.from) * perNs, b: (times.to[i] - view.from) * perNs }));
    return { counts, arrows, isBundled: false };
  }
  let arrows = null;
  for (let i = 0; !arrows && i < BINS.length; i++)
    arrows = bundle(list, edges, lanes, all, BINS[i]);
  return { counts, arrows: arrows || [], isBundled: true };
}
