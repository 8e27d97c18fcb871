// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

const MIN_BAR_PX = 1.5;
// Below this height shares cannot be told apart.
const MIN_STACK_PX = 7;
const MAX_ARROWS = 3600;
const MAX_HEADS = 400;

// From the foot of a row: work, overhead, communication, idle.
const KIND_ORDER = [0, 2, 1, 3];

function firstAtOrAfter(column, value) {
  let low = 0, high = column.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// The space-time picture: draws a span of time of one set of times on a canvas.
class Picture {
  constructor(canvas, data) {
    this.canvas = canvas;
    this.data = data;
    this.context = canvas.getContext('2d', { alpha: false });
    this.rowsOfLane = data.lanes.map(() => 1);
    this.order = data.swatches.map((swatch, i) => i)
      .sort((a, b) => KIND_ORDER.indexOf(data.swatches[a].kind)
                      - KIND_ORDER.indexOf(data.swatches[b].kind));
    this.show = { messages: true, moves: true, bands: true };
  }

  setTimes(times) {
    this.times = times;
    this.rowsOfLane.fill(1);
    for (const track of times.tracks)
      this.rowsOfLane[track.lane] = Math.max(this.rowsOfLane[track.lane], track.row + 1);
  }

  // Takes the canvas's size on the page and how the lanes share it.
  resize() {
    const n = this.data.lanes.length, style = getComputedStyle(this.canvas);
    const em = parseFloat(style.fontSize);
    this.em = em;
    // Lines grow with the text, so that they are seen on large screens, too.
    this.linePx = Math.max(em / 16, 1);
    this.font = style.fontFamily;
    this.width = this.canvas.clientWidth;
    this.lanePx = Math.max(Math.min(7.2 * em, 44 * em / Math.max(n, 1)), 5);
    this.top = 0.5 * em;
    this.bottom = 3.4 * em;
    this.height = Math.round(this.top + this.lanePx * n + this.bottom);
    this.scale = Math.min(window.devicePixelRatio || 1, 3);
    this.canvas.width = Math.round(this.width * this.scale);
    this.canvas.height = Math.round(this.height * this.scale);
    this.canvas.style.height = this.height + 'px';
    this.bodyPx = this.lanePx * (this.lanePx > 14 ? 0.56 : 0.82);
    this.context.font = `${0.8 * em}px ${this.font}`;
    let widest = 0;
    for (const lane of this.data.lanes.slice(0, 300))
      widest = Math.max(widest, this.context.measureText(lane.name).width);
    // On whole pixels, so that columns of one pixel are crisp.
    this.left = Math.round(Math.min(widest, 12 * em) + 1.0 * em);
    this.plotPx = Math.max(Math.floor(this.width - this.left - 0.8 * em), 10);
  }

  readColors() {
    const style = getComputedStyle(document.documentElement);
    const get = (name) => style.getPropertyValue(name).trim();
    const dark = get('--scheme') === 'dark';
    this.colors = { paper: get('--paper'), ink: get('--ink'), muted: get('--muted'),
                    hairline: get('--hairline'), grid: get('--grid'), violation: get('--violation'),
                    message: get('--message'), move: get('--move'), halo: get('--paper'),
                    band: get('--band') };
    this.fills = this.data.swatches.map((swatch) => dark ? swatch.dark : swatch.light);
  }

  x(ns) {
    return this.left + (ns - this.from) * this.plotPx / (this.to - this.from);
  }

  time(x) {
    return this.from + (x - this.left) * (this.to - this.from) / this.plotPx;
  }

  bodyTop(lane) {
    return this.top + lane * this.lanePx + (this.lanePx - this.bodyPx) / 2;
  }

  draw(from, to) {
    const c = this.context;
    this.from = from;
    this.to = to;
    c.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    c.fillStyle = this.colors.paper;
    c.fillRect(0, 0, this.width, this.height);
    this.drawFrame();
    c.save();
    c.beginPath();
    c.rect(this.left, 0, this.plotPx, this.height - this.bottom);
    c.clip();
    const bands = this.show.bands ? this.drawBands() : 0;
    for (const track of this.times.tracks)
      this.drawTrack(track);
    const counts = this.drawMessages();
    counts.bands = bands;
    counts.moves = this.drawMoves();
    c.restore();
    return counts;
  }

  drawFrame() {
    const c = this.context, n = this.data.lanes.length, em = this.em;
    const foot = this.top + n * this.lanePx;
    const axis = timeAxis(this.from, this.to, this.plotPx / (7.5 * em));
    c.lineWidth = 1;
    c.strokeStyle = this.colors.grid;
    c.beginPath();
    for (const tick of axis.ticks) {
      const x = Math.round(this.x(tick.at)) + 0.5;
      c.moveTo(x, this.top);
      c.lineTo(x, foot);
    }
    c.stroke();
    c.strokeStyle = this.colors.hairline;
    c.beginPath();
    for (let lane = 0; lane <= n && (this.lanePx > 5 || lane === 0); lane++) {
      const y = Math.round(this.top + lane * this.lanePx) + 0.5;
      c.moveTo(this.left, y);
      c.lineTo(this.left + this.plotPx, y);
    }
    c.stroke();
    this.drawLabels();
    c.fillStyle = this.colors.muted;
    c.font = `${0.75 * em}px ${this.font}`;
    c.textAlign = 'center';
    c.textBaseline = 'alphabetic';
    for (const tick of axis.ticks)
      fillTick(c, tick.label, this.x(tick.at), foot + 1.3 * em, this.width);
    c.fillText(axis.title, this.left + this.plotPx / 2, foot + 2.7 * em);
  }

  drawLabels() {
    const c = this.context, size = Math.max(Math.min(0.8 * this.em, this.lanePx * 0.85), 8);
    const step = Math.max(Math.ceil(size * 1.15 / this.lanePx), 1);
    c.font = `${size}px ${this.font}`;
    c.fillStyle = this.colors.ink;
    c.textAlign = 'right';
    c.textBaseline = 'middle';
    for (let lane = 0; lane < this.data.lanes.length; lane += step) {
      let name = this.data.lanes[lane].name;
      while (name.length > 2 && c.measureText(name).width > 12 * this.em)
        name = name.slice(0, -2) + '…';
      c.fillText(name, this.left - 0.7 * this.em, this.top + (lane + 0.5) * this.lanePx);
    }
  }

  swatchOf(state) {
    const swatch = state >= 0 ? this.data.swatchOfState[state] : undefined;
    return swatch === undefined ? this.data.swatches.length - 1 : swatch;
  }

  // One row of states: bars where there is room, else columns of their shares of the time.
  drawTrack(track) {
    const c = this.context, nSwatches = this.data.swatches.length;
    const row = this.bodyPx / this.rowsOfLane[track.lane];
    const y = this.bodyTop(track.lane) + track.row * row, height = row > 6 ? row - 1 : row;
    const inset = Math.min(5, height * 0.13);
    const columnPx = 1 / this.scale, nColumns = Math.ceil(this.plotPx / columnPx);
    const shares = new Float32Array(nColumns * nSwatches);
    const mixed = new Uint8Array(nColumns), depths = new Uint8Array(nColumns);
    const edges = new Uint8Array(nColumns), narrowShares = new Float32Array(nColumns);
    const sparse = track.profile !== undefined, unknown = new Float32Array(sparse ? nColumns : 0);
    const end = firstAtOrAfter(track.begin, this.to);
    const stack = [];
    let since = this.from;

    // What is in no state here, or in one whose inner states are left out, gets their shares.
    const segment = (a, b, item, depth) => {
      const from = (this.x(Math.max(a, this.from)) - this.left) / columnPx;
      const to = (this.x(Math.min(b, this.to)) - this.left) / columnPx;
      const isUnknown = item < 0 || track.hollow[item];
      const narrow = isUnknown || (to - from) * columnPx < MIN_BAR_PX;
      const swatch = isUnknown ? 0 : this.swatchOf(track.state[item]);
      if (b <= a || to <= 0)
        return;
      for (let k = Math.max(Math.floor(from), 0); k < nColumns && k < to; k++) {
        const share = Math.min(to, k + 1) - Math.max(from, k);
        if (isUnknown)
          unknown[k] += share;
        else
          shares[k * nSwatches + swatch] += share;
        if (!narrow) {
          edges[k] |= share < 0.999;
        } else {
          narrowShares[k] += share;
          depths[k] = mixed[k] ? Math.min(depths[k], depth) : Math.min(depth, 5);
          mixed[k] = 1;
        }
      }
    };
    const closeUntil = (time) => {
      while (stack.length) {
        const item = stack[stack.length - 1], until = Math.min(track.end[item], time);
        if (until > since) {
          segment(since, until, item, stack.length - (track.hollow[item] ? 0 : 1));
          since = until;
        }
        if (track.end[item] > time)
          break;
        stack.pop();
      }
      if (sparse && !stack.length && time > since)
        segment(since, time, -1, 0);
      since = Math.max(since, time);
    };
    const bars = [];
    const open = (item) => {
      const isBase = stack.length > 0 && takesOver(track, item, stack[0]);
      const from = this.x(Math.max(track.begin[item], this.from));
      const to = this.x(Math.min(track.end[item], this.to));
      if (to - from >= MIN_BAR_PX) {
        const down = isBase ? 0 : Math.min(stack.length, 5) * inset;
        bars.push([from, y + down, to - from, track.hollow[item] ? inset : height - down,
                   this.fills[this.swatchOf(track.state[item])]]);
      }
      if (isBase)
        stack[0] = item;
      else
        stack.push(item);
    };

    let first = firstAtOrAfter(track.begin, this.from);
    const around = [];
    for (let item = first < track.n ? first : first - 1; item >= 0; item = track.parent[item])
      if (track.begin[item] < this.from && track.end[item] > this.from)
        around.unshift(item);
    // The last state that began before the span may still last, with what is around it.
    for (let item = first - 1; item >= 0; item = track.parent[item])
      if (track.end[item] > this.from && !around.includes(item))
        around.push(item);
    around.sort((a, b) => a - b).forEach(open);
    for (let item = first; item < end; item++) {
      closeUntil(track.begin[item]);
      open(item);
    }
    closeUntil(this.to);
    // At the edge of a bar, what would be lower than a pixel would only make the edge ragged.
    for (let k = 0; k < nColumns && height >= MIN_STACK_PX; k++)
      if (edges[k] && narrowShares[k] * height < 1)
        mixed[k] = 0;
    const box = { y, height, inset, columnPx, nColumns, nSwatches };
    if (sparse)
      this.addProfile(track, shares, unknown, box);
    bars.sort((a, b) => a[1] - b[1]);
    for (const [left, top, width, high, fill] of bars) {
      c.fillStyle = fill;
      c.fillRect(left, top, width, high);
    }
    this.drawColumns(shares, mixed, depths, box);
  }

  // Fills the time that no bar tells of with what the bins around it say of such time.
  addProfile(track, shares, unknown, box) {
    const { begin, end } = this.times, n = box.nSwatches;
    const perColumn = track.nBins * (this.to - this.from) / ((end - begin) * this.plotPx) * box.columnPx;
    const first = (this.from - begin) * track.nBins / (end - begin);
    for (let k = 0; k < box.nColumns; k++) {
      // A window may reach beyond these times, where the other ones begin earlier or end later.
      const low = Math.max(Math.floor(first + k * perColumn), 0);
      const high = Math.min(Math.ceil(first + (k + 1) * perColumn), track.nBins);
      let all = 0;
      for (let bin = low; bin < high; bin++)
        all += track.unknown[bin];
      if (!unknown[k] || !all)
        continue;
      for (let bin = low; bin < high; bin++)
        for (let s = 0; s < n; s++)
          shares[k * n + s] += unknown[k] * track.profile[bin * n + s] / all;
    }
  }

  drawColumns(shares, mixed, depths, box) {
    const c = this.context, tops = new Float32Array(box.nColumns);
    if (box.height < MIN_STACK_PX)
      this.chooseColors(shares, mixed, box);
    for (const swatch of this.order) {
      c.fillStyle = this.fills[swatch];
      for (let k = 0; k < box.nColumns; k++) {
        const share = shares[k * box.nSwatches + swatch];
        if (!mixed[k] || share <= 0)
          continue;
        const px = share * (box.height - depths[k] * box.inset);
        const foot = box.y + box.height - tops[k];
        c.fillRect(this.left + k * box.columnPx, foot - px, box.columnPx, px + (tops[k] > 0 ? 0.3 : 0));
        tops[k] += px;
      }
    }
  }

  // A row that is too low for shares: a column has one colour, that of which most is due, and the
  // rest is carried to the next ones. The last entry stands for no state.
  chooseColors(shares, mixed, box) {
    const n = box.nSwatches, due = new Float32Array(n + 1);
    for (let k = 0; k < box.nColumns; k++) {
      let best = n, rest = 1;
      if (!mixed[k])
        continue;
      for (let s = 0; s < n; s++) {
        due[s] += shares[k * n + s];
        rest -= shares[k * n + s];
      }
      due[n] += rest;
      for (let s = 0; s < n; s++)
        best = due[s] > due[best] ? s : best;
      due[best] -= 1;
      for (let s = 0; s < n; s++)
        shares[k * n + s] = s === best ? 1 : 0;
    }
  }

  drawBands() {
    const c = this.context;
    let drawn = 0;
    for (const band of this.times.bands) {
      if (band.end < this.from || band.begin > this.to)
        continue;
      drawn++;
      c.fillStyle = band.violated ? this.colors.violation : this.colors.band;
      c.globalAlpha = band.violated ? 0.28 : 0.18;
      c.beginPath();
      band.lanes.forEach((lane, i) => {
        c.lineTo(this.x(band.enter[i]), this.bodyTop(lane) + this.bodyPx / 2);
      });
      for (let i = band.lanes.length - 1; i >= 0; i--) {
        const enter = this.x(band.enter[i]), exit = this.x(band.exit[i]);
        c.lineTo(Math.abs(exit - enter) < 0.6 ? enter + 0.6 : exit,
                 this.bodyTop(band.lanes[i]) + this.bodyPx / 2);
      }
      c.fill();
    }
    c.globalAlpha = 1;
    return drawn;
  }

  endsOf(arrows, i) {
    const from = arrows.fromLane[i], to = arrows.toLane[i];
    let y0 = this.bodyTop(from), y1 = this.bodyTop(to);
    if (to > from)
      y0 += this.bodyPx;
    else if (to < from)
      y1 += this.bodyPx;
    else
      y0 = y1 = y0 + this.bodyPx / 2;
    return [this.x(arrows.from[i]), y0, this.x(arrows.to[i]), y1];
  }

  visible(arrows) {
    const fine = [], violated = [];
    for (let i = 0; i < arrows.n; i++) {
      const a = arrows.from[i], b = arrows.to[i];
      if ((a < this.from && b < this.from) || (a > this.to && b > this.to))
        continue;
      (b < a ? violated : fine).push(i);
    }
    return { fine, violated };
  }

  // Thins evenly, so that the same view always shows the same arrows.
  thin(list, most) {
    if (list.length <= most)
      return list;
    return list.filter((item, k) => Math.floor((k + 1) * most / list.length)
                                    > Math.floor(k * most / list.length));
  }

  strokeArrows(arrows, list, color, width, alpha, head) {
    const c = this.context;
    c.strokeStyle = c.fillStyle = color;
    c.lineWidth = width * this.linePx;
    c.globalAlpha = alpha;
    c.beginPath();
    for (const i of list) {
      const [x0, y0, x1, y1] = this.endsOf(arrows, i);
      c.moveTo(x0, y0);
      c.lineTo(x1, y1);
    }
    c.stroke();
    if (head > 0) {
      c.beginPath();
      for (const i of list)
        this.addHead(this.endsOf(arrows, i), head);
      c.fill();
    }
    c.globalAlpha = 1;
  }

  addHead([x0, y0, x1, y1], head) {
    const c = this.context, length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const ux = (x1 - x0) / length, uy = (y1 - y0) / length, half = head * 0.38;
    c.moveTo(x1, y1);
    c.lineTo(x1 - ux * head - uy * half, y1 - uy * head + ux * half);
    c.lineTo(x1 - ux * head + uy * half, y1 - uy * head - ux * half);
    c.closePath();
  }

  drawMessages() {
    const messages = this.times.messages, { fine, violated } = this.visible(messages);
    const counts = { messages: 0, reversed: 0 };
    if (!this.show.messages)
      return counts;
    const red = this.thin(violated, Math.floor(MAX_ARROWS * 0.75));
    const grey = this.thin(fine, MAX_ARROWS - red.length);
    const alpha = Math.min(Math.max(600 / (grey.length + 1), 0.2), 0.5);
    const head = Math.min(0.45 * this.em, this.lanePx / 2);
    this.strokeArrows(messages, grey, this.colors.message, 0.8, alpha,
                      grey.length <= MAX_HEADS ? head : 0);
    this.strokeArrows(messages, red, this.colors.violation, 1, 0.9,
                      red.length <= MAX_HEADS ? head : 0);
    counts.messages = grey.length + red.length;
    counts.reversed = red.length;
    return counts;
  }

  drawMoves() {
    const moves = this.times.moves, { fine, violated } = this.visible(moves);
    const c = this.context, head = Math.min(0.6 * this.em, this.lanePx / 2);
    if (!this.show.moves)
      return 0;
    const drawn = this.thin(fine.concat(violated), MAX_ARROWS / 4);
    for (const i of drawn) {
      const ends = this.endsOf(moves, i);
      for (const [color, extra] of [[this.colors.halo, 2.6], [this.colors.move, 0]]) {
        c.strokeStyle = c.fillStyle = color;
        c.lineWidth = 1.6 * this.linePx + extra;
        c.beginPath();
        c.moveTo(ends[0], ends[1]);
        c.lineTo(ends[2], ends[3]);
        c.stroke();
        c.beginPath();
        this.addHead(ends, head + extra);
        c.fill();
      }
    }
    return drawn.length;
  }

  // What lies under a point: an arrow next to it, else the innermost state.
  find(x, y) {
    const lane = Math.floor((y - this.top) / this.lanePx);
    if (x < this.left || x > this.left + this.plotPx || lane < 0 || lane >= this.data.lanes.length)
      return null;
    const arrow = (this.show.moves && this.findArrow(this.times.moves, x, y, 'move'))
                  || (this.show.messages && this.findArrow(this.times.messages, x, y, 'message'));
    return arrow || this.findState(lane, x, y);
  }

  findArrow(arrows, x, y, kind) {
    const { fine, violated } = this.visible(arrows);
    let best = null, least = 4;
    if (fine.length + violated.length > 3000)
      return null;
    for (const i of violated.concat(fine)) {
      const [x0, y0, x1, y1] = this.endsOf(arrows, i);
      const square = (x1 - x0) ** 2 + (y1 - y0) ** 2 || 1;
      const t = Math.min(Math.max(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / square, 0), 1);
      const distance = Math.hypot(x - x0 - t * (x1 - x0), y - y0 - t * (y1 - y0));
      if (distance < least) {
        least = distance;
        best = { kind, i, arrows };
      }
    }
    return best;
  }

  findState(lane, x, y) {
    const at = this.time(x), row = this.bodyPx / this.rowsOfLane[lane];
    const index = Math.floor((y - this.bodyTop(lane)) / row);
    for (const track of this.times.tracks) {
      if (track.lane !== lane || track.row !== index)
        continue;
      let item = firstAtOrAfter(track.begin, at) - 1;
      while (item >= 0 && track.end[item] < at)
        item = track.parent[item];
      return item >= 0 ? { kind: 'state', track, item } : null;
    }
    return null;
  }
}
