// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Draws into pixels: what a canvas would need a call for each, a picture of many marks needs not.
class Raster {
  constructor(width, height) {
    this.width = Math.max(Math.round(width), 1);
    this.height = Math.max(Math.round(height), 1);
    this.data = new Uint8ClampedArray(this.width * this.height * 4);
    this.words = new Uint32Array(this.data.buffer);
  }

  // A colour over what is there; both may be seen through.
  blend(x, y, color, alpha) {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height || alpha <= 0)
      return;
    const at = (y * this.width + x) * 4, data = this.data, below = data[at + 3] / 255;
    const all = alpha + below * (1 - alpha), part = alpha / all;
    data[at] += (color[0] - data[at]) * part;
    data[at + 1] += (color[1] - data[at + 1]) * part;
    data[at + 2] += (color[2] - data[at + 2]) * part;
    data[at + 3] = all * 255;
  }

  // A column of one pixel's width, or a rectangle: whole pixels, opaque.
  fill(x0, y0, x1, y1, color) {
    const word = (255 << 24 | color[2] << 16 | color[1] << 8 | color[0]) >>> 0;
    const left = Math.max(Math.round(x0), 0), right = Math.min(Math.round(x1), this.width);
    const bottom = Math.min(Math.round(y1), this.height);
    for (let y = Math.max(Math.round(y0), 0); y < bottom && left < right; y++)
      this.words.fill(word, y * this.width + left, y * this.width + right);
  }

  tint(x0, y0, x1, y1, color, alpha) {
    const right = Math.min(Math.ceil(x1), this.width), bottom = Math.min(Math.round(y1), this.height);
    for (let y = Math.max(Math.round(y0), 0); y < bottom; y++)
      for (let x = Math.max(Math.floor(x0), 0); x < right; x++)
        this.blend(x, y, color, alpha * Math.min(Math.min(x1, x + 1) - Math.max(x0, x), 1));
  }

  // A line with smooth edges, along the axis on which it is longer.
  line(x0, y0, x1, y1, color, width, alpha) {
    const steep = Math.abs(y1 - y0) > Math.abs(x1 - x0);
    let [a0, b0, a1, b1] = steep ? [y0, x0, y1, x1] : [x0, y0, x1, y1];
    if (a0 > a1)
      [a0, b0, a1, b1] = [a1, b1, a0, b0];
    const slope = a1 > a0 ? (b1 - b0) / (a1 - a0) : 0, half = width / 2 * Math.hypot(1, slope);
    const size = steep ? this.height : this.width, end = Math.min(Math.ceil(a1), size);
    for (let a = Math.max(Math.floor(a0), 0); a < end; a++) {
      const part = Math.min(a1, a + 1) - Math.max(a0, a);
      const b = b0 + slope * (Math.min(Math.max(a + 0.5, a0), a1) - a0);
      const last = Math.ceil(b + half);
      for (let k = Math.floor(b - half); k < last; k++) {
        const cover = Math.min(b + half, k + 1) - Math.max(b - half, k);
        this.blend(steep ? k : a, steep ? a : k, color, alpha * Math.min(cover, 1) * Math.max(part, 0.3));
      }
    }
  }

  // What lies between two edges that run from one height to another.
  quad(y0, a0, b0, y1, a1, b1, color, alpha) {
    const bottom = Math.min(Math.ceil(y1), this.height);
    for (let y = Math.max(Math.floor(y0), 0); y < bottom; y++) {
      const t = Math.min(Math.max((y + 0.5 - y0) / Math.max(y1 - y0, 1e-9), 0), 1);
      const a = a0 + (a1 - a0) * t, b = b0 + (b1 - b0) * t;
      const left = Math.min(a, b), right = Math.max(a, b, left + 0.8);
      for (let x = Math.max(Math.floor(left), 0); x < Math.min(Math.ceil(right), this.width); x++)
        this.blend(x, y, color, alpha * Math.min(Math.min(right, x + 1) - Math.max(left, x), 1));
    }
  }

  // An area by its signed distance, negative inside.
  shape(x, y, reach, color, alpha, distance) {
    for (let py = Math.floor(y - reach); py <= y + reach; py++)
      for (let px = Math.floor(x - reach); px <= x + reach; px++)
        this.blend(px, py, color,
                   alpha * Math.min(Math.max(0.5 - distance(px + 0.5 - x, py + 0.5 - y), 0), 1));
  }

  // The head of an arrow that comes from (fx, fy).
  head(fx, fy, x, y, size, color, alpha) {
    const length = Math.hypot(x - fx, y - fy) || 1, ux = (x - fx) / length, uy = (y - fy) / length;
    this.shape(x, y, size + 1, color, alpha, (dx, dy) => {
      const along = -(dx * ux + dy * uy), across = Math.abs(dx * uy - dy * ux);
      return Math.max(along - size, across - along * 0.42, -along);
    });
  }
}

// The signs of visualizers, by SpurGlyph, as signed distances for a half size r.
const GLYPHS = [
  (r) => (x, y) => Math.hypot(x, y) - r,
  (r) => (x, y) => Math.abs(Math.hypot(x, y) - r * 0.8) - r * 0.22,
  (r) => (x, y) => Math.max(Math.abs(x), Math.abs(y)) - r * 0.86,
  (r) => (x, y) => (Math.abs(x) + Math.abs(y) - r * 1.15) * 0.7071,
  (r) => (x, y) => Math.max(y - r * 0.75, (Math.abs(x) * 1.8 - y - r) * 0.485),
  (r) => (x, y) => Math.max(Math.min(Math.abs(x - y), Math.abs(x + y)) * 0.7071 - r * 0.24,
                            Math.max(Math.abs(x), Math.abs(y)) - r * 0.8),
  (r) => (x, y) => Math.max(-y - r * 0.75, (Math.abs(x) * 1.8 + y - r) * 0.485),
];
