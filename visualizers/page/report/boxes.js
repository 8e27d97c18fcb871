// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Active objects at a time as boxes in boxes, and where these lie: as `spur draw --at` draws them.

const BOX_PAD = 5, OUTER_GAP = 10, INNER_GAP = 5, LEAF_GAP = 2;

// A name of a dozen letters in a line is some five times as wide as high.
const LEAF_RATIO = 5, BOX_RATIO = 1.5;

// Smaller boxes are not told apart.
const LEAST_BOX = 4;

// Of the plot for what is on no target: room for as much as there ever is, and so less than in a picture.
const STRIP_SHARE = 0.14;

// The boxes, from the outer to the inner ones; what is in one lies one behind the other.
function makeBoxes(system, situation) {
  const { kinds, parents } = system, n = kinds.length, inside = new Map();
  const add = (key, object) => (inside.get(key) || inside.set(key, []).get(key)).push(object);
  const isTarget = (object) => kinds[object] === KIND.TARGET || kinds[object] === KIND.TARGET_WITH_BOX;
  const used = new Set(situation.place);
  for (let object = 0; object < n; object++) {
    const place = situation.place[object], flags = situation.flags[object];
    if (kinds[object] === KIND.TARGET_WITH_BOX || (isTarget(object) && used.has(object)))
      add(wholeOf(object, parents, isTarget), object);
    else if (kinds[object] === KIND.LOAD_OBJECT && flags & EXISTS && (place >= 0 || flags & IS_TOLD))
      add(place >= 0 && kinds[place] !== KIND.NOTHING ? place : n, object);
  }
  const boxes = [{ object: -1, state: -1, depth: 0, parent: -1, exists: true, isTarget: false, isNowhere: false }];
  if (inside.has(n))
    add(-1, n);
  for (let i = 0; i < boxes.length; i++) {
    const box = boxes[i], list = inside.get(box.object) || [];
    Object.assign(box, { first: boxes.length, n: list.length, inside: 0 });
    for (const object of list)
      boxes.push({ object, state: object < n ? situation.state[object] : -1, depth: box.depth + 1, parent: i,
                   exists: object === n || (situation.flags[object] & EXISTS) > 0, isTarget: object < n && isTarget(object),
                   isNowhere: box.isNowhere || object === n });
  }
  for (let i = boxes.length - 1; i > 0; i--)
    boxes[boxes[i].parent].inside += boxes[i].inside + (boxes[i].object < n && !boxes[i].isTarget ? 1 : 0);
  return boxes;
}

// What a target is part of, or -1; damaged definitions form circles.
function wholeOf(object, parents, isTarget) {
  const parent = parents[object];
  let around = parent, left = 64;
  while (around >= 0 && isTarget(around) && left-- > 0)
    around = parents[around];
  return parent >= 0 && isTarget(parent) && left > 0 ? parent : -1;
}

// Which place each box has among those around the same one: boxes keep theirs as long as they stay,
// so that only what moves is seen to move; new ones take the first that is free. Gives the places by
// object, for the next time, and marks boxes that have come from somewhere else.
function assignSlots(boxes, before) {
  const slots = new Map(), taken = boxes.map(() => new Set()), rest = [];
  for (const box of boxes.slice(1)) {
    const around = boxes[box.parent].object, known = before.get(box.object);
    box.hasMoved = Boolean(known && known.around !== around);
    if (known && !box.hasMoved) {
      box.slot = known.slot;
      taken[box.parent].add(box.slot);
    } else
      rest.push(box);
    slots.set(box.object, { around, slot: box.slot });
  }
  const free = boxes.map(() => 0);
  for (const box of rest) {
    while (taken[box.parent].has(free[box.parent]))
      free[box.parent]++;
    box.slot = free[box.parent]++;
    slots.get(box.object).slot = box.slot;
  }
  return slots;
}

class BoxLayout {
  // Sizes are in pixels, and in heights of a letter.
  constructor(boxes, capacities, nNowhere, width, height, em) {
    Object.assign(this, { boxes, em, grids: [], strip: null });
    let below = 0;
    if (nNowhere > 0) {
      this.fitStrip(nNowhere, width, height);
      below = this.strip.height + OUTER_GAP;
    }
    let grid = { columns: 1, rows: 1, width, height: height - below, head: 0, gap: 0, isCounted: false };
    this.grids.push(grid);
    for (let depth = 1; depth < capacities.length && !grid.isCounted; depth++) {
      grid = this.fitDepth(grid, depth, capacities[depth - 1], !capacities[depth]);
      this.grids.push(grid);
    }
    this.lower();
    this.height = this.grids[0].height + below;
    this.place();
  }

  divide(grid, fit, columns) {
    grid.columns = columns;
    grid.rows = Math.ceil(fit.n / columns);
    grid.width = Math.max(Math.min((fit.width - (columns - 1) * grid.gap) / columns, fit.maxWidth), 0);
    grid.height = Math.max(Math.min((fit.height - (grid.rows - 1) * grid.gap) / grid.rows, fit.maxHeight), 0);
    return Math.min(grid.width / fit.ratio, grid.height);
  }

  // The number of columns with which boxes are largest; of several that which leaves the least empty,
  // or else the most.
  choose(grid, fit) {
    let best = -1, bestColumns = 1, least = Infinity;
    for (let n = 1; n <= fit.n && n * LEAST_BOX <= fit.width + 1; n++) {
      const size = this.divide(grid, fit, n);
      const empty = fit.ratio === LEAF_RATIO ? 0 : grid.columns * grid.rows - fit.n;
      if (size < best - 0.01 || (size < best + 0.01 && empty > least))
        continue;
      [best, bestColumns, least] = [Math.max(best, size), n, empty];
    }
    this.divide(grid, fit, bestColumns);
    grid.isCounted = grid.width < LEAST_BOX || grid.height < LEAST_BOX;
  }

  fitDepth(around, depth, n, isLeaf) {
    const { em } = this, pad = depth > 1 ? 2 * BOX_PAD : 0;
    const grid = { head: 0, gap: isLeaf ? LEAF_GAP : depth === 1 ? OUTER_GAP : INNER_GAP };
    const fit = { n: Math.max(n, 1), width: around.width - pad, height: around.height - around.head - pad,
                  ratio: isLeaf ? LEAF_RATIO : BOX_RATIO,
                  maxWidth: !isLeaf ? Infinity : depth === 1 ? 17 * em : 13 * em,
                  maxHeight: !isLeaf ? Infinity : depth === 1 ? 4.2 * em : 2.3 * em };
    this.choose(grid, fit);
    if (grid.width < 2.5 * LEAST_BOX || grid.height < 3 * LEAST_BOX) {
      grid.gap = 1;
      this.choose(grid, fit);
    }
    if (!isLeaf && grid.height >= 1.8 * em)
      grid.head = grid.height >= 3.6 * em ? 1.35 * em : 0.9 * em;
    return grid;
  }

  fitStrip(n, width, height) {
    const { em } = this;
    this.strip = { columns: 1, rows: 1, width, height: height * STRIP_SHARE, head: 1.35 * em, gap: 0, isCounted: false };
    this.inStrip = { head: 0, gap: LEAF_GAP };
    this.choose(this.inStrip, { n, width: width - 2 * BOX_PAD, height: this.strip.height - this.strip.head - 2 * BOX_PAD,
                                ratio: LEAF_RATIO, maxWidth: 13 * em, maxHeight: 2.3 * em });
    if (!this.inStrip.isCounted)
      this.strip.height = this.needed(this.strip, 1, this.inStrip);
  }

  needed(grid, depth, inside) {
    return grid.head + (depth > 0 ? 2 * BOX_PAD : 0) + inside.rows * (inside.height + inside.gap) - inside.gap;
  }

  // Boxes are no higher than what is in them needs.
  lower() {
    for (let depth = this.grids.length - 2; depth >= 0; depth--) {
      const inside = this.grids[depth + 1];
      if (!inside.isCounted)
        this.grids[depth].height = Math.min(this.grids[depth].height, this.needed(this.grids[depth], depth, inside));
    }
  }

  // The grid in which a box lies; null where it is too small to be drawn.
  gridOf(box) {
    const grid = box.isNowhere ? [null, this.strip, this.inStrip][box.depth] : this.grids[box.depth];
    return grid && !grid.isCounted ? grid : null;
  }

  place() {
    const { boxes } = this;
    boxes[0].rect = [0, 0, this.grids[0].width, this.height];
    boxes.forEach((box, i) => {
      const grid = this.gridOf(box), around = boxes[box.parent];
      if (i === 0 || !grid || !around.rect)
        return;
      const index = box.slot, pad = box.depth > 1 ? BOX_PAD : 0, [x, y] = around.rect;
      box.isHolder = grid.head > 0 && (box.n > 0 || box.isTarget || box.depth === 1 && box.isNowhere);
      box.head = box.isHolder ? grid.head : 0;
      const height = box.isHolder || box.isTarget ? grid.height : Math.min(grid.height, 2.6 * this.em);
      box.rect = box.isNowhere && box.depth === 1
        ? [x, y + this.height - grid.height, grid.width, grid.height]
        : [x + pad + index % grid.columns * (grid.width + grid.gap),
           y + pad + this.gridOf(around).head + Math.floor(index / grid.columns) * (grid.height + grid.gap),
           grid.width, height];
      box.isCounting = box.n > 0 && !this.gridOf(boxes[box.first]);
    });
  }
}
