import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdFlush } from '../../../sandbox/git/push-report.ts';
import { lastPush, noteChanges } from '../../../sandbox/github/git/pushes.ts';

const report = '0030\u0001000eunpack ok\n0019ok refs/heads/main\n0000';

it.each([
  ['at once', [`${report}0000`]],
  ['in pieces', [report, '00', '00']],
])('keeps the end of a report back until git has ended, when it says all %s', async (_, parts) => {
  const body = holdFlush();
  for (const part of parts) body.write(part);
  expect(String(body.read())).toBe(report);
  body.end();
  expect(String(await body.toArray())).toBe('0000');
});

it('notes nothing of a push to a repository that has been deleted since', () => {
  const directory = mkdtempSync(join(tmpdir(), 'gone-'));
  rmSync(directory, { recursive: true });
  const action = { kind: 'create', ref: 'refs/heads/main' } as const;
  noteChanges(directory, [{ action, from: null, to: '1'.repeat(40), nameBytes: 15 }]);
  expect(lastPush(directory)).toBeNull();
});
