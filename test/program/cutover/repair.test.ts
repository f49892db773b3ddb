import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { addPeople, withSettings } from '../../helpers/settings/settings-place.ts';
import { share } from '../../helpers/share.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

/** A public repository with settings of every kind, which was cut over. */
const shared = share(async () => {
  const place = await openCutoverPlace(
    {
      prepare(workplace, plan) {
        addPeople(workplace);
        const found = workplace.sandbox.bitbucket.findRepository('web');
        if (found === null) throw new Error('no source');
        found.isPrivate = false;
        const [web] = withSettings(plan).repositories;
        if (web === undefined) throw new Error('no repository in the plan');
        return { ...withSettings(plan), repositories: [{ ...web, visibility: 'public' }] };
      },
    },
    [],
    'web',
  );
  return place;
});
let place: CutoverPlace;
beforeEach(async () => {
  place = await shared.get();
});

function target() {
  const found = place.sandbox.github.findRepository('acme/web');
  if (found === null) throw new Error('no target');
  return found;
}

/** Facts that decide who sees the target, and what people can do there. */
function doors() {
  const { private: isPrivate, hasIssues, pullRequestPolicy, actionsEnabled } = target();
  return { isPrivate, hasIssues, pullRequestPolicy, actionsEnabled };
}

const open = { isPrivate: false, hasIssues: true, pullRequestPolicy: 'all', actionsEnabled: true };

const closed = { isPrivate: true, hasIssues: false, pullRequestPolicy: 'collaborators_only' };

const rulesets = () =>
  target().settings.rulesets.map(({ name, enforcement }) => `${name} ${enforcement}`);

async function verify(...flags: readonly string[]) {
  const { code, stdout, stderr } = await place.run([
    ...['verify', '--migration', place.migration, '--json', ...flags],
  ]);
  const json = JSON.parse(stdout) as {
    counts: { compared: number; defects: number };
    repositories: { differences: { verdict: string; name: string }[] }[];
  };
  const differences = json.repositories.flatMap((one) => one.differences);
  const of = (wanted: string) =>
    differences.filter(({ verdict }) => verdict === wanted).map(({ name }) => name);
  return {
    ...{ code, stderr, compared: json.counts.compared },
    ...{ defects: of('defect'), added: of('added-since') },
  };
}

/** As they are at each request to the target. */
function doorsSeen(): readonly unknown[] {
  const seen: unknown[] = [];
  place.sandbox.faults.decide(({ host }) => {
    if (host === 'github') seen.push(doors());
    return null;
  });
  return seen;
}

const ruleset = 'Ruleset bitbucket: the default branch';

/** A ruleset is gone before the targets are compared: the cut-over ends there. */
async function endBeforeOpening(): Promise<void> {
  let isGone = false;
  place.sandbox.faults.decide(() => {
    // People are let in last of all.
    if (!isGone && target().tracker.collaborators.has('jane')) {
      target().settings.rulesets.shift();
      isGone = true;
    }
    return null;
  });
  const { code, stderr } = await place.cutover();
  place.sandbox.faults.clear();
  expect({ code, stderr }).toMatchObject({ code: 6 });
  expect(stderr).toContain('Not opened, because of differences');
  expect(stderr).toContain('Repair with --repair');
}

async function cutOver(): Promise<void> {
  const { code, stderr } = await place.cutover();
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(doors()).toEqual(open);
}

describe('verify --repair after a cut-over', () => {
  afterEach(shared.spoil);

  it('restores a deleted ruleset, looks at as much as before, and never closes the target', async () => {
    await cutOver();
    const [all, { compared, ...before }] = [rulesets(), await verify()];
    // Its own pull request and branch are known.
    expect(before).toMatchObject({ code: 0, defects: [], added: [] });
    target().settings.rulesets.shift();
    expect(await verify()).toMatchObject({ code: 6, defects: [ruleset] });
    const seen = doorsSeen();
    const repaired = await verify('--repair');
    place.sandbox.faults.clear();
    expect(repaired).toMatchObject({ code: 0, defects: [], added: [], compared });
    expect(repaired.stderr).not.toContain('nothing is written yet');
    // Nor is any local copy left.
    expect(readdirSync(join(place.folder, 'state/work'))).toEqual([]);
    expect(seen.length).toBeGreaterThan(0);
    for (const one of seen) expect(one).toEqual(open);
    expect(rulesets().sort()).toEqual(all.toSorted());
    expect(await verify()).toMatchObject({ code: 0, defects: [], compared });
  });

  it.each([
    ['on', true],
    ['off', false],
  ])('leaves Actions %s where it restores a branch', async (_, actionsEnabled) => {
    await cutOver();
    git(place.targetOf('web'), 'update-ref', '-d', 'refs/heads/topic');
    target().actionsEnabled = actionsEnabled;
    const seen = doorsSeen();
    expect(await verify('--repair')).toMatchObject({ code: 0, defects: [] });
    place.sandbox.faults.clear();
    // Nothing runs for what is pushed, and nothing else is closed.
    expect(seen).toContainEqual({ ...open, actionsEnabled: false });
    for (const one of seen)
      expect(one).toMatchObject({ ...open, actionsEnabled: expect.anything() });
    expect(doors()).toEqual({ ...open, actionsEnabled });
  });

  it('leaves Actions on where the target refuses the push, and off where people switch them off then', async () => {
    await cutOver();
    git(place.targetOf('web'), 'update-ref', '-d', 'refs/heads/topic');
    place.sandbox.faults.add({
      ...{ host: 'github-git', path: /git-receive-pack/, times: Number.POSITIVE_INFINITY },
      action: { kind: 'status', status: 403, body: 'Forbidden' },
    });
    expect(
      await place.run(['verify', '--migration', place.migration, '--repair']),
    ).not.toMatchObject({ code: 0 });
    expect(doors()).toEqual(open);
    place.sandbox.faults.clear();
    target().actionsEnabled = false;
    expect(await verify('--repair')).toMatchObject({ code: 0, defects: [] });
    expect(doors()).toEqual({ ...open, actionsEnabled: false });
  });

  it('leaves Actions on where --reset-repo ends because of people’s work', async () => {
    await cutOver();
    const [directory, main] = [place.targetOf('web'), 'refs/heads/main'];
    const work = git(directory, 'commit-tree', '-p', main, '-m', 'Work', `${main}^{tree}`).trim();
    git(directory, 'update-ref', main, work);
    const resume = ['migrate', '--resume', place.migration, '--reset-repo', 'web', '--yes'];
    expect(await place.run(resume)).not.toMatchObject({ code: 0 });
    expect(doors()).toEqual(open);
  });
});

describe('verify --repair after a cut-over that ended before it opened the target', () => {
  afterEach(shared.spoil);

  it('restores what the cut-over has set, keeps the target closed, and lets the cut-over end', async () => {
    await endBeforeOpening();
    const { compared, ...broken } = await verify();
    expect(broken).toMatchObject({ code: 6, defects: [ruleset] });
    expect(await verify('--repair')).toMatchObject({ code: 0, defects: [], compared });
    expect(doors()).toEqual({ ...closed, actionsEnabled: true });
    await cutOver();
  });

  it('does the same once the cut-over was taken back', async () => {
    await endBeforeOpening();
    const { compared } = await verify();
    expect((await place.cutover('--abort')).code).toBe(0);
    expect(await verify('--repair')).toMatchObject({ code: 0, defects: [], compared });
    expect(doors()).toEqual({ ...closed, actionsEnabled: true });
  });

  it('changes nothing about who sees a target that the cut-over was opening', async () => {
    const isOpening = () => target().hasIssues;
    place.sandbox.faults.decide(({ host, method }) => {
      if (isOpening()) return { kind: 'status', status: 403, body: 'no' };
      const isLast = method === 'PATCH' && host === 'github' && target().actionsEnabled;
      return isLast ? { kind: 'lost-answer' } : null;
    });
    expect((await place.cutover()).code).not.toBe(0);
    place.sandbox.faults.clear();
    const before = doors();
    expect(before).toMatchObject({ hasIssues: true });
    target().settings.rulesets.shift();
    expect(await verify('--repair')).toMatchObject({ code: 0, defects: [] });
    expect(doors()).toEqual(before);
    await cutOver();
  });
});

describe('a target that people restored after a rollback', () => {
  afterEach(shared.spoil);

  it('stays open through a repair and a sync, and is not cut over again', async () => {
    await cutOver();
    const aside = target();
    const rollback = ['rollback', '--migration', place.migration, '--yes'];
    expect((await place.run(rollback, place.credentials)).code).toBe(0);
    aside.archived = false;
    place.sandbox.github.renameRepository(`acme/${aside.name}`, 'web');
    const before = doors();
    git(place.targetOf('web'), 'update-ref', '-d', 'refs/heads/topic');
    const seen = doorsSeen();
    await verify('--repair');
    const synced = await place.run(['sync', '--migration', place.migration]);
    place.sandbox.faults.clear();
    expect(synced.stdout + synced.stderr).toContain('or rolled back: no longer synced');
    for (const one of seen)
      expect(one).toMatchObject({ ...before, actionsEnabled: expect.anything() });
    expect(doors()).toEqual(before);
    const { code, stderr } = await place.cutover();
    expect({ code, stderr }).toMatchObject({ code: 8 });
    expect(stderr).toContain('web was rolled back');
    expect(place.restrictions('web')).toEqual([]);
  });
});
