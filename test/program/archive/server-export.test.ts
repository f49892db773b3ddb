import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addPullRequests } from '../../helpers/repositories/migration-fixture.ts';

const format = ['--archive-format', 'bitbucket-server'];
const exporting = ['migrate', '--plan', 'plan.json', '--engine', 'archive', ...format, '--export'];

async function newest(place: Workplace): Promise<string> {
  const { stdout } = await place.run(['status', '--list']);
  return stdout.match(/mig_[0-9a-z]{12}/g)?.at(-1) ?? '';
}

describe('migrate --archive-format bitbucket-server', () => {
  it('writes exports that the strict reader accepts, and a runbook for them', async () => {
    await using place = await openWorkplace({ source: 'bitbucket-data-center' });
    await addPullRequests(place, 'web');
    const { code, stdout, stderr } = await place.run([...exporting, 'out']);
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    const id = await newest(place);
    expect(readdirSync(join(place.folder, 'out')).sort()).toEqual([
      `people-${id}.csv`,
      `runbook-${id}.md`,
      'web.tar',
    ]);
    const checked = await place.run(['archive', 'check', 'out/web.tar']);
    expect(checked, checked.stdout).toMatchObject({ code: 0 });
    expect(checked.stdout).toContain('Data Center export 9.4.18, 1 repository, 6 pull requests, ');
    expect(checked.stdout).toContain('No problems found.');
    const runbook = readFileSync(join(place.folder, `out/runbook-${id}.md`), 'utf8');
    expect(runbook).toContain(
      'gh bbs2gh migrate-repo --archive-path ./web.tar --github-org acme --github-repo web --use-github-storage',
    );
    expect(runbook).not.toContain('ghe-migrator');
  });

  it('writes what tar and git read', async () => {
    await using place = await openWorkplace({ source: 'bitbucket-data-center' });
    await addPullRequests(place, 'web');
    await place.run([...exporting, 'out']);
    const folder = join(place.folder, 'unpacked');
    mkdirSync(join(folder, 'repository/objects'), { recursive: true });
    execFileSync('tar', ['-xf', join(place.folder, 'out/web.tar'), '-C', folder]);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const find = (name: string) => join(folder, files.find((file) => file.endsWith(name)) ?? '');
    execFileSync('tar', ['-xf', find('objects.atl.tar'), '-C', join(folder, 'repository/objects')]);
    execFileSync('tar', [
      '-xzf',
      find('metadata.atl.tar.atl.gz'),
      '-C',
      join(folder, 'repository'),
    ]);
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', join(folder, 'repository'), ...args], { encoding: 'utf8' });
    git('fsck', '--full', '--strict');
    expect(git('rev-parse', 'refs/heads/main', 'stash-refs/pull-requests/1/from')).toMatch(
      /^([0-9a-f]{40}\n){2}$/,
    );
    const [pull] = files.filter((file) => file.endsWith('pullrequest/1/metadata.json.atl.gz'));
    const metadata = JSON.parse(gunzipSync(readFileSync(join(folder, pull ?? ''))).toString());
    expect(metadata).toMatchObject({ id: 1, state: expect.stringMatching(/^[A-Z]+$/) });
  });

  it('is written whole by the next run where one was killed', async () => {
    await using place = await openWorkplace({ source: 'bitbucket-data-center' });
    await addPullRequests(place, 'web');
    const { faults } = place.sandbox;
    faults.add({ host: 'bitbucket', path: /activities/, action: { kind: 'slow', ms: 60_000 } });
    const running = place.start([...exporting, 'out', '-vv']);
    await running.until('web: archive ...');
    running.child.kill('SIGKILL');
    await running.ended;
    faults.clear();
    expect(await place.run([...exporting, 'out'])).toMatchObject({ code: 0 });
    const id = await newest(place);
    const written = readdirSync(join(place.folder, 'out')).sort();
    expect(written).toEqual([`people-${id}.csv`, `runbook-${id}.md`, 'web.tar']);
    expect(await place.run(['archive', 'check', 'out/web.tar'])).toMatchObject({ code: 0 });
  });

  it('writes the same bytes again', async () => {
    await using place = await openWorkplace({ source: 'bitbucket-data-center' });
    await addPullRequests(place, 'web');
    await place.run([...exporting, 'out']);
    const reset = ['migrate', '--resume', await newest(place), '--reset-repo', 'web', '--yes'];
    expect(await place.run([...reset, '--export', 'again'])).toMatchObject({ code: 0 });
    const read = (file: string) => readFileSync(join(place.folder, file));
    expect(read('again/web.tar').equals(read('out/web.tar'))).toBe(true);
  });
});

describe('--archive-format', () => {
  it('is refused for Bitbucket Cloud, before anything is read', async () => {
    await using place = await openWorkplace({ source: 'bitbucket-cloud' });
    await addPullRequests(place, 'web');
    const { code, stderr } = await place.run([...exporting, 'out']);
    expect(code).toBe(2);
    expect(stderr).toContain('--archive-format bitbucket-server is for Data Center sources only');
    expect(place.sandbox.requests.filter(({ host }) => host.startsWith('bitbucket'))).toEqual([]);
  });

  it.each([
    ['bitbucket-data-center', 0, ''],
    ['bitbucket-cloud', 2, 'is for Data Center sources only'],
  ] as const)('is planned for %s with code %i', async (source, code, message) => {
    await using place = await openWorkplace({ source });
    await addPullRequests(place, 'web');
    const { workspace, organization } = place.sandbox;
    await place.run(['discover', '--workspace', workspace, '--output', 'inventory.json']);
    const planned = await place.run([
      ...['plan', '--inventory', 'inventory.json', '--target-org', organization],
      ...['--engine', 'archive', ...format, '--output', 'written.json'],
    ]);
    expect(planned.code, planned.stderr).toBe(code);
    expect(planned.stderr).toContain(message);
    if (code !== 0) return;
    const plan = JSON.parse(readFileSync(join(place.folder, 'written.json'), 'utf8'));
    expect(plan).toMatchObject({ engine: 'archive', archive_format: 'bitbucket-server' });
  });

  it('is refused without --engine archive', async () => {
    await using place = await openWorkplace({ source: 'bitbucket-data-center' });
    await addPullRequests(place, 'web');
    const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json', ...format]);
    expect(code).toBe(2);
    expect(stderr).toContain('--archive-format bitbucket-server needs --engine archive');
  });

  it('stays that of its migration', async () => {
    await using place = await openWorkplace({ source: 'bitbucket-data-center' });
    await addPullRequests(place, 'web');
    await place.run([...exporting, 'out']);
    const other = ['--engine', 'archive', '--archive-format', 'github', '--export', 'out'];
    const { code, stderr } = await place.run([
      ...['migrate', '--resume', await newest(place), ...other],
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('started with --archive-format bitbucket-server');
  });
});
