import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git, makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import { newestMigration, targetOf } from '../../helpers/repositories/migration-fixture.ts';
import { startInTerminal, terminalProblem } from '../../helpers/terminal/terminal.ts';

/** One byte more than GitHub takes. */
const tooLarge = 'x'.repeat(100 * 1024 * 1024 + 1);

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  const folder = makeRepository(place.folder, 'web');
  writeFileSync(join(folder, 'big.bin'), tooLarge);
  git(folder, 'add', 'big.bin');
  git(folder, 'commit', '-qm', 'Add a large file');
  git(folder, 'rm', '-q', 'big.bin');
  git(folder, 'commit', '-qm', 'Remove it again');
  const changed = git(folder, 'rev-parse', 'HEAD~').trim();
  git(folder, 'checkout', '-qb', 'feature');
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'A feature');
  git(folder, 'checkout', '-q', 'main');
  await hostCopy(place.sandbox.bitbucket, { slug: 'web', from: folder });
  place.sandbox.bitbucket.addPullRequest('web', {
    title: 'A feature',
    source: { branch: 'feature' },
    description: `Needs ${changed}, see \`${changed.slice(0, 10)}\``,
  });
  place.write('plan.json', place.plan('web'));
});
afterEach(() => place[Symbol.asyncDispose]());

const migrate = (...flags: readonly string[]) =>
  place.run(['migrate', '--plan', 'plan.json', ...flags]);
const found = () => place.sandbox.github.findRepository('acme/web');
const tipOnSource = (name: string) =>
  git(place.sandbox.bitbucket.gitDirectory('web'), 'rev-parse', name).trim();
const tipOnTarget = (name: string) => git(targetOf(place, 'web'), 'rev-parse', name).trim();

describe('a file over the limit', () => {
  it('is refused with an offer to rewrite it, and rewritten only once its figures are confirmed', async () => {
    const refused = await migrate();
    expect(refused.code).toBe(6);
    expect(refused.stderr).toContain('File big.bin');
    expect(refused.stdout).toContain('Migrate with --large-files rewrite');

    const shown = await migrate('--large-files', 'rewrite', '--yes');
    expect(shown.code).toBe(6);
    const id = await newestMigration(place);
    const text = shown.stdout.replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'Rewriting its history is not confirmed: 3 commits get new hashes; 1 file moves to LFS: big.bin (100.00 MiB); 105 MB of LFS storage; 1 pull request has new commits',
    );
    expect(text).toContain('Confirm with --rewrite-history web on migrate, sync or cutover.');
    expect(found()).toBeNull();
    const { stderr: foreseen } = await place.run(['migrate', '--resume', id, '--dry-run']);
    expect(foreseen.replaceAll(/\s+/g, ' ')).toContain(
      'Files over the limit are rewritten to LFS: web. Without a confirmation, new hashes stop a repository',
    );
    expect(foreseen).toContain('web: 3 commits get new hashes');

    const done = await place.run(['migrate', '--resume', id, '--rewrite-history', 'web']);
    expect(done.code, done.stderr).toBe(0);
    const old = tipOnSource('main~');
    const now = tipOnTarget('main~');
    expect(now).not.toBe(old);
    expect(tipOnTarget('main~2')).toBe(tipOnSource('main~2'));
    expect(found()?.pulls[0]?.body).toContain(
      `Needs [\`${now.slice(0, 12)}\`](${place.sandbox.environment.DST_GIT_URL}/acme/web/commit/${now}), see \`${now.slice(0, 10)}\``,
    );

    const map = join(place.folder, 'state', 'commit-maps', id, 'web.commit-map.csv');
    expect(done.stdout).toContain(
      '3 commits have new hashes, 1 file is in LFS (105 MB); commit map: ',
    );
    expect(readFileSync(map, 'utf8').split('\n')).toContain(`${old},${now}`);
    const forFilterRepo = readFileSync(map.replace('.csv', '.txt'), 'utf8').split('\n');
    expect(forFilterRepo[0]).toBe(`old${' '.repeat(38)}new`);
    expect(forFilterRepo).toContain(`${old} ${now}`);
    expect(forFilterRepo).toContain(`${tipOnSource('main~2')} ${tipOnSource('main~2')}`);

    const { stdout: verified } = await place.run(['verify', '--migration', id]);
    expect(verified).toContain('3 commits have new hashes, 1 file is in LFS (105 MB)');

    const { code } = await place.run(['remotes', '--migration', id, '--output', 'out']);
    expect(code).toBe(0);
    for (const name of ['move-branches.sh', 'move-branches.ps1', 'web.commit-map.txt'])
      expect(existsSync(join(place.folder, 'out', name)), name).toBe(true);
    expect(readFileSync(join(place.folder, 'out', 'web.commit-map.csv'), 'utf8')).toBe(
      readFileSync(map, 'utf8'),
    );
  });

  it('is counted before a plan and in the dry run, as the run then finds it', async () => {
    const found = ['discover', '--workspace', 'acme-workspace', '--include-large-files'];
    const discovered = await place.run([...found, '--output', 'inventory.json']);
    expect(discovered.code, discovered.stderr).toBe(0);
    const facts =
      '3 commits get new hashes; 1 file moves to LFS: big.bin (100.00 MiB); 105 MB of LFS storage; 1 pull request has new commits';
    const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
    expect(flat(discovered.stderr)).toContain(
      `note web has files over 100 MiB. A rewrite: ${facts}`,
    );
    const { repositories } = JSON.parse(readFileSync(join(place.folder, 'inventory.json'), 'utf8'));
    const { large_files: figures } = repositories.find(
      ({ slug }: { slug: string }) => slug === 'web',
    );
    expect(figures).toMatchObject({ commits: 3, file_count: 1, signatures: 0, pull_requests: 1 });
    expect(existsSync(join(place.folder, 'state', 'discovery', 'mirrors'))).toBe(true);
    expect(readdirSync(join(place.folder, 'state', 'discovery', 'mirrors'))).toEqual([]);

    const dry = await migrate('--large-files', 'rewrite', '--dry-run');
    expect(dry.code, dry.stderr).toBe(0);
    expect(flat(dry.stderr)).toContain(`web: ${facts}`);
    const json = await migrate('--large-files', 'rewrite', '--dry-run', '--json');
    const result = json.stdout.split('\n').find((line) => line.includes('"dry-run"')) ?? '';
    expect(JSON.parse(result).repositories).toMatchObject([
      { source: 'web', large_files: { is_confirmed: false, figures } },
    ]);

    const shown = await migrate('--large-files', 'rewrite', '--yes');
    expect(flat(shown.stdout)).toContain(`Rewriting its history is not confirmed: ${facts}`);
  });

  it('is rewritten at once where the plan confirms it', async () => {
    const plan = place.plan('web');
    const [planned] = plan.repositories;
    if (planned === undefined) throw new TypeError('no repository');
    const repositories = [{ ...planned, large_files: 'rewrite', rewrite_history: true }];
    place.write('plan.json', { ...plan, repositories });
    expect((await migrate()).code).toBe(0);
    expect(tipOnTarget('main')).not.toBe(tipOnSource('main'));
  });

  it('of a rewritten repository is not refused later on by mistake', async () => {
    await migrate('--large-files', 'rewrite', '--rewrite-history', 'web');
    const { code, stderr } = await migrate(
      '--large-files',
      'refuse',
      '--reset-repo',
      'web',
      '--yes',
    );
    expect(code).toBe(6);
    expect(stderr).toContain('GitHub has the rewritten history of this repository');
  });
});

const problem = terminalProblem();
describe.skipIf(problem !== null)(`in a terminal${problem === null ? '' : ` (${problem})`}`, () => {
  it.each([[[]], [['--plain']]])(
    'a resume shows the figures and wants the word, with %j',
    async (flags) => {
      await migrate('--large-files', 'rewrite');
      const resume = ['migrate', '--resume', await newestMigration(place)];
      const program = startInTerminal([...resume, ...flags], {
        cwd: place.folder,
        environment: place.sandbox.environment,
      });
      await program.until('3 commits get new hashes');
      await program.until('Type rewrite to confirm');
      program.type('rewrite\r');
      expect(await program.ended).toBe(0);
      expect(tipOnTarget('main')).not.toBe(tipOnSource('main'));
    },
  );
});
