import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import { statePath } from '../migrate/state/state-place.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

/** A migration of a public repository whose target follows it. */
async function openPublic(visibility: 'public' | 'private' = 'public') {
  const edit = <T>(one: T) => ({ ...one, visibility });
  const place = await openCutoverPlace({}, ['one'], null, {}, edit);
  const found = place.sandbox.bitbucket.findRepository('one');
  if (found === null) throw new Error('no source');
  found.isPrivate = false;
  const target = () => {
    const now = place.sandbox.github.findRepository('acme/one');
    if (now === null) throw new Error('no target');
    return now;
  };
  const doors = () => {
    const { private: isPrivate, hasIssues, pullRequestPolicy, actionsEnabled } = target();
    return { isPrivate, hasIssues, pullRequestPolicy, actionsEnabled };
  };
  return { place, source: found, target, doors };
}

const live = { isPrivate: false, hasIssues: true, pullRequestPolicy: 'all', actionsEnabled: true };
const closed = { isPrivate: true, hasIssues: false, pullRequestPolicy: 'collaborators_only' };

const reset = ({ migration }: CutoverPlace) => [
  ...['migrate', '--resume', migration, '--reset-repo', 'one', '--yes'],
];
const recover = ['migrate', '--plan', 'plan.json', '--reset-state', '--yes'];

function loseState(place: CutoverPlace): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${statePath(place)}${end}`, { force: true });
}

describe('a live target whose cut-over the state does not know', () => {
  it('stays open when the state was lost', async () => {
    const { place, doors } = await openPublic();
    await using _ = place;
    expect((await place.cutover()).code).toBe(0);
    place.sandbox.github.addIssue('acme/one', { title: 'Work of people' });
    loseState(place);
    const { code, stdout, stderr } = await place.run(recover);
    expect({ code, doors: doors() }).toEqual({ code: 6, doors: live });
    expect(stdout + stderr).toContain('Repository already exists: acme/one');
    expect(stdout + stderr).toContain('it may be in use: acme/one is public');
  });

  it.each([
    [
      'verify --repair',
      (place: CutoverPlace) => ['verify', '--migration', place.migration, '--repair'],
    ],
    ['migrate --reset-repo', reset],
    ['sync', (place: CutoverPlace) => ['sync', '--migration', place.migration]],
  ])('stays open when the state is one from before (%s)', async (_, args) => {
    const { place, doors } = await openPublic();
    await using _place = place;
    const [state, backup] = [join(place.folder, 'state'), join(place.folder, 'backup')];
    cpSync(state, backup, { recursive: true });
    expect((await place.cutover()).code).toBe(0);
    expect(doors()).toEqual(live);
    rmSync(state, { recursive: true });
    cpSync(backup, state, { recursive: true });
    await place.run(args(place));
    expect(doors()).toEqual(live);
  });
});

describe('a target that is still closed', () => {
  it('is adopted and stays closed when the state was lost', async () => {
    const { place, doors } = await openPublic();
    await using _ = place;
    loseState(place);
    const { code, stderr } = await place.run(recover);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(doors()).toMatchObject(closed);
  });

  it('is not adopted once people have a release there', async () => {
    const { place, target, doors } = await openPublic();
    await using _ = place;
    const release = { tag_name: 'v9', draft: true };
    const { status } = await askGithub(place.sandbox, 'POST', '/repos/acme/one/releases', release);
    expect(status).toBe(201);
    loseState(place);
    target().actionsEnabled = true;
    const { code, stdout, stderr } = await place.run(recover);
    expect({ code, doors: doors() }).toMatchObject({ code: 6, doors: { actionsEnabled: true } });
    expect(stdout + stderr).toContain('people have used it (release v9)');
  });

  it('is left as it is where somebody has opened it since', async () => {
    const { place, target, doors } = await openPublic();
    await using _ = place;
    target().hasIssues = true;
    const { code, stdout, stderr } = await place.run(reset(place));
    expect(code).toBe(6);
    expect(stdout + stderr).toContain(
      'someone has opened the GitHub repository again: Issues are on',
    );
    expect(doors()).toMatchObject({ ...closed, hasIssues: true });
    target().hasIssues = false;
    expect(await place.run(reset(place))).toMatchObject({ code: 0 });
  });
});

describe('a target that is created after a cut-over of the one before', () => {
  it('is closed until its own cut-over, which does every step', async () => {
    const { place, target, doors } = await openPublic();
    await using _ = place;
    expect((await place.cutover()).code).toBe(0);
    const before = target();
    place.sandbox.faults.decide(({ host, method }) =>
      host === 'bitbucket' && method === 'DELETE'
        ? { kind: 'status', status: 403, body: 'no' }
        : null,
    );
    const rollback = ['rollback', '--migration', place.migration, '--yes'];
    expect((await place.run(rollback, place.credentials)).code).toBe(4);
    place.sandbox.faults.clear();
    const { code, stderr } = await place.run(reset(place));
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(target()).not.toBe(before);
    expect(doors()).toMatchObject(closed);
    const again = await place.cutover();
    expect({ code: again.code, stderr: again.stderr }).toMatchObject({ code: 0 });
    expect(doors()).toEqual(live);
  });
});

describe('verify --repair of a target that people made public after its cut-over', () => {
  it.each([
    ['leaves it public where the source is public', false],
    ['sets it to private where the source is private', true],
  ])('%s', async (_, isPrivate) => {
    const { place, source, target, doors } = await openPublic('private');
    await using _place = place;
    expect((await place.cutover()).code).toBe(0);
    target().private = false;
    source.isPrivate = isPrivate;
    git(place.targetOf('one'), 'update-ref', '-d', 'refs/heads/topic');
    const { code, stdout } = await place.run([
      ...['verify', '--migration', place.migration, '--repair'],
    ]);
    expect(doors()).toMatchObject({ ...live, isPrivate });
    expect(code).toBe(isPrivate ? 0 : 6);
    if (!isPrivate)
      expect(stdout).toContain('is public; it was set to private. A repair does not change this');
    expect(place.isEqual('one')).toBe(true);
  });
});
