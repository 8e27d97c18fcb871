// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Profile of a span of time: by state, object, target and pair of targets, and how long states and
// how large messages are.

// Sizes and durations are told apart by powers of two.
const N_BINS = 64;

function addToBin(bins, value) {
  if (value >= 0)
    bins[Math.min(value < 1 ? 0 : Math.floor(Math.log2(value)) + 1, N_BINS - 1)]++;
}

function rank(map, name) {
  return [...map].map(([key, row]) => ({ key, name: name(key), ...row }))
    .sort((a, b) => b.total - a.total || b.n - a.n || (a.name < b.name ? -1 : 1));
}

class Profile {
  constructor(store, events) {
    Object.assign(this, { store, events });
  }

  make(from, to, mode) {
    const { data } = this.store, times = this.store.times[mode];
    const states = new Map(), objects = new Map(), lanes = new Map();
    const durations = new Array(N_BINS).fill(0);
    const add = (map, key, total, n) => {
      const row = map.get(key) || { n: 0, total: 0 };
      row.n += n;
      row.total += total;
      map.set(key, row);
    };
    for (const track of times.tracks) {
      sweep(track, from, to, (begin, end, item) => {
        add(states, track.state[item], end - begin, 0);
        add(objects, track.object[item], end - begin, 0);
        if (data.stateKinds[track.state[item]] === 0 || track.state[item] < 0)
          add(lanes, track.lane, end - begin, 0);
      });
      for (let i = firstAtOrAfter(track.begin, from); i < track.n && track.begin[i] < to; i++) {
        add(states, track.state[i], 0, 1);
        add(objects, track.object[i], 0, 1);
        add(lanes, track.lane, 0, 1);
        addToBin(durations, track.end[i] - track.begin[i]);
      }
    }
    const pairs = this.pairs(from, to, mode);
    return { states: rank(states, (key) => data.states[key] || 'present'),
             objects: rank(objects, (key) => data.objects[key] || '-'),
             targets: rank(lanes, (key) => data.lanes[key].name), ...pairs, durations };
  }

  // Messages that are sent in the span.
  pairs(from, to, mode) {
    const { data, edges, streams } = this.store, times = this.store.times[mode].edges;
    const pairs = new Map(), sizes = new Array(N_BINS).fill(0), nLanes = data.lanes.length;
    for (let i = 0; i < edges.n; i++) {
      if (times.from[i] < from || times.from[i] >= to)
        continue;
      const key = data.streams[edges.fromStream[i]].lane * nLanes + data.streams[edges.toStream[i]].lane;
      const row = pairs.get(key) || { n: 0, total: 0, bytes: 0, reversed: 0 };
      const bytes = this.sizeOf(edges.fromStream[i], edges.fromEvent[i]);
      row.n++;
      row.total += times.to[i] - times.from[i];
      row.reversed += times.to[i] < times.from[i];
      if (bytes >= 0) {
        row.bytes += bytes;
        addToBin(sizes, bytes);
      }
      pairs.set(key, row);
    }
    this.sizes = null;
    const name = (key) => `${data.lanes[Math.floor(key / nLanes)].name} → ${data.lanes[key % nLanes].name}`;
    return { pairs: rank(pairs, name).sort((a, b) => b.n - a.n), sizes, n: streams.length };
  }

  // The sizes of a stream's messages are read once, in order, where one is asked for.
  sizeOf(s, event) {
    const { streams, data } = this.store, stream = streams[s], at = event - stream.first;
    if (at < 0 || at >= stream.n)
      return NaN;
    if (!stream.sizes) {
      stream.sizes = new Float64Array(stream.n).fill(NaN);
      const places = data.classes.map((layout) => layout.fields.findIndex((f) => f.use === data.uses.size));
      let i = 0;
      if (places.some((place) => place >= 0))
        for (const texts of this.events.fieldsFrom(s, 0)) {
          const place = places[stream.classes[i]];
          stream.sizes[i++] = place >= 0 ? Number(texts[place]) : NaN;
        }
    }
    return stream.sizes[at];
  }
}
