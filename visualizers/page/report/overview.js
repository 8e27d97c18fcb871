// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// The whole trace above the picture of a part: which part this page has, and the command for another one.

// Rows that are lower could not be told apart; where there are more lanes, some are one row.
const LEAST_ROW_PX = 3;

// Puts the shares of all columns of the page into as many as are wanted, and lanes into rows.
function resampleOverview({ nColumns, lanes }, n, columns, nRows) {
  return Array.from({ length: nRows }, (_, row) => {
    const first = Math.floor(row * lanes.length / nRows), end = Math.floor((row + 1) * lanes.length / nRows);
    const shares = new Float32Array(columns * n), perColumn = nColumns / columns;
    for (let lane = first; lane < end; lane++)
      for (let k = 0; k < columns; k++) {
        const a = k * perColumn, b = a + perColumn;
        for (let i = Math.floor(a); i < b && i < nColumns; i++) {
          const weight = (Math.min(b, i + 1) - Math.max(a, i)) / perColumn / (end - first) / FULL_SHARE;
          for (let swatch = 0; swatch < n; swatch++)
            shares[k * n + swatch] += weight * lanes[lane][swatch * nColumns + i];
        }
      }
    return shares;
  });
}

class Overview {
  constructor(page) {
    Object.assign(this, { page, canvas: byId('overview'), image: null });
    this.context = this.canvas.getContext('2d', { alpha: false });
    byId('whole').hidden = !page.meta.hasOverview;
    if (!page.meta.hasOverview)
      return;
    const { from, to } = page.meta;
    this.chosen = { from: to, to: to + (to - from) };
    this.canvas.addEventListener('pointerdown', (event) => this.press(event));
    this.canvas.addEventListener('pointermove', (event) => this.move(event));
    this.canvas.addEventListener('pointerup', () => { this.begin = undefined; });
    this.canvas.addEventListener('keydown', (event) => this.onKey(event));
  }

  get span() {
    return this.page.meta.times[this.page.mode];
  }

  x(ns) {
    const { begin, end } = this.span, { left, plotPx } = this.page.picture;
    return left + (Math.min(Math.max(ns, begin), end) - begin) * plotPx / Math.max(end - begin, 1);
  }

  time(x) {
    const { begin, end } = this.span, { left, plotPx } = this.page.picture;
    return Math.round(begin + Math.min(Math.max((x - left) / plotPx, 0), 1) * (end - begin));
  }

  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.begin = this.time(event.offsetX);
    const half = (this.page.meta.to - this.page.meta.from) / 2;
    this.choose(this.begin - half, this.begin + half);
  }

  move(event) {
    const time = this.time(event.offsetX);
    if (this.begin !== undefined && Math.abs(this.x(time) - this.x(this.begin)) >= CLICK_PX)
      this.choose(Math.min(time, this.begin), Math.max(time, this.begin));
  }

  onKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step)
      return;
    event.preventDefault();
    const { from, to } = this.chosen;
    this.choose(from + step * (to - from), to + step * (to - from));
  }

  choose(from, to) {
    const { begin, end } = this.span, length = Math.min(to - from, end - begin);
    const start = Math.min(Math.max(from, begin), end - length);
    this.chosen = { from: start, to: start + length };
    this.draw();
  }

  // After the size, the colours or the set of times have changed.
  async update() {
    if (!this.page.meta.hasOverview)
      return;
    const { picture } = this.page, { em, scale, width } = picture;
    const nRows = Math.min(this.page.meta.lanes.length, Math.floor(11 * em / LEAST_ROW_PX));
    this.rowPx = Math.min(Math.max(Math.floor(11 * em / nRows), LEAST_ROW_PX), 1.4 * em);
    this.plotTop = 0.4 * em;
    this.plotHeight = Math.round(this.rowPx * nRows);
    this.height = Math.round(this.plotTop + this.plotHeight + 1.8 * em);
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(this.height * scale);
    this.canvas.style.height = this.height + 'px';
    const [, look] = picture.request(this.page.mode, false);
    Object.assign(look, { height: Math.round(this.plotHeight * scale), lanes: [], ticks: [],
                          strips: Array.from({ length: nRows }, (_, row) => ({
                            y: Math.round(row * this.rowPx * scale),
                            height: Math.max(Math.round(this.rowPx * scale * 0.86), 1) })) });
    this.draw();
    this.image = await this.page.source.overview(this.page.mode, Math.round(picture.plotPx * scale), look);
    this.draw();
  }

  draw() {
    const c = this.context, { picture, meta } = this.page, { em, left, plotPx, colors } = picture;
    c.setTransform(picture.scale, 0, 0, picture.scale, 0, 0);
    c.fillStyle = colors.paper;
    c.fillRect(0, 0, picture.width, this.height);
    if (this.image)
      c.drawImage(this.image.image, left, this.plotTop, plotPx, this.plotHeight);
    c.strokeStyle = colors.hairline;
    c.lineWidth = 1;
    c.strokeRect(left + 0.5, this.plotTop + 0.5, plotPx - 1, this.plotHeight);
    this.drawPart(meta.from, meta.to, colors.ink, []);
    this.drawPart(this.chosen.from, this.chosen.to, colors.accent, [5, 4]);
    const { begin, end } = this.span, axis = timeAxis(begin, end, plotPx / (7.5 * em));
    c.fillStyle = colors.muted;
    c.font = `${0.75 * em}px ${picture.font}`;
    c.textAlign = 'center';
    for (const tick of axis.ticks.slice(0, 40))
      fillTick(c, tick.label, this.x(tick.at), this.plotTop + this.plotHeight + 1.2 * em, picture.width);
    byId('part-command').textContent = `spur report ${quoteShell(meta.input)} --from ${formatSeconds(this.chosen.from)}s`
      + ` --to ${formatSeconds(this.chosen.to)}s -o part.html`;
  }

  drawPart(from, to, color, dashes) {
    const c = this.context, a = this.x(from), b = Math.max(this.x(to), a + 2);
    c.setLineDash(dashes);
    c.strokeStyle = color;
    c.lineWidth = 2;
    c.strokeRect(a, this.plotTop - 2, b - a, this.plotHeight + 4);
    c.setLineDash([]);
  }
}
