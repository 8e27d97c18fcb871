// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// The event that has focus: keys move it along its row and between rows, and it is said aloud.
class Focus {
  constructor(page) {
    this.page = page;
    this.event = null;
  }

  async set(stream, event) {
    const { source, mode, picture } = this.page;
    const found = await source.event(stream, event, mode);
    if (!found)
      return;
    this.event = found;
    this.page.system.moveTo(found.time);
    const span = this.page.to - this.page.from;
    if (found.time < this.page.from || found.time > this.page.to)
      this.page.look(found.time - span / 2, found.time + span / 2);
    const row = this.page.rows.list[this.page.rows.indexOf(found.lane)];
    if (row && (row.y < picture.scroll || row.y + row.px > picture.scroll + picture.viewPx))
      picture.scroller.scrollTop = row.y - picture.viewPx / 2;
    this.say();
    this.page.draw();
    if (!this.page.panel.element.hidden)
      this.page.panel.showEvent(found);
  }

  say() {
    const { event } = this, fields = event.fields.map((field) => `${field.name} ${field.value}`).join(', ');
    byId('said').textContent = `${event.className} on ${this.page.meta.lanes[event.lane].name}, `
      + `${formatSeconds(event.time)} s${fields ? ', ' + fields : ''}`;
  }

  async near(lanes, time) {
    const found = await this.page.source.nearest(lanes, time, this.page.mode);
    if (found)
      await this.set(found.stream, found.event);
    return found;
  }

  // The first key puts focus on what is nearest to the middle of the window.
  async start() {
    const middle = (this.page.from + this.page.to) / 2;
    for (const row of this.page.rows.list)
      if (this.page.rows.isWhole(row) && row.y + row.px > this.page.picture.scroll
          && await this.near(row.lanes, middle))
        return;
  }

  async along(step) {
    if (!this.event) {
      await this.start();
      return;
    }
    const found = await this.page.source.beside(this.event.stream, this.event.event, step, this.page.mode);
    if (found)
      await this.set(found.stream, found.event);
  }

  async across(step) {
    if (!this.event) {
      await this.start();
      return;
    }
    const { rows } = this.page;
    for (let i = rows.indexOf(this.event.lane) + step; i >= 0 && i < rows.list.length; i += step)
      if (rows.isWhole(rows.list[i]) && await this.near(rows.list[i].lanes, this.event.time))
        return;
  }

  // The page has another part of a recording that grows. Of an event that it does not have any more the panel says what
  // it was.
  async renew(streams) {
    const { event, page } = this, { element } = page.panel;
    if (!event)
      return;
    const before = streams[event.stream], stream = page.meta.streams.findIndex(({ id }, i) =>
      (id === undefined ? i === event.stream : id === before.id));
    const now = stream < 0 ? -1 : eventOf(page.meta.streams[stream], numberOf(before, event.event));
    this.event = now < 0 ? null : await page.source.event(stream, now, page.mode);
    if (!element.hidden && element.dataset.event === `${event.stream}:${event.event}`) {
      if (!this.event)
        byId('panel-body').querySelector('.ways').remove();
      else if (now !== event.event || stream !== event.stream || this.event.time !== event.time)
        page.panel.showEvent(this.event);
    }
    page.draw();
  }

  // Times change with the set of times; the event stays.
  // Times are others now.
  async refresh() {
    const { source, mode, panel } = this.page;
    if (this.event)
      this.event = await source.event(this.event.stream, this.event.event, mode);
    if (this.event)
      this.say();
    if (this.event && panel.element.dataset.event === `${this.event.stream}:${this.event.event}`)
      panel.showEvent(this.event);
    this.page.draw();
  }
}
