import { describe, expect, it } from 'vitest';
import { sources } from '../../helpers/sources.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

const refused = { kind: 'status', status: 403, body: 'no' } as const;

/** Ends with the source locked and nothing opened. */
async function lockAlone(place: CutoverPlace): Promise<void> {
  const { faults } = place.sandbox;
  faults.decide(({ host, method }) => (host === 'github' && method === 'PATCH' ? refused : null));
  expect((await place.cutover()).code).toBe(4);
  faults.clear();
}

/** Another migration of the same source. */
async function migrateAgain(place: CutoverPlace, slug: string) {
  const options = { pull_requests: { migrate: false } };
  place.write('second.json', { ...place.plan(`${slug}:one-b`), follow: true, options });
  const { code, stderr } = await place.run(['migrate', '--plan', 'second.json']);
  expect(code, stderr).toBe(0);
  const { stdout } = await place.run(['status', '--list']);
  const id = stdout.match(/mig_\w{12}/g)?.find((one) => one !== place.migration) ?? '';
  const run = (...args: readonly string[]) =>
    place.run([...args, '--migration', id, '--yes'], place.credentials);
  return { cutover: () => run('cutover'), rollback: () => run('rollback') };
}

const isLive = ({ sandbox }: CutoverPlace, name: string) =>
  sandbox.github.findRepository(`acme/${name}`)?.hasIssues === true;

describe.each(sources)('a source of %s that has a live target stays locked', (source) => {
  const open = () => openCutoverPlace({ source }, ['one']);

  it('when another migration brought it under the name that it has now', async () => {
    await using place = await open();
    await lockAlone(place);
    const locked = place.restrictions('one').length;
    const found = place.sandbox.bitbucket.findRepository('one') as { slug: string } | null;
    if (found === null) throw new Error('there is no source');
    found.slug = 'uno';
    const second = await migrateAgain(place, 'uno');
    expect((await second.cutover()).code).toBe(0);
    expect(isLive(place, 'one-b')).toBe(true);
    await place.cutover('--abort');
    expect(place.restrictions('uno')).toHaveLength(locked);
  });

  it('when another cut-over opens it while an abort waits for the host', async () => {
    await using place = await open();
    await lockAlone(place);
    const locked = place.restrictions('one').length;
    const second = await migrateAgain(place, 'one');
    const answer = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    let isHeld = false;
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (isHeld || host !== 'bitbucket' || method !== 'GET' || !/restrictions/.test(target))
        return null;
      isHeld = true;
      asked.resolve();
      return { kind: 'held', until: answer.promise };
    });
    const aborting = place.cutover('--abort');
    await asked.promise;
    expect((await second.cutover()).code).toBe(0);
    answer.resolve();
    await aborting;
    expect(isLive(place, 'one-b')).toBe(true);
    expect(place.restrictions('one')).toHaveLength(locked);
  });

  it('when the live target was renamed and the repository was reset', async () => {
    await using place = await open();
    expect((await place.cutover()).code).toBe(0);
    const locked = place.restrictions('one').length;
    place.sandbox.github.renameRepository('acme/one', 'one-live');
    const reset = ['migrate', '--resume', place.migration, '--reset-repo', 'one', '--yes'];
    await place.run(reset, place.credentials);
    await place.cutover('--abort');
    expect(isLive(place, 'one-live')).toBe(true);
    expect(place.restrictions('one')).toHaveLength(locked);
  });

  it('when a rollback of the other migration ended before it took the target away', async () => {
    await using place = await open();
    await lockAlone(place);
    const second = await migrateAgain(place, 'one');
    expect((await second.cutover()).code).toBe(0);
    const locked = place.restrictions('one').length;
    const { faults } = place.sandbox;
    faults.decide(({ host, method }) => (host === 'github' && method === 'PATCH' ? refused : null));
    await second.rollback();
    faults.clear();
    await place.cutover('--abort');
    expect(isLive(place, 'one-b')).toBe(true);
    expect(place.restrictions('one')).toHaveLength(locked);
  });
});
