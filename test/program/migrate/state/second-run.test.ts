import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { git } from '../../../helpers/repositories/git-fixture.ts';
import { newestMigration, targetOf } from '../../../helpers/repositories/migration-fixture.ts';
import { pullRequestsOf } from '../../../helpers/repositories/pull-request-fixture.ts';
import {
  allShown,
  migrate,
  openPullRequestPlace,
  type PullRequestPlace,
  refuseToNumber,
} from '../../../helpers/repositories/pull-request-place.ts';
import { askGithub } from '../../../sandbox/helpers/rest.ts';

let place: PullRequestPlace;
beforeEach(async () => {
  place = await openPullRequestPlace({ limits: { github: 'none' } });
  await place.addRepository(pullRequestsOf(place.history));
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

function onSource(...args: readonly string[]): string {
  return git(place.sandbox.bitbucket.gitDirectory('web'), ...args).trim();
}

/** The commit of a branch on the target. */
function onTarget(branch: string): string {
  return git(targetOf(place, 'web'), 'rev-parse', branch).trim();
}

/**
 * Does what people do on the source after the migration: commits, a branch, a pull request, a decline and a new title.
 */
function moveOn(): void {
  const { bitbucket } = place.sandbox;
  onSource('update-ref', 'refs/heads/main', place.history.commits.older);
  onSource('update-ref', 'refs/heads/later', place.history.commits.open);
  bitbucket.addPullRequest('web', { title: 'Later', source: { branch: 'later' } });
  const pulls = bitbucket.findRepository('web')?.pullRequests ?? [];
  const closedBy = pulls[4]?.author ?? null;
  Object.assign(pulls[4] ?? {}, { state: 'DECLINED', closedBy, updatedOn: new Date() });
  Object.assign(pulls[2] ?? {}, { title: 'Add c, after all', updatedOn: new Date() });
}

async function migrated(): Promise<string> {
  expect((await place.run(migrate)).code).toBe(0);
  return newestMigration(place);
}

/** Steps of docs/cut-over-by-hand.md for a repository that was migrated before the source was frozen. */
describe('a second run after the source has changed', () => {
  it('changes nothing with the same plan or --resume, and verify --reread-source names the changes', async () => {
    const id = await migrated();
    const before = onTarget('main');
    moveOn();
    expect((await place.run(migrate)).stderr).toContain('is already completed');
    expect((await place.run(['migrate', '--resume', id])).code).toBe(0);
    expect(onTarget('main')).toBe(before);
    expect(place.shown()).toEqual(allShown);

    const verify = ['verify', '--migration', id, '--reread-source', '--json'];
    const { code, stdout } = await place.run(verify);
    const report = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
    expect(code).toBe(0);
    expect(report.repositories).toMatchObject([{ source: 'web', changed_on_source: 5 }]);
  });

  it('is checked by a dry run, which names the commands that are meant', async () => {
    const id = await migrated();
    moveOn();
    const from = place.sandbox.requests.length;
    const dry = await place.run([...migrate, '--dry-run']);
    expect({ ...dry }).toMatchObject({ code: 0 });
    expect(dry.stderr).toContain(
      `1 of 1 repository is migrated (${id}). A run would change nothing.`,
    );
    expect(dry.stderr).toContain(`migrator sync --migration ${id}`);
    expect(dry.stderr).toContain(`migrator verify --migration ${id}`);
    const asked = place.sandbox.requests.slice(from);
    expect(new Set(asked.map(({ host }) => host))).toEqual(new Set(['bitbucket', 'github']));
    expect(asked.filter(({ method }) => method !== 'GET' && method !== 'POST')).toEqual([]);
    const faulty = await place.run([...migrate, '--dry-run'], { DST_TOKEN: 'ghp_wrong' });
    expect(faulty.code).not.toBe(0);
    expect(faulty.stderr).toContain('401');
    expect(faulty.stderr).not.toContain('would change nothing');
  });

  it('takes commits, branches and new pull requests with --reset-repo, and leaves the others as they were', async () => {
    const id = await migrated();
    moveOn();
    const { code } = await place.run(['migrate', '--resume', id, '--reset-repo', 'web']);
    expect(code).toBe(0);
    expect(onTarget('main')).toBe(place.history.commits.older);
    expect(onTarget('later')).toBe(place.history.commits.open);
    expect(place.shown()).toEqual([...allShown, '#7 Later: open']);
  });

  it('keeps a branch that the source has deleted, and says so', async () => {
    const id = await migrated();
    onSource('update-ref', '-d', 'refs/heads/declined');
    const { code, stdout } = await place.run(['migrate', '--resume', id, '--reset-repo', 'web']);
    expect(stdout).toContain(
      'Deleted on Bitbucket since the last run and kept on GitHub: declined',
    );
    expect(code).toBe(0);
    expect(onTarget('declined')).not.toBe('');
  });

  it('migrates everything as it is now with --reset-repo after the target was renamed', async () => {
    const id = await migrated();
    moveOn();
    await askGithub(place.sandbox, 'PATCH', '/repos/acme/web', { name: 'web-before' });
    expect((await place.run(['migrate', '--resume', id, '--reset-repo', 'web'])).code).toBe(0);
    expect(place.shown()).toContain('#3 Add c, after all: closed');
    expect(place.shown()).toContain('#5 Add d: closed');
    expect(place.shown()).toContain('#7 Later: open');
    const verified = await place.run(['verify', '--migration', id, '--reread-source', '--json']);
    expect(verified.stdout).toContain('"changed_on_source":0');
    expect(verified.code).toBe(0);
  });

  it('resumes a failed repository with the commits and pull requests of its first attempt', async () => {
    refuseToNumber(place);
    expect((await place.run(migrate)).code).not.toBe(0);
    place.sandbox.faults.clear();
    const before = onTarget('main');
    moveOn();
    const id = await newestMigration(place);
    expect((await place.run(['migrate', '--resume', id])).code).toBe(0);
    expect(onTarget('main')).toBe(before);
    expect(place.shown()).toEqual(allShown);
  });
});
