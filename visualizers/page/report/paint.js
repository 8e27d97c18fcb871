// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Draws a tile: its states, edges and marks become one picture for the rows as they lie on the
// screen. It is all that the page's canvas shows of a trace, but for text.

// Below this height shares cannot be told apart.
const MIN_STACK_PX = 7;
const MAX_HEADS = 400;
// Moves are as much wider than in a printed picture as other lines of the page are fainter.
const MOVE_WIDTH = 1.25;
// A line of more dashes leaves the picture anyway.
const MAX_DASHES = 500;
// Width and height of a cell, in which lines are counted that would cover it.
const CROWD_PX = 32;
// Numbers beside marks: each takes a call of the canvas, and has a digit and a margin at least.
const MAX_NUMBERS = 60, LEAST_NUMBER_PX = 14;
// A line that is fainter is not seen where it leaves the others.
const LEAST_FADE = 0.12;
// As much of a colour is seen, as in printed pictures: what the smallest sign covers.
const LEAST_SEEN_PX2 = 9;
// Shares of a column are whole 255ths: as much of their sum over the rows of a lane may be due to how they are rounded.
const ROUNDED_SHARE = 0.1;
// What a low column may show beside swatches, of which there are fewer: what is left over, and no state.
const REST = 254, NOTHING = 255;

// Forms of styles, as SpurForm.
const FORM = { NONE: 0, TICK: 1, GLYPH: 2, BAR: 3, MESSAGE: 4, MOVE: 5, COLLECTIVE: 6, LEVEL: 7, LINK: 8 };

function parseColor(text) {
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
}

// Where signs are in a lane that has room for them above its states, and from which height on it has.
const SIGN_PX = 6, MIN_SIGNED_PX = 24, LEAST_SIGN_PX = 3;

// Of rows that have room for signs above their states at least twice as much is free below them.
const INNER_PX = 4;

function styleColor(style, isDark) {
  return parseColor(isDark ? style.dark : style.color);
}

// The luminance of WCAG 2.
function luminanceOf(color) {
  const [red, green, blue] = parseColor(color).map((c) => c / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const LIGHT_TEXT = '#ffffff', DARK_TEXT = '#1c2430';

// The value of a level at the top of its lane: all there is, where that is known, or the largest one.
function topOf({ full, largest }) {
  return Math.max(full, largest) || 1;
}

// A level in the legend: the largest value, and where none was at the top of the lane what is there.
function describeLevel({ label, full, largest }) {
  const text = `${label}, up to ${Number(largest.toPrecision(4))}`;
  return full > largest ? `${text} of ${Number(full.toPrecision(4))}` : text;
}

// Of light and dark text the one that has more contrast to what is behind it.
function textOn(color) {
  const ground = luminanceOf(color) + 0.05;
  return (luminanceOf(LIGHT_TEXT) + 0.05) / ground > ground / (luminanceOf(DARK_TEXT) + 0.05) ? LIGHT_TEXT : DARK_TEXT;
}

// How much lower the bar of a state begins than that of the one around it.
function insetOf(height, px) {
  return height > 10 * px ? Math.min(5 * px, height * 0.13) : 0;
}

// Whether a row has a bar in a column, or ends at its side.
function hasBar(strip, column, nColumns) {
  for (let k = Math.max(column - 1, 0); k <= Math.min(column + 1, nColumns - 1); k++)
    if (strip.share[k * SLOTS] || strip.rest[k])
      return true;
  return false;
}

class Painter {
  constructor(tile, look, raster) {
    Object.assign(this, { tile, look, raster });
    this.colors = look.styles.map((style) => packColor(styleColor(style, look.isDark)));
    this.px = look.scale * look.unit;
    // By swatch, how many pixels have its colour.
    this.painted = new Float64Array(256);
    // Of lanes that are seen, the rows of their states from above.
    this.rowsOf = new Map();
    for (const strip of tile.strips)
      if (strip.lane !== undefined)
        this.rowsOf.set(strip.lane, [...(this.rowsOf.get(strip.lane) || []), { strip, place: look.strips[strip.index] }]);
  }

  paint() {
    const { tile, look } = this;
    this.raster.clear(tile.columns, look.height, look.paper);
    look.ticks.forEach((x) => this.raster.fill(x, 0, x + this.px, look.height, look.grid));
    if (look.show.bands)
      tile.bands.forEach((band) => this.paintBand(band));
    tile.strips.forEach((strip) => this.paintStrip(strip));
    tile.bars.forEach((bar) => this.paintBar(bar));
    if (look.show.messages) {
      this.measureCrowd();
      const heads = tile.arrows.length <= MAX_HEADS;
      for (const violated of [0, 1])
        tile.arrows.forEach((arrow) => arrow.violated === violated && this.paintArrow(arrow, heads));
    }
    if (look.show.marks) {
      tile.links.forEach((link) => this.paintLink(link));
      tile.levels.forEach((level) => this.paintLevel(level));
      tile.marks.forEach((mark) => this.paintMark(mark));
    }
    if (look.show.moves)
      tile.moves.forEach((move) => this.paintMove(move));
    return new ImageData(this.raster.data, this.raster.width, this.raster.height);
  }

  // Cells of the picture that a line crosses, each with the part of its height that is in it.
  eachCell(arrow, [top, foot], visit) {
    const rows = Math.max(Math.ceil(Math.abs(foot - top) / CROWD_PX), 1), { columns, height } = this.crowd;
    for (let k = 0; k < rows; k++) {
      const part = (k + 0.5) / rows, y = top + (foot - top) * part, x = arrow.a + (arrow.b - arrow.a) * part;
      if (y >= 0 && y < height && x >= 0 && x < this.tile.columns)
        visit(Math.floor(y / CROWD_PX) * columns + Math.floor(x / CROWD_PX), Math.abs(foot - top) / rows);
    }
  }

  // How much of each cell lines would cover.
  measureCrowd() {
    const { tile, look } = this, columns = Math.ceil(tile.columns / CROWD_PX);
    const ink = new Float64Array(columns * Math.ceil(look.height / CROWD_PX));
    this.crowd = { columns, height: look.height, ink };
    for (const arrow of tile.arrows) {
      const ends = this.ends(arrow);
      if (ends)
        this.eachCell(arrow, ends, (cell, px) => { ink[cell] += px * this.px / (CROWD_PX * CROWD_PX); });
    }
  }

  // How faint a line is: the more is covered where it is, the less is seen of what is below.
  fadeOf(arrow, ends) {
    let sum = 0, n = 0;
    this.eachCell(arrow, ends, (cell) => { sum += this.crowd.ink[cell]; n++; });
    // Light lines on dark paper catch the eye more than dark ones on light paper.
    return Math.min(Math.max(0.2 * n / (sum || 1e-9), LEAST_FADE), 1) * (this.look.isDark ? 0.7 : 1);
  }

  // Of lanes with several rows, how many of these have a bar at once, at most. Rows that have more than n - 1 times the
  // time of a column together are n at once in it.
  countAtOnce() {
    const { columns } = this.tile, counts = new Map();
    for (const [lane, rows] of this.rowsOf) {
      let most = 0;
      for (let k = 0; rows.length > 1 && k < columns; k++) {
        let sum = 0;
        for (const { strip } of rows) {
          sum += strip.rest[k];
          for (let at = k * SLOTS; at < (k + 1) * SLOTS; at++)
            sum += strip.share[at];
        }
        most = Math.max(most, sum);
      }
      counts.set(lane, Math.min(Math.ceil(most / 255 - ROUNDED_SHARE), rows.length));
    }
    return counts;
  }

  isHidden(style) {
    return this.look.hiddenStyles.includes(style);
  }

  // What is in the picture, for its legend: colours of states, styles, and what has neither.
  findUsed() {
    const { tile, look } = this, { show } = look, styles = new Set(), edges = new Set();
    const isSeen = ({ lane }) => {
      const box = look.lanes[lane];
      return box && box.y < look.height && box.y + box.height > 0;
    };
    const isCrossing = (line) => {
      const ends = this.ends(line);
      return ends && Math.max(...ends) >= 0 && Math.min(...ends) <= look.height;
    };
    for (const arrow of show.messages ? tile.arrows.filter(isCrossing) : []) {
      if (arrow.violated)
        edges.add('reversed');
      else if (look.styles[arrow.style].form === FORM.MESSAGE)
        styles.add(arrow.style);
      else
        edges.add('plain');
    }
    for (const move of show.moves ? tile.moves.filter(isCrossing) : []) {
      if (move.b < move.a)
        edges.add('reversed');
      else
        styles.add(move.style);
    }
    if (show.marks) {
      [tile.marks, tile.levels].flat().filter(isSeen).forEach((one) => styles.add(one.style));
      tile.links.filter((one) => isCrossing({ ...one, b: one.a })).forEach((one) => styles.add(one.style));
    }
    tile.bars.filter(isSeen).forEach((one) => styles.add(one.style));
    if (show.bands && tile.bands.length)
      edges.add('bands');
    return { swatches: [...this.painted.keys()].filter((swatch) => this.painted[swatch] >= LEAST_SEEN_PX2 * this.px * this.px), styles: [...styles], edges: [...edges] };
  }

  // One strip of states in its row: a row that is low shows one colour a column, of which most is due.
  paintStrip(strip) {
    const { look } = this, box = look.strips[strip.index], n = this.tile.columns;
    if (box.y + box.height < 0 || box.y > look.height)
      return;
    if (strip.present)
      this.paintPresence(strip, box);
    if (box.height < MIN_STACK_PX * this.px) {
      this.paintDue(strip, box);
      return;
    }
    for (let k = 0, end; k < n; k = end) {
      for (end = k + 1; end < n && this.isSameColumn(strip, k, end);)
        end++;
      this.paintStack(strip, box, k, end);
    }
  }

  // Columns of one bar are alike, and drawn as one.
  isSameColumn({ around, rest, share, swatch }, a, b) {
    if (rest[a] !== rest[b])
      return false;
    for (let i = a * MAX_AROUND, k = b * MAX_AROUND, left = MAX_AROUND; left > 0; i++, k++, left--)
      if (around[i] !== around[k])
        return false;
    for (let i = a * SLOTS, k = b * SLOTS, left = SLOTS; left > 0; i++, k++, left--)
      if (share[i] !== share[k] || swatch[i] !== swatch[k])
        return false;
    return true;
  }

  // The shares of some equal columns, one above the other.
  paintStack(strip, box, k, end) {
    const { look, raster } = this, { height } = box, foot = box.y + height;
    const inset = insetOf(height, this.px);
    let room = height;
    for (let i = k * MAX_AROUND; inset > 0 && i < (k + 1) * MAX_AROUND && strip.around[i] > 0; i++, room -= inset)
      this.fillState(k, foot - room, end, foot - room + inset, strip.around[i] - 1);
    let sum = 0, y = foot;
    for (let slot = 0; slot < SLOTS; slot++) {
      const share = strip.share[k * SLOTS + slot];
      if (!share)
        break;
      sum += share;
      const top = sum >= 254 ? foot - room : foot - room * sum / 255;
      this.fillState(k, top, end, y, strip.swatch[k * SLOTS + slot]);
      y = Math.round(top);
    }
    if (strip.rest[k] > 2)
      raster.fill(k, Math.max(foot - room * (sum + strip.rest[k]) / 255, foot - room), end, y, look.rest);
  }

  fillState(x0, y0, x1, y1, swatch) {
    this.raster.fill(x0, y0, x1, y1, this.look.fills[swatch]);
    this.painted[swatch] += (x1 - x0) * Math.max(Math.round(y1) - Math.round(y0), 0);
  }

  paintDue(strip, box) {
    const n = this.tile.columns, due = new Float32Array(256);
    let since = 0, last = NOTHING;
    for (let k = 0; k <= n; k++) {
      const best = k < n ? this.chooseColor(strip, k, due) : NOTHING;
      if (best === last)
        continue;
      if (last !== NOTHING)
        this.fillState(since, box.y, k, box.y + box.height, last);
      [since, last] = [k, best];
    }
  }

  // The swatch that a column is painted in, or nothing.
  chooseColor(strip, k, due) {
    let none = 255 - strip.rest[k], best = NOTHING;
    due[REST] += strip.rest[k];
    for (let slot = 0; slot < SLOTS; slot++) {
      const share = strip.share[k * SLOTS + slot];
      due[strip.swatch[k * SLOTS + slot]] += share;
      none -= share;
    }
    due[NOTHING] += Math.max(none, 0);
    for (let slot = 0; slot < SLOTS; slot++) {
      const swatch = strip.swatch[k * SLOTS + slot];
      if (strip.share[k * SLOTS + slot] && due[swatch] > due[best])
        best = swatch;
    }
    due[best] -= 255;
    return best;
  }

  // An object that is there and in no state is a pale bar with a rim.
  paintPresence({ present }, box) {
    const { look, raster } = this, n = this.tile.columns, inset = Math.max(Math.round(box.height * 0.12), 0);
    const top = box.y + inset, foot = box.y + box.height - inset;
    for (let k = 0, end; k < n; k = end) {
      end = k + 1;
      if (present[k] < 64)
        continue;
      while (end < n && present[end] >= 64)
        end++;
      raster.fill(k, top, end, foot, look.presence);
      raster.fill(k, top, end, top + this.px, look.presenceRim);
      raster.fill(k, foot - this.px, end, foot, look.presenceRim);
      if (k > 0)
        raster.fill(k, top, k + 1, foot, look.presenceRim);
      if (end < n)
        raster.fill(end - 1, top, end, foot, look.presenceRim);
    }
  }

  middle(lane) {
    const box = this.look.lanes[lane];
    return box ? box.y + box.height / 2 : NaN;
  }

  // The middle of a lane's signs: above its states, so that they do not hide these.
  signY(lane) {
    const box = this.look.lanes[lane];
    if (!box)
      return NaN;
    return box.height >= MIN_SIGNED_PX * this.px ? box.y - SIGN_PX * this.px : box.y + box.height / 2;
  }

  paintBand(band) {
    const { look } = this, color = band.violated ? look.violation : look.band;
    const shown = band.lanes.map((lane, i) => [this.middle(lane), band.a[i], band.b[i]])
      .filter(([y]) => !Number.isNaN(y)).sort((p, q) => p[0] - q[0]);
    for (let i = 1; i < shown.length; i++)
      this.raster.quad(...shown[i - 1], ...shown[i], color, band.violated ? 0.3 : 0.18);
  }

  paintBar(bar) {
    const box = this.look.lanes[bar.lane], style = this.look.styles[bar.style];
    if (box && !this.isHidden(bar.style))
      this.raster.tint(bar.a, box.y + box.height * 0.7, Math.max(bar.b, bar.a + 0.5),
                       box.y + box.height, this.colors[bar.style], style.opacity);
  }

  // Where the ends of a line lie: at bars of its lanes. They are found once.
  ends(line) {
    if (line.ends === undefined)
      line.ends = this.findEnds(line);
    return line.ends;
  }

  findEnds({ from, to, a, b }) {
    const one = this.look.lanes[from], other = this.look.lanes[to];
    if (!one || !other)
      return null;
    if (one === other) {
      const y = this.innerY(one);
      return [y, y];
    }
    const isDown = one.y < other.y;
    return [this.endOf(from, a, !isDown), this.endOf(to, b, isDown)];
  }

  // Where lines from a lane to itself run: below its states, whose names they would cross out, where there is room.
  innerY({ y, height }) {
    return height >= MIN_SIGNED_PX * this.px ? y + height + INNER_PX * this.px : y + height / 2;
  }

  // Where a line comes to a lane, from above or from below: at the first of its rows that has a bar there, or
  // else at the edge of all of them.
  endOf(lane, x, isFromAbove) {
    const rows = this.rowsOf.get(lane) || [], box = this.look.lanes[lane], column = Math.floor(x);
    for (let i = 0; i < rows.length; i++) {
      const { strip, place } = rows[isFromAbove ? i : rows.length - 1 - i];
      if (hasBar(strip, column, this.tile.columns))
        return isFromAbove ? place.y : place.y + place.height;
    }
    return isFromAbove ? box.y : box.y + box.height;
  }

  paintArrow(arrow, heads) {
    const { look, raster } = this, style = look.styles[arrow.style];
    const ends = this.ends(arrow), violated = arrow.violated;
    // Creations and migrations have signs and moves of their own; their edges are hardly seen.
    const isPlain = style.form !== FORM.MESSAGE;
    if (!ends || this.isHidden(arrow.style) || Math.max(...ends) < 0 || Math.min(...ends) > look.height)
      return;
    const color = violated ? look.violation : isPlain ? look.message : this.colors[arrow.style];
    const width = (violated ? 1.2 : Math.max(isPlain ? 1 : style.width, 0.8)) * this.px
                  * Math.min(1 + Math.log10(arrow.count) * 0.6, 3);
    const alpha = violated ? 0.9 : Math.min((isPlain ? 0.3 : style.opacity) * this.fadeOf(arrow, ends)
                                            * (1 + Math.log2(arrow.count) * 0.25), 0.95);
    this.strike(arrow, ends, color, width, alpha, heads ? style.dash : 0);
    if (heads)
      raster.head(arrow.a, ends[0], arrow.b, ends[1], 6 * this.px, color, Math.min(alpha * 1.2, 1));
  }

  // A line, or the dashes of one, which are as long as the gaps between them.
  strike({ a, b }, [top, foot], color, width, alpha, dash) {
    const length = Math.hypot(b - a, foot - top), each = dash * this.px / length;
    if (!(dash > 0 && each > 1 / MAX_DASHES)) {
      this.raster.line(a, top, b, foot, color, width, alpha);
      return;
    }
    for (let at = 0; at < 1; at += 2 * each) {
      const end = Math.min(at + each, 1);
      this.raster.line(a + (b - a) * at, top + (foot - top) * at, a + (b - a) * end, top + (foot - top) * end,
                       color, width, alpha);
    }
  }

  paintMove(move) {
    const { look, raster } = this, ends = this.ends(move);
    if (!ends || this.isHidden(move.style))
      return;
    const style = look.styles[move.style], many = this.tile.moves.length > MAX_HEADS;
    const color = move.b < move.a ? look.violation : this.colors[move.style];
    const width = style.width * MOVE_WIDTH, alpha = style.opacity * (many ? 0.7 : 1);
    if (!many)
      raster.line(move.a, ends[0], move.b, ends[1], look.paper, (width + 2.4) * this.px, 0.9);
    this.strike(move, ends, color, width * (many ? 0.6 : 1) * this.px, alpha, many ? 0 : style.dash);
    if (!many)
      raster.head(move.a, ends[0], move.b, ends[1], 9 * this.px, color, alpha);
  }

  paintLink(link) {
    const style = this.look.styles[link.style], a = this.signY(link.from), b = this.signY(link.to);
    if (!Number.isNaN(a + b) && !this.isHidden(link.style))
      this.raster.line(link.a, a, link.a, b, this.colors[link.style],
                       Math.max(style.width / 5, 0.8) * this.px, style.opacity);
  }

  // What was measured, as a line of steps with a rim of paper.
  paintLevel(level) {
    const box = this.look.lanes[level.lane], style = this.look.styles[level.style];
    if (!box || this.isHidden(level.style))
      return;
    const y = (value) => box.y + box.height * (1 - Math.min(Math.max(value / topOf(style), 0), 1));
    const draw = (color, width, alpha, dash) => {
      let along = 0;
      const step = (x0, y0, x1, y1) => { along = this.strokeOn(x0, y0, x1, y1, color, width, alpha, dash, along); };
      for (let i = 0; i < level.a.length; i++) {
        step(level.a[i], y(level.values[i]), level.b[i], y(level.values[i]));
        if (i + 1 < level.a.length && level.a[i + 1] <= level.b[i] + 0.01)
          step(level.b[i], y(level.values[i]), level.b[i], y(level.values[i + 1]));
      }
    };
    draw(this.look.paper, (style.width + 2) * this.px, 0.85, 0);
    draw(this.colors[level.style], style.width * this.px, style.opacity, style.dash * this.px);
  }

  // A straight part of a line of steps, whose dashes go on from one part to the next; gives how long the line is so far.
  strokeOn(x0, y0, x1, y1, color, width, alpha, dash, along) {
    const length = Math.abs(x1 - x0) + Math.abs(y1 - y0), end = along + length;
    if (!(dash > 0 && length > 0)) {
      this.raster.line(x0, y0, x1, y1, color, width, alpha);
      return end;
    }
    const at = (part) => [x0 + (x1 - x0) * part / length, y0 + (y1 - y0) * part / length];
    for (let begin = Math.floor(along / dash / 2) * 2 * dash; begin < end; begin += 2 * dash)
      if (begin + dash > along)
        this.raster.line(...at(Math.max(begin, along) - along), ...at(Math.min(begin + dash, end) - along), color, width, alpha);
    return end;
  }

  // The middle of something of which half is as wide as r. At the begin and at the end of what is seen it is whole, too.
  placeInside(a, r) {
    return Math.max(Math.min(a, this.tile.columns - r), r);
  }

  // The middle of a sign, and half its size.
  placeSign({ lane, style, a }) {
    const { lanes, styles } = this.look;
    const r = Math.max(Math.min(styles[style].width, lanes[lane].height / this.px), LEAST_SIGN_PX) / 2 * this.px;
    return { x: this.placeInside(a, r), r };
  }

  // The numbers of marks that stand for several events, where there is room up to the next mark: those with most of it.
  listNumbers() {
    const { tile, look } = this, seen = tile.marks.filter((mark) => look.lanes[mark.lane] && !this.isHidden(mark.style));
    if (!look.show.marks)
      return [];
    seen.sort((p, q) => p.lane - q.lane || p.a - q.a);
    const numbers = seen.map((mark, i) => {
      const { lane, style, n } = mark, next = seen[i + 1] && seen[i + 1].lane === lane ? seen[i + 1].a : tile.columns;
      const a = this.placeSign(mark).x;
      return { a, n, y: this.signY(lane), height: look.lanes[lane].height, width: look.styles[style].width * look.unit, room: next - a };
    }).filter(({ n, y, room, height }) => n > 1 && height >= MIN_SIGNED_PX * this.px && y >= 0 && y < look.height && room > LEAST_NUMBER_PX * this.px);
    return numbers.sort((p, q) => q.room - p.room).slice(0, MAX_NUMBERS);
  }

  paintMark(mark) {
    const box = this.look.lanes[mark.lane], style = this.look.styles[mark.style];
    if (!box || this.isHidden(mark.style))
      return;
    const color = this.colors[mark.style];
    const y = this.signY(mark.lane), isAbove = y < box.y;
    if (style.form === FORM.TICK) {
      const width = style.width * this.px, at = this.placeInside(mark.a, width / 2);
      this.raster.line(at, isAbove ? y - 5 * this.px : box.y - 2 * this.px, at,
                       isAbove ? y + 5 * this.px : box.y + box.height * 0.18, color, width, style.opacity);
      return;
    }
    const { x, r } = this.placeSign(mark), make = GLYPHS[style.glyph] || GLYPHS[0];
    this.raster.shape(x, y, r * 1.3 + 2.2 * this.px, this.look.paper, 0.75, make(r + 1.1 * this.px));
    this.raster.shape(x, y, r * 1.3 + 1, color, style.opacity, make(r));
  }
}
