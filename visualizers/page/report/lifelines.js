// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Lifelines, as the tool nlv of NetLogger draws them: events have a row each by their class and state, and the events
// of one object, or those with one value of a field, are joined by a line from row to row.

// Of more events lines cover one another, and their fields are read one by one.
const MAX_LIFELINE_EVENTS = 50000;
const MAX_LIFELINE_ROWS = 60;
// What the numbers beside a load-line take of what is left of it.
const TICK_EM = 4.5;
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
  // group; and those of the formulas, if it has all of them.
  places({ by, group }, formulas) {
    const { classes, uses } = this.store.data;
    return classes.map(({ fields }) => {
      const find = (name) => fields.findIndex((field) => field.name === name && field.type !== FIELD.LIST);
      const subject = fields.findIndex((field) => field.use === uses.subject);
      return { subject, group: find(group), key: by ? fields.findIndex((field) => field.name === by) : subject,
               state: fields.findIndex((field) => field.type === FIELD.STATE),
               values: formulas.map(({ names }) => names.map(find)).map((found) => (found.includes(-1) ? null : found)) };
    });
  }

  ranges(from, to, mode) {
    return this.store.streams.map((stream) => [firstAtOrAfter(stream[mode], from), firstAtOrAfter(stream[mode], to + 1)]);
  }

  // What is written for rows, points and load-lines may be no words that are understood.
  make(from, to, mode, options) {
    try {
      return this.collect(from, to, mode, options);
    } catch (error) {
      if (!(error instanceof WordsError))
        throw error;
      return { error: error.message };
    }
  }

  collect(from, to, mode, options) {
    const { classes } = this.store.data, formulas = parseFormulas(options.loadLine, classes);
    const ranges = this.ranges(Math.ceil(from), Math.floor(to), mode);
    const nEvents = ranges.reduce((sum, [begin, end]) => sum + end - begin, 0);
    if (nEvents > MAX_LIFELINE_EVENTS)
      return { nEvents, isTooMany: true };
    Object.assign(this, { wanted: new RowPatterns(options.rows, classes), single: new RowPatterns(options.points, classes), kinds: new Map() });
    const found = { lines: new Map(), points: [], series: formulas.map(() => new Map()) };
    const asked = { mode, places: this.places(options, formulas), isByField: Boolean(options.by), isOfField: Boolean(options.group), formulas };
    ranges.forEach(([begin, end], s) => this.gather(found, asked, s, begin, end));
    this.wanted.check(classes);
    this.single.check(classes);
    for (const line of [...found.lines.values(), found.points, ...found.series.flatMap((all) => [...all.values()])])
      line.sort((a, b) => a.time - b.time || a.stream - b.stream || a.event - b.event);
    return { nEvents, ...this.arrange(found, formulas) };
  }

  // Rows, groups and scales by what is there.
  arrange({ lines, points, series }, formulas) {
    const rows = this.order(lines, points), indexes = new Map(rows.map((row, i) => [row, i]));
    const all = [...lines.values(), points, ...series.flatMap((one) => [...one.values()])], groups = this.listGroups(all);
    const place = (list) => list.filter((one) => indexes.has(one.row))
      .map((one) => ({ ...one, row: indexes.get(one.row), group: groups.indexOf(one.group) }));
    return {
      rows, groups, points: place(points),
      lines: [...lines].map(([key, line]) => ({ key, group: groups.indexOf(this.groupOf(line)), points: place(line) })),
      loadLines: formulas.map(({ text, unit }, i) => {
        const values = [...series[i].values()].flat().map(({ value }) => value);
        return { text, unit, nValues: values.length, least: values.reduce((a, b) => Math.min(a, b), Infinity),
                 most: values.reduce((a, b) => Math.max(a, b), -Infinity),
                 series: [...series[i]].map(([key, line]) => ({
                   group: groups.indexOf(this.groupOf(line) ?? this.groupOf((key[0] === '=' && lines.get(key.slice(1))) || [])), values: line })) };
      }) };
  }

  // A line belongs to the first group that its events name.
  groupOf(line) {
    const first = line.find(({ group }) => group !== undefined);
    return first && first.group;
  }

  // The groups that events name first, as many as there are colours, by their names.
  listGroups(lines) {
    const first = new Map();
    for (const { group, time } of lines.flat())
      if (group !== undefined && !(first.get(group) <= time))
        first.set(group, time);
    const nColors = this.store.data.lifelineColors.length - 1, { compare } = new Intl.Collator('en', { numeric: true });
    return [...first].sort((a, b) => a[1] - b[1]).slice(0, nColors).map(([group]) => group).sort(compare);
  }

  // Whether a row is drawn, and whether its events are on no line.
  kindOf(index, row) {
    if (!this.kinds.has(row)) {
      const isSingle = this.single.find(index, row) >= 0, wanted = this.wanted.find(index, row);
      this.kinds.set(row, { isSingle, wanted, isDrawn: isSingle || wanted >= 0 || this.wanted.all.length === 0 });
    }
    return this.kinds.get(row);
  }

  // Where no field makes groups, it is the lane of the stream.
  gather(found, { mode, places, isByField, isOfField, formulas }, s, begin, end) {
    const stream = this.store.streams[s], { classes, lanes, streams } = this.store.data, lane = lanes[streams[s].lane].name;
    if (begin === end)
      return;
    let at = begin;
    for (const texts of this.events.fieldsFrom(s, begin)) {
      const index = stream.classes[at], { key, subject, state, group, values } = places[index], { name: className, fields } = classes[index];
      const row = state >= 0 && texts[state] !== undefined ? `${className}: ${texts[state]}` : className;
      const name = key < 0 ? undefined : texts[key], one = { time: stream[mode][at], stream: s, event: stream.first + at,
                                                             group: isOfField ? texts[group] : lane };
      this.addToRow(found, name, index, { ...one, row });
      const owner = isByField && name === undefined && subject >= 0 ? texts[subject] : undefined;
      const series = name !== undefined ? '=' + name : owner !== undefined ? 'o' + owner : 's' + s;
      formulas.forEach(({ evaluate, numerator, denominator }, i) => {
        if (!values[i] || values[i].some((field) => texts[field] === undefined))
          return;
        const value = evaluate(values[i].map((field) => fieldNumber(texts[field], fields[field]))) * (numerator / denominator);
        if (Number.isFinite(value))
          addToList(found.series[i], series, { ...one, value });
      });
      if (++at === end)
        return;
    }
  }

  addToRow({ lines, points }, name, index, one) {
    const { isSingle, isDrawn } = this.kindOf(index, one.row);
    if (isSingle)
      points.push(one);
    else if (name !== undefined && isDrawn)
      addToList(lines, name, one);
  }

  // From the bottom: rows by where they are on their lines in the mean, so that most lines go up; above them those of
  // single events. Of too many rows those with the fewest events go. Rows that are asked for come as they were asked for.
  order(lines, points) {
    const rows = new Map(), count = (row, place) => {
      const one = rows.get(row) || { n: 0, sum: 0, first: rows.size };
      rows.set(row, { ...one, n: one.n + 1, sum: one.sum + place });
    };
    for (const line of lines.values())
      line.forEach(({ row }, i) => count(row, line.length > 1 ? i / (line.length - 1) : 0));
    points.forEach(({ row }) => count(row, 2));
    const all = [...rows], isAsked = this.wanted.all.length > 0, nAsked = this.wanted.all.length;
    const drawn = isAsked ? all : all.sort(([, a], [, b]) => b.n - a.n).slice(0, MAX_LIFELINE_ROWS);
    const asked = (row) => (this.kinds.get(row).wanted + nAsked + 1) % (nAsked + 1);
    return drawn.sort(([p, a], [q, b]) => asked(p) - asked(q) || a.sum / a.n - b.sum / b.n || a.first - b.first).map(([row]) => row);
  }
}

function addToList(lists, key, one) {
  if (!lists.has(key))
    lists.set(key, []);
  lists.get(key).push(one);
}

// The page's side, below the picture and with its window.
class LifelinePanel {
  constructor(page) {
    Object.assign(this, { page, canvas: byId('lifelines'), found: null });
    const update = () => this.update().catch(tellBroken);
    byId('lifelines-part').addEventListener('toggle', update);
    for (const id of ['by', 'group', 'rows', 'points', 'load-line'])
      byId('lifeline-' + id).addEventListener('change', update);
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
    const [by, group, rows, points, loadLine] = ['by', 'group', 'rows', 'points', 'load-line'].map((id) => byId('lifeline-' + id).value);
    const found = await source.lifelines(from, to, mode, { by, group, rows, points, loadLine });
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
    const { groups = [], lines = [], points = [] } = this.found, list = byId('lifeline-legend');
    const hasMore = groups.length === this.page.meta.lifelineColors.length - 1;
    const rest = [...lines, ...points].some(({ group }) => group < 0) ? [[hasMore ? 'others' : 'in no group', -1]] : [];
    list.replaceChildren();
    for (const [name, group] of [...groups.map((one, i) => [one, i]), ...rest]) {
      const item = addElement(list, 'li');
      addElement(item, 'span', undefined, 'swatch').style.background = this.color(group);
      addElement(item, 'span', name);
    }
  }

  say() {
    const { error, nEvents, isTooMany, rows, lines, points, loadLines } = this.found;
    byId('lifelines-said').textContent = error || (isTooMany
      ? `${formatCount(nEvents)} events are too many for that: zoom in.`
      : `${formatCount(lines.length)} lifelines of ${formatCount(lines.reduce((sum, line) => sum + line.points.length, 0))} `
        + `of ${formatCount(nEvents)} events, in ${formatCount(rows.length)} rows`
        + (points.length > 0 ? `; ${formatCount(points.length)} points` : '')
        + (loadLines.length > 0 ? `; ${formatCount(loadLines.reduce((sum, { nValues }) => sum + nValues, 0))} values` : ''));
  }

  resize(rows, loadLines) {
    const { em, width, scale, font } = this.page.picture, c = this.context = this.canvas.getContext('2d', { alpha: false });
    Object.assign(this, { em, width, scale, rowPx: 1.7 * em, top: 1.6 * em, stripPx: 6.5 * em });
    this.rowsFoot = this.top + Math.max(rows.length, loadLines.length > 0 ? 0 : 1) * this.rowPx;
    this.foot = this.rowsFoot + loadLines.length * this.stripPx;
    this.height = Math.round(this.foot + 1.8 * em);
    setCanvasSize(this.canvas, Math.round(width * scale), Math.round(this.height * scale));
    this.canvas.style.height = this.height + 'px';
    c.setTransform(scale, 0, 0, scale, 0, 0);
    c.font = `${0.75 * em}px ${font}`;
    const widest = Math.max(...rows.map((row) => c.measureText(row).width),
                            ...loadLines.map((line) => c.measureText(this.nameOf(line)).width + TICK_EM * em), 0);
    this.left = Math.ceil(Math.min(widest, 0.4 * width) + em);
    this.plotPx = Math.max(width - this.left - em, 10);
  }

  nameOf({ text, unit }) {
    return unit ? `${text} (${unit})` : text;
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
    const { rows = [], lines = [], points = [], loadLines = [] } = this.found, { colors } = this.page.picture;
    this.showLegend();
    this.canvas.hidden = rows.length + loadLines.length === 0;
    if (this.canvas.hidden)
      return;
    this.resize(rows, loadLines);
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
    this.drawPoints(points);
    c.restore();
    loadLines.forEach((line, i) => this.drawLoadLine(line, i, colors));
  }

  // Events on no line.
  drawPoints(points) {
    const c = this.context, r = 4 * this.page.picture.unit;
    for (const { time, row, group } of points) {
      const x = this.x(time), y = this.y(row);
      c.fillStyle = this.color(group);
      c.beginPath();
      for (const [dx, dy] of [[0, -r], [r, 0], [0, r], [-r, 0]])
        c.lineTo(x + dx, y + dy);
      c.fill();
    }
  }

  // From 0 where that does not flatten the line.
  scaleOf({ nValues, least, most }, index) {
    const top = this.rowsFoot + index * this.stripPx + this.em, bottom = this.rowsFoot + (index + 1) * this.stripPx;
    let low = nValues > 0 ? least : 0, high = nValues > 0 ? most : 0;
    if (low > 0 && low < 0.6 * high)
      low = 0;
    if (high < 0 && high > 0.6 * low)
      high = 0;
    if (!(high > low))
      [low, high] = [low - 0.5, high + 0.5];
    return { top, bottom, low, high, y: (value) => bottom - (bottom - top) * (value - low) / (high - low) };
  }

  drawScale(line, { top, bottom, low, high, y }, colors) {
    const c = this.context, power = 10 ** Math.floor(Math.log10((high - low) / 3));
    const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= (high - low) / 3 * 0.999);
    c.fillStyle = colors.muted;
    c.strokeStyle = colors.grid;
    c.lineWidth = 1;
    c.textAlign = 'right';
    c.textBaseline = 'middle';
    const grid = new Path2D();
    for (let i = Math.ceil(low / step - 1e-9); line.nValues > 0 && i * step <= high + step * 1e-9; i++) {
      grid.rect(this.left, Math.round(y(i * step)) + 0.5, this.plotPx, 0);
      c.fillText(String(Number((i * step).toPrecision(6))), this.left - 0.5 * this.em, y(i * step));
    }
    grid.rect(this.left, Math.round(bottom) + 0.5, this.plotPx, 0);
    c.stroke(grid);
    c.fillStyle = colors.ink;
    c.textAlign = 'left';
    c.fillText(this.page.picture.fitInside(c, this.nameOf(line), this.left - TICK_EM * this.em), 0, (top + bottom) / 2);
  }

  // The values of a series are joined in the colour of its group, with dots where these lie apart.
  drawLoadLine(line, index, colors) {
    const c = this.context, scale = this.scaleOf(line, index), { unit } = this.page.picture;
    this.drawScale(line, scale, colors);
    for (const { group, values } of line.series) {
      const path = new Path2D(), dots = new Path2D(), hasDots = values.length < this.plotPx / 8;
      values.forEach(({ time, value }, i) => {
        const x = this.x(time), y = scale.y(value);
        path[i ? 'lineTo' : 'moveTo'](x, y);
        if (hasDots)
          dots.rect(x - 1.5 * unit, y - 1.5 * unit, 3 * unit, 3 * unit);
      });
      c.strokeStyle = c.fillStyle = this.color(group);
      c.lineWidth = 1.1 * unit;
      c.stroke(path);
      c.fill(dots);
    }
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
    rows.forEach((row, i) => grid.rect(this.left, this.y(i), this.plotPx, 0));
    for (const { at } of axis.ticks.slice(0, 40))
      grid.rect(Math.round(this.x(at)) + 0.5, this.top, 0, this.foot - this.top);
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
      fillTick(c, tick.label, this.x(tick.at), this.foot + 1.2 * this.em, this.width);
    c.textAlign = 'left';
    c.fillText(axis.title, this.left, 0.9 * this.em);
  }

  // All that is drawn of single events, and how far down it is.
  *placed() {
    const { lines = [], points = [], loadLines = [] } = this.found || {};
    for (const point of [...lines.flatMap((line) => line.points), ...points])
      yield [point, this.y(point.row)];
    for (const [i, line] of loadLines.entries()) {
      const scale = this.scaleOf(line, i);
      for (const one of line.series.flatMap(({ values }) => values))
        yield [one, scale.y(one.value)];
    }
  }

  // Goes to the event that is nearest.
  click({ offsetX, offsetY }) {
    let best = null, least = NEAR_PX;
    for (const [point, y] of this.placed()) {
      const off = Math.hypot(this.x(point.time) - offsetX, y - offsetY);
      if (off < least)
        [least, best] = [off, point];
    }
    if (best)
      this.page.goTo(best.stream, best.event);
  }
}
