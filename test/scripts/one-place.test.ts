import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../src', import.meta.url));
const files = globSync('**/*.{ts,tsx}', { cwd: source }).map((path) => ({
  path,
  text: readFileSync(join(source, path), 'utf8'),
}));

function filesWith(pattern: RegExp): readonly string[] {
  return files
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort();
}

const sharedQueue = ['core/run/shared/shared-work.ts', 'core/work/shared-queue.ts'];

it.each([
  [
    'records intents',
    /\brecords\.recordIntents\(/,
    ['core/journal/intents.ts', 'core/journal/once.ts'],
  ],
  [
    'changes existing pull requests',
    /\bpullRequests\.update\(/,
    ['core/replica/apply/pull-requests/target/change-pull-request.ts'],
  ],
  [
    'edits texts that were written',
    /\baudit\.updateText\(/,
    ['core/replica/apply/pull-requests/texts/rewrite-texts.ts'],
  ],
  ['gives out tasks of several processes', /\bcreateSharedQueue[<(]/, sharedQueue],
  ['shares a run', /\bwriter\.share\?\.\(/, ['core/work/set-run.ts']],
  [
    'gives out the repositories of a run, to the process that leads or one that has joined',
    /\bcreateSharedWork[<(]/,
    ['join-run.ts', 'lead-run.ts', 'shared-work.ts'].map((name) => `core/run/shared/${name}`),
  ],
  [
    'leads a run',
    /\bsharing\.openDispatcher\(\)[\s\S]*\bsetRun\(/,
    ['core/run/shared/lead-run.ts'],
  ],
  [
    'joins a run',
    /\bfollowLeader\(/,
    ['core/run/shared/join-run.ts', 'core/work/follow-leader.ts'],
  ],
  ['takes tasks from a queue', /\bawait queue\.take\(\)/, ['core/work/run-tasks.ts']],
  ['takes what other processes have done', /\bruns\.listResults\(/, ['core/work/take-results.ts']],
])('one place %s', (_, pattern, places) => {
  expect(filesWith(pattern)).toEqual(places);
});

it('asks pg-boss by its methods and never names its tables', () => {
  expect(filesWith(/queueSchema\}\.|migrator_queue\./)).toEqual([]);
});
