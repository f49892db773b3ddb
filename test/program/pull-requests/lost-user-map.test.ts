import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { type NamesPlace, openNamesPlace } from '../../helpers/repositories/names-place.ts';
import { migrate } from '../../helpers/repositories/pull-request-place.ts';
import { sources } from '../../helpers/sources.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';

const mapped = ['--user-map', 'users.csv'];

/** Migrated with a user map; then the state was lost, and the migration started over without the map. */
async function openLost(place: NamesPlace): Promise<string> {
  place.map([place.jane, 'jane-gh'], [place.joe, 'joe-gh']);
  const first = await place.run([...migrate, ...mapped]);
  expect([first.code, first.stderr]).toEqual([0, expect.any(String)]);
  writeFileSync(join(place.folder, 'state', 'migrator.sqlite'), 'garbled');
  const { code, stderr } = await place.run([...migrate, '--reset-state', '--yes']);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  expect(stderr).toContain('The lost state may have had a user map');
  return newestMigration(place);
}

describe.each(sources)('a lost state of %s with a user map', (source) => {
  it('takes no mapped name away by a repair without the map, and knows the texts again with it', async () => {
    await using place = await openNamesPlace(source);
    const id = await openLost(place);
    const before = [place.texts(), place.requested()];
    expect(before.join('\n')).toContain('[@jane-gh](');
    const from = place.sandbox.requests.length;
    const repaired = await place.run(['verify', '--migration', id, '--repair']);
    expect([repaired.code, repaired.stdout]).toEqual([
      0,
      expect.stringContaining('keeps its names'),
    ]);
    expect(place.edits(from)).toEqual([]);
    expect([place.texts(), place.requested()]).toEqual(before);
    const resumed = await place.run(['migrate', '--resume', id, ...mapped]);
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.any(String)]);
    await place.expectVerified(id);
    expect(place.texts()).toEqual(before[0]);
  });

  it('restores a deleted comment, and leaves a changed title above mapped names to people', async () => {
    await using place = await openNamesPlace(source);
    const id = await openLost(place);
    const [first] = place.target().pulls;
    if (first === undefined) throw new Error('no pull request');
    const { body, reviews } = first;
    const bodies = [body, ...reviews.map((one) => one.body)];
    const comments = first.comments.length;
    const path = `/repos/acme/web/issues/comments/${first.comments[0]?.id}`;
    expect((await askGithub(place.sandbox, 'DELETE', path)).status).toBe(204);
    first.title = 'Another title';
    const repaired = await place.run(['verify', '--migration', id, '--repair']);
    expect(repaired.code).toBe(6);
    expect(repaired.stdout).toContain('change the title back');
    const [after] = place.target().pulls;
    expect([after?.body, ...(after?.reviews ?? []).map((one) => one.body)]).toEqual(bodies);
    expect(after?.comments).toHaveLength(comments);
  });
});
