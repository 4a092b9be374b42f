// run.mjs PACKAGE PAGE: the package in a page of headless Chromium, served by a server of this program, and the playground
// with its tests, from a file. Prints what the pages write.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize, resolve } from 'node:path';
import { promisify } from 'node:util';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const [folder, page] = process.argv.slice(2).map((path) => resolve(path));

const server = createServer(async ({ url }, response) => {
  try {
    const path = normalize(new URL(url, 'http://localhost').pathname);
    const content = await readFile(join(folder, path));
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' }).end(content);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));

/** Open a page until its tests have finished; returns what they have written. */
async function outcomeOf(url) {
  const profile = mkdtempSync(join(tmpdir(), 'swiftfsm-'));
  try {
    const { stdout } = await promisify(execFile)('chromium', [
      '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--user-data-dir=${profile}`, '--window-size=1400,900',
      '--virtual-time-budget=20000', '--dump-dom', url,
    ], { maxBuffer: 2 ** 26, timeout: 120000 });
    return /<pre id="outcome">([\s\S]*?)<\/pre>/.exec(stdout)?.[1] ?? 'the tests have not run';
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

let passed = 0;
try {
  for (const url of [`http://127.0.0.1:${server.address().port}/tests/browser/module.html`, `file://${page}`]) {
    const outcome = await outcomeOf(url);
    const [, count, all] = /finished: (\d+) of (\d+)/.exec(outcome) ?? [];
    console.log(outcome);
    if (count === undefined || count !== all) process.exitCode = 1;
    passed += Number(count ?? 0);
  }
} finally {
  server.close();
}
console.log(`browser: ${passed} passed`);
