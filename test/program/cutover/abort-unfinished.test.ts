import { describe, expect, it } from 'vitest';
import { printedCommands } from '../../helpers/printed-commands.ts';
import { sources } from '../../helpers/sources.ts';
import { commit } from '../sync/sync-place.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

/** A migration whose cut-over has locked the source and ended before it opened the target. */
async function lockedPlace(source: (typeof sources)[number]): Promise<CutoverPlace> {
  const place = await openCutoverPlace({ source }, ['one']);
  place.sandbox.faults.decide(({ host, method }) =>
    host === 'github' && method !== 'GET' ? { kind: 'status', status: 403, body: '{}' } : null,
  );
  expect((await place.cutover()).code).not.toBe(0);
  place.sandbox.faults.clear();
  expect(place.restrictions('one').length).toBeGreaterThan(0);
  return place;
}

const reset = (place: CutoverPlace) =>
  place.run(
    ['migrate', '--resume', place.migration, '--reset-repo', 'one', '--yes'],
    place.credentials,
  );

describe.each(sources)('a cut-over of %s that has locked and opened nothing', (source) => {
  it('is aborted although its repository has begun to start over, and failed', async () => {
    await using place = await lockedPlace(source);
    commit(place.targetOf('one'), 'main', 'Work of people');
    expect((await reset(place)).code).toBe(6);
    const { code, stdout } = await place.cutover('--abort');
    expect(stdout).toContain('1 Bitbucket repository unlocked.');
    expect({ code, left: place.restrictions('one') }).toEqual({ code: 0, left: [] });
  });

  it('keeps its migration from being cancelled until it is aborted', async () => {
    await using place = await lockedPlace(source);
    commit(place.targetOf('one'), 'main', 'Work of people');
    await reset(place);
    const cancel = () => place.run(['migrate', '--cancel', place.migration, '--yes']);
    const refused = await cancel();
    expect(refused.code).toBe(8);
    expect(refused.stderr).toContain('has locked one');
    const [named = ''] = printedCommands(refused.stderr);
    const followed = await place.run([...named.split(' ').slice(1), '--yes'], place.credentials);
    expect(followed.code).toBe(0);
    expect((await cancel()).code).toBe(0);
    expect(place.restrictions('one')).toEqual([]);
  });
});

/** Migrates the same source to another target, and cuts that over. */
async function cutOverSecond(place: CutoverPlace, cutOver: boolean): Promise<string> {
  place.write('second.json', {
    ...place.plan('one:one-b'),
    follow: true,
    options: { pull_requests: { migrate: false } },
  });
  const migrated = await place.run(['migrate', '--plan', 'second.json']);
  expect({ code: migrated.code, stderr: migrated.stderr }).toMatchObject({ code: 0 });
  const { stdout } = await place.run(['status', '--list']);
  const ids = stdout.match(/mig_[0-9a-z]{12}/g) ?? [];
  const second = ids.find((id) => id !== place.migration) ?? '';
  if (!cutOver)
    place.sandbox.faults.decide(({ host, method, target }) =>
      host === 'github' && method === 'PATCH' && target.includes('one-b')
        ? { kind: 'status', status: 403, body: '{}' }
        : null,
    );
  await place.run(['cutover', '--migration', second, '--yes'], place.credentials);
  place.sandbox.faults.clear();
  return second;
}

describe.each(sources)('two migrations of one source of %s, of which one is live', (source) => {
  it('keep it locked when the cut-over of the other one is aborted', async () => {
    await using place = await openCutoverPlace({ source }, ['one']);
    const second = await cutOverSecond(place, false);
    expect((await place.cutover()).code).toBe(0);
    const abort = ['cutover', '--migration', second, '--abort', '--yes'];
    const { code, stdout } = await place.run(abort, place.credentials);
    expect(stdout).toContain(
      `stays locked, because ${place.migration} has opened another GitHub repository`,
    );
    expect(code).toBe(6);
    expect(place.restrictions('one').length).toBeGreaterThan(0);
  });

  it('keep it locked when the other one is rolled back', async () => {
    await using place = await openCutoverPlace({ source }, ['one']);
    const second = await cutOverSecond(place, true);
    expect((await place.cutover()).code).toBe(0);
    const rollback = ['rollback', '--migration', second, '--yes'];
    const { stdout } = await place.run(rollback, place.credentials);
    expect(stdout).toContain(
      `${place.migration} opened another GitHub repository for the same Bitbucket repository`,
    );
    expect(place.restrictions('one').length).toBeGreaterThan(0);
  });
});
