// Where the document is typed: lines with their numbers, and marks at those that are wrong.

export class Editor {
  constructor(onChange) {
    this.text = document.getElementById('text');
    this._gutter = document.getElementById('gutter');
    this._marks = document.getElementById('marks');
    this._faults = document.getElementById('faults');
    this._byLine = new Map();
    this._taken = new Set();
    this.text.addEventListener('input', () => {
      this._number();
      onChange();
    });
    this.text.addEventListener('scroll', () => this._scroll());
    this.text.addEventListener('keydown', (event) => this._key(event));
  }

  get value() {
    return this.text.value;
  }

  set value(text) {
    this.text.value = text;
    this.text.scrollTop = 0;
    this._number();
  }

  /** Show errors and warnings at their lines, and below. */
  show(faults) {
    this._byLine = new Map();
    for (const { severity, line, places = [], text } of faults) {
      const lines = new Set([line, ...places.map((place) => place.line)]);
      for (const each of lines) {
        const known = this._byLine.get(each);
        const worst = known?.severity === 'error' ? 'error' : severity;
        this._byLine.set(each, { severity: worst, text: known === undefined ? text : `${known.text}\n${text}` });
      }
    }
    this._number();
    this._faults.replaceChildren(...faults.map((fault) => this._fault(fault)));
  }

  /** Mark the lines of the rows that were taken. */
  take(lines) {
    this._taken = new Set(lines);
    this._number();
  }

  /** Select a line, and show it. */
  goTo(line, column = 1) {
    const lines = this.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    this.text.focus();
    this.text.setSelectionRange(start + column - 1, start + (lines[line - 1] ?? '').length);
    this.text.scrollTop = Math.max(0, (line - 6) * 20);
  }

  _fault({ severity, line, column, text }) {
    const button = document.createElement('button');
    button.className = severity;
    const place = document.createElement('span');
    place.className = 'place';
    place.textContent = line > 0 ? `${line}${column > 0 ? `:${column}` : ''}` : '–';
    const words = document.createElement('span');
    words.textContent = `${severity}: ${text}`;
    button.append(place, words);
    button.addEventListener('click', () => line > 0 && this.goTo(line, Math.max(1, column)));
    return button;
  }

  _number() {
    const count = this.value.split('\n').length;
    const numbers = [];
    const marks = [];
    for (let line = 1; line <= count; line++) {
      const number = document.createElement('div');
      number.textContent = line;
      const fault = this._byLine.get(line);
      if (fault !== undefined) {
        number.className = fault.severity;
        number.title = fault.text;
      }
      numbers.push(number);
      const kind = fault?.severity ?? (this._taken.has(line) ? 'taken' : null);
      if (kind === null) continue;
      const mark = document.createElement('div');
      mark.className = kind;
      mark.dataset.line = line;
      marks.push(mark);
    }
    this._gutter.replaceChildren(...numbers);
    this._marks.replaceChildren(...marks);
    this._scroll();
  }

  _scroll() {
    const top = this.text.scrollTop;
    this._gutter.scrollTop = top;
    for (const mark of this._marks.children) mark.style.top = `${8 + (mark.dataset.line - 1) * 20 - top}px`;
  }

  /** Enter keeps the indentation; Tab leaves the editor, so that the page can be used by keyboard. */
  _key(event) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.isComposing) return;
    const before = this.value.slice(0, this.text.selectionStart);
    const indent = /(^|\n)( *)[^\n]*$/.exec(before)[2];
    event.preventDefault();
    this.text.setRangeText(`\n${indent}`, this.text.selectionStart, this.text.selectionEnd, 'end');
    this.text.dispatchEvent(new Event('input'));
  }
}
