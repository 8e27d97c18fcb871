// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Load and imbalance of the targets over the time that the picture above shows, on the same axis. A
// lane of a stream that belongs to no target has no load.
class LoadChart {
  constructor(canvas, meta) {
    this.canvas = canvas;
    this.meta = meta;
    this.targets = meta.lanes.map((lane, i) => ({ name: lane.name, i, isTarget: lane.isTarget }))
      .filter((lane) => lane.isTarget);
    this.context = canvas.getContext('2d', { alpha: false });
  }

  setMode(mode) {
    const { nBins, rows } = this.meta.loads[mode];
    Object.assign(this, { nBins, begin: this.meta.times[mode].begin, end: this.meta.times[mode].end });
    this.loads = this.targets.map((target) => rows[target.i]);
  }

  resize(picture) {
    const { em, left, plotPx, font, width, scale } = picture;
    Object.assign(this, { em, left, plotPx, font, width, scale });
    this.chartPx = 4.6 * em;
    this.height = Math.round(2 * this.chartPx + 5.2 * em);
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(this.height * scale);
    // As wide as the picture, which may have the panel beside it: times are below each other.
    this.canvas.style.width = width + 'px';
    this.canvas.style.height = this.height + 'px';
  }

  // What a server says of the window, where the page does not know it.
  async update(source, mode, from, to) {
    const asked = this.asked = {};
    const known = await source.chart({ mode, from, to, columns: this.plotPx });
    if (asked === this.asked)
      this.known = known;
    return asked === this.asked && known !== null;
  }

  // The same as the pixels of another window.
  resample(from, to) {
    const { means: all, largest: most, from: begin, to: end } = this.known, n = all.length;
    const means = new Float32Array(this.plotPx).fill(NaN), largest = means.slice();
    for (let x = 0; x < this.plotPx; x++) {
      const i = Math.floor((from + (to - from) * (x + 0.5) / this.plotPx - begin) / (end - begin) * n);
      if (i < 0 || i >= n)
        continue;
      means[x] = all[i];
      largest[x] = most[i];
    }
    return [means, largest];
  }

  // For each pixel of the plot the mean load of the targets, and the largest of them.
  sample(from, to) {
    if (this.known)
      return this.resample(from, to);
    const perBin = (this.end - this.begin) / this.nBins, n = Math.max(this.loads.length, 1);
    const means = new Float32Array(this.plotPx).fill(NaN), largest = means.slice();
    for (let x = 0; x < this.plotPx; x++) {
      const a = (from + (to - from) * x / this.plotPx - this.begin) / perBin;
      const b = (from + (to - from) * (x + 1) / this.plotPx - this.begin) / perBin;
      const low = Math.max(Math.floor(a), 0), high = Math.min(Math.max(Math.ceil(b), low + 1), this.nBins);
      if (low >= high || b < 0)
        continue;
      let all = 0, most = 0;
      for (const load of this.loads) {
        let sum = 0;
        for (let i = low; i < high; i++)
          sum += load[i];
        all += sum;
        most = sum > most ? sum : most;
      }
      means[x] = all / (high - low) / n;
      largest[x] = most / (high - low);
    }
    return [means, largest];
  }

  draw(colors, from, to) {
    const c = this.context, em = this.em;
    c.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    c.fillStyle = colors.paper;
    c.fillRect(0, 0, this.width, this.height);
    const [means, largest] = this.sample(from, to);
    // Where next to nothing runs, the quotient says nothing.
    const imbalance = means.map((value, x) => (value > 0.02 ? largest[x] / value : NaN));
    const top = 1.5 * em, second = top + this.chartPx + 1.9 * em;
    this.area(largest, top, 1, colors.rest);
    this.area(means, top, 1, colors.load);
    this.frame(top, `load: mean of the targets, and behind it the largest${this.tellSteps(from, to)}`,
               ['1', '0.5', '0'], colors);
    const limit = Math.min(Math.max(2, Math.ceil(imbalance.reduce((max, v) => (v > max ? v : max), 1))), 64);
    this.line(imbalance, second, limit, colors.ink);
    this.frame(second, 'imbalance: largest load of a target / mean load',
               [String(limit), String((limit + 1) / 2), '1'], colors);
    const axis = timeAxis(from, to, this.plotPx / (7.5 * em));
    c.textAlign = 'center';
    c.textBaseline = 'alphabetic';
    for (const tick of axis.ticks.slice(0, 40))
      fillTick(c, tick.label, this.left + (tick.at - from) * this.plotPx / (to - from),
               second + this.chartPx + 1.3 * em, this.width);
  }

  // Closely looked at, load has steps that are not the trace's.
  tellSteps(from, to) {
    const perBin = this.known ? (this.known.to - this.known.from) / this.known.means.length : (this.end - this.begin) / this.nBins;
    return perBin * this.plotPx > 4 * (to - from) ? `; this page has it in steps of ${formatNs(perBin)}` : '';
  }

  // One path for a curve: a rectangle a pixel would be a call each.
  path(values, y, foot) {
    let text = '', isOpen = false;
    values.forEach((value, x) => {
      const has = !Number.isNaN(value), at = (this.left + x).toFixed(1);
      if (has)
        text += isOpen ? `V${y(value).toFixed(1)}H${at}` : `M${at} ${foot === null ? y(value).toFixed(1) : foot}V${y(value).toFixed(1)}`;
      if (has && (x + 1 === values.length || Number.isNaN(values[x + 1])))
        text += foot === null ? '' : `H${(this.left + x + 1).toFixed(1)}V${foot}Z`;
      isOpen = has;
    });
    return new Path2D(text);
  }

  area(values, top, limit, color) {
    const foot = top + this.chartPx;
    this.context.fillStyle = color;
    this.context.fill(this.path(values, (v) => foot - Math.min(v / limit, 1) * this.chartPx, foot));
  }

  line(values, top, limit, color) {
    const foot = top + this.chartPx;
    this.context.strokeStyle = color;
    this.context.lineWidth = 1.4;
    this.context.stroke(this.path(values, (v) => foot - (Math.min(v, limit) - 1) * this.chartPx / (limit - 1), null));
  }

  frame(top, title, labels, colors) {
    const c = this.context, em = this.em;
    c.font = `${0.75 * em}px ${this.font}`;
    c.fillStyle = colors.muted;
    c.strokeStyle = colors.hairline;
    c.lineWidth = 1;
    c.strokeRect(this.left + 0.5, Math.round(top) + 0.5, this.plotPx - 1, this.chartPx);
    c.textBaseline = 'middle';
    c.textAlign = 'right';
    labels.forEach((label, i) => c.fillText(label, this.left - 0.6 * em, top + i * this.chartPx / 2));
    c.textAlign = 'left';
    c.textBaseline = 'alphabetic';
    c.fillText(title, this.left, top - 0.4 * em);
  }
}
