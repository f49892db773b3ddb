import { describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import {
  addPullRequests,
  addRepositories,
  newestMigration,
} from '../../helpers/repositories/migration-fixture.ts';
import { addSettings } from '../../helpers/settings/settings-place.ts';
import { change, setSourcePrivate, settingsOf } from './live-target-place.ts';

const migrate = ['migrate', '--plan', 'plan.json', '--workers', '1'];
const openPlace = () => openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });

async function killAt(
  place: Workplace,
  request: Omit<Parameters<Workplace['sandbox']['faults']['add']>[0], 'action'>,
): Promise<void> {
  const running = place.start(migrate);
  const onDone = () => running.child.kill('SIGKILL');
  place.sandbox.faults.add({ ...request, action: { kind: 'lost-answer', onDone } });
  await running.ended;
}

describe('a resume', () => {
  it('leaves description and topics that people have set since the kill', async () => {
    await using place = await openPlace();
    await addPullRequests(place, 'web');
    await killAt(place, { host: 'github', method: 'POST', path: /\/pulls$/ });
    await change(place, 'web', { description: 'Set by a person' });
    await change(place, 'web/topics', { names: ['theirs'] }, 'PUT');
    const { code, stderr } = await place.runAlone(migrate);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('Changed on acme/web by someone else and kept: description');
    expect(settingsOf(place, 'web')).toMatchObject({
      description: 'Set by a person',
      topics: ['theirs'],
    });
  });

  it('leaves ways to merge that people have chosen', async () => {
    await using place = await openPlace();
    await addSettings(place, 'web');
    await killAt(place, { host: 'github-git', method: 'POST', path: /git-receive-pack/ });
    const chosen = {
      ...{ allow_squash_merge: false, allow_rebase_merge: true, allow_merge_commit: false },
    };
    await change(place, 'web', chosen);
    await place.runAlone(migrate);
    expect(place.sandbox.github.findRepository('acme/web')).toMatchObject({
      ...{ allowSquashMerge: false, allowRebaseMerge: true, allowMergeCommit: false },
    });
  });
});

describe.each([
  ['--reset-repo', (id: string) => ['migrate', '--resume', id, '--reset-repo', 'one', '--yes']],
  ['verify --repair', (id: string) => ['verify', '--migration', id, '--repair']],
])('%s', (_, args) => {
  it('leaves a public target private that people have closed', async () => {
    await using place = await openPlace();
    await addRepositories(place, 'one');
    const plan = place.plan('one');
    const repositories = plan.repositories.map((one) => ({ ...one, visibility: 'public' }));
    place.write('plan.json', { ...plan, repositories });
    setSourcePrivate(place, 'one', false);
    expect((await place.run(migrate)).code).toBe(0);
    await change(place, 'one', { visibility: 'private' });
    await place.run(args(await newestMigration(place)));
    expect(settingsOf(place, 'one')).toMatchObject({ isPrivate: true });
  });
});
