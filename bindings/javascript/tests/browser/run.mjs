// run.mjs PACKAGE PAGE: the package in a page of headless Chromium, and the playground with its tests. A server of this
// program has both, and receives what they find. The playground may load nothing: the server forbids it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const PAGE_ALONE = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data:; connect-src 'self'";
const PATIENCE = 120_000; // milliseconds
const [folder, page] = process.argv.slice(2).map((path) => resolve(path));
let tell; // receives what a page has found

const server = createServer(async (request, response) => {
  const path = normalize(new URL(request.url, 'http://localhost').pathname);
  if (path === '/outcome') {
    tell(await text(request));
    response.end();
    return;
  }
  const isPage = path === '/playground.html';
  try {
    const content = await readFile(isPage ? page : join(folder, path));
    const policy = isPage ? { 'content-security-policy': PAGE_ALONE } : {};
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain', ...policy }).end(content);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

/** Open a page until it has told what it found. */
async function outcomeOf(path) {
  const profile = mkdtempSync(join(tmpdir(), 'swiftfsm-'));
  const browser = spawn('chromium', [
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', `--user-data-dir=${profile}`,
    '--window-size=1400,900', `http://127.0.0.1:${server.address().port}${path}`,
  ], { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => {
    browser.once('exit', resolve);
    browser.once('error', resolve);
  });
  let timer;
  try {
    return await Promise.race([
      new Promise((resolve) => {
        tell = resolve;
      }),
      ended.then(() => 'the browser has ended'),
      new Promise((resolve) => {
        timer = setTimeout(resolve, PATIENCE, 'the page does not answer');
      }),
    ]);
  } finally {
    clearTimeout(timer);
    if (browser.pid !== undefined && browser.exitCode === null) process.kill(-browser.pid, 'SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

let passed = 0;
for (const path of ['/tests/browser/module.html', '/playground.html']) {
  const outcome = await outcomeOf(path);
  const [, count, all] = /finished: (\d+) of (\d+)/.exec(outcome) ?? [];
  console.log(outcome);
  if (count === undefined || count !== all) process.exitCode = 1;
  passed += Number(count ?? 0);
}
server.close();
server.closeAllConnections?.();
console.log(`browser: ${passed} passed`);
