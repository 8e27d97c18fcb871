// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Ties picture, chart and controls together. What is seen is kept in the address, as
// #from=…&to=…&raw=1 with times in ns as on the axis, so that a view can be passed on.

const byId = (id) => document.getElementById(id);

class Page {
  constructor(data) {
    this.data = data;
    this.times = { raw: decodeTimes(data.times.raw, data.swatches.length) };
    if (data.times.corrected) {
      this.times.corrected = decodeTimes(data.times.corrected, data.swatches.length);
      const { raw, corrected } = this.times;
      this.can = { tracks: canBlendTracks(raw.tracks, corrected.tracks),
                   messages: canBlendArrows(raw.messages, corrected.messages) };
    }
    this.mode = this.times.corrected ? 'corrected' : 'raw';
    this.picture = new Picture(byId('picture'), data);
    this.chart = new LoadChart(byId('load'), data);
    this.tip = byId('tip');
    this.readHash();
    this.apply(this.times[this.mode]);
    this.listen();
    this.resize();
    this.drawNow();
  }

  get full() {
    const all = Object.values(this.times);
    const begin = Math.min(...all.map((t) => t.begin)), end = Math.max(...all.map((t) => t.end));
    return { begin, end: Math.max(end, begin + 1) };
  }

  readHash() {
    const query = new URLSearchParams(location.hash.slice(1));
    const from = Number(query.get('from') || NaN), to = Number(query.get('to') || NaN);
    const full = this.full;
    this.from = Number.isFinite(from) && query.has('from') ? from : full.begin;
    this.to = Number.isFinite(to) && query.has('to') ? to : full.end;
    if (!(this.to > this.from))
      Object.assign(this, { from: full.begin, to: full.end });
    if (query.get('raw') === '1')
      this.mode = 'raw';
    else if (query.get('raw') === '0' && this.times.corrected)
      this.mode = 'corrected';
  }

  writeHash() {
    clearTimeout(this.hashTimer);
    this.hashTimer = setTimeout(() => {
      const { begin, end } = this.full, query = [];
      if (this.from > begin || this.to < end)
        query.push(`from=${Math.round(this.from)}`, `to=${Math.round(this.to)}`);
      if (this.times.corrected && this.mode === 'raw')
        query.push('raw=1');
      history.replaceState(null, '', '#' + query.join('&'));
    }, 250);
  }

  apply(times) {
    this.picture.setTimes(times);
    this.chart.setTimes(times);
    for (const input of document.querySelectorAll('input[name=times]'))
      input.checked = input.value === this.mode;
    document.body.dataset.mode = this.mode;
  }

  resize() {
    this.picture.resize();
    this.chart.resize(this.picture);
    this.recolor();
  }

  recolor() {
    const style = getComputedStyle(document.documentElement);
    const get = (name) => style.getPropertyValue(name).trim();
    this.picture.readColors();
    this.chartColors = Object.assign({}, this.picture.colors, {
      load: get('--load'), track: get('--track'), imbalance: get('--ink') });
    for (const swatch of document.querySelectorAll('[data-swatch]'))
      swatch.style.background = this.picture.fills[Number(swatch.dataset.swatch)];
    this.draw();
  }

  draw() {
    if (this.pending)
      return;
    this.pending = requestAnimationFrame(() => this.drawNow());
  }

  drawNow() {
    cancelAnimationFrame(this.pending);
    this.pending = 0;
    const counts = this.picture.draw(this.from, this.to);
    this.chart.draw(this.chartColors, this.from, this.to);
    this.say(counts);
  }

  say(counts) {
    const span = this.to - this.from, { census } = this.picture.times, { show } = this.picture;
    const all = {}, words = this.data.edgeKinds;
    for (const kind of Object.keys(census))
      all[kind] = census[kind].count(this.from, this.to);
    byId('from').textContent = formatTime(this.from, span);
    byId('to').textContent = formatTime(this.to, span);
    byId('span').textContent = formatNs(span);
    const whole = (kind) => formatPart(all[kind].n, all[kind]);
    const about = (kind) => (all[kind].exact ? '' : 'about ');
    byId('red').textContent = about('reversed') + whole('reversed');
    byId('seen').textContent = `${about('messages')}${whole('messages')} ${words} in this window`;
    byId('moved').textContent = about('moves') + whole('moves');
    byId('red').parentElement.classList.toggle('clean', all.reversed.n === 0);
    this.sayWhatIsSample([
      [words, show.messages, counts.messages, all.messages],
      [`${words} received before sent`, show.messages, counts.reversed, all.reversed],
      ['moves', show.moves, counts.moves, all.moves],
      ['collective operations', show.bands, counts.bands, all.bands],
      ['states', true, all.heldStates.n, all.states],
    ]);
  }

  // Nothing that is drawn in part may look as if it were all.
  sayWhatIsSample(rows) {
    const parts = rows.filter(([, shown, drawn, all]) => shown && drawn < all.n)
      .map(([what, , drawn, all]) => `${formatPart(drawn, all)} ${what}`);
    byId('sample').hidden = parts.length === 0;
    byId('sample-text').textContent = `${parts.join(', ')} in this window are drawn one by one.`;
    byId('sample-states').hidden = !rows.some(([what, , drawn, all]) => what === 'states' && drawn < all.n);
  }

  look(from, to) {
    const { begin, end } = this.full, least = 100;
    let span = Math.min(Math.max(to - from, least), end - begin);
    let start = from + (to - from - span) / 2;
    start = Math.min(Math.max(start, begin), end - span);
    this.from = start;
    this.to = start + span;
    this.draw();
    this.writeHash();
  }

  zoom(factor, at = (this.from + this.to) / 2) {
    this.look(at - (at - this.from) * factor, at + (this.to - at) * factor);
  }

  pan(share) {
    const by = (this.to - this.from) * share;
    const { begin, end } = this.full;
    const bounded = Math.min(Math.max(by, begin - this.from), end - this.to);
    this.look(this.from + bounded, this.to + bounded);
  }

  // One set of times becomes the other before one's eyes.
  setMode(mode) {
    if (mode === this.mode || !this.times[mode])
      return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const began = performance.now(), lasts = still ? 0 : 900;
    const { raw, corrected } = this.times;
    this.mode = mode;
    this.writeHash();
    const step = (now) => {
      const passed = lasts ? Math.min((now - began) / lasts, 1) : 1;
      const eased = passed < 0.5 ? 4 * passed ** 3 : 1 - (2 - 2 * passed) ** 3 / 2;
      if (this.mode !== mode)
        return;
      if (passed < 1) {
        const share = mode === 'corrected' ? eased : 1 - eased;
        this.picture.setTimes(blendTimes(raw, corrected, share, this.can));
        requestAnimationFrame(step);
      } else {
        this.apply(this.times[mode]);
      }
      this.draw();
    };
    this.apply(this.times[mode]);
    requestAnimationFrame(step);
  }

  // The span of a wait, a finding or a phase below; it is one of the corrected times, where there
  // are some.
  showSpan(span) {
    if (this.times.corrected)
      this.setMode('corrected');
    this.look(Number(span.from), Number(span.to));
    byId('picture').scrollIntoView({ block: 'nearest' });
  }

  listen() {
    for (const input of document.querySelectorAll('input[name=times]'))
      input.addEventListener('change', () => this.setMode(input.value));
    for (const name of ['messages', 'moves', 'bands']) {
      const box = byId('show-' + name);
      if (box)
        box.addEventListener('change', () => {
          this.picture.show[name] = box.checked;
          this.draw();
        });
    }
    byId('zoom-in').addEventListener('click', () => this.zoom(0.5));
    byId('zoom-out').addEventListener('click', () => this.zoom(2));
    byId('reset').addEventListener('click', () => this.look(this.full.begin, this.full.end));
    for (const button of document.querySelectorAll('button[data-from]'))
      button.addEventListener('click', () => this.showSpan(button.dataset));
    this.listenToPointer(byId('picture'));
    byId('picture').addEventListener('keydown', (event) => this.onKey(event));
    new ResizeObserver(() => {
      if (byId('picture').clientWidth !== this.picture.width)
        this.resize();
    }).observe(byId('picture'));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.recolor());
    window.addEventListener('hashchange', () => {
      this.readHash();
      this.apply(this.times[this.mode]);
      this.draw();
    });
    window.addEventListener('beforeprint', () => this.print(true));
    window.addEventListener('afterprint', () => this.print(false));
  }

  // Paper is white whatever the screen is.
  print(on) {
    document.documentElement.classList.toggle('print', on);
    this.recolor();
    this.drawNow();
  }

  listenToPointer(canvas) {
    let last = null;
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0)
        return;
      last = event.clientX;
      canvas.setPointerCapture(event.pointerId);
      this.hideTip();
    });
    canvas.addEventListener('pointermove', (event) => {
      if (last === null) {
        this.showTip(event);
        return;
      }
      this.pan((last - event.clientX) / this.picture.plotPx);
      last = event.clientX;
    });
    for (const name of ['pointerup', 'pointercancel'])
      canvas.addEventListener(name, () => { last = null; });
    canvas.addEventListener('pointerleave', () => this.hideTip());
    canvas.addEventListener('dblclick', (event) => {
      this.zoom(event.shiftKey ? 2.5 : 0.4, this.picture.time(event.offsetX));
    });
    canvas.addEventListener('wheel', (event) => {
      const { begin, end } = this.full;
      // Fully zoomed out, the wheel scrolls the page on.
      if (event.deltaY > 0 && !event.shiftKey && this.to - this.from >= end - begin)
        return;
      event.preventDefault();
      this.hideTip();
      const pixels = event.deltaY * (event.deltaMode === 1 ? 30 : 1);
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
        this.pan((event.deltaX || pixels) / this.picture.plotPx);
      else
        this.zoom(Math.exp(pixels * 0.0022), this.picture.time(event.offsetX));
    }, { passive: false });
  }

  onKey(event) {
    const actions = { ArrowLeft: () => this.pan(-0.15), ArrowRight: () => this.pan(0.15),
                      PageUp: () => this.pan(-0.9), PageDown: () => this.pan(0.9),
                      '+': () => this.zoom(0.7), '=': () => this.zoom(0.7), '-': () => this.zoom(1 / 0.7),
                      Home: () => this.look(this.full.begin, this.full.end),
                      0: () => this.look(this.full.begin, this.full.end),
                      Escape: () => this.hideTip(),
                      r: () => this.setMode(this.mode === 'raw' ? 'corrected' : 'raw') };
    if (event.ctrlKey || event.metaKey || event.altKey || !actions[event.key])
      return;
    event.preventDefault();
    actions[event.key]();
  }

  laneName(lane) {
    return this.data.lanes[lane] ? this.data.lanes[lane].name : '';
  }

  describe(found) {
    const at = (ns) => formatDecimal(ns / 1e6, 6) + ' ms';
    if (found.kind === 'state') {
      const { track, item } = found, object = this.data.objects[track.object[item]];
      return [this.data.states[track.state[item]] || 'present',
              [['of', object], ['on', this.laneName(track.lane)], ['from', at(track.begin[item])],
               ['to', at(track.end[item])], ['lasts', formatNs(track.end[item] - track.begin[item])],
               ['inside', track.hollow[item] ? 'shorter states, drawn as their shares of the time' : '']]];
    }
    const { arrows, i } = found, takes = arrows.to[i] - arrows.from[i];
    const isMessage = this.data.edgeKinds === 'messages';
    const title = found.kind === 'move' ? 'Move of ' + (this.data.objects[arrows.object[i]] || 'a load object')
                  : (isMessage ? 'Message' : 'Edge') + (takes < 0 ? ', received before sent' : '');
    const words = found.kind === 'move' ? ['last seen', 'first seen'] : ['sent', 'received'];
    return [title, [['from', this.laneName(arrows.fromLane[i])], ['to', this.laneName(arrows.toLane[i])],
                    [words[0], at(arrows.from[i])], [words[1], at(arrows.to[i])],
                    [takes < 0 ? 'reversed by' : 'takes', formatNs(Math.abs(takes))]]];
  }

  showTip(event) {
    const found = this.picture.find(event.offsetX, event.offsetY);
    if (!found) {
      this.hideTip();
      return;
    }
    const [title, rows] = this.describe(found), list = document.createElement('dl');
    for (const [key, value] of rows.filter((row) => row[1])) {
      list.appendChild(document.createElement('dt')).textContent = key;
      list.appendChild(document.createElement('dd')).textContent = value;
    }
    const head = document.createElement('strong');
    head.textContent = title;
    this.tip.replaceChildren(head, list);
    this.tip.hidden = false;
    const box = this.tip.getBoundingClientRect();
    this.tip.style.left = Math.min(event.clientX + 16, innerWidth - box.width - 8) + 'px';
    this.tip.style.top = (event.clientY + 20 + box.height > innerHeight
                          ? event.clientY - box.height - 12 : event.clientY + 20) + 'px';
  }

  hideTip() {
    this.tip.hidden = true;
  }
}

new Page(JSON.parse(byId('data').textContent));
