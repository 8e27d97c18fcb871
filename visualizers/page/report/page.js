// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Ties picture, charts, panel and controls together. What is seen is kept in the address, as
// #from=…&to=…&raw=1 with times in ns as on the axis, so that a view can be passed on.

// Shorter spans are no longer told apart by the numbers of the script.
const LEAST_NS = 20;

// After this time without a move the window is taken to stay: five frames of the screen.
const STILL_MS = 80;

// By SpurEdgeKind.
const EDGE_KINDS = ['Message', 'Migration', 'Creation', 'Synchronisation', 'Collective operation', 'Edge'];

// The styles that an entry of the legend stands for; none where it is one of states.
function stylesOf(button) {
  return (button.dataset.styles || '').split(' ').filter((text) => text).map(Number);
}

class Page {
  constructor(meta, source) {
    Object.assign(this, { meta, source, selection: null });
    this.mode = meta.times.corrected ? 'corrected' : 'raw';
    this.rows = new Rows(meta);
    this.picture = new Picture(byId('picture'), byId('rows'), meta, this.rows);
    this.chart = new LoadChart(byId('load'), meta);
    this.tip = byId('tip');
    this.panel = new Panel(this);
    this.focus = new Focus(this);
    this.tables = new Tables(this);
    this.paper = new Paper(this);
    this.overview = new Overview(this);
    this.system = new SystemPanel(this);
    this.lifelines = new LifelinePanel(this);
    byId('system-part').hidden = !meta.objects.length;
    this.showLoad();
    this.showControls();
    this.readHash();
    this.listen();
    this.applyMode();
  }

  // Where no target is ever busy there is no load to show.
  showLoad() {
    byId('load-part').hidden = !this.hasLoad;
  }

  get hasLoad() {
    return Object.values(this.meta.loads).some((load) => load.rows.some((row) => row.some((value) => value > 0)));
  }

  // Controls for what the trace does not have are left out.
  showControls() {
    const { has, lanes, times } = this.meta;
    const show = (element, isShown) => { element.hidden = !isShown; };
    show(byId('show-messages').parentElement, has.edges);
    show(byId('show-moves').parentElement, has.moves);
    show(byId('show-marks').parentElement, has.marks);
    show(byId('unfold'), has.objects);
    show(byId('unfold-key'), has.objects);
    show(byId('mode-key'), Boolean(times.corrected));
    show(byId('filter').parentElement, lanes.length > 1);
    show(byId('sort').parentElement, lanes.length > 1);
    show(byId('sort').querySelector('[value=load]'), this.hasLoad);
    for (const [by, isShown] of [['objects', has.objects], ['pairs', has.edges], ['sizes', has.edges]])
      show(byId('profile-by').querySelector(`[value=${by}]`), isShown);
  }

  // The trace has grown. A window of all of it stays one, and one at its end goes on with it.
  renew(meta, isFollowing) {
    const wasAll = this.isAllSeen, { streams, begin: zero } = this.meta;
    // A stream that comes late may begin before all others, and times count from the trace's begin.
    const shift = zero && meta.begin ? Number(BigInt(zero) - BigInt(meta.begin)) : 0;
    Object.assign(this, { from: this.from + shift, to: this.to + shift });
    this.meta = meta;
    this.rows.renew(meta);
    this.picture.renew(meta);
    this.chart = new LoadChart(byId('load'), meta);
    this.system.peaksOf = {};
    this.showLoad();
    this.showControls();
    const { begin, end } = this.full;
    if (isFollowing)
      Object.assign(this, { from: wasAll ? begin : Math.max(end - (this.to - this.from), begin), to: end });
    this.applyMode();
    this.focus.renew(streams);
  }

  // To the end of a trace that grows, and on with it.
  goOn() {
    if (this.live.isFollowing)
      this.look(this.full.end - (this.to - this.from), this.full.end);
  }

  // All that the page has in the times that are shown: the window that its events are from is that of both
  // sets of times, of which one may begin earlier.
  get full() {
    const { from, to } = this.meta, times = this.meta.times[this.mode];
    const isApart = times.begin >= to || times.end <= from, begin = isApart ? from : Math.max(from, times.begin);
    return { begin, end: Math.max(isApart ? to : Math.min(to, times.end), begin + 1) };
  }

  get isAllSeen() {
    return this.from <= this.full.begin && this.to >= this.full.end;
  }

  readHash() {
    const query = new URLSearchParams(location.hash.slice(1));
    if (query.get('raw') === '1')
      this.mode = 'raw';
    else if (query.get('raw') === '0' && this.meta.times.corrected)
      this.mode = 'corrected';
    const { full } = this;
    const read = (name, other) => {
      const value = Number(query.get(name) || NaN);
      return Number.isFinite(value) && query.has(name) ? value : other;
    };
    this.from = read('from', full.begin);
    this.to = read('to', full.end);
    if (!(this.to > this.from))
      Object.assign(this, { from: full.begin, to: full.end });
    if (query.has('at') && Number.isFinite(read('at', NaN)))
      this.system.open(read('at', 0));
  }

  writeHash() {
    clearTimeout(this.hashTimer);
    this.hashTimer = setTimeout(() => {
      const { begin, end } = this.full, query = [];
      if (this.from > begin || this.to < end)
        query.push(`from=${Math.round(this.from)}`, `to=${Math.round(this.to)}`);
      if (this.meta.times.corrected && this.mode === 'raw')
        query.push('raw=1');
      if (this.system.isOpen)
        query.push(`at=${this.system.time}`);
      history.replaceState(null, '', '#' + query.join('&'));
    }, 250);
  }

  applyMode() {
    for (const input of document.querySelectorAll('input[name=times]'))
      input.checked = input.value === this.mode;
    document.body.dataset.mode = this.mode;
    this.chart.setMode(this.mode);
    this.arrange();
    this.system.refresh();
  }

  // Rows anew, after one was opened, sorted or filtered.
  arrange() {
    this.rows.arrange(this.mode);
    this.resize();
  }

  resize() {
    this.picture.resize();
    this.chart.resize(this.picture);
    this.recolor();
    // A canvas of another size is black until it is drawn.
    this.chart.draw(this.picture.colors, this.from, this.to);
  }

  recolor() {
    this.paintColors();
    this.refresh();
    this.overview.asked = this.overview.update().catch(tellBroken);
  }

  paintColors() {
    this.picture.readColors();
    for (const swatch of document.querySelectorAll('[data-swatch] .swatch'))
      swatch.style.background = this.picture.fills[Number(swatch.parentElement.dataset.swatch)];
    for (const sign of document.querySelectorAll('#legend svg'))
      colorSign(sign, this.meta.times.raw.styles[Number(sign.parentElement.dataset.style)], this.picture.isDark);
    this.system.draw();
    this.lifelines.draw();
  }

  // What is seen has changed: a new frame is asked for, and what is there is drawn meanwhile.
  refresh() {
    Object.assign(this.picture, { from: this.from, to: this.to });
    this.isStale = true;
    this.paper.forget();
    this.draw();
    if (!this.isAsking)
      this.asked = this.ask().catch((error) => {
        this.isAsking = false;
        tellBroken(error);
      });
  }

  // One frame at a time: while it is made, only the newest wish is remembered. Where wishes come faster than
  // frames, those are drafts until the window stays.
  async ask() {
    this.isAsking = true;
    for (let isDraft = false, isDone = false; !isDone;) {
      this.isStale = false;
      const [query, look] = this.picture.request(this.mode, isDraft), { scroll } = this.picture;
      const frame = await this.source.frame(query, look);
      this.picture.setFrame(frame, scroll, query.strips, look.strips);
      this.draw();
      // The charts follow with the frames: they would take half of the time of each drawing.
      this.chart.draw(this.picture.colors, query.from, query.to);
      this.say(frame);
      this.used = frame.used || this.used;
      // A first, coarse picture of a server is made better while nothing else is wanted.
      isDone = !isDraft && !this.isStale && !frame.isFirst;
      if (isDraft && !this.isStale)
        await new Promise((resolve) => setTimeout(resolve, STILL_MS));
      isDraft = this.isStale;
    }
    this.isAsking = false;
    this.showLegend();
    this.paper.prepareLater();
    this.charted = this.drawChart().catch(tellBroken);
    document.body.dataset.settled = String(Number(document.body.dataset.settled || 0) + 1);
    this.tables.update();
    this.lifelines.update().catch(tellBroken);
  }

  // Of a window that stays, what the page itself does not know.
  async drawChart() {
    if (!this.meta.partEvents || byId('load-part').hidden)
      return;
    if (await this.chart.update(this.source, this.mode, this.from, this.to))
      this.chart.draw(this.picture.colors, this.from, this.to);
  }

  draw() {
    if (!this.pending)
      this.pending = requestAnimationFrame(() => this.drawNow());
  }

  drawNow() {
    cancelAnimationFrame(this.pending);
    this.pending = 0;
    this.picture.draw(this.focus.event, this.selection, this.system.isOpen ? this.system.time : undefined);
  }

  say({ counts, isBundled, nEvents, hasMarks }) {
    const span = this.to - this.from, from = formatTime(this.from, span), to = formatTime(this.to, span);
    byId('from').textContent = from;
    byId('to').textContent = to;
    byId('span').textContent = formatNs(span);
    this.sayPart(from, to);
    this.sayCounts(counts, nEvents, hasMarks);
    byId('bundled').hidden = !isBundled;
    const { nLanes } = this.rows, { has } = this.meta, isFirst = !has.edges && !has.moves;
    byId('filtered').textContent = nLanes < this.meta.lanes.length
      ? `${isFirst ? '' : '; '}${nLanes} of ${this.meta.lanes.length} rows are shown, with what is between them` : '';
  }

  // Paper cannot be asked which part of the trace it shows.
  sayPart(from, to) {
    const { begin, end } = this.meta.times[this.mode], share = formatDecimal(100 * (this.to - this.from) / Math.max(end - begin, 1), 1);
    const times = !this.meta.times.corrected || this.mode === 'raw' ? 'the times as recorded' : 'corrected times';
    byId('printed').textContent = this.from <= begin && this.to >= end ? `The whole trace, at ${times}.`
      : `From ${from} to ${to} after the trace's begin: ${share} % of its ${formatNs(end - begin)}, at ${times}.`;
  }

  // A server counts messages only where it gives them out.
  sayCounts(counts, nEvents, hasMarks) {
    const { has } = this.meta;
    byId('red').parentElement.hidden = !counts || !has.edges;
    byId('moves').hidden = !counts || !has.moves;
    if (!counts) {
      byId('seen').textContent = `${formatCount(nEvents)} events in this window, of which the states ${hasMarks ? 'and marks ' : ''}are shown`;
      return;
    }
    byId('red').textContent = formatCount(counts.reversed);
    byId('seen').textContent = has.edges ? `${formatCount(counts.messages)} ${this.meta.edgeKinds} in this window` : '';
    byId('moves').firstChild.data = has.edges ? ', ' : '';
    byId('moved').textContent = formatCount(counts.moves);
    byId('red').parentElement.classList.toggle('clean', counts.reversed === 0);
  }

  look(from, to) {
    const { begin, end } = this.full;
    const span = Math.min(Math.max(to - from, LEAST_NS), end - begin);
    let start = from + (to - from - span) / 2;
    start = Math.min(Math.max(start, begin), end - span);
    this.from = start;
    this.to = start + span;
    if (this.live)
      this.live.onLook();
    this.refresh();
    this.writeHash();
  }

  zoom(factor, at = (this.from + this.to) / 2) {
    this.look(at - (at - this.from) * factor, at + (this.to - at) * factor);
  }

  pan(share) {
    const by = (this.to - this.from) * share, { begin, end } = this.full;
    const bounded = Math.min(Math.max(by, begin - this.from), end - this.to);
    this.look(this.from + bounded, this.to + bounded);
  }

  setMode(mode) {
    if (mode === this.mode || !this.meta.times[mode])
      return;
    const wasAll = this.isAllSeen;
    this.mode = mode;
    if (wasAll)
      Object.assign(this, { from: this.full.begin, to: this.full.end });
    this.writeHash();
    this.applyMode();
    this.focus.refresh();
  }

  // The span of a wait, a finding or a phase; it is one of the corrected times, where there are some
  // and nothing else is said.
  showSpan(span) {
    if (this.meta.times.corrected)
      this.setMode(span.raw === '1' ? 'raw' : 'corrected');
    this.look(Number(span.from), Number(span.to));
    byId('space-time').scrollIntoView({ block: 'nearest' });
  }

  async goTo(stream, event) {
    await this.focus.set(stream, event);
    if (this.focus.event)
      this.panel.showEvent(this.focus.event);
  }

  async goNear(lane, time) {
    const found = await this.focus.near([lane], time);
    if (found)
      this.panel.showEvent(this.focus.event);
  }

  async goToMark(mark) {
    const found = await this.source.ofMark(mark, this.mode);
    if (found)
      await this.goTo(found.stream, found.event);
  }

  // The row of a lane, or of an object on it.
  showRow(lane, object) {
    this.rows.reveal(lane);
    if (object !== undefined)
      this.rows.toggle(lane, true);
    this.arrange();
    const row = this.rows.list[this.rows.indexOf(lane, object)];
    if (row)
      this.picture.scroller.scrollTop = row.y - this.picture.viewPx / 3;
    byId('rows').scrollIntoView({ block: 'nearest' });
  }

  // The next place, after the begin of what is seen, at which something that was found occurs.
  async goToFound({ kind, index, name }) {
    const key = `${kind} ${index}`, after = this.foundKey === key ? this.foundAt : -Infinity;
    const place = await this.source.locate(kind, index, after, this.mode);
    if (!place) {
      byId('said').textContent = this.meta.partEvents
        ? `${name} is looked for where events are shown, and is not there` : `${name} does not occur`;
      return;
    }
    Object.assign(this, { foundKey: key, foundAt: place.from });
    this.rows.reveal(place.lane);
    if (kind === 'object')
      this.rows.toggle(place.lane, true);
    this.arrange();
    const row = this.rows.list[this.rows.indexOf(place.lane, kind === 'object' ? index : undefined)];
    if (row)
      this.picture.scroller.scrollTop = row.y - this.picture.viewPx / 3;
    if (place.from === place.from) {
      const span = Math.max((place.to - place.from) * 3, Math.min(this.to - this.from, (this.full.end - this.full.begin) / 20));
      this.look((place.from + place.to - span) / 2, (place.from + place.to + span) / 2);
      this.selection = kind === 'class' ? null : { from: place.from, to: place.to };
    }
    if (place.stream !== undefined)
      await this.focus.set(place.stream, place.event);
    byId('said').textContent = `${name}, ${this.meta.lanes[place.lane].name}`;
    this.draw();
  }

  listen() {
    for (const input of document.querySelectorAll('input[name=times]'))
      input.addEventListener('change', () => this.setMode(input.value));
    for (const name of ['messages', 'moves', 'bands', 'marks']) {
      const box = byId('show-' + name);
      if (box)
        box.addEventListener('change', () => {
          this.picture.show[name] = box.checked;
          this.refresh();
        });
    }
    this.listenToLegend();
    byId('zoom-in').addEventListener('click', () => this.zoom(0.5));
    byId('zoom-out').addEventListener('click', () => this.zoom(2));
    byId('reset').addEventListener('click', () => this.look(this.full.begin, this.full.end));
    byId('zoom-selection').addEventListener('click', () => this.zoomToSelection());
    byId('sort').addEventListener('change', () => {
      this.rows.sort = byId('sort').value;
      this.arrange();
    });
    byId('filter').addEventListener('input', () => {
      this.rows.filter = byId('filter').value;
      this.arrange();
    });
    byId('unfold').addEventListener('click', () => this.unfoldAll());
    byId('groups').hidden = byId('group-key').hidden = !this.rows.groups.length;
    byId('groups').addEventListener('click', () => this.toggleGroups());
    byId('profile').addEventListener('toggle', () => this.tables.update());
    document.addEventListener('click', ({ target }) => {
      const button = target.closest('button[data-from]');
      if (button)
        this.showSpan(button.dataset);
    });
    new Pointer(this, byId('picture'));
    byId('picture').addEventListener('keydown', (event) => this.onKey(event));
    byId('rows').addEventListener('scroll', () => {
      this.picture.readScroll();
      this.refresh();
    });
    new ResizeObserver(() => {
      if (byId('rows').clientWidth !== this.picture.width)
        this.resize();
    }).observe(byId('rows'));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.recolor());
    window.addEventListener('hashchange', () => {
      this.readHash();
      this.applyMode();
    });
  }

  // What the legend names can be taken out of the picture: states, and marks of a style.
  listenToLegend() {
    const list = byId('legend');
    const messages = this.meta.usedStyles.filter((i) => this.meta.times.raw.styles[i].form === FORM.MESSAGE);
    for (const i of this.meta.usedStyles) {
      const style = this.meta.times.raw.styles[i];
      // One style of messages is in the legend as what they are.
      if (!style.label || (style.form === FORM.MESSAGE && messages.length < 2) || !canSign(style))
        continue;
      // Signs of several sizes are one entry, with the largest.
      const same = [...list.querySelectorAll('[data-style]')]
        .find((one) => isSameSign(this.meta.times.raw.styles[one.dataset.style], style));
      if (same) {
        same.dataset.styles += ` ${i}`;
        if (style.width > this.meta.times.raw.styles[same.dataset.style].width) {
          same.dataset.style = i;
          same.firstElementChild.replaceWith(makeSign(style));
        }
        continue;
      }
      const button = addElement(addElement(list, 'li'), 'button');
      button.type = 'button';
      button.dataset.style = button.dataset.styles = i;
      button.appendChild(makeSign(style));
      addElement(button, 'span', style.form === FORM.LEVEL && style.largest > 0 ? describeLevel(style) : style.label);
    }
    const { hidden, hiddenStyles } = this.picture;
    for (const button of list.querySelectorAll('button')) {
      const { swatch, style } = button.dataset;
      const isHidden = swatch !== undefined ? hidden[Number(swatch)] : hiddenStyles.includes(Number(style));
      button.setAttribute('aria-pressed', String(!isHidden));
      button.addEventListener('click', () => this.toggleLegend(button));
    }
    this.showLegend();
  }

  // The legend tells of what is in the picture, and of what was taken out of it.
  showLegend() {
    if (!this.used)
      return;
    const { swatches, styles, edges } = this.used, listed = new Set();
    for (const button of byId('legend').querySelectorAll('button')) {
      const { swatch } = button.dataset, own = stylesOf(button);
      own.forEach((style) => listed.add(style));
      const isUsed = swatch !== undefined ? swatches.includes(Number(swatch)) : own.some((style) => styles.includes(style));
      button.parentElement.hidden = !isUsed && button.getAttribute('aria-pressed') === 'true';
    }
    const all = this.meta.times[this.mode].styles;
    const hasPlain = styles.some((style) => all[style].form === FORM.MESSAGE && !listed.has(style));
    for (const item of byId('legend').querySelectorAll('[data-edges]'))
      item.hidden = !edges.includes(item.dataset.edges) && !(hasPlain && item.dataset.edges === 'plain');
  }

  toggleLegend(button) {
    const isShown = button.getAttribute('aria-pressed') !== 'true', { swatch, style } = button.dataset;
    button.setAttribute('aria-pressed', String(isShown));
    if (swatch !== undefined)
      this.picture.hidden[Number(swatch)] = !isShown;
    else
      this.picture.hiddenStyles = [...byId('legend').querySelectorAll('[data-style][aria-pressed=false]')]
        .flatMap(stylesOf);
    this.refresh();
  }

  unfoldAll() {
    const isOpen = this.rows.open.size === 0;
    this.meta.lanes.forEach((lane, i) => {
      if (lane.objects.length)
        this.rows.toggle(i, isOpen);
    });
    this.arrange();
  }

  zoomToSelection() {
    if (!this.selection)
      return;
    const { from, to } = this.selection;
    this.select(null);
    this.look(Math.min(from, to), Math.max(from, to));
  }

  select(selection) {
    this.selection = selection;
    byId('zoom-selection').disabled = !selection;
    this.draw();
  }

  onKey(event) {
    const actions = {
      ArrowLeft: () => (event.shiftKey ? this.pan(-0.15) : this.focus.along(-1)),
      ArrowRight: () => (event.shiftKey ? this.pan(0.15) : this.focus.along(1)),
      ArrowUp: () => this.focus.across(-1), ArrowDown: () => this.focus.across(1),
      Enter: () => (this.selection ? this.zoomToSelection() : this.openFocus()),
      ' ': () => this.toggleFocusRow(),
      PageUp: () => this.pan(-0.9), PageDown: () => this.pan(0.9),
      '+': () => this.zoom(0.7, this.focusTime), '=': () => this.zoom(0.7, this.focusTime),
      '-': () => this.zoom(1 / 0.7, this.focusTime),
      Home: () => this.look(this.full.begin, this.full.end),
      0: () => this.look(this.full.begin, this.full.end),
      '/': () => byId('search').focus(),
      Escape: () => {
        this.hideTip();
        this.select(null);
        this.panel.element.hidden = true;
      },
      g: () => this.toggleGroups(),
      r: () => this.setMode(this.mode === 'raw' ? 'corrected' : 'raw'),
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !actions[event.key])
      return;
    event.preventDefault();
    actions[event.key]();
  }

  get focusTime() {
    const { event } = this.focus;
    return event && event.time >= this.from && event.time <= this.to ? event.time : undefined;
  }

  openFocus() {
    if (this.focus.event)
      this.panel.showEvent(this.focus.event);
  }

  toggleFocusRow() {
    if (this.focus.event && this.meta.lanes[this.focus.event.lane].objects.length) {
      this.rows.toggle(this.focus.event.lane);
      this.arrange();
    }
  }

  // The group of the row that has focus, or else all of them.
  toggleGroups() {
    const { event } = this.focus, group = event ? this.rows.groupOf[event.lane] : -1;
    if (group >= 0)
      this.rows.toggleGroup(group);
    else
      this.rows.toggleGroups();
    this.arrange();
  }

  laneName(lane) {
    return this.meta.lanes[lane] ? this.meta.lanes[lane].name : '';
  }

  // What an edge is, and what a message of its style is called where that says more.
  titleOf({ edgeKind, style }) {
    const kind = EDGE_KINDS[edgeKind] || 'Edge', { label } = this.meta.times[this.mode].styles[style] || {};
    return edgeKind !== 0 || !label || label === kind.toLowerCase() ? kind : `${kind}: ${label}`;
  }

  // Title and rows of what is under the pointer.
  describe(found) {
    const at = (ns) => `${formatSeconds(ns)} s`;
    if (found.kind === 'shares')
      return [found.group === undefined ? this.laneName(found.lane) : this.meta.objects[found.group],
              [['mean of', found.group === undefined ? '' : `${found.nLanes} rows`],
               ['from', at(found.from)], ['to', at(found.to)],
               ...found.parts.map(([swatch, share]) =>
                 [this.meta.swatches[swatch] ? this.meta.swatches[swatch].label : 'others',
                  `${formatDecimal(100 * share, 1)} %`])]];
    if (found.kind === 'state')
      return [this.meta.states[found.state] || 'present',
              [['of', this.meta.objects[found.object]], ['on', this.laneName(found.lane)],
               ['from', at(found.from)], ['to', at(found.to)], ['lasts', formatNs(found.to - found.from)]]];
    if (found.kind === 'mark')
      return [this.meta.times[this.mode].styles[found.style].label || 'mark',
              [['on', this.laneName(found.lane)], [found.n > 1 ? 'from' : 'at', at(found.time)],
               ['events', found.n > 1 ? formatCount(found.n) : '']]];
    const takes = found.to - found.from, isMove = found.kind === 'move';
    const title = isMove ? `Move of ${this.meta.objects[found.object] || 'a load object'}`
                  : found.count > 1 ? `${formatCount(found.count)} ${this.meta.edgeKinds}, one of them:`
                  : takes < 0 ? 'Received before sent' : this.titleOf(found);
    return [title, [['from', this.laneName(found.fromLane)], ['to', this.laneName(found.toLane)],
                    [isMove ? 'last seen' : 'sent', at(found.from)],
                    [isMove ? 'first seen' : 'received', at(found.to)],
                    [takes < 0 ? 'reversed by' : 'takes', formatNs(Math.abs(takes))]]];
  }

  showTip(found, event) {
    if (!found) {
      this.hideTip();
      return;
    }
    const [title, rows] = this.describe(found);
    this.showTipOf(title, rows, event);
  }

  showTipOf(title, rows, event) {
    const head = document.createElement('strong');
    head.textContent = title;
    this.tip.replaceChildren(head, this.panel.facts(rows));
    this.tip.hidden = false;
    const box = this.tip.getBoundingClientRect();
    this.tip.style.left = Math.min(event.clientX + 16, innerWidth - box.width - 8) + 'px';
    this.tip.style.top = (event.clientY + 20 + box.height > innerHeight
                          ? event.clientY - box.height - 12 : event.clientY + 20) + 'px';
  }

  hideTip() {
    this.tip.hidden = true;
  }

  // What was clicked, beside the picture.
  open(found) {
    if (!found)
      return;
    const [title, rows] = this.describe(found);
    if (found.kind === 'arrow')
      this.goTo(found.stream, found.event);
    else if (found.kind === 'mark')
      this.goToMark(found);
    else if (found.kind === 'shares' && found.group !== undefined) {
      this.rows.toggleGroup(found.group);
      this.arrange();
    } else if (found.kind === 'shares')
      this.zoom(0.1, (found.from + found.to) / 2);
    else
      this.panel.showThing(title, rows, found.kind === 'move' ? found.fromLane : found.lane,
                           Math.min(found.from, found.to), Math.max(found.from, found.to));
  }
}

const ownScript = typeof document === 'undefined' ? '' : document.currentScript.textContent;

// What goes wrong is said on the page, not only to developers.
function tellBroken(error) {
  byId('broken').hidden = false;
  byId('broken').textContent = `The picture cannot be drawn: ${error.message}`;
  console.error(error);
}

// The page is loaded when its first frame is there: programs that print pages, or take pictures of
// them, wait for that and not for a worker. A document in the page that is still open holds it off.
function holdLoad() {
  const frame = addElement(document.body, 'iframe');
  frame.hidden = true;
  frame.contentDocument.open();
  return () => {
    frame.contentDocument.close();
    frame.remove();
  };
}

async function start() {
  const release = holdLoad();
  try {
    const source = await Source.start(ownScript), data = JSON.parse(byId('data').textContent);
    byId('data').remove();
    data.address = new URL('.', location.href).href;
    const page = globalThis.spurPage = new Page(await source.open(data), source);
    await page.asked;
    await page.overview.asked;
    page.drawNow();
    if (data.isLive)
      page.live = new Live(page, data.address);
    performance.mark('first-frame');
  } catch (error) {
    tellBroken(error);
  }
  release();
}

if (typeof document === 'undefined')
  serve();
else
  start();
