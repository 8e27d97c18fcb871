// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Load of every target over time, and how unevenly it is spread. Few lanes get a curve each, many
// a strip whose colour is the load. A lane of a stream that belongs to no target has none.
class LoadChart {
  constructor(canvas, data) {
    this.canvas = canvas;
    this.targets = data.lanes.map((lane, i) => ({ name: lane.name, i, isTarget: lane.isTarget }))
      .filter((lane) => lane.isTarget);
    this.context = canvas.getContext('2d', { alpha: false });
  }

  setTimes(times) {
    this.times = times;
    const { nBins } = times.load, rows = this.targets.map((target) => times.load.rows[target.i]);
    this.imbalance = new Float32Array(nBins);
    for (let bin = 0; bin < nBins; bin++) {
      let sum = 0, most = 0;
      for (const row of rows) {
        sum += row[bin];
        most = Math.max(most, row[bin]);
      }
      // Where next to nothing runs, the quotient says nothing.
      this.imbalance[bin] = sum > 0.02 * rows.length ? most * rows.length / sum : 0;
    }
  }

  resize(picture) {
    const n = Math.max(this.targets.length, 1), em = picture.em;
    Object.assign(this, { em, left: picture.left, plotPx: picture.plotPx, font: picture.font,
                          width: picture.width, scale: picture.scale });
    this.strips = n > 12;
    this.rowPx = this.strips ? Math.max(Math.min(1.4 * em, 26 * em / n), 2) : 3 * em;
    this.gapPx = this.strips ? (this.rowPx > 8 ? 1 : 0) : 0.55 * em;
    this.imbalancePx = 5.5 * em;
    this.foot = (this.rowPx + this.gapPx) * n;
    this.height = Math.round(this.foot + 2.2 * em + this.imbalancePx + 3.2 * em);
    this.canvas.width = Math.round(this.width * this.scale);
    this.canvas.height = Math.round(this.height * this.scale);
    this.canvas.style.height = this.height + 'px';
  }

  x(ns) {
    return this.left + (ns - this.times.begin) * this.plotPx / (this.times.end - this.times.begin);
  }

  draw(colors, from, to) {
    const c = this.context;
    this.colors = colors;
    c.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    c.fillStyle = colors.paper;
    c.fillRect(0, 0, this.width, this.height);
    this.targets.forEach((target, at) => this.drawTarget(target, at));
    this.drawImbalance();
    this.drawWindow(from, to);
  }

  drawTarget(target, at) {
    const c = this.context, row = this.times.load.rows[target.i], n = row.length;
    const y = at * (this.rowPx + this.gapPx), bin = this.plotPx / n;
    const size = Math.max(Math.min(0.8 * this.em, this.rowPx * 0.9), 8);
    if (this.rowPx >= 8 || at % Math.ceil(10 / this.rowPx) === 0) {
      c.font = `${size}px ${this.font}`;
      c.fillStyle = this.colors.ink;
      c.textAlign = 'right';
      c.textBaseline = 'middle';
      c.fillText(target.name, this.left - 0.7 * this.em, y + this.rowPx / 2, 12 * this.em);
    }
    c.fillStyle = this.colors.track;
    c.fillRect(this.left, y, this.plotPx, this.rowPx);
    c.fillStyle = this.colors.load;
    if (this.strips) {
      for (let i = 0; i < n; i++) {
        c.globalAlpha = row[i];
        c.fillRect(this.left + i * bin, y, bin + 0.4, this.rowPx);
      }
      c.globalAlpha = 1;
      return;
    }
    c.beginPath();
    c.moveTo(this.left, y + this.rowPx);
    for (let i = 0; i < n; i++) {
      const top = y + this.rowPx * (1 - Math.min(row[i], 1));
      c.lineTo(this.left + i * bin, top);
      c.lineTo(this.left + (i + 1) * bin, top);
    }
    c.lineTo(this.left + this.plotPx, y + this.rowPx);
    c.fill();
  }

  drawImbalance() {
    const c = this.context, em = this.em, n = this.imbalance.length, bin = this.plotPx / n;
    const top = this.foot + 2.2 * em, bottom = top + this.imbalancePx;
    const most = Math.min(Math.max(2, Math.ceil(Math.max(...this.imbalance))), 64);
    const y = (value) => bottom - (Math.min(value, most) - 1) * this.imbalancePx / (most - 1);
    c.font = `${0.75 * em}px ${this.font}`;
    c.textBaseline = 'middle';
    c.textAlign = 'right';
    c.strokeStyle = this.colors.hairline;
    c.lineWidth = 1;
    for (let value = 1; value <= most; value += Math.max(1, Math.ceil(most / 5))) {
      c.beginPath();
      c.moveTo(this.left, Math.round(y(value)) + 0.5);
      c.lineTo(this.left + this.plotPx, Math.round(y(value)) + 0.5);
      c.stroke();
      c.fillStyle = this.colors.muted;
      c.fillText(String(value), this.left - 0.7 * em, y(value));
    }
    c.textAlign = 'left';
    c.fillStyle = this.colors.ink;
    c.fillText('imbalance: largest load of a target / mean load', this.left, top - 0.9 * em);
    c.strokeStyle = this.colors.imbalance;
    c.lineWidth = 1.6;
    c.beginPath();
    let pen = false;
    for (let i = 0; i < n; i++) {
      if (this.imbalance[i] > 0) {
        const x = this.left + (i + 0.5) * bin;
        if (pen)
          c.lineTo(x, y(this.imbalance[i]));
        else
          c.moveTo(x, y(this.imbalance[i]));
      }
      pen = this.imbalance[i] > 0;
    }
    c.stroke();
    this.drawAxis(bottom);
  }

  drawAxis(bottom) {
    const c = this.context, em = this.em;
    const axis = timeAxis(this.times.begin, this.times.end, this.plotPx / (7.5 * em));
    c.fillStyle = this.colors.muted;
    c.font = `${0.75 * em}px ${this.font}`;
    c.textAlign = 'center';
    c.textBaseline = 'alphabetic';
    for (const tick of axis.ticks)
      fillTick(c, tick.label, this.x(tick.at), bottom + 1.3 * em, this.width);
    c.fillText(axis.title, this.left + this.plotPx / 2, bottom + 2.7 * em);
  }

  // Which part of it the picture above shows.
  drawWindow(from, to) {
    const c = this.context, left = Math.max(this.x(from), this.left);
    const right = Math.min(this.x(to), this.left + this.plotPx);
    if (right - left > this.plotPx - 1)
      return;
    c.fillStyle = this.colors.paper;
    c.globalAlpha = 0.6;
    c.fillRect(this.left, 0, left - this.left, this.foot);
    c.fillRect(right, 0, this.left + this.plotPx - right, this.foot);
    c.globalAlpha = 1;
    c.strokeStyle = this.colors.muted;
    c.lineWidth = 1;
    c.strokeRect(left, 0.5, Math.max(right - left, 1), this.foot - this.gapPx - 1);
  }
}
