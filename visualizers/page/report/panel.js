// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// What is known of one event, arrow or state, beside the picture.

const byId = (id) => document.getElementById(id);

function addElement(parent, name, text, classes) {
  const element = document.createElement(name);
  if (text !== undefined)
    element.textContent = text;
  if (classes)
    element.className = classes;
  parent.appendChild(element);
  return element;
}

// A time as --from takes it and `spur events` prints it: seconds after the trace's begin.
function formatSeconds(ns) {
  const whole = Math.round(Math.abs(ns)), sign = ns < 0 && whole > 0 ? '-' : '';
  return `${sign}${Math.floor(whole / 1e9)}.${String(whole % 1e9).padStart(9, '0')}`;
}

function formatShift(ns) {
  return ns === 0 ? 'not moved' : `${ns > 0 ? '+' : '−'}${formatNs(Math.abs(ns))}`;
}

// In single quotes where a shell would take it for something else.
function quoteShell(text) {
  return /^[A-Za-z0-9_./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

// Of a longer chain the panel shows the begin.
const MAX_SHOWN_REASONS = 12;

class Panel {
  constructor(page) {
    this.page = page;
    this.element = byId('panel');
    byId('panel-close').addEventListener('click', () => this.close());
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape')
        this.close();
    });
  }

  close() {
    this.element.hidden = true;
    byId('picture').focus({ preventScroll: true });
  }

  facts(rows) {
    const list = document.createElement('dl');
    for (const [key, value] of rows.filter((row) => row[1] !== undefined && row[1] !== '')) {
      addElement(list, 'dt', key);
      addElement(list, 'dd', value);
    }
    return list;
  }

  // Everything of an event, with ways to those before, after and at the other end of its edges.
  showEvent(event) {
    const { meta, mode } = this.page, hasBoth = Boolean(meta.times.corrected);
    const body = byId('panel-body');
    byId('panel-title').textContent = event.className;
    this.element.dataset.event = `${event.stream}:${event.event}`;
    const fields = this.facts(event.fields.map((field) =>
      [field.name, field.unit ? `${field.value} ${field.unit}` : field.value]));
    fields.id = 'panel-fields';
    body.replaceChildren(this.facts([
      ['time', `${formatSeconds(event.time)} s`], ['date', formatDate(meta.begin, event.time)], ['event', `${event.name}:${event.number}`],
      ['on', meta.lanes[event.lane].name],
    ]), fields);
    this.addWays(body, event);
    addElement(body, 'h4', 'Why this time');
    body.appendChild(this.facts(hasBoth
      ? [['recorded', `${formatSeconds(event.raw)} s`], ['corrected', `${formatSeconds(event.corrected)} s`],
         ['moved by', formatShift(event.corrected - event.raw)]]
      : [['recorded', `${formatSeconds(event.raw)} s; the trace has no correction`]]));
    const input = quoteShell(meta.input), raw = hasBoth && mode === 'raw' ? ' --raw' : '';
    if (hasBoth)
      this.addReasons(addElement(body, 'ol', undefined, 'why'), event);
    if (hasBoth)
      addElement(body, 'code', `spur explain ${input} ${quoteShell(`${event.name}:${event.number}`)}`);
    addElement(body, 'h4', 'List it');
    addElement(body, 'code', `spur events ${input} --stream ${quoteShell(event.name)}`
      + ` --from ${formatSeconds(event.time)}s --limit 1${raw}`);
    this.element.hidden = false;
  }

  // The chain that `spur explain` prints, with ways to its events.
  async addReasons(list, event) {
    const reasons = await this.page.source.explain(event.stream, event.event);
    for (const reason of reasons.slice(0, MAX_SHOWN_REASONS))
      this.addReason(addElement(list, 'li'), reason, event);
    if (reasons.length > MAX_SHOWN_REASONS)
      addElement(list, 'li', `${reasons.length - MAX_SHOWN_REASONS} more`, 'muted');
  }

  // A sentence of the library, in which names stand in braces for what is written there.
  addReason(item, reason, subject) {
    const say = (text) => item.append(text);
    const link = (name, stream, event) => {
      const button = addElement(item, 'button', name, 'show');
      button.type = 'button';
      button.addEventListener('click', () => this.page.goTo(stream, event));
    };
    const of = () => link(reason.name, reason.stream, reason.event);
    const isSubject = reason.stream === subject.stream && reason.event === subject.event;
    const parts = {
      of, from: () => link(reason.fromName, reason.fromStream, reason.fromEvent),
      subject: () => (isSubject ? undefined : (of(), say(' is '))),
      shift: () => say(formatShift(reason.after - reason.before)), method: () => say(reason.method),
      mu: () => say(formatNs(reason.mu)), edge: () => say(reason.edgeText),
    };
    reason.sentence.split(/[{}]/).forEach((part, i) => (i % 2 ? parts[part]() : say(part)));
  }

  addWays(body, event) {
    const ways = addElement(body, 'p', undefined, 'ways');
    const add = (text, isThere, go) => {
      const button = addElement(ways, 'button', text);
      button.type = 'button';
      button.disabled = !isThere;
      button.addEventListener('click', go);
    };
    add('← previous', event.hasPrevious, () => this.page.goTo(event.stream, event.event - 1));
    add('next →', event.hasNext, () => this.page.goTo(event.stream, event.event + 1));
    for (const partner of event.partners.slice(0, 12)) {
      const takes = partner.takes < 0 ? `reversed by ${formatNs(-partner.takes)}` : formatNs(partner.takes);
      const verb = partner.direction === 'to' ? 'to' : 'from';
      add(`${verb} ${partner.name}:${partner.number} (${takes})`, true,
          () => this.page.goTo(partner.stream, partner.event));
    }
  }

  // A state or a move: no event by itself, but the events at its begin and end are.
  showThing(title, rows, lane, from, to) {
    const { meta, mode } = this.page, body = byId('panel-body');
    byId('panel-title').textContent = title;
    delete this.element.dataset.event;
    body.replaceChildren(this.facts(rows));
    const ways = addElement(body, 'p', undefined, 'ways');
    for (const [text, time] of [['event at its begin', from], ['event at its end', to]]) {
      const button = addElement(ways, 'button', text);
      button.type = 'button';
      button.addEventListener('click', () => this.page.goNear(lane, time));
    }
    const zoom = addElement(ways, 'button', 'zoom to it');
    zoom.type = 'button';
    zoom.addEventListener('click', () => this.page.look(from - (to - from) * 0.2, to + (to - from) * 0.2));
    addElement(body, 'h4', 'List its events');
    const raw = meta.times.corrected && mode === 'raw' ? ' --raw' : '';
    addElement(body, 'code', `spur events ${quoteShell(meta.input)} --from ${formatSeconds(from)}s`
      + ` --to ${formatSeconds(to + 1)}s${raw}`);
    this.element.hidden = false;
  }
}
