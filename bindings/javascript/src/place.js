// Where a definition stands: the file and the line of the call that adds a row.

const FOLDER = import.meta.url.replace(/[^/]*$/, '');
const FRAME = /(?:\(|at |@)((?:[a-z][a-z0-9+.-]*:\/\/|\/|[A-Za-z]:\\).*?):(\d+):\d+\)?$/;

/** Return { file, line } of the caller outside of this package; an empty place if it cannot be told. */
export function place() {
  const limit = Error.stackTraceLimit;
  if (limit !== undefined && limit < 20) Error.stackTraceLimit = 20;
  const stack = new Error().stack ?? '';
  if (limit !== undefined) Error.stackTraceLimit = limit;
  for (const line of stack.split('\n')) {
    const frame = FRAME.exec(line.trim());
    if (frame === null || frame[1].startsWith(FOLDER)) continue;
    return { file: frame[1].replace(/^file:\/\//, ''), line: Number(frame[2]) };
  }
  return { file: '', line: 0 };
}
