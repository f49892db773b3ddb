import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addPullRequests, hasMoved } from '../../helpers/repositories/migration-fixture.ts';
import { sources } from '../../helpers/sources.ts';

const exporting = ['migrate', '--plan', 'plan.json', '--engine', 'archive', '--export'];

const read = (place: Workplace, file: string) => readFileSync(join(place.folder, file));

/** Requests that may change something on the target. */
function writesTo({ sandbox }: Workplace): readonly string[] {
  return sandbox.requests
    .filter(({ host, method }) => host.startsWith('github') && method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
}

const consent: Readonly<Record<string, readonly string[]>> = {
  cutover: ['--yes'],
  rollback: ['--yes'],
};

async function newest(place: Workplace): Promise<string> {
  const { stdout } = await place.run(['status', '--list']);
  return stdout.match(/mig_[0-9a-z]{12}/g)?.at(-1) ?? '';
}

describe.each(sources)('archives of %s', (source) => {
  it('are accepted by the strict reader, and nothing is written to the target', async () => {
    await using place = await openWorkplace({ source });
    await addPullRequests(place, 'web');
    const { code, stdout } = await place.run([...exporting, 'out']);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toContain('3 refs in 1 archive, not imported yet');
    expect(stdout).toContain('6 pull requests with');
    const id = await newest(place);
    expect(stdout).toContain(join('out', `runbook-${id}.md`));
    expect(writesTo(place)).toEqual([]);
    expect(readdirSync(join(place.folder, 'out')).sort()).toEqual([
      `people-${id}.csv`,
      `runbook-${id}.md`,
      'web.tar.gz',
    ]);
    const checked = await place.run(['archive', 'check', 'out/web.tar.gz']);
    expect(checked).toMatchObject({ code: 0 });
    expect(checked.stdout).toContain('1 repository, 6 pull requests, ');
    expect(checked.stdout).toContain('2 review threads, 3 review comments, ');
    expect(checked.stdout).toContain('No problems found.');
  });

  it('are the same to the byte when they are written again', async () => {
    await using place = await openWorkplace({ source });
    await addPullRequests(place, 'web');
    await place.run([...exporting, 'out']);
    const reset = ['migrate', '--resume', await newest(place), '--reset-repo', 'web', '--yes'];
    expect(await place.run([...reset, '--export', 'again'])).toMatchObject({ code: 0 });
    expect(read(place, 'again/web.tar.gz').equals(read(place, 'out/web.tar.gz'))).toBe(true);
  });
});

describe('migrate --engine archive', () => {
  it('leaves the plan to be migrated, and its own migration to no other command', async () => {
    await using place = await openWorkplace();
    await addPullRequests(place, 'web');
    await place.run([...exporting, 'out']);
    const id = await newest(place);
    for (const command of ['sync', 'verify', 'settings', 'cutover', 'rollback']) {
      const args = [command, '--migration', id, ...(consent[command] ?? [])];
      const { code, stderr } = await place.run(args);
      expect({ command, code, stderr }).toMatchObject({ command, code: 2 });
      expect(stderr).toContain(`Migration ${id} only wrote archives`);
    }
    expect(await place.run(['migrate', '--plan', 'plan.json'])).toMatchObject({ code: 0 });
    expect(hasMoved(place, 'web')).toBe(false);
    expect(place.sandbox.github.findRepository('acme/web')?.pulls).toHaveLength(6);
  });

  it('says before and after that archives are all that is written', async () => {
    await using place = await openWorkplace();
    await addPullRequests(place, 'web');
    const dry = await place.run([...exporting, 'out', '--dry-run']);
    expect(dry.stdout).toContain('write archive  web');
    expect(dry.stdout).toContain('1 archive would be written. Nothing was written.');
    expect(dry.stdout).not.toContain('content-creating');
    await place.run([...exporting, 'out']);
    const again = await place.run([...exporting, 'out']);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stderr).toContain('To import its archives, see: ');
  });

  it('replaces no file that it has not written', async () => {
    await using place = await openWorkplace();
    await addPullRequests(place, 'web');
    mkdirSync(join(place.folder, 'out'));
    place.write('out/web.tar.gz', 'somebody wrote this');
    const { code, stdout } = await place.run([...exporting, 'out']);
    expect(code).toBe(6);
    expect(stdout).toContain('web.tar.gz already exists');
    expect(read(place, 'out/web.tar.gz').toString()).toContain('somebody wrote this');
    renameSync(join(place.folder, 'out'), join(place.folder, 'theirs'));
    expect(await place.run(['migrate', '--resume', await newest(place)])).toMatchObject({
      code: 0,
    });
    expect(await place.run(['archive', 'check', 'out/web.tar.gz'])).toMatchObject({ code: 0 });
  });

  it('is written whole by the next run where one was killed', async () => {
    await using place = await openWorkplace();
    await addPullRequests(place, 'web');
    const { faults } = place.sandbox;
    faults.add({
      host: 'bitbucket',
      path: /pullrequests\/\d+\/comments/,
      action: { kind: 'slow', ms: 60_000 },
    });
    const running = place.start([...exporting, 'out', '-vv']);
    await running.until('web: archive ...');
    running.child.kill('SIGKILL');
    await running.ended;
    faults.clear();
    expect(await place.run([...exporting, 'out'])).toMatchObject({ code: 0 });
    const written = readdirSync(join(place.folder, 'out')).sort();
    const id = await newest(place);
    expect(written).toEqual([`people-${id}.csv`, `runbook-${id}.md`, 'web.tar.gz']);
    expect(await place.run(['archive', 'check', 'out/web.tar.gz'])).toMatchObject({ code: 0 });
  });

  it('knows an archive for its own by what it holds', async () => {
    await using place = await openWorkplace();
    await addPullRequests(place, 'web');
    await place.run([...exporting, 'out']);
    const reset = ['migrate', '--resume', await newest(place), '--reset-repo', 'web', '--yes'];
    expect(await place.run(reset)).toMatchObject({ code: 0 });
    place.write('out/web.tar.gz', 'somebody put this here');
    const { code, stdout } = await place.run(reset);
    expect(code).toBe(6);
    expect(stdout).toContain('web.tar.gz already exists');
    expect(read(place, 'out/web.tar.gz').toString()).toContain('somebody put this here');
  });

  it('writes a runbook that is missing, and says where it cannot write', async () => {
    await using place = await openWorkplace();
    await addPullRequests(place, 'web');
    await place.run([...exporting, 'out']);
    const runbook = `out/runbook-${await newest(place)}.md`;
    rmSync(join(place.folder, runbook));
    expect(await place.run([...exporting, 'out'])).toMatchObject({ code: 0 });
    expect(read(place, runbook).toString()).toContain('gh gei migrate-repo');
    place.write('file', '');
    const reset = ['migrate', '--resume', await newest(place), '--reset-repo', 'web', '--yes'];
    const { code, stdout } = await place.run([...reset, '--export', 'file']);
    expect(code).toBe(6);
    expect(stdout).toContain('web.tar.gz cannot be written: ');
  });

  it('stays the engine of its migration', async () => {
    await using place = await openWorkplace();
    await addPullRequests(place, 'web');
    const { faults } = place.sandbox;
    faults.add({
      ...{ host: 'github', method: 'POST', path: /\/repos$/ },
      action: { kind: 'status', status: 403, body: '{}' },
    });
    await place.run(['migrate', '--plan', 'plan.json']);
    faults.clear();
    const id = await newest(place);
    const { code, stderr } = await place.run([
      ...['migrate', '--resume', id, '--engine', 'archive', '--export', 'out'],
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain(`Migration ${id} started with --engine rest`);
  });

  it('is refused without --engine archive', async () => {
    await using place = await openWorkplace();
    await addPullRequests(place, 'web');
    const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json', '--export', 'out']);
    expect(code).toBe(2);
    expect(stderr).toContain('--export needs --engine archive');
  });
});
