import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damages } from '../../helpers/damages/all.ts';
import { type Damage, pullOf, targetOf } from '../../helpers/damages/damage.ts';
import { git, refsOf } from '../../helpers/repositories/git-fixture.ts';
import { type Migrated, openMigrated } from '../../helpers/repositories/migrated.ts';
import { share } from '../../helpers/share.ts';

const shared = share(openMigrated);
let migrated: Migrated;
beforeEach(async () => {
  migrated = await shared.get();
}, 60_000);

async function applyAll(chosen: readonly Damage[]): Promise<void> {
  for (const { apply } of chosen) await apply(migrated);
}

/** A second change of the same thing, or one that another one rules out. */
const alike = [
  'a branch is deleted',
  'a general comment is edited',
  'an open pull request is closed',
];
const mendable = damages.filter(({ canBeMended }) => canBeMended);

function defectsIn(json: Awaited<ReturnType<Migrated['verify']>>['json']) {
  return json.repositories.flatMap(({ differences }) =>
    differences.filter(({ verdict }) => verdict === 'defect'),
  );
}

describe('verify --repair', () => {
  it('mends all that can be mended at once, after which everything is equal', async () => {
    const refs = refsOf(targetOf(migrated).directory);
    const texts = pullOf(migrated, 1).reviewComments.length;
    await applyAll(mendable.filter(({ name }) => !alike.includes(name)));
    const broken = await migrated.verify();
    expect(defectsIn(broken.json).length).toBeGreaterThanOrEqual(18);
    const { code, json, stderr } = await migrated.verify('--repair');
    expect(defectsIn(json)).toEqual([]);
    expect(code, stderr).toBe(0);
    expect(refsOf(targetOf(migrated).directory)).toBe(refs);
    expect(pullOf(migrated, 1).reviewComments).toHaveLength(texts);
    expect(pullOf(migrated, 1).comments).toHaveLength(1);
    expect(targetOf(migrated)).toMatchObject({ private: true, archived: false });
    const again = await migrated.verify();
    expect(again.json.counts).toMatchObject({ defects: 0, added_since: 0 });
  });

  it.each(alike)('mends that %s', async (name) => {
    await applyAll(damages.filter((one) => one.name === name));
    const { code, json } = await migrated.verify('--repair');
    expect(defectsIn(json)).toEqual([]);
    expect(code).toBe(0);
  });

  it('writes nothing where nothing can be mended', async () => {
    const before = migrated.place.sandbox.requests.length;
    const { code, stderr } = await migrated.verify('--repair');
    expect(code).toBe(0);
    const asked = migrated.place.sandbox.requests.slice(before);
    expect(asked.filter(({ method }) => method === 'PATCH' || method === 'PUT')).toEqual([]);
    expect(stderr).not.toContain('error');
  });

  it('continues with migrate --resume where it was interrupted', async () => {
    await applyAll(damages.filter(({ name }) => name === 'a general comment is deleted'));
    const { faults } = migrated.place.sandbox;
    faults.add({
      host: 'github',
      method: 'POST',
      path: /\/issues\/1\/comments$/,
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'status', status: 403, body: '{"message":"Resource not accessible"}' },
    });
    const broken = await migrated.verify('--repair');
    expect(broken.code).toBe(6);
    expect(broken.json.repositories[0]?.notes.join()).toContain('Not finished');
    faults.clear();
    const resumed = await migrated.place.run(['migrate', '--resume', migrated.id]);
    expect(resumed.code).toBe(0);
    const { code, json } = await migrated.verify();
    expect(defectsIn(json)).toEqual([]);
    expect(code).toBe(0);
  });

  it('is refused while another process runs the migration', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(`${migrated.place.folder}/state/migrator.sqlite`);
    const lease = database.prepare('UPDATE lease SET pid = ?, hostname = ?, expires_at = ?');
    lease.run(1, 'elsewhere', Date.now() + 3_600_000);
    const { code, stderr } = await migrated.place.run([
      'verify',
      '--migration',
      migrated.id,
      '--repair',
    ]);
    lease.run(1, 'elsewhere', 1);
    database.close();
    expect(code).toBe(8);
    expect(stderr).toContain('is already running as process 1 on elsewhere');
  });
});

describe('verify --repair of what does not become equal again', () => {
  afterEach(shared.spoil);

  it('says what it cannot mend, leaves it as it is, and mends the rest', async () => {
    await applyAll(
      damages.filter(({ name }) =>
        [
          'a branch is moved',
          'what was brought is there under another name as well',
          'a general comment is there twice',
          "a pull request is removed by the host's staff",
          'a tag is deleted',
          'a title is changed',
          'the description of the repository is changed',
        ].includes(name),
      ),
    );
    const before = refsOf(targetOf(migrated).directory);
    const { code, json } = await migrated.verify('--repair');
    expect(code).toBe(6);
    expect(
      defectsIn(json).map(({ kind, name }) => `${kind} ${name.replace(/\d{3,}/, 'N')}`),
    ).toEqual([
      ...['setting description', 'branch spare', 'branch new-idea'],
      ...['pull-request #6', 'comment comment N of #1'],
    ]);
    expect(targetOf(migrated).description).toBe('Something else');
    for (const one of defectsIn(json))
      expect(one.advice).toMatch(/^Cannot be repaired: .* By hand: /);
    // The tag is back, and nothing that others pushed was touched.
    const after = refsOf(targetOf(migrated).directory).split('\n');
    expect(after.filter((line) => !before.includes(line))).toEqual([
      expect.stringContaining('refs/tags/v2'),
    ]);
    const { stdout } = await migrated.place.run(['status', '--migration', migrated.id]);
    expect(stdout).toMatch(/^mig_\w+ {2}completed$/m);
  });

  it('migrates nothing that was added to the source since', async () => {
    const { bitbucket } = migrated.place.sandbox;
    const directory = bitbucket.gitDirectory('web');
    const { commits } = migrated.history;
    git(directory, 'update-ref', 'refs/heads/later', commits.open);
    git(directory, 'update-ref', 'refs/heads/main', commits.open);
    git(directory, 'update-ref', '-d', 'refs/heads/spare');
    bitbucket.addPullRequest('web', { title: 'Later', source: { branch: 'later' } });
    const refs = refsOf(targetOf(migrated).directory);
    await migrated.push(':refs/heads/spare', ':refs/tags/v1');
    await migrated.ask('PATCH', '/pulls/2', { title: 'Something else' });
    const { code, json } = await migrated.verify('--repair');
    expect(defectsIn(json)).toEqual([]);
    expect(code).toBe(0);
    expect(refsOf(targetOf(migrated).directory)).toBe(refs);
    expect(targetOf(migrated).pulls).toHaveLength(6);
  });
});
