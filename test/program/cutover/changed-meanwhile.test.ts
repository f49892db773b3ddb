import { describe, expect, it } from 'vitest';
import type { Ended } from '../../helpers/program/run-program.ts';
import { git, refsOf } from '../../helpers/repositories/git-fixture.ts';
import {
  addPeople,
  settingsOnTarget,
  withSettings,
} from '../../helpers/settings/settings-place.ts';
import { change, setSourcePrivate, settingsOf } from '../live-targets/live-target-place.ts';
import { commit } from '../sync/sync-place.ts';
import { type CutoverPlace, cutoverAsked, openCutoverPlace } from './cutover-place.ts';

const message = 'Another process changed the cut-over or rollback of one after it was checked';

function openPublic(options: Parameters<typeof openCutoverPlace>[0] = {}) {
  const slugs = ['one'];
  return openCutoverPlace(options, slugs, null, {}, (one) => ({ ...one, visibility: 'public' }));
}

/** Ends a cut-over at its first change of the target: the source is locked, and synced. */
async function endAfterSync(place: CutoverPlace): Promise<void> {
  setSourcePrivate(place, 'one', false);
  place.sandbox.faults.decide(({ host, method }) =>
    host === 'github' && method === 'PATCH' ? { kind: 'status', status: 403, body: 'no' } : null,
  );
  expect((await place.cutover()).code).toBe(4);
  place.sandbox.faults.clear();
}

/** Ends a cut-over at the request that opens the target. */
async function endAtOpening(place: CutoverPlace): Promise<void> {
  setSourcePrivate(place, 'one', false);
  const { faults, github } = place.sandbox;
  faults.decide(({ host, method, target }) =>
    host === 'github' &&
    method === 'PATCH' &&
    target === '/repos/acme/one' &&
    github.findRepository('acme/one')?.actionsEnabled === true
      ? { kind: 'status', status: 403, body: 'no' }
      : null,
  );
  expect((await place.cutover()).code).toBe(4);
  faults.clear();
}

/** Does something while the first request to a host waits. */
async function whileWaiting(
  { sandbox: { faults } }: CutoverPlace,
  host: 'bitbucket' | 'github',
  start: () => Promise<Ended>,
  act: () => Promise<void>,
): Promise<Ended> {
  const held = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let isHeld = false;
  faults.decide((request) => {
    if (isHeld || request.host !== host) return null;
    isHeld = true;
    reached.resolve();
    return { kind: 'held', until: held.promise };
  });
  const ended = start();
  try {
    await Promise.race([reached.promise, ended]);
    expect(isHeld).toBe(true);
    await act();
  } finally {
    held.resolve();
    await ended;
  }
  return ended;
}

function liftLock({ sandbox }: CutoverPlace): void {
  const uuid = sandbox.bitbucket.findRepository('one')?.uuid ?? '';
  sandbox.bitbucket.settings.ofRepository(uuid).restrictions.splice(0);
}

function stateOf(place: CutoverPlace) {
  const refs = refsOf(place.targetOf('one'));
  const locks = place.restrictions('one').length;
  return { ...settingsOf(place, 'one'), set: settingsOnTarget(place, 'one'), refs, locks };
}

async function finish(place: CutoverPlace): Promise<void> {
  const { code, stderr } = await place.cutover();
  expect({ code, stderr }).toMatchObject({ code: 0 });
}

function run(place: CutoverPlace, ...args: readonly string[]): Promise<Ended> {
  return place.run([...args, '--migration', place.migration], place.credentials);
}

describe('cutover that another process finishes after its check', () => {
  it('leaves the target as people have set it since', async () => {
    await using place = await openPublic();
    await endAtOpening(place);
    let before: unknown;
    const { code, stderr } = await whileWaiting(
      place,
      'github',
      () => place.cutover(),
      async () => {
        await finish(place);
        await change(place, 'one', { visibility: 'private', has_issues: false });
        before = stateOf(place);
      },
    );
    expect({ code, stderr }).toMatchObject({ code: 8 });
    expect(stderr).toContain(message);
    expect(stateOf(place)).toEqual(before);
  });

  it('keeps the lock and the target where its check found the lock removed', async () => {
    await using place = await openPublic();
    await endAfterSync(place);
    liftLock(place);
    let before: unknown;
    const { code, stderr } = await cutoverAsked(place, async () => {
      await finish(place);
      commit(place.targetOf('one'), 'work', 'of people', 'main');
      before = stateOf(place);
    });
    expect({ code, stderr }).toMatchObject({ code: 8 });
    expect(stderr).toContain(message);
    expect((await run(place, 'sync')).stdout).toContain('Nothing to sync.');
    expect((await place.cutover('--abort')).stdout).toContain('its GitHub repository is open');
    expect(stateOf(place)).toEqual(before);
  });

  it('keeps the lock and the target where a tag was pushed since', async () => {
    await using place = await openPublic();
    await endAtOpening(place);
    let before: unknown;
    const { code, stderr } = await cutoverAsked(place, async () => {
      await finish(place);
      commit(place.targetOf('one'), 'main', 'of people');
      git(place.sandbox.bitbucket.gitDirectory('one'), 'tag', 'late', 'main');
      before = stateOf(place);
    });
    expect({ code, stderr }).toMatchObject({ code: 8 });
    expect(stderr).toContain(message);
    expect((await run(place, 'sync')).code).toBe(0);
    expect((await place.cutover('--abort')).stdout).toContain('its GitHub repository is open');
    expect(stateOf(place)).toEqual(before);
  });

  it('applies no settings again', async () => {
    await using place = await openPublic({
      prepare(workplace, plan) {
        addPeople(workplace);
        return withSettings(plan);
      },
    });
    await endAfterSync(place);
    let before: unknown;
    const { code, stderr } = await cutoverAsked(place, async () => {
      await finish(place);
      await change(place, 'one/actions/permissions', { enabled: false }, 'PUT');
      place.sandbox.github.findRepository('acme/one')?.settings.rulesets.splice(0, 1);
      before = stateOf(place);
    });
    expect({ code, stderr }).toMatchObject({ code: 8 });
    expect(stderr).toContain(message);
    expect(stateOf(place)).toEqual(before);
    // Nothing that people have changed counts as set by the migration.
    await finish(place);
    expect(stateOf(place)).toEqual(before);
  });

  it('does not report a target as switched that was rolled back since', async () => {
    await using place = await openPublic();
    setSourcePrivate(place, 'one', false);
    await finish(place);
    const again = () => run(place, 'cutover', '--yes');
    const { code, stderr } = await whileWaiting(place, 'bitbucket', again, async () => {
      expect((await run(place, 'rollback', '--yes')).code).toBe(0);
    });
    expect({ code, stderr }).toMatchObject({ code: 8 });
    expect(stderr).toContain('Another process changed the cut-over or rollback of one');
    expect(place.restrictions('one')).toEqual([]);
  });
});

describe('the way back, where another process finishes the cut-over after the check', () => {
  it.each([
    ['an abortion', 'cutover', '--abort'],
    ['a rollback', 'rollback'],
  ])('is refused for %s', async (_, ...args) => {
    await using place = await openPublic();
    await endAtOpening(place);
    let before: unknown;
    const { code, stderr } = await whileWaiting(
      place,
      'bitbucket',
      () => run(place, ...args, '--yes'),
      async () => {
        await finish(place);
        before = stateOf(place);
      },
    );
    expect({ code, stderr }).toMatchObject({ code: 8 });
    expect(stderr).toContain(message);
    expect(stateOf(place)).toEqual(before);
  });
});
