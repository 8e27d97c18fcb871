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
// How near ends of edges are that are one, in pixels, from fine to coarse.
const BINS = [4, 8, 16, 32, 64, 256, Infinity];

function bundle(list, edges, lanes, view, bin) {
  const bundles = new Map(), perNs = view.columns / (view.to - view.from) / bin;
  const middle = Math.min(bin, view.columns);
  const nLanes = Math.max(...lanes) + 1, nBins = Math.ceil(view.columns / bin) + 2;
  // What leaves the window leaves it at its side.
  const place = (time) => Math.min(Math.max(Math.floor((time - view.from) * perNs), -1), nBins - 2);
  for (const i of list) {
    const from = lanes[edges.fromStream[i]], to = lanes[edges.toStream[i]];
    const violated = view.edges.to[i] < view.edges.from[i] ? 1 : 0;
    const a = place(view.edges.from[i]), b = place(view.edges.to[i]);
    const key = (((from * nLanes + to) * nBins + a + 1) * nBins + b + 1) * 2 + violated;
    const found = bundles.get(key);
    if (found)
      found.count++;
    else if (bundles.size > MAX_BUNDLES)
      return null;
    else
      bundles.set(key, { from, to, violated, count: 1, style: edges.style[i], edge: i,
                         a: (a + 0.5) * middle, b: (b + 0.5) * middle });
  }
  return [...bundles.values()];
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
  const { edges } = store, times = store.times[mode].edges, list = [];
  const lanes = store.data.streams.map((stream) => stream.lane);
  let reversed = 0, n = 0;
  for (let i = 0; i < edges.n; i++) {
    const a = times.from[i], b = times.to[i];
    if ((a < view.from && b < view.from) || (a > view.to && b > view.to))
      continue;
    reversed += b < a;
    n++;
    if (isSeen(lanes[edges.fromStream[i]], lanes[edges.toStream[i]], view))
      list.push(i);
  }
  const counts = { messages: n, reversed };
  const all = { from: view.from, to: view.to, columns: view.columns, edges: times };
  if (list.length <= MAX_SINGLE) {
    const perNs = view.columns / (view.to - view.from);
    const arrows = list.map((i) => ({
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
