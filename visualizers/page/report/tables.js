// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// The profile of a span as tables and histograms, and what was searched for.

const MAX_ROWS = 100;

class Tables {
  constructor(page) {
    this.page = page;
    byId('profile-by').addEventListener('change', () => this.show());
    byId('search').addEventListener('input', () => this.search());
    byId('search').addEventListener('keydown', (event) => this.onSearchKey(event));
    byId('search').addEventListener('focus', () => { byId('found').hidden = !byId('found').children.length; });
    byId('search').parentElement.addEventListener('focusout', ({ relatedTarget, currentTarget }) => {
      if (!currentTarget.contains(relatedTarget))
        byId('found').hidden = true;
    });
    byId('found').addEventListener('keydown', (event) => this.onFoundKey(event));
  }

  // The profile is made when it is looked at, of the selection or else of the window.
  async update() {
    if (!byId('profile').open)
      return;
    const { source, selection, mode } = this.page;
    const { from, to } = selection || this.page;
    this.span = [Math.min(from, to), Math.max(from, to)];
    this.profile = await source.profile(...this.span, mode);
    this.show();
  }

  show() {
    if (!this.profile)
      return;
    const by = byId('profile-by').value, [from, to] = this.span;
    byId('profile-span').textContent = `${this.page.selection ? 'Selection' : 'Window'}: `
      + `${formatTime(from, to - from)} to ${formatTime(to, to - from)}, ${formatNs(to - from)}`;
    const place = byId('profile-body');
    place.replaceChildren();
    // A server sums up times only.
    if (!this.profile[by])
      addElement(place, 'p', `${formatCount(this.profile.nEvents)} events are too many for that: zoom in.`, 'muted');
    else if (by === 'durations' || by === 'sizes')
      this.histogram(place, this.profile[by], by === 'sizes' ? (v) => formatCount(v) + ' B' : (v) => formatNs(v, 2),
                     by === 'sizes' ? 'message' : 'state');
    else
      this.table(place, this.profile[by], by);
  }

  table(place, rows, by) {
    const heads = by === 'pairs' ? ['messages', 'bytes', 'mean time', 'received before sent']
                  : by === 'targets' ? ['states begun', 'time of work', 'share of the span']
                  : ['times begun', 'time (innermost)', 'share'];
    const table = addElement(place, 'table'), head = addElement(addElement(table, 'thead'), 'tr');
    addElement(head, 'th', by.replace(/s$/, ''));
    heads.forEach((text) => addElement(head, 'th', text, 'number'));
    const body = addElement(table, 'tbody'), all = rows.reduce((sum, row) => sum + row.total, 0);
    const whole = by === 'targets' ? this.span[1] - this.span[0] : all;
    for (const row of rows.slice(0, MAX_ROWS)) {
      const line = addElement(body, 'tr');
      addElement(line, 'th', row.name);
      const cells = by === 'pairs'
        ? [formatCount(row.n), formatCount(row.bytes), formatNs(row.total / row.n), formatCount(row.reversed)]
        : [row.n === undefined ? '–' : formatCount(row.n), formatNs(row.total), formatDecimal(100 * row.total / (whole || 1), 1) + ' %'];
      cells.forEach((text) => addElement(line, 'td', text, 'number'));
    }
    if (rows.length > MAX_ROWS)
      addElement(place, 'p', `The first ${MAX_ROWS} of ${formatCount(rows.length)} rows.`, 'muted');
    if (!rows.length)
      addElement(place, 'p', 'Nothing of that in the span.', 'muted');
  }

  histogram(place, bins, format, what) {
    const used = bins.map((n, i) => (n ? i : -1)).filter((i) => i >= 0), most = Math.max(...bins);
    const table = addElement(place, 'table', undefined, 'histogram'), body = addElement(table, 'tbody');
    if (!used.length)
      addElement(place, 'p', 'Nothing of that in the span.', 'muted');
    for (let i = used[0]; i <= used[used.length - 1]; i++) {
      const line = addElement(body, 'tr');
      addElement(line, 'th', `below ${format(2 ** i)}`);
      const meter = addElement(addElement(line, 'td'), 'meter');
      Object.assign(meter, { min: 0, max: most, value: bins[i] });
      addElement(line, 'td', `${formatCount(bins[i])} ${what}${bins[i] === 1 ? '' : 's'}`, 'number');
    }
  }

  async search() {
    const found = await this.page.source.search(byId('search').value), list = byId('found');
    list.replaceChildren();
    list.hidden = !found.length;
    for (const one of found) {
      const button = addElement(addElement(list, 'li'), 'button', one.name);
      button.type = 'button';
      addElement(button, 'span', one.kind === 'class' ? 'event class' : one.kind, 'muted');
      button.addEventListener('click', () => this.choose(one));
    }
    this.chosen = found[0];
    byId('said').textContent = byId('search').value ? `${found.length} found` : '';
  }

  // The list makes room for the picture; Enter goes on to where it occurs next.
  choose(one) {
    this.chosen = one;
    byId('search').focus();
    byId('found').hidden = true;
    return this.page.goToFound(one);
  }

  onSearchKey(event) {
    const first = byId('found').querySelector('button');
    if (event.key === 'Enter' && this.chosen) {
      event.preventDefault();
      this.choose(this.chosen);
    } else if (event.key === 'ArrowDown' && first) {
      event.preventDefault();
      byId('found').hidden = false;
      first.focus();
    } else if (event.key === 'Escape') {
      byId('picture').focus();
    }
  }

  onFoundKey(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape')
      byId('search').focus();
    if (!step)
      return;
    event.preventDefault();
    const all = [...byId('found').querySelectorAll('button')];
    const next = all[all.indexOf(document.activeElement) + step];
    (next || byId('search')).focus();
  }
}
