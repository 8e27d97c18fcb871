// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// What is cut to less says nothing.
const LEAST_NAME = 6;

// A name comes again on its row where the last one is farther away.
const NAME_DISTANCE_PX = 480;

// Signs and lines have the size that their styles say where text has this one, and grow with it on large screens.
const SIGNED_EM_PX = 16;

// What is below the name of a row, and the height of a line there, by that of the text.
const ROWS_LABEL_EM = 0.65, ROWS_LABEL_LINE = 1.3;

function describeRows(n) {
  return `${n} at once`;
}

// Texts whose widths are remembered.
const MAX_WIDTHS = 4000;

// A canvas of the same size would be made anew.
function setCanvasSize(canvas, width, height) {
  if (canvas.width !== width)
    canvas.width = width;
  if (canvas.height !== height)
    canvas.height = height;
}

// The picture on the screen: the frame that was painted last, stretched to what is seen now, and on
// top of it text, the axis, the ruler and what has focus. So a frame takes the same few calls of the
// canvas whatever the trace is.
class Picture {
  constructor(canvas, scroller, meta, rows) {
    Object.assign(this, { canvas, scroller, rows });
    this.context = canvas.getContext('2d', { alpha: false });
    this.show = { messages: true, moves: true, bands: true, marks: true };
    this.frame = null;
    this.atOnce = new Map();
    this.widths = new Map();
    this.hidden = [];
    this.hiddenStyles = [];
    this.renew(meta);
  }

  // What is hidden stays so where it has another number now.
  renew(meta) {
    const isSame = (a) => (b) => a.label === b.label && a.kind === b.kind, before = this.meta || meta;
    const hidden = before.swatches.filter((swatch, i) => this.hidden[i]), { styles } = before.times.raw;
    const hiddenStyles = this.hiddenStyles.map((i) => styles[i]);
    this.meta = meta;
    this.hidden = meta.swatches.map((swatch) => hidden.some(isSame(swatch)));
    this.hiddenStyles = [...meta.times.raw.styles.keys()].filter((i) => hiddenStyles.some(isSame(meta.times.raw.styles[i])));
    this.isTarget = new Set(meta.lanes.map((lane) => lane.object));
  }

  // Takes the canvas's size on the page; rows that do not fit are scrolled to.
  resize() {
    const style = getComputedStyle(this.canvas), em = parseFloat(style.fontSize);
    Object.assign(this, { em, font: style.fontFamily, top: 1.9 * em, bottom: 1.6 * em, unit: Math.max(em / SIGNED_EM_PX, 1) });
    this.rows.place(em);
    this.width = this.scroller.clientWidth;
    const most = Math.max(innerHeight * 0.78, 20 * em);
    this.viewPx = Math.round(Math.min(this.rows.height, most));
    this.height = Math.round(this.top + this.viewPx + this.bottom);
    this.scale = Math.min(devicePixelRatio || 1, 3);
    setCanvasSize(this.canvas, Math.round(this.width * this.scale), Math.round(this.height * this.scale));
    this.canvas.style.height = this.height + 'px';
    this.scroller.style.height = this.height + 'px';
    this.scroller.firstElementChild.style.height = Math.round(this.top + this.rows.height + this.bottom) + 'px';
    this.setFont(0.8 * em);
    let widest = 0;
    const measured = this.rows.list.slice(0, 300);
    for (const row of measured)
      widest = Math.max(widest, this.context.measureText(row.name).width + this.indent(row) - 1.3 * em);
    this.setFont(ROWS_LABEL_EM * em);
    // There are no more at once than there are rows.
    for (const row of measured)
      if (row.object === undefined && row.tracks > 1)
        widest = Math.max(widest, this.context.measureText(describeRows(row.tracks)).width + this.indent(row) - 1.3 * em);
    // On whole pixels, so that columns of one pixel are crisp.
    this.left = Math.round(Math.min(widest, 14 * em) + 2.3 * em);
    this.plotPx = Math.max(Math.floor(this.width - this.left - 0.8 * em), 10);
    this.readScroll();
  }

  // Reading it makes the browser lay out the page, so it is read when it has changed.
  readScroll() {
    this.scroll = this.scroller.scrollTop;
  }

  setFont(px) {
    this.fontPx = px;
    this.context.font = `${px}px ${this.font}`;
  }

  readColors() {
    const style = getComputedStyle(document.documentElement);
    const get = (name) => style.getPropertyValue(name).trim(), names = {};
    for (const name of ['paper', 'ink', 'muted', 'hairline', 'grid', 'violation', 'message', 'band',
                        'accent', 'presence', 'presence-rim', 'rest', 'load', 'track'])
      names[name] = get('--' + name);
    this.colors = names;
    this.isDark = get('--scheme') === 'dark';
    this.fills = this.meta.swatches.map((swatch) => this.isDark ? swatch.dark : swatch.light);
  }

  x(ns) {
    return this.left + (ns - this.from) * this.plotPx / (this.to - this.from);
  }

  time(x) {
    return this.from + (x - this.left) * (this.to - this.from) / this.plotPx;
  }

  axis() {
    return timeAxis(this.from, this.to, this.plotPx / (7.5 * this.em));
  }

  // What the source is asked for, and how it is painted.
  request(mode, isDraft) {
    const { strips, boxes, lanes } = this.rows.layout(this.scroll, this.viewPx, this.scale);
    const ink = (name) => packColor(parseColor(this.colors[name])), perNs = this.plotPx / (this.to - this.from);
    return [{ mode, isDraft, from: this.from, to: this.to, columns: Math.round(this.plotPx * this.scale), strips,
              hidden: this.hidden, places: lanes.map((box) => box.y + box.height / 2),
              height: this.viewPx * this.scale },
            { height: Math.round(this.viewPx * this.scale), scale: this.scale, unit: this.unit, strips: boxes, lanes,
              show: this.show, hiddenStyles: this.hiddenStyles, isDark: this.isDark,
              ticks: this.axis().ticks.map((tick) => Math.round((tick.at - this.from) * perNs) * this.scale),
              styles: this.meta.times[mode].styles, fills: this.fills.map((fill) => packColor(parseColor(fill))),
              rest: ink('rest'), violation: ink('violation'), message: ink('message'), band: ink('band'),
              paper: ink('paper'), grid: ink('grid'), presence: ink('presence'),
              presenceRim: ink('presence-rim') }];
  }

  setFrame(frame, scroll, strips, boxes) {
    if (this.frame)
      this.frame.image.close();
    this.frame = Object.assign(frame, { scroll, strips, boxes });
    // Drafts do not count; what was counted last stays until the window does.
    this.atOnce = frame.atOnce || this.atOnce;
  }

  draw(focus, selection, cursor) {
    const c = this.context;
    c.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    c.fillStyle = this.colors.paper;
    c.fillRect(0, 0, this.width, this.height);
    const axis = this.axis();
    this.drawGrid(axis);
    c.save();
    c.beginPath();
    c.rect(this.left, this.top, this.plotPx, this.viewPx);
    c.clip();
    this.drawFrame();
    if (this.isSettled) {
      this.drawNames();
      this.drawNumbers();
    }
    c.restore();
    this.drawLabels();
    this.drawAxis(axis);
    this.drawSelection(selection);
    this.drawFocus(focus);
    this.drawCursor(cursor);
  }

  get isSettled() {
    return this.frame && this.frame.from === this.from && this.frame.to === this.to
           && this.frame.scroll === this.scroll;
  }

  drawFrame() {
    if (!this.frame)
      return;
    const { image, from, to, scroll } = this.frame, left = this.x(from), width = this.x(to) - left;
    const isStill = this.isSettled;
    this.context.imageSmoothingEnabled = false;
    this.context.drawImage(image, left, this.top + scroll - this.scroll,
                           isStill ? image.width / this.scale : width, image.height / this.scale);
  }

  drawGrid(axis) {
    const c = this.context, foot = this.top + this.viewPx;
    c.lineWidth = 1;
    c.strokeStyle = this.colors.grid;
    c.beginPath();
    for (const tick of axis.ticks.slice(0, 40)) {
      const x = Math.round(this.x(tick.at)) + 0.5;
      c.moveTo(x, this.top);
      c.lineTo(x, foot);
    }
    c.stroke();
  }

  // Where the name of a row begins: lanes behind their group, objects behind their targets and what they are in.
  indent(row) {
    const isInside = row.lane !== undefined && this.rows.groupOf[row.lane] >= 0 ? 0.9 : 0;
    return ((row.object === undefined ? 1.3 : 2.3 + Math.min(row.depth, 6) * 0.9) + isInside) * this.em;
  }

  // Labels that would touch the one above are left out.
  drawLabels() {
    const c = this.context, em = this.em;
    let free = -Infinity;
    c.textBaseline = 'middle';
    c.textAlign = 'left';
    c.save();
    c.beginPath();
    c.rect(0, this.top, this.left - 0.4 * em, this.viewPx);
    c.clip();
    for (const row of this.rows.list) {
      const y = this.top + row.y - this.scroll + row.px / 2, size = Math.min(0.8 * em, Math.max(row.px * 0.9, 9));
      if (y < this.top - row.px || y > this.top + this.viewPx + row.px || y - free < size * 1.05)
        continue;
      free = y;
      this.setFont(size);
      const isObject = row.object !== undefined, x = this.indent(row);
      c.fillStyle = isObject ? this.colors.muted : this.colors.ink;
      if (row.canOpen && row.px >= 9)
        c.fillText(row.isOpen ? '▾' : '▸', x - em, y);
      c.fillText(this.fitInside(c, row.name, this.left - x - 0.8 * em), x, y);
      this.drawRowsLabel(row, x, y, size);
    }
    c.restore();
  }

  // Why the bars of a lane are lower than those of another one, below its name.
  drawRowsLabel(row, x, y, size) {
    const n = this.atOnce.get(row.lane), own = ROWS_LABEL_EM * this.em;
    if (row.object !== undefined || !(n > 1) || row.body < ROWS_LABEL_LINE * (size + own))
      return;
    this.setFont(own);
    this.context.fillStyle = this.colors.muted;
    this.context.fillText(describeRows(n), x, y + ROWS_LABEL_LINE * (size + own) / 2);
  }

  fit(text, px) {
    return this.fitOn(this.context, text, px);
  }

  // Widths are measured once: that takes longer than drawing.
  widthOf(context, text) {
    // Asking a context for its font takes longer, too.
    const key = `${context === this.context ? this.fontPx : context.font} ${text}`;
    if (this.widths.size > MAX_WIDTHS)
      this.widths.clear();
    if (!this.widths.has(key))
      this.widths.set(key, context.measureText(text).width);
    return this.widths.get(key);
  }

  // A text, cut to a width.
  fitOn(context, text, px) {
    const width = this.widthOf(context, text);
    if (width <= px)
      return text;
    const n = Math.floor(text.length * px / width) - 2;
    return n > 0 ? text.slice(0, n) + '…' : '';
  }

  // A name at the side of a row, cut in its middle: such names often differ only at their ends.
  fitInside(context, text, px) {
    const width = this.widthOf(context, text);
    if (width <= px)
      return text;
    const n = Math.floor(text.length * px / width) - 2, head = Math.ceil(n / 2);
    return n > 1 ? text.slice(0, head) + '…' + text.slice(head - n) : '';
  }

  // A name, cut before the number at its end, which is what names mostly differ in.
  fitName(context, text, px) {
    const fitted = this.fitOn(context, text, px), [number] = text.match(/([\d[(][\d.,:()[\]-]*)?$/);
    if (fitted === text || !number)
      return fitted;
    const cut = (n) => text.slice(0, Math.max(n, 0)) + '…' + number.slice(Math.max(-n, 0));
    let n = fitted.length - number.length;
    // Digits are wider than most letters.
    while (n > -number.length && this.widthOf(context, cut(n)) > px)
      n--;
    return n > -number.length ? cut(n) : '';
  }

  // Whether what is seen of a bar is high enough for its name.
  hasHeight({ strip, depth }, size) {
    const { height } = this.frame.boxes[strip];
    return (height - depth * insetOf(height, this.scale * this.unit)) / this.scale >= size * 0.9;
  }

  // Names of load objects, or of states, on the bars that have room: the widest ones first.
  drawNames() {
    const c = this.context, size = 0.7 * this.em, all = [];
    this.frame.names.forEach((names, strip) => {
      if (this.frame.boxes[strip].height / this.scale >= size * 1.2)
        all.push(...names.map((name) => ({ ...name, strip })).filter((name) => this.hasHeight(name, size)));
    });
    all.sort((p, q) => q.b - q.a - (p.b - p.a));
    this.setFont(size);
    c.textBaseline = 'middle';
    c.textAlign = 'left';
    const written = [];
    for (const name of all.slice(0, MAX_NAMES)) {
      const box = this.frame.boxes[name.strip], a = Math.max(name.a, 0) / this.scale;
      const text = this.chooseName(name, name.b / this.scale - a - 8);
      const isNear = (other) => other.strip === name.strip && other.text === text && Math.abs(other.x - a) < NAME_DISTANCE_PX;
      if (!text || written.some(isNear))
        continue;
      written.push({ strip: name.strip, text, x: a });
      const inset = name.depth * insetOf(box.height, this.scale * this.unit);
      c.fillStyle = textOn(this.fills[name.swatch]);
      c.fillText(text, this.left + a + 4, this.top + (box.y + (box.height + inset) / 2) / this.scale);
    }
  }

  // Of marks that stand for several events how many these are.
  drawNumbers() {
    const c = this.context;
    this.setFont(0.6 * this.em);
    c.fillStyle = this.colors.muted;
    c.textBaseline = 'middle';
    c.textAlign = 'left';
    for (const { a, n, y, width, room } of this.frame.numbers) {
      const text = formatCount(n), margin = width / 2 + 2 * this.unit;
      if (this.widthOf(c, text) + 2 * margin < room / this.scale)
        c.fillText(text, this.left + a / this.scale + margin, this.top + y / this.scale);
    }
  }

  // As much as a bar has room for: object and state, or the object. Names that are cut say little, and
  // there are many; the name of a state is still known by its first letters. The rows of objects,
  // and those of targets themselves, have the object's name at their side.
  chooseName(name, px) {
    const state = this.meta.states[name.state] || 'present', object = this.meta.objects[name.object];
    const isOwn = this.frame.strips[name.strip].object !== undefined || this.isTarget.has(name.object);
    if (isOwn || object === undefined) {
      const text = this.fit(state, px);
      return text === state || text.length >= LEAST_NAME ? text : '';
    }
    const both = this.meta.states[name.state] ? `${object} · ${state}` : object;
    return [both, object].find((text) => this.widthOf(this.context, text) <= px);
  }

  drawAxis(axis) {
    const c = this.context, em = this.em, foot = this.top + this.viewPx;
    c.fillStyle = this.colors.muted;
    this.setFont(0.75 * em);
    c.textAlign = 'center';
    c.textBaseline = 'alphabetic';
    for (const tick of axis.ticks.slice(0, 40))
      fillTick(c, tick.label, this.x(tick.at), foot + 1.2 * em, this.width);
    c.textAlign = 'left';
    const begin = formatDate(this.meta.begin, 0, this.to - this.from);
    c.fillText(this.fit(begin ? `${axis.title}, ${begin}` : axis.title, this.plotPx), this.left, 0.9 * em);
    c.strokeStyle = this.colors.hairline;
    // Around the picture, so that it covers nothing of it.
    c.strokeRect(this.left - 0.5, this.top - 0.5, this.plotPx + 1, this.viewPx + 1);
  }

  // The ruler: a span, and how long it is.
  drawSelection(selection) {
    if (!selection)
      return;
    const c = this.context, a = this.x(Math.min(selection.from, selection.to));
    const b = this.x(Math.max(selection.from, selection.to));
    const left = Math.max(a, this.left), right = Math.min(b, this.left + this.plotPx);
    if (right < left)
      return;
    c.fillStyle = c.strokeStyle = this.colors.accent;
    c.globalAlpha = 0.14;
    c.fillRect(left, this.top, Math.max(right - left, 1), this.viewPx);
    c.globalAlpha = 1;
    c.lineWidth = 1.5;
    c.strokeRect(left, this.top - 3, Math.max(right - left, 1), this.viewPx + 3);
    c.font = `600 ${0.78 * this.em}px ${this.font}`;
    c.textAlign = 'center';
    c.fillText(formatNs(Math.abs(selection.to - selection.from)),
               Math.min(Math.max((left + right) / 2, this.left + 3 * this.em), this.width - 3 * this.em),
               this.top - 0.35 * this.em);
  }

  drawFocus(focus) {
    if (!focus)
      return;
    const row = this.rows.list[this.rows.indexOf(focus.lane)], x = this.x(focus.time);
    if (!row || x < this.left || x > this.left + this.plotPx)
      return;
    const c = this.context, y = this.top + row.top - this.scroll;
    c.strokeStyle = this.colors.paper;
    c.lineWidth = 5;
    c.strokeRect(x - 4, y - 4, 8, row.body + 8);
    c.strokeStyle = this.colors.accent;
    c.lineWidth = 2.5;
    c.strokeRect(x - 4, y - 4, 8, row.body + 8);
  }

  // The time at which the system is shown.
  drawCursor(time) {
    const x = time === undefined ? NaN : Math.round(this.x(time)) + 0.5;
    if (!(x >= this.left && x <= this.left + this.plotPx + 1))
      return;
    const c = this.context, size = 0.35 * this.em;
    c.strokeStyle = c.fillStyle = this.colors.accent;
    c.lineWidth = 1.5;
    c.beginPath();
    c.moveTo(x, this.top);
    c.lineTo(x, this.top + this.viewPx);
    c.stroke();
    c.beginPath();
    c.moveTo(x - size, this.top - size);
    c.lineTo(x + size, this.top - size);
    c.lineTo(x, this.top + size);
    c.fill();
  }
}
