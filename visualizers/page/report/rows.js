// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Which rows there are, folded or not, in which order, and where they lie on the screen.
class Rows {
  constructor(meta) {
    this.meta = meta;
    this.open = new Set();
    // Containers whose contents are folded, as "lane object".
    this.closed = new Set();
    this.sort = 'trace';
    this.filter = '';
    this.arrange('raw');
  }

  // A lane shows by name itself, or an object on it.
  matches(lane) {
    const wanted = this.filter.trim().toLowerCase();
    return !wanted || lane.name.toLowerCase().includes(wanted)
           || lane.objects.some((object) => object.name.toLowerCase().includes(wanted));
  }

  order() {
    const lanes = this.meta.lanes.map((lane, i) => i).filter((i) => this.matches(this.meta.lanes[i]));
    const by = { name: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }),
                 load: (a, b) => b.load - a.load, first: (a, b) => a.first - b.first }[this.sort];
    return by ? lanes.sort((a, b) => by(this.meta.lanes[a], this.meta.lanes[b]) || a - b) : lanes;
  }

  // The rows from above to below: lanes, and the objects of those that are open.
  arrange(mode) {
    this.list = [];
    for (const i of this.order()) {
      const lane = this.meta.lanes[i];
      this.list.push({ lane: i, name: lane.name, canOpen: lane.objects.length > 0,
                       isOpen: this.open.has(i), tracks: lane.tracks[mode] });
      if (this.open.has(i))
        this.addObjects(lane, i);
    }
  }

  addObjects(lane, i) {
    let foldedAt = Infinity;
    for (const object of lane.objects) {
      if (object.depth > foldedAt)
        continue;
      const isOpen = !this.closed.has(`${i} ${object.object}`);
      foldedAt = isOpen ? Infinity : object.depth;
      this.list.push({ lane: i, object: object.object, name: object.name, tracks: 1, depth: object.depth,
                       canOpen: object.hasInside, isOpen });
    }
  }

  // Opens or folds a row: a lane, or a container on it.
  toggleRow(row) {
    const key = `${row.lane} ${row.object}`;
    if (row.object === undefined)
      this.toggle(row.lane);
    else if (!this.closed.delete(key))
      this.closed.add(key);
  }

  toggle(lane, isOpen = !this.open.has(lane)) {
    if (isOpen)
      this.open.add(lane);
    else
      this.open.delete(lane);
  }

  // Heights: lanes share what there is, objects have a line each.
  place(em) {
    const nLanes = Math.max(this.list.filter((row) => row.object === undefined).length, 1);
    const lanePx = Math.max(Math.min(7.2 * em, 38 * em / nLanes), 6);
    let y = 0;
    for (const row of this.list) {
      row.y = y;
      row.px = row.object === undefined ? Math.max(lanePx, row.isOpen ? 1.4 * em : 0) : 1.35 * em;
      const body = row.px * (row.px > 14 ? (row.object === undefined ? 0.6 : 0.8) : 0.84);
      row.top = y + (row.px - body) / 2;
      row.body = body;
      y += row.px;
    }
    this.height = y;
    this.lanePx = lanePx;
  }

  rowAt(y) {
    return this.list.findIndex((row) => y >= row.y && y < row.y + row.px);
  }

  indexOf(lane, object) {
    return this.list.findIndex((row) => row.lane === lane && row.object === object);
  }

  // What the picture is painted from: strips, and where each of them and each lane lies.
  layout(scroll, height, scale) {
    const strips = [], boxes = [], lanes = [];
    for (const row of this.list) {
      const y = (row.top - scroll) * scale, px = row.body * scale;
      if (row.object === undefined)
        lanes[row.lane] = { y, height: px };
      if (row.y + row.px < scroll || row.y > scroll + height)
        continue;
      const each = px / row.tracks, gap = each > 6 * scale ? scale : 0;
      for (let t = 0; t < row.tracks; t++) {
        strips.push({ lane: row.lane, row: t, object: row.object });
        boxes.push({ y: Math.round(y + t * each), height: Math.max(Math.round(each - gap), 1) });
      }
    }
    return { strips, boxes, lanes };
  }
}
