// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// The signs of styles in the legend, as they are in the picture.

const SVG = 'http' + '://www.w3.org/2000/svg';

// Outlines of signs, by SpurGlyph, around the middle of 24 x 12; a ring and a cross are only drawn.
const OUTLINES = ['M8 6a4 4 0 1 0 8 0a4 4 0 1 0 -8 0', 'M8.5 6a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0',
                  'M8.5 2.5h7v7h-7Z', 'M12 1.5L16.5 6L12 10.5L7.5 6Z', 'M12 2L16 9.5H8Z',
                  'M9 3L15 9M15 3L9 9', 'M12 10L16 2.5H8Z'];
const HOLLOW = [1, 5];

// How wide the outlines are, and how many times as large they may be between lines of text.
const OUTLINE_PX = 8, MOST_SCALE = 1.5;

function canSign(style) {
  return [FORM.TICK, FORM.GLYPH, FORM.LEVEL, FORM.LINK, FORM.MESSAGE, FORM.MOVE].includes(style.form);
}

function isSameSign(a, b) {
  return a.form === b.form && a.glyph === b.glyph && a.color === b.color && a.label === b.label;
}

function outlineOf(style) {
  switch (style.form) {
    case FORM.TICK: return 'M12 1V11';
    case FORM.LEVEL: return 'M1 10H7V3H14V7H23';
    case FORM.MESSAGE: case FORM.MOVE: return 'M1 6H22M17 3L22 6L17 9';
    case FORM.LINK: return `M12 0V12${OUTLINES[style.glyph] || ''}`;
    default: return OUTLINES[style.glyph] || OUTLINES[0];
  }
}

// As large as in a picture of one row.
function scaleOf(style) {
  return Math.min(Math.max(style.width, LEAST_SIGN_PX) / OUTLINE_PX, MOST_SCALE);
}

function makeSign(style) {
  const sign = document.createElementNS(SVG, 'svg'), path = document.createElementNS(SVG, 'path');
  for (const [name, value] of [['viewBox', '0 0 24 12'], ['width', '24'], ['height', '12'], ['aria-hidden', 'true']])
    sign.setAttribute(name, value);
  path.setAttribute('d', outlineOf(style));
  // Styles may differ by nothing but the size, as those of small and large values do.
  if (style.form === FORM.GLYPH)
    path.setAttribute('transform', `translate(12 6) scale(${scaleOf(style)}) translate(-12 -6)`);
  sign.appendChild(path);
  return sign;
}

function colorSign(sign, style, isDark) {
  const color = `rgb(${styleColor(style, isDark).join(',')})`, path = sign.firstElementChild;
  const isFilled = [FORM.GLYPH, FORM.LINK].includes(style.form) && !HOLLOW.includes(style.glyph);
  path.setAttribute('fill', isFilled ? color : 'none');
  path.setAttribute('stroke', color);
  path.setAttribute('stroke-width', isFilled ? '0.8' : style.form === FORM.MOVE ? '2.2' : '1.6');
  if (style.dash > 0)
    path.setAttribute('stroke-dasharray', '3 2');
}
