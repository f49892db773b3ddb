import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCutoverPlace } from '../cutover/cutover-place.ts';

it('remotes leads no clone to a target that was rolled back, and names it', async () => {
  await using place = await openCutoverPlace({}, ['one', 'two']);
  expect((await place.cutover()).code).toBe(0);
  const of = ['--migration', place.migration];
  const rollback = (...only: readonly string[]) =>
    place.run(['rollback', ...of, '--yes', ...only], place.credentials);
  const one = await rollback('--include', 'one');
  expect([one.code, one.stderr]).toEqual([0, expect.any(String)]);
  const first = await place.run(['remotes', ...of, '--output', 'first']);
  expect([first.code, first.stderr]).toEqual([
    0,
    expect.stringContaining('Skipped, rolled back: one\n'),
  ]);
  const script = readFileSync(join(place.folder, 'first', 'remotes.sh'), 'utf8');
  expect(script).toContain('/two.git');
  expect(script).not.toContain('/one.git');
  expect((await rollback()).code).toBe(0);
  const all = await place.run(['remotes', ...of, '--output', 'all']);
  expect([all.code, existsSync(join(place.folder, 'all'))]).toEqual([8, false]);
  expect(all.stderr).toContain('are migrated and not rolled back');
});
