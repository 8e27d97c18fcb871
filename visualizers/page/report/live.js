// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// The page of a trace that grows: it asks for more when what it has is on the screen, unless it is paused; its
// server looks then, and tells it that there is more, which it takes in. So what it gets is new, and nothing
// waits for it. While its window is at the end it follows the end; elsewhere it stays where it is.

const RECONNECT_MS = 1000;

// Texts and tables are read, and follow at this distance; laying them out would take as long as a frame.
const TEXT_MS = 500;

class Live {
  constructor(page, address) {
    // The version that the server has, and the one that is shown.
    Object.assign(this, { page, address, version: null, shown: null, isPaused: false, isTaking: false });
    byId('live-pause').addEventListener('click', () => this.pause(!this.isPaused));
    byId('live-follow').addEventListener('change', () => this.page.goOn());
    document.addEventListener('visibilitychange', () => this.look());
    this.connect();
  }

  connect() {
    const socket = this.socket = new WebSocket(this.address.replace(/^http/, 'ws') + 'changes');
    socket.addEventListener('message', ({ data }) => {
      this.version = Number(data);
      this.tell();
      this.look();
    });
    socket.addEventListener('close', () => {
      byId('live-said').textContent = 'not live any more: the server does not answer';
      setTimeout(() => this.connect(), RECONNECT_MS);
    });
  }

  tell() {
    byId('live-said').textContent = this.isPaused ? 'paused' : 'live';
  }

  get isFollowing() {
    return byId('live-follow').checked;
  }

  pause(isPaused) {
    this.isPaused = isPaused;
    byId('live-pause').setAttribute('aria-pressed', String(isPaused));
    byId('live-pause').textContent = isPaused ? 'Go on' : 'Pause';
    this.tell();
    this.look();
  }

  // A window that is moved to an earlier time stays there.
  onLook() {
    byId('live-follow').checked = this.page.to >= this.page.full.end;
  }

  get isWatched() {
    return !this.isPaused && !document.hidden;
  }

  get isBehind() {
    return this.shown !== this.version && this.isWatched;
  }

  askForMore() {
    if (this.isWatched && this.socket.readyState === WebSocket.OPEN)
      this.socket.send('more');
  }

  // One version at a time; those that come meanwhile are one.
  async look() {
    if (this.isTaking)
      return;
    this.isTaking = true;
    try {
      while (this.isBehind) {
        const { version } = this, response = await fetch(this.address + 'news');
        if (!response.ok)
          throw new Error(await response.text());
        await this.take(await response.json());
        this.shown = version;
      }
      this.askForMore();
    } catch (error) {
      byId('live-said').textContent = `not live any more: ${error.message}`;
    }
    this.isTaking = false;
  }

  // All but the picture with its rows and panel is that of the new page.
  async take({ page, data }) {
    const meta = await this.page.source.open({ ...data, address: this.address });
    this.page.renew(meta, this.isFollowing);
    await this.page.asked;
    this.text = page;
    this.textTimer = this.textTimer || setTimeout(() => this.takeText(), TEXT_MS);
  }

  takeText() {
    const newPage = new DOMParser().parseFromString(this.text, 'text/html');
    this.textTimer = 0;
    for (const place of ['header', '#notes', '.headline', '#legend'])
      document.querySelector(place).replaceChildren(...newPage.querySelector(place).childNodes);
    for (const section of newPage.querySelectorAll('section[aria-labelledby]'))
      this.takeSection(section, section.getAttribute('aria-labelledby'));
    this.page.listenToLegend();
    this.page.paintColors();
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
