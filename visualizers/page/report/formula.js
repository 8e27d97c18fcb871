// SPDX-FileCopyrightText: 2026 The Spur authors
// SPDX-License-Identifier: LGPL-2.1-or-later
'use strict';

// Numbers that are computed from the fields of an event: + - * / of fields and constants, in the words of
// `spur draw --load-line`.

const MAX_FORMULA_NESTING = 64;
// Names that a message lists.
const MAX_NAMES_LISTED = 24;

// What is written and cannot be understood.
class WordsError extends Error {}

class FormulaParser {
  constructor(text) {
    Object.assign(this, { text, at: 0, nesting: 0, names: [] });
  }

  refuse(expected) {
    const rest = this.text.slice(this.at, this.at + 16);
    throw new WordsError(`'${this.text}': at character ${this.at + 1} found ${rest ? `'${rest}'` : 'the end'}, expected ${expected}`);
  }

  // Takes what a sticky pattern matches here, if anything.
  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    this.at += found ? found[0].length : 0;
    return found;
  }

  // Formulas between commas, each with the fields that it names and a function of their values.
  list() {
    const formulas = [];
    do {
      const begin = this.at;
      this.names = [];
      const evaluate = this.sum();
      if (this.at < this.text.length && this.text[this.at] !== ',')
        this.refuse("+, -, *, / or ','");
      const text = this.text.slice(begin, this.at).trim(), { names } = this;
      formulas.push({ text, names, evaluate, isField: [names[0], `'${names[0]}'`, `"${names[0]}"`].includes(text) });
    } while (this.text[this.at++] === ',');
    return formulas;
  }

  sum() {
    return this.chain('product', { '+': (a, b) => a + b, '-': (a, b) => a - b });
  }

  product() {
    return this.chain('factor', { '*': (a, b) => a * b, '/': (a, b) => a / b });
  }

  chain(operand, operators) {
    let all = this[operand]();
    while (Object.hasOwn(operators, this.text[this.at])) {
      const operator = operators[this.text[this.at++]], left = all, right = this[operand]();
      all = (values) => operator(left(values), right(values));
    }
    return all;
  }

  factor() {
    this.take(/\s*/y);
    if (++this.nesting > MAX_FORMULA_NESTING)
      this.refuse('less than 64 brackets and signs in each other');
    const one = this.plainFactor();
    this.nesting--;
    this.take(/\s*/y);
    return one;
  }

  plainFactor() {
    if (/[0-9.]/.test(this.text[this.at] || ''))
      return this.number();
    if (this.take(/-/y)) {
      const one = this.factor();
      return (values) => -one(values);
    }
    if (this.take(/\(/y)) {
      const one = this.sum();
      if (!this.take(/\)/y))
        this.refuse("')'");
      return one;
    }
    // A name with other characters is between quotes.
    if (/['"]/.test(this.text[this.at] || ''))
      return this.field((this.take(/(['"])(.+?)\1/y) || [])[2] || this.refuse('a field between two quotes'));
    return this.field((this.take(/[A-Za-z0-9_.]+/y) || [])[0] || this.refuse("a number, a field or '('"));
  }

  number() {
    const found = this.take(/(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/iy), number = found ? Number(found[0]) : NaN;
    if (!Number.isFinite(number))
      this.refuse('a number');
    return () => number;
  }

  field(name) {
    const index = this.names.includes(name) ? this.names.indexOf(name) : this.names.push(name) - 1;
    return (values) => values[index];
  }
}

// Formulas whose fields events have; with the unit of one that is a field as it is, as a project shows it or the
// class has it.
function parseFormulas(text, classes) {
  if (!text.trim())
    return [];
  const formulas = new FormulaParser(text).list();
  const known = [...new Set(classes.flatMap(({ fields }) => fields.filter(({ type }) => type !== FIELD.LIST).map(({ name }) => name)))];
  for (const formula of formulas) {
    for (const name of formula.names)
      if (!known.includes(name))
        throw new WordsError(`found '${name}', expected a field that events have, as ${joinNames(known)}`);
    const one = formula.isField && classes.flatMap(({ fields }) => fields)
      .find(({ name, unit, shown }) => name === formula.names[0] && (shown || unit));
    Object.assign(formula, one ? one.shown || { unit: one.unit, numerator: 1, denominator: 1 }
                               : { unit: null, numerator: 1, denominator: 1 });
  }
  return formulas;
}

// The number that a field's text says, or NaN.
function fieldNumber(text, { type }) {
  if (type <= FIELD.DOUBLE)
    return Number(text);
  return type === FIELD.STRING && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}

// As many names as a person reads.
function joinNames(names) {
  return names.slice(0, MAX_NAMES_LISTED).join(', ') + (names.length > MAX_NAMES_LISTED ? ', and more' : '');
}

// Names of rows or classes between commas: a class stands for what derives from it, too; one with wildcards only
// with a + behind it.
class RowPatterns {
  constructor(text, classes) {
    this.all = text.split(',').map((one) => one.trim()).filter((one) => one).map((one) => {
      const name = one.replace(/\+$/, ''), pattern = this.glob(name, 'i');
      const isDerived = name !== one || !/[*?]/.test(one);
      const isClass = classes.map(({ name: own, parents }) => [own, ...(isDerived ? parents : [])].some((each) => pattern.test(each)));
      return { text: one, row: this.glob(one, ''), isClass, isUsed: isClass.includes(true) };
    });
  }

  glob(text, flags) {
    const escaped = text.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*').replace(/\?/g, '.');
    return new RegExp(`^${escaped}$`, flags + 's');
  }

  // The first one that means a row, or -1. All that do are noted.
  find(index, row) {
    let found = -1;
    this.all.forEach((one, i) => {
      if (!one.isClass[index] && !one.row.test(row))
        return;
      one.isUsed = true;
      found = found < 0 ? i : found;
    });
    return found;
  }

  check(classes) {
    const unused = this.all.find(({ isUsed }) => !isUsed);
    if (unused)
      throw new WordsError(`found row '${unused.text}', expected a class that the trace has, as ${joinNames(classes.map(({ name }) => name))}`);
  }
}
