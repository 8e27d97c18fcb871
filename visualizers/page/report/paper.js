// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Printing. Paper is white whatever the screen is, and a browser that prints waits for no worker, so where the
// screen is dark the frame for paper is made ahead, when nothing else is to be done.

// So long after the last frame.
const IDLE_MS = 700;

class Paper {
  constructor(page) {
    Object.assign(this, { page, frame: null, timer: 0 });
    window.addEventListener('beforeprint', () => this.print(true));
    window.addEventListener('afterprint', () => this.print(false));
  }

  // What is seen has changed.
  forget() {
    clearTimeout(this.timer);
    if (this.frame)
      this.frame.image.close();
    this.frame = null;
  }

  prepareLater() {
    clearTimeout(this.timer);
    if (this.page.picture.isDark)
      this.timer = setTimeout(() => this.prepare().catch(tellBroken), IDLE_MS);
  }

  async prepare() {
    const { page } = this, { picture } = page, { classList } = document.documentElement;
    classList.add('print');
    picture.readColors();
    const [query, look] = picture.request(page.mode, false), { scroll } = picture;
    classList.remove('print');
    picture.readColors();
    const frame = await page.source.frame(query, look);
    if (page.isAsking)
      frame.image.close();
    else
      this.frame = Object.assign(frame, { scroll, strips: query.strips, boxes: look.strips });
  }

  print(on) {
    const { page } = this, { picture } = page;
    document.documentElement.classList.toggle('print', on);
    if (on && this.frame)
      [picture.frame, this.screen] = [this.frame, picture.frame];
    else if (!on && this.screen)
      [picture.frame, this.screen] = [this.screen, null];
    page.paintColors();
    page.chart.draw(picture.colors, page.from, page.to);
    page.drawNow();
  }
}
