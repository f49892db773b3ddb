import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { type Migrated, openMigrated } from '../../helpers/repositories/migrated.ts';

/** As `main` with a parent more: what a merge on the source leaves. */
function commitOn(directory: string, ...parents: readonly string[]): string {
  const words = parents.flatMap((parent) => ['-p', parent]);
  return git(directory, 'commit-tree', ...words, '-m', 'Later', `${parents.at(-1)}^{tree}`).trim();
}

describe('verify after --reset-repo', () => {
  let migrated: Migrated;
  let reset: Awaited<ReturnType<Migrated['place']['run']>>;
  let found: Awaited<ReturnType<Migrated['verify']>>;
  beforeAll(async () => {
    migrated = await openMigrated();
    const { bitbucket } = migrated.place.sandbox;
    const directory = bitbucket.gitDirectory('web');
    // A commit on the branch of the open pull request, its merge, and two deleted refs.
    const newer = commitOn(directory, migrated.history.commits.open);
    const merge = commitOn(directory, 'main', newer);
    git(directory, 'update-ref', 'refs/heads/topic', newer);
    git(directory, 'update-ref', 'refs/heads/main', merge);
    git(directory, 'update-ref', '-d', 'refs/heads/spare');
    git(directory, 'update-ref', '-d', 'refs/tags/v1');
    const web = bitbucket.repositories.find(({ slug }) => slug === 'web');
    const open = web?.pullRequests.find(({ number }) => number === 4);
    if (open === undefined) throw new Error('pull request 4 is missing');
    open.state = 'MERGED';
    open.mergeCommit = merge;
    open.source = { ...open.source, commit: newer };
    open.updatedOn = new Date(Date.now() + 60_000);
    const again = ['migrate', '--resume', migrated.id, '--reset-repo', 'web'];
    reset = await migrated.place.run(again);
    found = await migrated.verify();
  }, 60_000);
  afterAll(async () => {
    await migrated[Symbol.asyncDispose]();
  });

  const changesOf = ({ json }: typeof found) =>
    json.repositories[0]?.differences
      .filter(({ verdict }) => verdict === 'changed-on-source')
      .map(({ kind, name, message }) => `${kind} ${name} ${message}`);
  const changes = [
    'branch spare has since been deleted on Bitbucket; GitHub keeps it',
    'tag v1 has since been deleted on Bitbucket; GitHub keeps it',
    'pull-request #4 is merged on Bitbucket now; it was open',
    expect.stringMatching(/^pull-request #4 is at \w{10}, like its branch on Bitbucket now; it/),
  ];

  it('lets the run complete where the source has deleted branches and tags, and names them', () => {
    expect(reset.stderr).toContain(
      'Deleted on Bitbucket since the last run and kept on GitHub: spare, v1',
    );
    expect([reset.code, reset.stdout]).toEqual([0, expect.stringContaining('1 done, 0 skipped')]);
  });

  it('reports new commits, merges and deletions of the source as its changes, not as defects', () => {
    expect(found.json.counts).toMatchObject({ defects: 0, added_since: 0, changed_on_source: 4 });
    expect(changesOf(found)).toEqual(expect.arrayContaining(changes));
    expect(found.code).toBe(0);
  });

  it('reports each change once when it reads the source again', async () => {
    const reread = await migrated.verify('--reread-source');
    expect(reread.json.counts).toMatchObject({ defects: 0, changed_on_source: 4 });
    expect(changesOf(reread)).toHaveLength(4);
  });

  it('still finds a defect where somebody else moves what the reset has pushed', async () => {
    await migrated.push('+main:refs/heads/main');
    const { code, json } = await migrated.verify();
    const defects = json.repositories[0]?.differences.filter(({ verdict }) => verdict === 'defect');
    expect(defects?.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['branch main']);
    expect(code).toBe(6);
  });
});
