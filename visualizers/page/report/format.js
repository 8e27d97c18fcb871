// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

const UNITS = ['ns', 'µs', 'ms', 's'];

function formatCount(n) {
  return Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, ',');
}

function formatDecimal(value, decimals) {
  const [whole, rest] = Math.abs(value).toFixed(decimals).split('.');
  const sign = value < 0 && Number(value.toFixed(decimals)) !== 0 ? '−' : '';
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest ? '.' + rest : '');
}

// A length of time in the unit that suits it, with some four significant digits.
function formatNs(ns, digits = 4) {
  let unit = 0, divisor = 1;
  const size = Math.abs(ns);
  while (unit < 3 && size >= divisor * 1000) {
    divisor *= 1000;
    unit++;
  }
  const whole = Math.max(Math.floor(Math.log10(Math.max(size / divisor, 1))) + 1, 1);
  const decimals = unit === 0 ? 0 : Math.min(Math.max(digits - whole, 0), unit * 3);
  return formatDecimal(ns / divisor, decimals) + ' ' + UNITS[unit];
}

// A point in time, to the nanosecond where the span that is seen is short.
function formatTime(ns, spanNs) {
  return formatDecimal(ns / 1e9, countDecimals(spanNs)) + ' s';
}

// How many decimals of a second matter where a span is seen.
function countDecimals(spanNs) {
  return Math.min(Math.max(Math.ceil(-Math.log10(spanNs / 1e9)) + 3, 3), 9);
}

// The wall-clock time of an instant after the trace's begin, in UTC, as text; where it is known. To the
// nanosecond, or as exact as it matters where a span is seen.
function formatDate(begin, ns, spanNs = 1) {
  if (begin === undefined)
    return '';
  const at = BigInt(begin) + BigInt(Math.round(ns)), rest = ((at % 1000000000n) + 1000000000n) % 1000000000n;
  const date = new Date(Number((at - rest) / 1000000n));
  if (Number.isNaN(date.getTime()))
    return '';
  return `${date.toISOString().slice(0, 19).replace('T', ' ')}.${String(rest).padStart(9, '0').slice(0, countDecimals(spanNs))} UTC`;
}

// The place of an event among all of its stream: of a recording that grows a page has the newest events, behind
// some that it has kept.
function numberOf({ gone = 0, kept = [] }, event) {
  return event < kept.length ? kept[event] : event - kept.length + gone;
}

// And back: -1 for one that the page does not have any more.
function eventOf({ gone = 0, kept = [] }, number) {
  return number < gone ? kept.indexOf(number) : number - gone + kept.length;
}

// Ticks of a time axis: 1, 2 or 5 times a power of ten apart, in one unit.
function timeAxis(from, to, maxTicks) {
  const length = Math.max(to - from, 1);
  const least = Math.max(length / Math.max(maxTicks, 1), 1);
  const power = Math.pow(10, Math.floor(Math.log10(least)));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= least * 0.999) || power * 10;
  let unit = 0, unitNs = 1;
  while (unit < 3 && unitNs * 1000 <= length / 2) {
    unitNs *= 1000;
    unit++;
  }
  const decimals = Math.max(0, Math.round(Math.log10(unitNs)) - Math.floor(Math.log10(step) + 1e-9));
  // Far from the origin labels would be all digits: they count from a round time nearby then.
  const origin = Math.abs(from) / step > 1e5 ? Math.floor(from / (step * 1000)) * step * 1000 : 0;
  const ticks = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step)
    ticks.push({ at, label: formatDecimal((at - origin) / unitNs, decimals) });
  const title = UNITS[unit] + (origin ? ` after ${formatDecimal(origin / 1e9, 9)} s, counted from the trace's begin`
                                      : " after the trace's begin");
  return { ticks, title };
}

// Writes a tick's label below it, not beyond the canvas.
function fillTick(context, label, x, y, width) {
  const half = context.measureText(label).width / 2;
  context.fillText(label, Math.min(x, width - half), y);
}
