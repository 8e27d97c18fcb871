// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// The page of a trace that grows: it asks its server whether there is more, and takes that in, unless it
// is paused. While its window is at the end it follows the end; elsewhere it stays where it is.

const ASK_MS = 250;

class Live {
  constructor(page, address) {
    Object.assign(this, { page, address, version: null, isPaused: false });
    byId('live-pause').addEventListener('click', () => this.pause(!this.isPaused));
    byId('live-follow').addEventListener('change', () => this.page.goOn());
    this.run();
  }

  get isFollowing() {
    return byId('live-follow').checked;
  }

  pause(isPaused) {
    this.isPaused = isPaused;
    byId('live-pause').setAttribute('aria-pressed', String(isPaused));
    byId('live-pause').textContent = isPaused ? 'Go on' : 'Pause';
    byId('live-said').textContent = isPaused ? 'paused' : 'live';
  }

  // A window that is moved to an earlier time stays there.
  onLook() {
    byId('live-follow').checked = this.page.to >= this.page.full.end;
  }

  async run() {
    try {
      for (;;) {
        if (!this.isPaused && !document.hidden)
          await this.look();
        await new Promise((resolve) => setTimeout(resolve, ASK_MS));
      }
    } catch (error) {
      byId('live-said').textContent = 'not live any more: the server does not answer';
    }
  }

  async ask(what) {
    const response = await fetch(this.address + what);
    if (!response.ok)
      throw new Error(await response.text());
    return response;
  }

  async look() {
    const version = await (await this.ask('version')).json();
    if (this.version === null)
      this.version = version;
    if (version === this.version || this.isPaused)
      return;
    this.version = version;
    const text = await (await this.ask('')).text();
    await this.take(new DOMParser().parseFromString(text, 'text/html'));
  }

  // All but the picture with its rows and panel is that of the new page.
  async take(newPage) {
    const data = JSON.parse(newPage.getElementById('data').textContent);
    const meta = await this.page.source.open({ ...data, address: this.address });
    for (const place of ['header', '.headline', '#legend'])
      document.querySelector(place).replaceChildren(...newPage.querySelector(place).childNodes);
    for (const section of newPage.querySelectorAll('section[aria-labelledby]'))
      this.takeSection(section, section.getAttribute('aria-labelledby'));
    this.page.renew(meta, this.isFollowing);
  }

  takeSection(section, name) {
    const old = document.querySelector(`section[aria-labelledby=${name}]`);
    if (name === 'space-time')
      return;
    if (old)
      old.replaceWith(section);
    else
      document.querySelector('section[aria-labelledby=facts]').before(section);
  }
}
