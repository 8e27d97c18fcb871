// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Groups are folded at first where there are more rows than can be told apart.
const MAX_UNFOLDED = 64;

// Below this height rows of states hide one another; the lane has one of their mean then.
const MIN_TRACK_PX = 2;

// Which rows there are, folded or not, in which order, and where they lie on the screen. Lanes of targets that
// are part of one host, or of something else, are a group with a row of its own; it stands for them where it is
// folded.
class Rows {
  constructor(meta) {
    this.meta = meta;
    this.open = new Set();
    // Containers whose contents are folded, as "lane object".
    this.closed = new Set();
    this.findGroups();
    this.folded = new Set(meta.lanes.length > MAX_UNFOLDED ? this.groups : []);
    this.sort = 'trace';
    this.filter = '';
    this.arrange('raw');
  }

  // The trace has grown. A lane whose first event comes late may be before others.
  renew(meta) {
    const keyOf = ({ object, name }) => (object === undefined ? `name ${name}` : `object ${object}`);
    const indexes = new Map(meta.lanes.map((lane, i) => [keyOf(lane), i]));
    const move = (lane) => indexes.get(keyOf(this.meta.lanes[lane])), isThere = (lane) => move(Number(lane)) !== undefined;
    this.open = new Set([...this.open].filter(isThere).map(move));
    this.closed = new Set([...this.closed].map((key) => key.split(' ')).filter(([lane]) => isThere(lane))
      .map(([lane, object]) => `${move(Number(lane))} ${object}`));
    this.meta = meta;
    this.findGroups();
  }

  // The group of each lane, as the object that its target is part of; -1 where it is in none. What is one group
  // as a whole needs no row for it.
  findGroups() {
    const { lanes, objects, system } = this.meta, counts = new Map();
    const isLane = new Set(lanes.map((lane) => lane.object));
    this.groupOf = lanes.map(({ object }) => {
      const parent = object === undefined ? -1 : system.parents[object];
      return parent >= 0 && objects[parent] && !isLane.has(parent) ? parent : -1;
    });
    for (const group of this.groupOf)
      counts.set(group, (counts.get(group) || 0) + 1);
    const isUseful = (group) => group >= 0 && counts.size > 1 && counts.get(group) > 1;
    this.groupOf = this.groupOf.map((group) => (isUseful(group) ? group : -1));
    this.groups = [...new Set(this.groupOf)].filter((group) => group >= 0);
  }

  // Lanes in their order, those of a group where the first of them is.
  gather(order) {
    const gathered = new Map();
    for (const i of order) {
      const group = this.groupOf[i], key = group < 0 ? `lane ${i}` : group;
      if (!gathered.has(key))
        gathered.set(key, { group, lanes: [] });
      gathered.get(key).lanes.push(i);
    }
    return gathered.values();
  }

  // A lane shows by name itself, its group, or an object on it.
  matches(lane) {
    const wanted = this.filter.trim().toLowerCase();
    const group = this.meta.objects[this.groupOf[this.meta.lanes.indexOf(lane)]] || '';
    return !wanted || lane.name.toLowerCase().includes(wanted) || group.toLowerCase().includes(wanted)
           || lane.objects.some((object) => object.name.toLowerCase().includes(wanted));
  }

  order() {
    const lanes = this.meta.lanes.map((lane, i) => i).filter((i) => this.matches(this.meta.lanes[i]));
    const by = { name: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }),
                 load: (a, b) => b.load - a.load, first: (a, b) => a.first - b.first }[this.sort];
    return by ? lanes.sort((a, b) => by(this.meta.lanes[a], this.meta.lanes[b]) || a - b) : lanes;
  }

  // The rows from above to below: groups, their lanes, and the objects of those that are open.
  arrange(mode) {
    const order = this.order();
    this.list = [];
    this.nLanes = order.length;
    for (const { group, lanes } of this.gather(order)) {
      const isFolded = this.folded.has(group);
      if (group >= 0)
        this.list.push({ group, lanes, name: `${this.meta.objects[group]} (${lanes.length})`, canOpen: true,
                         isOpen: !isFolded, tracks: 1 });
      if (!isFolded)
        lanes.forEach((i) => this.addLane(i, mode));
    }
  }

  addLane(i, mode) {
    const lane = this.meta.lanes[i];
    this.list.push({ lane: i, lanes: [i], name: lane.name, canOpen: lane.objects.length > 0,
                     isOpen: this.open.has(i), tracks: lane.tracks[mode] });
    if (this.open.has(i))
      this.addObjects(lane, i);
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

  // Opens or folds a row: a group, a lane, or a container on it.
  toggleRow(row) {
    const key = `${row.lane} ${row.object}`;
    if (row.group !== undefined)
      this.toggleGroup(row.group);
    else if (row.object === undefined)
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

  toggleGroup(group) {
    if (!this.folded.delete(group))
      this.folded.add(group);
  }

  // Folds all groups, or opens them where all are folded.
  toggleGroups() {
    this.folded = new Set(this.folded.size < this.groups.length ? this.groups : []);
  }

  // Opens the group of a lane, so that it has a row.
  reveal(lane) {
    this.folded.delete(this.groupOf[lane]);
  }

  // Whether a row stands for one lane or more that have no other row.
  isWhole(row) {
    return row.object === undefined && (row.group === undefined || !row.isOpen);
  }

  // Heights: lanes share what there is, objects have a line each, and so have groups above their lanes.
  place(em) {
    const nLanes = Math.max(this.list.filter((row) => this.isWhole(row)).length, 1);
    const lanePx = Math.max(Math.min(7.2 * em, 38 * em / nLanes), 6);
    let y = 0;
    for (const row of this.list) {
      row.y = y;
      const isWhole = this.isWhole(row);
      row.px = isWhole ? Math.max(lanePx, row.isOpen || row.group !== undefined ? 1.4 * em : 0) : 1.35 * em;
      const body = row.px * (row.px > 14 ? (isWhole ? 0.6 : 0.8) : 0.84);
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
    const index = this.list.findIndex((row) => row.lane === lane && row.object === object);
    return index >= 0 ? index : this.list.findIndex((row) => this.isWhole(row) && row.lanes.includes(lane));
  }

  // What the picture is painted from: strips, and where each of them and each lane lies.
  layout(scroll, height, scale) {
    const strips = [], boxes = [], lanes = [];
    for (const row of this.list) {
      const y = (row.top - scroll) * scale, px = row.body * scale;
      if (this.isWhole(row))
        for (const lane of row.lanes)
          lanes[lane] = { y, height: px };
      if (row.y + row.px < scroll || row.y > scroll + height)
        continue;
      const isMean = row.tracks > 1 && px / row.tracks < MIN_TRACK_PX * scale, nTracks = isMean ? 1 : row.tracks;
      const each = px / nTracks, gap = each > 6 * scale ? scale : 0;
      for (let t = 0; t < nTracks; t++) {
        strips.push(row.group !== undefined ? { group: row.group, lanes: row.lanes }
                    : isMean ? { lane: row.lane, isMean, lanes: row.lanes }
                    : { lane: row.lane, row: t, object: row.object });
        boxes.push({ y: Math.round(y + t * each), height: Math.max(Math.round(each - gap), 1) });
      }
    }
    return { strips, boxes, lanes };
  }
}
