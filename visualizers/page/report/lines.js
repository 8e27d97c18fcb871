// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// An opaque colour as a pixel has it in memory, from red, green and blue.
function packColor([red, green, blue]) {
  return 255 << 24 | blue << 16 | green << 8 | red;
}

// Draws into pixels: what a canvas would need a call for each, a picture of many marks needs not. All of
// it lies on opaque paper, so colours are mixed by integers; red and blue of a pixel at once.
class Raster {
  constructor() {
    this.resize(1, 1);
  }

  resize(width, height) {
    Object.assign(this, { width, height, words: new Int32Array(width * height) });
    this.data = new Uint8ClampedArray(this.words.buffer);
  }

  // Clean paper; where it has the same size as before, in the same memory.
  clear(width, height, paper) {
    const columns = Math.max(Math.round(width), 1), rows = Math.max(Math.round(height), 1);
    if (columns !== this.width || rows !== this.height)
      this.resize(columns, rows);
    this.words.fill(paper);
  }

  // A colour over the one of a pixel, by a weight from 0 to 256.
  mix(at, color, weight) {
    const below = this.words[at], rest = 256 - weight;
    const redBlue = (Math.imul(color & 0xff00ff, weight) + Math.imul(below & 0xff00ff, rest)) >>> 8 & 0xff00ff;
    const green = (Math.imul(color & 0xff00, weight) + Math.imul(below & 0xff00, rest)) >>> 8 & 0xff00;
    this.words[at] = 255 << 24 | redBlue | green;
  }

  blend(x, y, color, alpha) {
    if (x >= 0 && y >= 0 && x < this.width && y < this.height && alpha > 0)
      this.mix(y * this.width + x, color, Math.round(alpha * 256));
  }

  // A rectangle of whole pixels.
  fill(x0, y0, x1, y1, color) {
    const { words, width } = this, left = Math.max(Math.round(x0), 0), right = Math.min(Math.round(x1), width);
    const bottom = Math.min(Math.round(y1), this.height);
    for (let y = Math.max(Math.round(y0), 0); y < bottom; y++)
      for (let at = y * width + left, end = y * width + right; at < end; at++)
        words[at] = color;
  }

  tint(x0, y0, x1, y1, color, alpha) {
    const right = Math.min(Math.ceil(x1), this.width), bottom = Math.min(Math.round(y1), this.height);
    for (let y = Math.max(Math.round(y0), 0); y < bottom; y++)
      for (let x = Math.max(Math.floor(x0), 0); x < right; x++)
        this.blend(x, y, color, alpha * Math.min(Math.min(x1, x + 1) - Math.max(x0, x), 1));
  }

  // A line with smooth edges, along the axis on which it is longer. Most of a frame's time goes by here.
  line(x0, y0, x1, y1, color, width, alpha) {
    const isSteep = Math.abs(y1 - y0) > Math.abs(x1 - x0), isBack = isSteep ? y0 > y1 : x0 > x1;
    const a0 = isSteep ? (isBack ? y1 : y0) : (isBack ? x1 : x0), a1 = isSteep ? (isBack ? y0 : y1) : (isBack ? x0 : x1);
    const b0 = isSteep ? (isBack ? x1 : x0) : (isBack ? y1 : y0), b1 = isSteep ? (isBack ? x0 : x1) : (isBack ? y0 : y1);
    const slope = a1 > a0 ? (b1 - b0) / (a1 - a0) : 0, half = width / 2 * Math.sqrt(1 + slope * slope);
    const size = isSteep ? this.height : this.width, across = isSteep ? this.width : this.height;
    const stepA = isSteep ? this.width : 1, stepB = isSteep ? 1 : this.width;
    const first = a0 > 0 ? a0 | 0 : 0, end = Math.min(Math.ceil(a1), size);
    for (let a = first; a < end; a++) {
      // At its ends a line has a part of a pixel.
      const isInside = a >= a0 && a + 1 <= a1;
      const weight = 256 * alpha * (isInside ? 1 : Math.max(Math.min(a1, a + 1) - Math.max(a0, a), 0.3));
      const b = b0 + slope * ((isInside ? a + 0.5 : Math.min(Math.max(a + 0.5, a0), a1)) - a0);
      const low = b - half > 0 ? b - half : 0, high = b + half < across ? b + half : across;
      for (let k = low | 0, at = a * stepA + k * stepB; k < high; k++, at += stepB)
        this.mix(at, color, weight * ((high < k + 1 ? high : k + 1) - (low > k ? low : k)) + 0.5 | 0);
    }
  }

  // What lies between two edges that run from one height to another. Where these run flat, a row of pixels has but
  // a part of it, which is seen nevertheless.
  quad(y0, a0, b0, y1, a1, b1, color, alpha) {
    const bottom = Math.min(Math.ceil(y1), this.height), perRow = 1 / Math.max(y1 - y0, 1e-9);
    const begins = (t) => a0 + (a1 - a0) * t, ends = (t) => b0 + (b1 - b0) * t;
    for (let y = Math.max(Math.floor(y0), 0); y < bottom; y++) {
      const t = Math.max((y - y0) * perRow, 0), u = Math.min((y + 1 - y0) * perRow, 1);
      const left = Math.min(begins(t), begins(u), ends(t), ends(u));
      const right = Math.max(begins(t), begins(u), ends(t), ends(u), left + 0.8);
      const width = Math.abs(ends(t) - begins(t) + ends(u) - begins(u)) / 2;
      const part = Math.max(Math.min((width + 0.8) / (right - left), 1), 0.5);
      for (let x = Math.max(Math.floor(left), 0); x < Math.min(Math.ceil(right), this.width); x++)
        this.blend(x, y, color, alpha * part * Math.min(Math.min(right, x + 1) - Math.max(left, x), 1));
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
