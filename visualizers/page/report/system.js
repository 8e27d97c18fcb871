// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// The system at a time, which is played, or follows the picture's cursor: boxes move as objects do.

// How fast boxes go to their places, and when they are there.
const EASE_MS = 90, THERE_PX = 0.4;

// The largest height of the picture, as a part of the window's.
const MAX_SYSTEM_SHARE = 0.8;

const LEAST_TEXT_PX = 7, LEAST_TEXT_WIDTH_PX = 22;

class SystemPanel {
  constructor(page) {
    Object.assign(this, { page, canvas: byId('system'), details: byId('system-part'), boxes: [], shown: new Map(),
                          peaksOf: {}, capacities: [], slots: new Map(), came: new Set(), isPlaying: false });
    this.context = this.canvas.getContext('2d', { alpha: false });
    this.time = Math.round((page.full.begin + page.full.end) / 2);
    this.isStill = matchMedia('(prefers-reduced-motion: reduce)');
    this.fillClasses();
    this.listen();
  }

  get isOpen() {
    return this.details.open;
  }

  // Classes whose events the page has, the rarest first: they are what is stepped to.
  fillClasses() {
    const { classes, classCounts, nMoves } = this.page.meta, select = byId('system-class');
    const add = (value, text) => {
      addElement(select, 'option', text).value = String(value);
    };
    if (nMoves > 0)
      add(ANY_MOVE, 'any move of a load object');
    add(ANY_EVENT, 'any event');
    classes.map((one, i) => i).filter((i) => classCounts[i] > 0)
      .sort((a, b) => classCounts[a] - classCounts[b])
      .forEach((i) => add(i, `${classes[i].name} (${formatCount(classCounts[i])})`));
  }

  listen() {
    const on = (id, name, act) => byId(id).addEventListener(name, act);
    on('system-part', 'toggle', () => this.onToggle());
    on('system-play', 'click', () => this.play(!this.isPlaying));
    on('system-rewind', 'click', () => this.rewind());
    on('system-back', 'click', () => this.step(-1));
    on('system-next', 'click', () => this.step(1));
    on('system-time', 'input', () => {
      const { from, to } = this.page;
      this.moveTo(from + (to - from) * Number(byId('system-time').value) / Number(byId('system-time').max));
    });
    on('system', 'keydown', (event) => this.onKey(event));
    on('system', 'mousemove', (event) => this.hover(event));
    on('system', 'mouseleave', () => this.page.hideTip());
    on('system', 'click', (event) => this.click(event));
    new ResizeObserver(() => this.resize()).observe(this.details);
  }

  onKey(event) {
    const actions = { ' ': () => this.play(!this.isPlaying), ArrowLeft: () => this.step(-1),
                      ArrowRight: () => this.step(1), Home: () => this.rewind() };
    if (event.ctrlKey || event.metaKey || event.altKey || !actions[event.key])
      return;
    event.preventDefault();
    actions[event.key]();
  }

  onToggle() {
    if (!this.isOpen)
      this.play(false);
    this.resize();
    this.page.draw();
    this.page.writeHash();
  }

  open(time) {
    this.time = time;
    this.details.open = true;
  }

  // Another time: by the page, the slider, or while it plays.
  moveTo(time) {
    const { begin, end } = this.page.full;
    this.time = Math.min(Math.max(Math.round(time), begin), end);
    this.refresh();
    if (this.isOpen) {
      this.page.draw();
      if (!this.isPlaying)
        this.page.writeHash();
    }
  }

  rewind() {
    this.slots.clear();
    this.moveTo(this.page.from);
  }

  // The next event of the class, which gets the page's focus.
  async step(by) {
    this.play(false);
    const { page } = this, index = Number(byId('system-class').value);
    const found = await page.source.step(index, this.time, by, page.mode);
    if (!found) {
      this.say(by > 0 ? 'no such event comes after' : 'no such event comes before');
      return;
    }
    // A server looks through a part of a large trace at a time.
    if (found.searchedTo !== undefined) {
      this.moveTo(found.searchedTo);
      this.say('no such event up to here; step again to search on');
      return;
    }
    this.moveTo(found.time);
    if (found.event !== undefined)
      await page.focus.set(found.stream, found.event);
    else if (found.time < page.from || found.time > page.to)
      page.look(found.time - (page.to - page.from) / 2, found.time + (page.to - page.from) / 2);
  }

  // From here to the end of what the picture shows; the speed is chosen as the seconds that all of it takes.
  play(isPlaying) {
    const { page } = this;
    if (isPlaying && (this.time >= page.to || this.time < page.from))
      this.moveTo(page.from);
    this.isPlaying = isPlaying;
    this.exact = this.time;
    this.last = performance.now();
    byId('system-play').textContent = isPlaying ? 'Pause' : 'Play';
    byId('system-play').setAttribute('aria-pressed', String(isPlaying));
    if (isPlaying)
      this.animate();
    else
      this.page.writeHash();
  }

  advance(now) {
    const { page } = this, seconds = Number(byId('system-speed').value);
    this.exact += (page.to - page.from) * (now - this.last) / 1000 / seconds;
    if (this.exact >= page.to) {
      this.moveTo(page.to);
      this.play(false);
      return;
    }
    this.moveTo(this.exact);
  }

  // Another set of times, or the same ones anew.
  refresh() {
    if (!this.isOpen)
      return;
    this.isStale = true;
    this.tellTime();
    if (!this.isAsking)
      this.ask().catch(tellBroken);
  }

  // One question at a time, of the newest wish, as for frames.
  async ask() {
    const { source } = this.page;
    this.isAsking = true;
    while (this.isStale) {
      this.isStale = false;
      const { mode, meta } = this.page;
      this.peaksOf[mode] = this.peaksOf[mode] || await source.peaks(mode);
      const situation = await source.situation(this.time, mode);
      // The trace has grown meanwhile: what was asked is of other objects.
      if (this.page.meta !== meta) {
        this.isStale = true;
        continue;
      }
      if (this.shownMode !== mode)
        Object.assign(this, { shownMode: mode, capacities: [], slots: new Map() });
      this.boxes = makeBoxes(this.page.meta.system, situation);
      this.slots = assignSlots(this.boxes, this.slots);
      this.boxes.time = situation.time;
      this.layout(mode);
      this.animate();
    }
    this.isAsking = false;
  }

  // Room for as much as a box ever holds, or its depth was seen to hold.
  layout(mode) {
    const { boxes, em } = this, { kinds } = this.page.meta.system, peaks = this.peaksOf[mode];
    const parts = new Map();
    for (const box of boxes)
      if (box.hasMoved)
        this.came.add(box.object);
    for (const box of boxes)
      if (box.isTarget)
        parts.set(box.parent, (parts.get(box.parent) || 0) + 1);
    boxes.forEach((box, i) => {
      const most = (parts.get(i) || 0) + (box.object >= 0 ? peaks[box.object] : 0);
      if (!box.isNowhere)
        this.capacities[box.depth] = Math.max(this.capacities[box.depth] || 0, most);
    });
    const layout = new BoxLayout(boxes, this.capacities, peaks[kinds.length], this.width,
                                 Math.max(innerHeight * MAX_SYSTEM_SHARE, 14 * em), em);
    this.strip = layout.strip;
    this.setHeight(Math.ceil(layout.height));
  }

  resize() {
    const style = getComputedStyle(this.canvas);
    this.em = parseFloat(style.fontSize);
    this.font = style.fontFamily;
    this.width = this.canvas.clientWidth;
    this.capacities = [];
    this.shown.clear();
    this.height = 0;
    if (this.width > 0)
      this.refresh();
  }

  setHeight(height) {
    if (height === this.height)
      return;
    this.height = height;
    this.scale = Math.min(devicePixelRatio || 1, 3);
    this.canvas.width = Math.round(this.width * this.scale);
    this.canvas.height = Math.round(height * this.scale);
    this.canvas.style.height = height + 'px';
  }

  animate() {
    if (!this.pending)
      this.pending = requestAnimationFrame((now) => {
        this.pending = 0;
        this.drawNow(now);
      });
  }

  drawNow(now) {
    const elapsed = Math.max(Math.min(now - (this.drawn || 0), 100), 0);
    this.drawn = now;
    if (this.isPlaying)
      this.advance(now);
    this.last = now;
    const isMoving = this.ease(this.isStill.matches ? 1 : 1 - Math.exp(-elapsed / EASE_MS));
    this.draw();
    if (this.isPlaying || isMoving)
      this.animate();
  }

  // Boxes go a part of the way to where they belong; new ones are there at once.
  ease(part) {
    const before = this.shown;
    let isMoving = false;
    this.shown = new Map();
    for (const box of this.boxes) {
      if (!box.rect)
        continue;
      const from = before.get(box.object), rect = from
        ? box.rect.map((value, i) => Math.abs(value - from[i]) < THERE_PX ? value : from[i] + (value - from[i]) * part)
        : box.rect;
      const isOnWay = rect.some((value, i) => value !== box.rect[i]);
      isMoving = isMoving || isOnWay;
      if (!isOnWay)
        this.came.delete(box.object);
      box.isMoving = isOnWay && this.came.has(box.object);
      this.shown.set(box.object, rect);
    }
    return isMoving;
  }

  draw() {
    const c = this.context, { colors } = this.page.picture;
    if (!this.isOpen || !this.height)
      return;
    c.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    c.fillStyle = colors.paper;
    c.fillRect(0, 0, this.width, this.height);
    const drawn = this.boxes.filter((box) => box.rect && box.depth > 0);
    if (this.strip && !drawn.some((box) => box.isNowhere))
      this.drawEmptyStrip(colors);
    // What moves lies on top.
    for (const isMoving of [false, true])
      for (const box of drawn)
        if (Boolean(box.isMoving && !box.isHolder) === isMoving)
          this.drawBox(box, this.shown.get(box.object), colors);
  }

  // Nothing is without a target, though there are times at which something is.
  drawEmptyStrip(colors) {
    const c = this.context, { width, height, head } = this.strip, top = this.height - height;
    c.strokeStyle = colors['presence-rim'];
    c.setLineDash([4, 4]);
    c.strokeRect(0.5, top + 0.5, width - 1, height - 1);
    c.setLineDash([]);
    c.fillStyle = colors.muted;
    c.textBaseline = 'middle';
    this.drawLine('on no target', 0, top, width, head, '');
  }

  fillOf(box, other) {
    const { meta, picture } = this.page;
    return box.state >= 0 ? picture.fills[meta.swatchOfState[box.state]] : other;
  }

  isWork(box) {
    const { meta } = this.page;
    return box.state >= 0 && meta.stateKinds[box.state] === 0;
  }

  drawBox(box, [x, y, width, height], colors) {
    const c = this.context, isThere = box.exists && box.object < this.page.meta.objects.length;
    const fill = isThere ? this.fillOf(box, colors.paper) : colors.paper;
    c.fillStyle = box.isHolder ? colors.track : fill;
    c.fillRect(x, y, width, height);
    if (box.isHolder && isThere) {
      c.fillStyle = this.fillOf(box, colors.hairline);
      c.fillRect(x, y, width, box.head);
    }
    if (!isThere || box.isHolder || !this.isWork(box) || box.isMoving) {
      c.strokeStyle = box.isMoving && !box.isHolder ? colors.move : this.isWork(box) ? fill : colors['presence-rim'];
      c.lineWidth = 1;
      c.setLineDash(isThere ? [] : [4, 4]);
      c.strokeRect(x + 0.5, y + 0.5, Math.max(width - 1, 0), Math.max(height - 1, 0));
      c.setLineDash([]);
    }
    if (box.isCounting)
      this.drawShares(box, x, y, width, height);
    this.drawTexts(box, [x, y, width, height], isThere ? this.fillOf(box, box.isHolder ? colors.hairline : colors.paper) : null);
  }

  // The states of what is too small to be seen.
  drawShares(box, x, y, width, height) {
    const c = this.context, counts = new Map(), room = width - 2 * BOX_PAD;
    for (const inner of this.boxes.slice(box.first, box.first + box.n)) {
      const fill = this.fillOf(inner, this.page.picture.colors.paper);
      counts.set(fill, (counts.get(fill) || 0) + 1);
    }
    let left = x + BOX_PAD;
    for (const [fill, count] of counts) {
      c.fillStyle = fill;
      c.fillRect(left, y + box.head + BOX_PAD, room * count / box.n, height - box.head - 2 * BOX_PAD);
      left += room * count / box.n;
    }
    c.strokeStyle = this.page.picture.colors['presence-rim'];
    c.strokeRect(x + BOX_PAD + 0.5, y + box.head + BOX_PAD + 0.5, room - 1, height - box.head - 2 * BOX_PAD - 1);
  }

  drawTexts(box, [x, y, width, height], fill) {
    const c = this.context, { em } = this, { colors } = this.page.picture;
    c.fillStyle = fill ? textOn(fill) : colors.muted;
    c.textBaseline = 'middle';
    const state = fill && box.state >= 0 ? this.page.meta.states[box.state] : '';
    const weight = box.isTarget ? '600 ' : '';
    if (box.isHolder) {
      const used = this.drawLine(this.nameOf(box), x, y, width, box.head, weight);
      this.drawCount(box, state, x + used, y, width - used);
      return;
    }
    if (!state || height < 1.9 * em) {
      this.drawLine(this.nameOf(box), x, y, width, height, weight);
      return;
    }
    this.drawLine(this.nameOf(box), x, y + height / 2 - 0.95 * em, width, em, weight);
    this.drawLine(state, x, y + height / 2 - 0.05 * em, width, 0.9 * em, '');
  }

  nameOf(box) {
    const { objects } = this.page.meta;
    return box.object < objects.length ? objects[box.object] : 'on no target';
  }

  // Of letters in a line of some height.
  sizeIn(height) {
    return Math.min(0.8 * this.em, height * 0.78);
  }

  // Gives how much of the width the text takes.
  drawLine(text, x, y, width, height, weight, isRight = false) {
    const c = this.context, size = this.sizeIn(height);
    if (size < LEAST_TEXT_PX || width < LEAST_TEXT_WIDTH_PX)
      return 0;
    c.font = `${weight}${size}px ${this.font}`;
    const fitted = this.page.picture.fitName(c, text, width - 10);
    c.textAlign = isRight ? 'right' : 'left';
    c.fillText(fitted, isRight ? x + width - 5 : x + 5, y + height / 2);
    return 5 + c.measureText(fitted).width;
  }

  // On the right of a head, as much as fits.
  drawCount(box, state, x, y, width) {
    const c = this.context, count = `${formatCount(box.inside)} ${box.inside === 1 ? 'object' : 'objects'}`;
    const texts = box.object < this.page.meta.objects.length && !box.exists ? ['not there']
      : box.inside === 0 ? [state] : [state && `${state} · ${count}`, count, formatCount(box.inside)];
    for (const text of texts) {
      c.font = `${this.sizeIn(box.head)}px ${this.font}`;
      if (text && c.measureText(text).width <= width - 10) {
        this.drawLine(text, x, y, width, box.head, '', true);
        return;
      }
    }
  }

  tellTime() {
    const { from, to, meta } = this.page, slider = byId('system-time');
    byId('system-now').textContent = `${formatSeconds(this.time)} s`;
    byId('system-date').textContent = formatDate(meta.begin, this.time);
    slider.value = String(Math.round((this.time - from) / (to - from) * Number(slider.max)));
    slider.setAttribute('aria-valuetext', byId('system-now').textContent);
    if (!this.isPlaying && this.saidAt !== this.time)
      byId('system-said').textContent = '';
  }

  // Stays for as long as the time does.
  say(text) {
    this.saidAt = this.time;
    byId('system-said').textContent = text;
  }

  boxAt(event) {
    return [...this.boxes].reverse().find((box) => {
      const rect = box.depth > 0 && this.shown.get(box.object);
      return rect && event.offsetX >= rect[0] && event.offsetX < rect[0] + rect[2]
             && event.offsetY >= rect[1] && event.offsetY < rect[1] + rect[3];
    });
  }

  hover(event) {
    const box = this.boxAt(event), { meta } = this.page;
    if (!box || box.object >= meta.objects.length) {
      this.page.hideTip();
      return;
    }
    const around = this.boxes[box.parent];
    this.page.showTipOf(this.nameOf(box), [
      ['state', meta.states[box.state] || (box.exists ? 'none' : 'not there')],
      [around.isTarget ? 'on' : 'in', around.depth > 0 && !(around.object >= meta.objects.length) ? this.nameOf(around) : ''],
      ['holds', box.inside ? `${formatCount(box.inside)} ${box.inside === 1 ? 'object' : 'objects'}` : '']], event);
  }

  // The row of what is clicked.
  click(event) {
    const box = this.boxAt(event), { meta } = this.page;
    let target = box && box.object < meta.objects.length ? box : null;
    while (target && !target.isTarget)
      target = this.boxes[target.parent];
    const lane = meta.lanes.findIndex((one) => target && one.object === target.object);
    if (lane >= 0)
      this.page.showRow(lane, box.isTarget ? undefined : box.object);
  }
}
