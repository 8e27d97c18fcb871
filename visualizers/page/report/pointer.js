// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Mouse, pen and fingers on the picture: pan, zoom, select, open rows and things.

// A press that moves less is a click.
const CLICK_PX = 4;

// Chromium and Firefox give the logarithm of a pinch in hundredths. A wheel that is turned while the key is held
// gives a hundred or more at once, which would be too far.
const LOG_PER_PINCH = 0.01, MAX_LOG = 0.5;

class Pointer {
  constructor(page, canvas) {
    Object.assign(this, { page, canvas, fingers: new Map(), press: null });
    const on = (name, act, options) => canvas.addEventListener(name, act.bind(this), options);
    on('pointerdown', this.down);
    on('pointermove', this.move);
    on('pointerup', this.up);
    on('pointercancel', this.cancel);
    on('pointerleave', () => page.hideTip());
    on('dblclick', this.doubleClick);
    on('wheel', this.wheel, { passive: false });
  }

  down(event) {
    if (event.button !== 0)
      return;
    const { page } = this, { picture } = page;
    this.fingers.set(event.pointerId, event.offsetX);
    this.canvas.setPointerCapture(event.pointerId);
    page.hideTip();
    // Along the ruler, or with the shift key, a span is selected; else the picture is moved.
    const selects = event.shiftKey || (event.offsetY < picture.top && event.offsetX >= picture.left);
    this.press = { x: event.offsetX, y: event.offsetY, last: event.offsetX, isClick: true, selects };
  }

  move(event) {
    const { page, press } = this;
    if (!press) {
      this.hover(event);
      return;
    }
    if (this.fingers.size === 2) {
      this.pinch(event);
      return;
    }
    if (this.fingers.has(event.pointerId))
      this.fingers.set(event.pointerId, event.offsetX);
    press.isClick = press.isClick && Math.hypot(event.offsetX - press.x, event.offsetY - press.y) < CLICK_PX;
    if (press.isClick)
      return;
    if (press.selects)
      page.select({ from: page.picture.time(press.x), to: page.picture.time(event.offsetX) });
    else
      page.pan((press.last - event.offsetX) / page.picture.plotPx);
    press.last = event.offsetX;
  }

  // Two fingers: what is under them stays under them.
  pinch(event) {
    const { page } = this, [a, b] = [...this.fingers.values()], { picture } = page;
    const before = [picture.time(Math.min(a, b)), picture.time(Math.max(a, b))];
    this.fingers.set(event.pointerId, event.offsetX);
    const [c, d] = [...this.fingers.values()].sort((p, q) => p - q);
    this.press.isClick = false;
    if (d - c < 8)
      return;
    const perPx = (before[1] - before[0]) / (d - c), from = before[0] - (c - picture.left) * perPx;
    page.look(from, from + perPx * picture.plotPx);
  }

  async hover(event) {
    this.latest = event;
    if (this.isAsking)
      return;
    this.isAsking = true;
    const found = await this.find(event);
    this.isAsking = false;
    if (this.latest === event && !this.press)
      this.page.showTip(found, event);
    else if (!this.press)
      this.hover(this.latest);
  }

  find(event) {
    const { picture, source } = this.page, x = event.offsetX - picture.left, y = event.offsetY - picture.top;
    if (x < 0 || x > picture.plotPx || y < 0 || y > picture.viewPx)
      return Promise.resolve(null);
    return source.at(x * picture.scale, y * picture.scale);
  }

  // A finger that stays goes on from where it is.
  lift(event) {
    this.fingers.delete(event.pointerId);
    if (this.press)
      [this.press.last] = this.fingers.values();
    if (this.fingers.size === 0)
      this.press = null;
  }

  async up(event) {
    const { press, page } = this;
    this.lift(event);
    if (!press)
      return;
    if (press.selects && !press.isClick)
      page.tables.update();
    if (!press.isClick)
      return;
    const { picture, rows } = page, index = rows.rowAt(event.offsetY - picture.top + picture.scroll);
    if (event.offsetX < picture.left && index >= 0 && rows.list[index].canOpen) {
      rows.toggleRow(rows.list[index]);
      page.arrange();
      return;
    }
    page.select(null);
    if (event.offsetX >= picture.left && event.offsetX <= picture.left + picture.plotPx)
      page.system.moveTo(picture.time(event.offsetX));
    page.open(await this.find(event));
  }

  cancel(event) {
    if (this.press)
      this.press.isClick = false;
    this.lift(event);
  }

  doubleClick(event) {
    this.page.zoom(event.shiftKey ? 2.5 : 0.4, this.page.picture.time(event.offsetX));
  }

  wheel(event) {
    const { page } = this, { picture } = page, { begin, end } = page.full;
    // Beside the plot the wheel scrolls rows; fully zoomed out, it scrolls on.
    if (event.offsetX < picture.left
        || (event.deltaY > 0 && !event.shiftKey && !event.ctrlKey && page.to - page.from >= end - begin))
      return;
    event.preventDefault();
    page.hideTip();
    // Browsers tell of a pinch on a trackpad by a wheel with the control key.
    if (event.ctrlKey) {
      const step = Math.min(Math.max(event.deltaY * LOG_PER_PINCH, -MAX_LOG), MAX_LOG);
      page.zoom(Math.exp(step), picture.time(event.offsetX));
      return;
    }
    const pixels = event.deltaY * (event.deltaMode === 1 ? 30 : 1);
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
      page.pan((event.deltaX || pixels) / picture.plotPx);
    else
      page.zoom(Math.exp(pixels * 0.0022), picture.time(event.offsetX));
  }
}
