// A line of what is applied to orders:
//
//     KEY ORDER create CUSTOMER
//     KEY ORDER EVENT [ARGUMENT ...]
//     @TIME

/** What is wrong with a line: the message says how to fix it. */
export class WrongLine extends Error {}

const LARGEST = 2n ** 63n;

/** Read a whole number of 64 bits. `what` needs it. */
export function readNumber(word, what) {
  const number = /^-?\d+$/.test(word) ? BigInt(word) : LARGEST;
  if (number >= LARGEST || number < -LARGEST) throw new WrongLine(`${what} needs a whole number, not '${word}'`);
  return number;
}

/** Divide a text into words. One in quotes may have spaces, \" and \\. */
function divide(text) {
  const words = [];
  const word = /[ \t\r]*(?:"((?:[^"\\]|\\["\\]?)*)("?)|([^ \t\r][^ \t]*))/y;
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    if (match[3] !== undefined) {
      words.push(match[3]);
      continue;
    }
    if (match[2] === '') throw new WrongLine('a quote is not closed: write \\" for a quote inside of a word');
    words.push(match[1].replace(/\\(["\\])/g, '$1'));
  }
  return words;
}

/** Read a line: { time }, or { key, order, name, words }; null for one that says nothing. */
export function readLine(text) {
  const words = divide(text);
  if (words.length === 0 || text[0] === '#') return null;
  if (words[0].startsWith('@')) return { time: readNumber(words[0].slice(1), '@') };
  if (words.length < 3) throw new WrongLine('expected KEY ORDER EVENT [ARGUMENT ...]');
  const [key, order, name, ...rest] = words;
  return { key, order: readNumber(order, 'the order'), name, words: rest };
}

/** Return the arguments of an event. */
export function argumentsOf(line, table) {
  const declared = table.arguments(line.name);
  if (line.words.length !== declared.length) {
    const types = declared.map(({ type, name }) => (name === null ? type : `${type} ${name}`)).join(', ');
    throw new WrongLine(`'${line.name}' takes (${types}), not ${line.words.length} arguments`);
  }
  return line.words.map((word, index) => (declared[index].type === 'str' ? word : readNumber(word, `'${line.name}'`)));
}
