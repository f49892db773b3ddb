import { describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { sources } from '../../helpers/sources.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

const refused = { kind: 'status', status: 403, body: 'no' } as const;

function liftLock({ sandbox }: CutoverPlace): void {
  const found = sandbox.bitbucket.findRepository('one');
  if (found === null) throw new Error('no source');
  (sandbox.dataCenter?.settings ?? sandbox.bitbucket.settings)
    .ofRepository(found.uuid)
    .restrictions.splice(0);
}

function push({ sandbox }: CutoverPlace): void {
  const [dir, main] = [sandbox.bitbucket.gitDirectory('one'), 'refs/heads/main'];
  const late = git(dir, 'commit-tree', '-p', main, '-m', 'Late', `${main}^{tree}`).trim();
  git(dir, 'update-ref', main, late);
}

function isOpen({ sandbox }: CutoverPlace): boolean {
  return sandbox.github.findRepository('acme/one')?.hasIssues === true;
}

/** Does something once, at the first change of the target after the last sync. */
function beforeOpening({ sandbox }: CutoverPlace, act: () => void): void {
  let isDone = false;
  sandbox.faults.decide(({ host, method }) => {
    if (isDone || host !== 'github' || method !== 'PATCH') return null;
    isDone = true;
    act();
    return null;
  });
}

describe.each(sources)('cutover whose lock others lift, from %s', (source) => {
  const parts = source === 'bitbucket-cloud' ? 4 : 1;

  it('locks and syncs again where it is resumed', async () => {
    await using place = await openCutoverPlace({ source }, ['one']);
    place.sandbox.faults.decide(({ host, method }) =>
      host === 'github' && method === 'PATCH' ? refused : null,
    );
    expect((await place.cutover()).code).toBe(4);
    place.sandbox.faults.clear();
    liftLock(place);
    push(place);
    const { code, stdout, stderr } = await place.cutover();
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout + stderr).toContain(
      'one is locked and synced again: its lock was removed or changed',
    );
    expect(place.restrictions('one')).toHaveLength(parts);
    expect([isOpen(place), place.isEqual('one')]).toEqual([true, true]);
  });

  it.each([
    ['lifted', 'its lock was removed or changed', liftLock],
    ['lifted for a push and set again', 'branch main was pushed after the final sync', push],
  ])('opens nothing where it is %s in the same run', async (_, reason, act) => {
    await using place = await openCutoverPlace({ source }, ['one']);
    beforeOpening(place, () => act(place));
    const { code, stderr } = await place.cutover();
    place.sandbox.faults.clear();
    expect({ code, stderr }).toMatchObject({ code: 6 });
    expect(stderr).toContain(`Not opened, because one may have changed: ${reason}`);
    expect(isOpen(place)).toBe(false);
    const again = await place.cutover();
    expect({ code: again.code, stderr: again.stderr }).toMatchObject({ code: 0 });
    expect(place.restrictions('one')).toHaveLength(parts);
    expect([isOpen(place), place.isEqual('one')]).toEqual([true, true]);
  });

  it('removes what it has added again, where it is taken back', async () => {
    await using place = await openCutoverPlace({ source }, ['one']);
    place.sandbox.faults.decide(({ host, method }) =>
      host === 'github' && method === 'PATCH' ? refused : null,
    );
    await place.cutover();
    liftLock(place);
    expect((await place.cutover()).code).toBe(4);
    expect(place.restrictions('one')).toHaveLength(parts);
    place.sandbox.faults.clear();
    expect((await place.cutover('--abort')).code).toBe(0);
    expect(place.restrictions('one')).toEqual([]);
  });
});

describe('cutover whose lock others change', () => {
  it('opens nothing where somebody is excepted from it on Cloud, and names them', async () => {
    await using place = await openCutoverPlace({}, ['one']);
    const { bitbucket } = place.sandbox;
    const jane = bitbucket.addPerson({ name: 'Jane Roe' });
    const found = bitbucket.findRepository('one');
    if (found === null) throw new Error('no source');
    const { restrictions } = bitbucket.settings.ofRepository(found.uuid);
    beforeOpening(place, () => {
      for (const { users } of restrictions) (users as unknown[]).push(jane);
    });
    expect((await place.cutover()).code).toBe(6);
    place.sandbox.faults.clear();
    expect(isOpen(place)).toBe(false);
    const { code, stderr } = await place.cutover();
    expect(code).toBe(6);
    expect(stderr).toContain('was changed: push ** exempts Jane Roe');
    for (const { users } of restrictions) (users as unknown[]).pop();
    expect((await place.cutover()).code).toBe(0);
    expect(isOpen(place)).toBe(true);
  });

  it('locks a source of Data Center that is no longer archived', async () => {
    await using place = await openCutoverPlace({ source: 'bitbucket-data-center' }, ['one']);
    const { dataCenter } = place.sandbox;
    if (dataCenter === null) throw new Error('no source');
    dataCenter.rules.archived.add('one');
    beforeOpening(place, () => {
      dataCenter.rules.archived.delete('one');
      push(place);
    });
    const { code, stderr } = await place.cutover();
    place.sandbox.faults.clear();
    expect(code).toBe(6);
    expect(stderr).toContain('its lock was removed or changed');
    expect(isOpen(place)).toBe(false);
    expect((await place.cutover()).code).toBe(0);
    expect(place.restrictions('one')).toHaveLength(1);
    expect([isOpen(place), place.isEqual('one')]).toEqual([true, true]);
  });

  it('opens nothing where a source of Data Center leaves the archive while it is looked at', async () => {
    await using place = await openCutoverPlace({ source: 'bitbucket-data-center' }, ['one']);
    const { dataCenter, faults } = place.sandbox;
    dataCenter?.rules.archived.add('one');
    let isClosing = false;
    faults.decide(({ host, method }) => {
      if (host === 'github' && method === 'PATCH') isClosing = true;
      if (isClosing && host === 'bitbucket-git') dataCenter?.rules.archived.delete('one');
      return null;
    });
    const { code, stderr } = await place.cutover();
    faults.clear();
    expect({ code, stderr }).toMatchObject({ code: 6 });
    expect(stderr).toContain('it is no longer archived');
    expect(isOpen(place)).toBe(false);
    expect((await place.cutover()).code).toBe(0);
    expect([isOpen(place), place.restrictions('one').length]).toEqual([true, 1]);
  });

  it('reads what restricts a source once before it opens the target, and opens nothing without its lock', async () => {
    await using place = await openCutoverPlace({ source: 'bitbucket-data-center' }, ['one']);
    const { faults } = place.sandbox;
    let isClosing = false;
    let reads = 0;
    faults.decide(({ host, method, target }) => {
      if (host === 'github' && method === 'PATCH') isClosing = true;
      if (!isClosing || host !== 'bitbucket' || !/repos\/one\/restrictions/.test(target))
        return null;
      reads += 1;
      liftLock(place);
      return null;
    });
    const { code } = await place.cutover();
    faults.clear();
    expect({ code, reads, isOpen: isOpen(place) }).toEqual({ code: 6, reads: 1, isOpen: false });
  });
});
