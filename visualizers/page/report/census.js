// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// How many things of a kind there are in a window of time, whether the page holds them or not: from
// sorted lists of when they begin and when they end, of which every step-th entry is here.
class Census {
  constructor(n, step, begins, ends) {
    Object.assign(this, { n, step, begins, ends });
  }

  static decode(base64) {
    const reader = new Reader(base64), n = reader.unsigned(), step = reader.unsigned();
    const nKnots = n ? Math.ceil((n - 1) / step) + 1 : 0;
    const read = () => {
      const knots = new Float64Array(nKnots);
      for (let i = 0, at = 0; i < nKnots; i++)
        knots[i] = at += reader.signed();
      return knots;
    };
    const begins = read();
    return new Census(n, step, begins, read());
  }

  // Of things that the page holds all of.
  static of(begins, ends) {
    return new Census(begins.length, 1, begins.sort(), ends.sort());
  }

  // How many entries of a list are below a value: the least and the most that it can be.
  below(knots, value) {
    const i = firstAtOrAfter(knots, value);
    const place = (knot) => Math.min(knot * this.step, this.n - 1);
    if (i === 0)
      return [0, 0];
    return i === knots.length ? [this.n, this.n] : [place(i - 1) + 1, place(i)];
  }

  // What touches the window. Inexact where the lists are too coarse for it.
  count(from, to) {
    const [leastBegun, mostBegun] = this.below(this.begins, nextAfter(to));
    const [leastEnded, mostEnded] = this.below(this.ends, from);
    const least = Math.max(leastBegun - mostEnded, 0), most = Math.max(mostBegun - leastEnded, 0);
    return { n: Math.round((least + most) / 2), exact: least === most };
  }
}

// The next time is a whole nanosecond later, since all are whole.
function nextAfter(ns) {
  return Math.floor(ns) + 1;
}

// "19 of 293", "19 of about 293" or, where all are there, "293".
function formatPart(part, all) {
  const n = Math.max(all.n, part);
  const whole = `${all.exact ? '' : 'about '}${formatCount(n)}`;
  return part < n ? `${formatCount(part)} of ${whole}` : formatCount(n);
}
