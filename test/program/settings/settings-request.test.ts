import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { addPullRequests, newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { settings } from '../../helpers/settings/settings-command.ts';
import {
  addPeople,
  addSettings,
  withSettings,
  writesSince,
} from '../../helpers/settings/settings-place.ts';

const migrate = ['migrate', '--plan', 'plan.json'];

/** The source has a file of its own for what the settings pull request would bring. */
function addCodeOwners(place: Workplace): void {
  const work = join(place.folder, 'owners');
  git(place.folder, 'clone', '-q', place.sandbox.bitbucket.gitDirectory('web'), work);
  place.write('owners/CODEOWNERS', '* @acme/core\n');
  git(work, 'add', 'CODEOWNERS');
  git(work, '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'Add owners');
  git(work, 'push', '-q', 'origin', 'HEAD');
}

async function verify(place: Workplace, ...flags: readonly string[]) {
  const id = await newestMigration(place);
  const ended = await place.run(['verify', '--migration', id, '--json', ...flags]);
  const told = JSON.parse(ended.stdout) as {
    repositories: { differences: { verdict: string; name: string; message: string }[] }[];
  };
  const differences = told.repositories.flatMap((one) => one.differences);
  const of = (wanted: string) =>
    differences
      .filter(({ verdict }) => verdict === wanted)
      .map(({ name, message }) => `${name}: ${message}`);
  return { ...ended, defects: of('defect'), added: of('added-since'), expected: of('expected') };
}

describe('the settings pull request', () => {
  it('is left unopened by all commands alike where the repository has a CODEOWNERS file', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    addCodeOwners(place);
    expect((await place.run(migrate)).code).toBe(0);
    const kept =
      'Pull request migrator/settings: not opened: the repository has its own CODEOWNERS file';
    const found = await verify(place);
    expect([found.code, found.defects]).toEqual([0, []]);
    expect(found.expected).toContain(kept);
    const before = place.sandbox.requests.length;
    const repaired = await verify(place, '--repair');
    expect([repaired.code, repaired.defects]).toEqual([0, []]);
    expect(writesSince(place, before)).toEqual([]);
    const id = await newestMigration(place);
    for (const flags of [['--dry-run'], []]) {
      const { states } = await settings(place, id, ...flags);
      expect(states).toContain('pull-request migrator/settings: kept');
    }
    expect((await verify(place)).expected).toContain(kept);
  });

  it('is no pull request of others to a resume or a repair', async () => {
    await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    addPeople(place);
    await addPullRequests(place, 'web');
    place.write('plan.json', withSettings(place.plan('web')));
    expect((await place.run(migrate)).code).toBe(0);
    const target = place.sandbox.github.findRepository('acme/web');
    expect(target?.pulls.at(-1)?.title).toBe('Add settings from Bitbucket');
    Object.assign(target?.pulls[0] ?? {}, { title: 'Another title' });
    const id = await newestMigration(place);
    const { code, stderr } = await place.run(['verify', '--migration', id, '--repair']);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(stderr).toContain('Repaired');
    expect(stderr).not.toContain('issues or pull requests');
    expect((await verify(place)).added).toEqual([]);
  });

  it('is known by its marker where the answer to its opening was lost', async () => {
    await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    addPeople(place);
    await addPullRequests(place, 'web');
    place.write('plan.json', withSettings(place.plan('web')));
    const pulls = () => place.sandbox.github.findRepository('acme/web')?.pulls ?? [];
    const isOpened = () => pulls().some(({ title }) => title === 'Add settings from Bitbucket');
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (host !== 'github') return null;
      if (isOpened()) return { kind: 'status', status: 403, body: 'no' };
      // After those of the source.
      const isLast = method === 'POST' && target.endsWith('/pulls') && pulls().length === 6;
      return isLast ? { kind: 'lost-answer' } : null;
    });
    await place.run(migrate);
    place.sandbox.faults.clear();
    expect(isOpened()).toBe(true);
    expect((await verify(place)).added).toEqual([]);
  });
});
