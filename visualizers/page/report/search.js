// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Finds objects, states, event classes and rows by a part of their names, and where they occur.

const MAX_FOUND = 60;

class Search {
  constructor(store) {
    this.store = store;
  }

  find(text) {
    const { data } = this.store, wanted = text.trim().toLowerCase(), found = [];
    const add = (kind, names) => names.forEach((name, index) => {
      if (wanted && name.toLowerCase().includes(wanted) && found.length < MAX_FOUND)
        found.push({ kind, index, name });
    });
    add('row', data.lanes.map((lane) => lane.name));
    add('object', data.objects);
    add('state', data.states);
    add('class', data.classes.map((layout) => layout.name));
    return found;
  }

  // Where it occurs first after a time, or first of all: a span, and the lane.
  locate(kind, index, after, mode) {
    return this.earliest(kind, index, after, mode) || this.earliest(kind, index, -Infinity, mode);
  }

  earliest(kind, index, after, mode) {
    const { data, streams, times } = this.store;
    let best = null;
    const offer = (from, to, lane, more) => {
      if (from > after && (!best || from < best.from))
        best = { from, to, lane, ...more };
    };
    if (kind === 'row')
      return { lane: index, from: NaN, to: NaN };
    if (kind === 'class')
      streams.forEach((stream, s) => {
        for (let i = firstAtOrAfter(stream[mode], after); i < stream.n; i++)
          if (stream.classes[i] === index && stream[mode][i] > after) {
            offer(stream[mode][i], stream[mode][i], data.streams[s].lane,
                  { stream: s, event: stream.first + i });
            break;
          }
      });
    else
      for (const track of times[mode].tracks)
        for (let i = firstAtOrAfter(track.begin, after); i < track.n; i++)
          if (track[kind][i] === index && track.begin[i] > after) {
            offer(track.begin[i], track.end[i], track.lane);
            break;
          }
    if (kind === 'object') {
      const { presences } = times[mode];
      for (let i = 0; i < presences.n; i++)
        if (presences.object[i] === index)
          offer(presences.begin[i], presences.end[i], presences.lane[i]);
    }
    return best;
  }
}
