// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// One event with everything that is known of it, as `spur events` lists it.

// Types of fields, as SpurFieldType.
const FIELD = { INT64: 4, DOUBLE: 5, STRING: 6, OBJECT: 7, STATE: 8, GROUP: 9, LIST: 10 };

class Events {
  constructor(store) {
    this.store = store;
  }

  // The edges of each event as lists: the last one of an event, and of each edge the one before. They are
  // made when an event is asked for: the first frame of a page waits for nothing that it does not show.
  linkEdges() {
    const { edges, streams } = this.store;
    this.before = { from: new Int32Array(edges.n).fill(-1), to: new Int32Array(edges.n).fill(-1) };
    for (const stream of streams)
      stream.head = { from: new Int32Array(stream.n).fill(-1), to: new Int32Array(stream.n).fill(-1) };
    for (let i = 0; i < edges.n; i++)
      for (const side of ['from', 'to']) {
        const stream = streams[edges[side + 'Stream'][i]];
        const at = edges[side + 'Event'][i] - stream.first;
        if (at < 0 || at >= stream.n)
          continue;
        this.before[side][i] = stream.head[side][at];
        stream.head[side][at] = i;
      }
  }

  *edgesOf(s, at) {
    if (!this.before)
      this.linkEdges();
    for (const side of ['from', 'to'])
      for (let i = this.store.streams[s].head[side][at]; i >= 0; i = this.before[side][i])
        yield { edge: i, side };
  }

  readField(reader, field) {
    const { data } = this.store, entry = (names) => names[reader.unsigned() - 1];
    switch (field.type) {
      case FIELD.DOUBLE: return String(reader.double());
      case FIELD.INT64: return reader.digits(true);
      case FIELD.STRING: return entry(data.strings);
      case FIELD.OBJECT: return entry(data.objects);
      case FIELD.STATE: return entry(data.states);
      case FIELD.GROUP: return entry(data.groups);
      case FIELD.LIST: return entry(data.lists);
      default: {
        const digits = reader.digits(false);
        return field.use === data.uses.root && digits === '4294967295' ? undefined : digits;
      }
    }
  }

  // The texts of the fields of some events of a stream, from one on.
  *fieldsFrom(s, at) {
    const { streams, data, fields } = this.store, stream = streams[s];
    let i = Math.floor(at / GROUP_EVENTS) * GROUP_EVENTS;
    const reader = new Reader(fields.bytes);
    reader.at = stream.groups[i / GROUP_EVENTS];
    for (; i < stream.n; i++) {
      const texts = data.classes[stream.classes[i]].fields.map((field) => this.readField(reader, field));
      if (i >= at)
        yield texts;
    }
  }

  get(s, event, mode) {
    const { streams, data, edges } = this.store, stream = streams[s], at = event - stream.first;
    if (!stream || !(at >= 0 && at < stream.n))
      return null;
    const layout = data.classes[stream.classes[at]], texts = this.fieldsFrom(s, at).next().value;
    const value = (use) => texts[layout.fields.findIndex((field) => field.use === use)];
    const partners = [...this.edgesOf(s, at)].map(({ edge, side }) => {
      const other = side === 'from' ? 'to' : 'from', times = this.store.times[mode].edges;
      return { direction: other, stream: edges[other + 'Stream'][edge], event: edges[other + 'Event'][edge],
               number: numberOf(data.streams[edges[other + 'Stream'][edge]], edges[other + 'Event'][edge]),
               name: data.streams[edges[other + 'Stream'][edge]].name,
               takes: times.to[edge] - times.from[edge], time: times[other][edge] };
    });
    return { stream: s, event, number: numberOf(data.streams[s], event), name: data.streams[s].name, className: layout.name,
             lane: data.streams[s].lane, time: stream[mode][at], raw: stream.raw[at],
             corrected: stream.corrected[at], partners,
             tag: value(data.uses.tag), size: value(data.uses.size),
             fields: layout.fields.map((field, i) => ({ name: field.name, unit: field.unit,
                                                        value: texts[i] === undefined ? '-' : texts[i] })),
             hasPrevious: at > 0, hasNext: at + 1 < stream.n };
  }

  // The event of a lane that is nearest to a time.
  nearest(lanes, time, mode) {
    const { streams, data } = this.store;
    let best = null;
    streams.forEach((stream, s) => {
      if (!lanes.includes(data.streams[s].lane) || !stream.n)
        return;
      const i = firstAtOrAfter(stream[mode], time);
      for (const at of [i - 1, i])
        if (at >= 0 && at < stream.n) {
          const off = Math.abs(stream[mode][at] - time);
          if (!best || off < best.off)
            best = { off, stream: s, event: stream.first + at };
        }
    });
    return best;
  }

  // The event that a mark stands for, or the first of them: of those at its time one whose class is drawn like it, or
  // else one that is a mark at all, rather one of its lane.
  ofMark({ lane, time, style }, mode) {
    const { streams, data } = this.store, { styles } = data.times[mode];
    let best = null;
    streams.forEach((stream, s) => {
      for (let at = firstAtOrAfter(stream[mode], time - 0.5); at < stream.n && stream[mode][at] < time + 0.5; at++) {
        const own = data.classes[stream.classes[at]].style, isMark = [FORM.TICK, FORM.GLYPH].includes(styles[own].form);
        const rank = (own === style ? 4 : isMark ? 2 : 0) + (data.streams[s].lane === lane ? 1 : 0);
        if (rank > 1 && (!best || rank > best.rank))
          best = { rank, stream: s, event: stream.first + at };
      }
    });
    return best || this.nearest([lane], time, mode);
  }

  // The event before or after another one, among those of its lane in the order of their times.
  beside(s, event, step, mode) {
    const { streams, data } = this.store, lane = data.streams[s].lane, own = streams[s];
    const time = own[mode][event - own.first];
    let best = null;
    streams.forEach((stream, k) => {
      if (data.streams[k].lane !== lane || !stream.n)
        return;
      let at = event - own.first + step;
      if (k !== s && step > 0)
        at = firstAtOrAfter(stream[mode], k > s ? time : time + 0.5);
      else if (k !== s)
        at = firstAtOrAfter(stream[mode], k < s ? time + 0.5 : time) - 1;
      if (at < 0 || at >= stream.n)
        return;
      const off = (stream[mode][at] - time) * step;
      if (!best || off < best.off || (off === best.off && (k - best.stream) * step < 0))
        best = { off, stream: k, event: stream.first + at };
    });
    return best;
  }
}
