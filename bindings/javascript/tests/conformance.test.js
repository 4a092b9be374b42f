// The cases that every language runs (build/conformance.json, made by the build of the library).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { CaseRun, failureOf } from './support/case_run.js';

const { cases } = JSON.parse(readFileSync(process.env.CONFORMANCE, 'utf8'));
let runs = 0;
let calls = 0;

for (const each of cases) {
  test(`case ${each.path}`, () => {
    for (const run of each.runs.length > 0 ? each.runs : [null]) {
      const play = new CaseRun(each);
      try {
        if (each.has_errors) {
          assert.match(failureOf(() => play.read()), /invalid definition/);
          assert.ok(play.errors.length > 0);
          continue;
        }
        play.read();
        if (run === null) continue;
        runs++;
        assert.equal(failureOf(() => play.create(run)), run.failure);
        if (run.failure !== null) continue;
        play.calls(run.calls);
        calls += play.count;
      } finally {
        play.close();
      }
    }
  });
}

test('there were many cases', () => {
  assert.ok(cases.length > 800);
  assert.ok(runs > 600, String(runs));
  assert.ok(calls > 1200, String(calls));
});
