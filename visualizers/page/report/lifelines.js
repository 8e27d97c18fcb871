// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Lifelines, as the tool nlv of NetLogger draws them: events have a row each by their class and state, and the events
// of one object, or those with one value of a field, are joined by a line from row to row.

// Of more events lines cover one another, and their fields are read one by one.
const MAX_LIFELINE_EVENTS = 50000;
const MAX_LIFELINE_ROWS = 60;
// A click this near to an event is on it.
const NEAR_PX = 8;

// The worker's side: what is drawn of a window.
class Lifelines {
  constructor(store, events) {
    Object.assign(this, { store, events });
  }

  // Names of fields that tell events of different lines apart.
  fields() {
    const { data, streams } = this.store, used = new Set();
    for (const { classes } of streams)
      classes.forEach((index) => used.add(index));
    return [...new Set([...used].flatMap((index) => data.classes[index].fields.map((field) => field.name)))].sort();
  }

  // The fields of a class by which its events belong to a line, that of a name or what the event is about, and to a
  // group.
  places(name, group) {
    const { classes, uses } = this.store.data;
    return classes.map(({ fields }) => ({
      group: fields.findIndex((field) => field.name === group),
      key: fields.findIndex((field) => (name ? field.name === name : field.use === uses.subject)),
      state: fields.findIndex((field) => field.type === FIELD.STATE) }));
  }

  ranges(from, to, mode) {
    return this.store.streams.map((stream) => [firstAtOrAfter(stream[mode], from), firstAtOrAfter(stream[mode], to + 1)]);
  }

  make(from, to, mode, field, group) {
    const ranges = this.ranges(Math.ceil(from), Math.floor(to), mode);
    const nEvents = ranges.reduce((sum, [begin, end]) => sum + end - begin, 0);
    if (nEvents > MAX_LIFELINE_EVENTS)
      return { nEvents, isTooMany: true };
    const lines = new Map(), places = this.places(field, group);
    ranges.forEach(([begin, end], s) => this.gather(lines, places, s, begin, end, mode, group));
    for (const line of lines.values())
      line.sort((a, b) => a.time - b.time || a.stream - b.stream || a.event - b.event);
    const rows = this.order(lines), indexes = new Map(rows.map((row, i) => [row, i])), groups = this.listGroups(lines);
    return { nEvents, rows, groups, lines: [...lines].map(([key, line]) => ({
      key, group: groups.indexOf(this.groupOf(line)),
      points: line.filter((one) => indexes.has(one.row)).map((one) => ({ ...one, row: indexes.get(one.row) })) })) };
  }

  // A line belongs to the first group that its events name.
  groupOf(line) {
    const first = line.find(({ group }) => group !== undefined);
    return first && first.group;
  }

  // Groups in the order in which events name them, as many as there are colours.
  listGroups(lines) {
    const first = new Map();
    for (const { group, time } of [...lines.values()].flat())
      if (group !== undefined && !(first.get(group) <= time))
        first.set(group, time);
    const nColors = this.store.data.lifelineColors.length - 1;
    return [...first].sort((a, b) => a[1] - b[1]).slice(0, nColors).map(([group]) => group);
  }

  // Where no field makes groups, it is the lane of the stream.
  gather(lines, places, s, begin, end, mode, field) {
    const stream = this.store.streams[s], { classes, lanes, streams } = this.store.data, lane = lanes[streams[s].lane].name;
    if (begin === end)
      return;
    let at = begin;
    for (const texts of this.events.fieldsFrom(s, begin)) {
      const index = stream.classes[at], { key, state, group } = places[index], name = key < 0 ? undefined : texts[key];
      if (name !== undefined) {
        const row = state >= 0 && texts[state] !== undefined ? `${classes[index].name}: ${texts[state]}` : classes[index].name;
        if (!lines.has(name))
          lines.set(name, []);
        lines.get(name).push({ time: stream[mode][at], row, stream: s, event: stream.first + at, group: field ? texts[group] : lane });
      }
      if (++at === end)
        return;
    }
  }

  // From the bottom: rows by where they are on their lines in the mean, so that most lines go up. Of too many rows
  // those with the fewest events go.
  order(lines) {
    const rows = new Map();
    for (const line of lines.values())
      line.forEach(({ row }, i) => {
        const one = rows.get(row) || { n: 0, sum: 0, first: rows.size };
        one.n++;
        one.sum += line.length > 1 ? i / (line.length - 1) : 0;
        rows.set(row, one);
      });
    return [...rows].sort(([, a], [, b]) => b.n - a.n).slice(0, MAX_LIFELINE_ROWS)
      .sort(([, a], [, b]) => a.sum / a.n - b.sum / b.n || a.first - b.first).map(([row]) => row);
  }
}

// The page's side, below the picture and with its window.
class LifelinePanel {
  constructor(page) {
    Object.assign(this, { page, canvas: byId('lifelines'), found: null });
    const update = () => this.update().catch(tellBroken);
    byId('lifelines-part').addEventListener('toggle', update);
    byId('lifeline-by').addEventListener('change', update);
    byId('lifeline-group').addEventListener('change', update);
    this.canvas.addEventListener('click', (event) => this.click(event));
    new ResizeObserver(() => this.draw()).observe(byId('lifelines-part'));
  }

  get isOpen() {
    return byId('lifelines-part').open;
  }

  async fillFields() {
    const names = await this.page.source.lifelineFields();
    for (const list of [byId('lifeline-by'), byId('lifeline-group')]) {
      const { value } = list;
      list.replaceChildren(list.options[0], ...names.map((name) => new Option(name, name)));
      list.value = value;
    }
  }

  async update() {
    if (!this.isOpen)
      return;
    if (byId('lifeline-by').options.length === 1 || this.page.meta.isLive)
      await this.fillFields();
    const { from, to, mode, source } = this.page, asked = this.asked = {};
    const found = await source.lifelines(from, to, mode, byId('lifeline-by').value, byId('lifeline-group').value);
    if (asked !== this.asked)
      return;
    this.found = { ...found, from, to };
    this.say();
    this.draw();
  }

  // Lines in no group, or in one for which no colour is left, have the last one.
  color(group) {
    const all = this.page.meta.lifelineColors;
    return all[group >= 0 ? group : all.length - 1][this.page.picture.isDark ? 1 : 0];
  }

  showLegend() {
    const { groups = [], lines = [] } = this.found, list = byId('lifeline-legend');
    const rest = lines.some(({ group }) => group < 0) ? [['others', -1]] : [];
    list.replaceChildren();
    for (const [name, group] of [...groups.map((one, i) => [one, i]), ...rest]) {
      const item = addElement(list, 'li');
      addElement(item, 'span', undefined, 'swatch').style.background = this.color(group);
      addElement(item, 'span', name);
    }
  }

  say() {
    const { nEvents, isTooMany, rows, lines } = this.found;
    byId('lifelines-said').textContent = isTooMany
      ? `${formatCount(nEvents)} events are too many for that: zoom in.`
      : `${formatCount(lines.length)} lifelines of ${formatCount(lines.reduce((sum, { points }) => sum + points.length, 0))} `
        + `of ${formatCount(nEvents)} events, in ${formatCount(rows.length)} rows`;
  }

  resize(rows) {
    const { em, width, scale, font } = this.page.picture, c = this.context = this.canvas.getContext('2d', { alpha: false });
    Object.assign(this, { em, width, scale, rowPx: 1.7 * em, top: 1.6 * em });
    this.height = Math.round(this.top + Math.max(rows.length, 1) * this.rowPx + 1.8 * em);
    setCanvasSize(this.canvas, Math.round(width * scale), Math.round(this.height * scale));
    this.canvas.style.height = this.height + 'px';
    c.setTransform(scale, 0, 0, scale, 0, 0);
    c.font = `${0.75 * em}px ${font}`;
    const widest = Math.max(...rows.map((row) => c.measureText(row).width), 0);
    this.left = Math.ceil(Math.min(widest, 0.4 * width) + em);
    this.plotPx = Math.max(width - this.left - em, 10);
  }

  x(time) {
    return this.left + (time - this.found.from) * this.plotPx / (this.found.to - this.found.from);
  }

  y(row) {
    return this.top + (this.found.rows.length - row - 0.5) * this.rowPx;
  }

  draw() {
    if (!this.isOpen || !this.found)
      return;
    const { rows = [], lines = [] } = this.found, { colors } = this.page.picture;
    this.resize(rows);
    this.showLegend();
    const c = this.context;
    c.fillStyle = colors.paper;
    c.fillRect(0, 0, this.width, this.height);
    this.drawRows(rows, colors);
    c.save();
    c.beginPath();
    c.rect(this.left - 2, this.top, this.plotPx + 4, rows.length * this.rowPx);
    c.clip();
    for (const group of new Set(lines.map((line) => line.group)))
      this.drawGroup(lines.filter((line) => line.group === group), group, lines.length);
    c.restore();
  }

  // The lines of a group, in a few calls of the canvas.
  drawGroup(lines, group, nLines) {
    const c = this.context, joined = new Path2D(), signs = new Path2D(), { unit } = this.page.picture;
    for (const { points } of lines)
      points.forEach(({ time, row }, i) => {
        const x = this.x(time), y = this.y(row);
        joined[i ? 'lineTo' : 'moveTo'](x, y);
        signs.rect(x - 1.5 * unit, y - 1.5 * unit, 3 * unit, 3 * unit);
      });
    c.strokeStyle = c.fillStyle = this.color(group);
    c.lineWidth = 1.1 * unit;
    c.globalAlpha = nLines > 200 ? 0.45 : 0.8;
    c.stroke(joined);
    c.globalAlpha = 1;
    c.fill(signs);
  }

  drawRows(rows, colors) {
    const c = this.context, { from, to } = this.found, axis = timeAxis(from, to, this.plotPx / (7.5 * this.em)), grid = new Path2D();
    const foot = this.top + rows.length * this.rowPx;
    rows.forEach((row, i) => grid.rect(this.left, this.y(i), this.plotPx, 0));
    for (const { at } of axis.ticks.slice(0, 40))
      grid.rect(Math.round(this.x(at)) + 0.5, this.top, 0, foot - this.top);
    c.strokeStyle = colors.grid;
    c.lineWidth = 1;
    c.stroke(grid);
    c.fillStyle = colors.ink;
    c.textAlign = 'right';
    c.textBaseline = 'middle';
    rows.forEach((row, i) => c.fillText(this.page.picture.fitInside(c, row, this.left - this.em), this.left - 0.5 * this.em, this.y(i)));
    c.fillStyle = colors.muted;
    c.textAlign = 'center';
    c.textBaseline = 'alphabetic';
    for (const tick of axis.ticks.slice(0, 40))
      fillTick(c, tick.label, this.x(tick.at), foot + 1.2 * this.em, this.width);
    c.textAlign = 'left';
    c.fillText(axis.title, this.left, 0.9 * this.em);
  }

  // Goes to the event that is nearest.
  click({ offsetX, offsetY }) {
    let best = null, least = NEAR_PX;
    for (const { points } of (this.found && this.found.lines) || [])
      for (const point of points) {
        const off = Math.hypot(this.x(point.time) - offsetX, this.y(point.row) - offsetY);
        if (off < least)
          [least, best] = [off, point];
      }
    if (best)
      this.page.goTo(best.stream, best.event);
  }
}
