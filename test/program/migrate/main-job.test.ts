import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SourceKind } from '../../../src/core/ports/records/repository.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git, makeRepository, refsOf } from '../../helpers/repositories/git-fixture.ts';
import { sources } from '../../helpers/sources.ts';

const project = fileURLToPath(new URL('../../..', import.meta.url));

let place: Workplace;
function usePlace(source: SourceKind = 'bitbucket-cloud'): void {
  beforeEach(async () => {
    place = await openWorkplace({ source });
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });
}

describe.each(sources)('discover, plan and migrate as separate commands, from %s', (source) => {
  usePlace(source);

  it('migrate repositories with equal refs, default branch, description and visibility', async () => {
    const { sandbox, folder } = place;
    const api = makeRepository(folder, 'api');
    git(api, 'branch', '-m', 'main', 'release/2026.1');
    await sandbox.bitbucket.addRepository({
      slug: 'api',
      name: 'Payments API',
      description: 'Pays',
      from: api,
      mainBranch: 'release/2026.1',
    });
    await sandbox.bitbucket.addRepository({
      slug: 'site',
      from: makeRepository(folder, 'site'),
      isPrivate: false,
    });
    await sandbox.bitbucket.addRepository({ slug: 'empty' });

    const discover = await place.run([
      'discover',
      '--workspace',
      sandbox.workspace,
      '--output',
      'inventory.json',
    ]);
    expect(discover).toMatchObject({ code: 0, stdout: '' });
    const plan = await place.run([
      'plan',
      '--inventory',
      'inventory.json',
      '--target-org',
      sandbox.organization,
      '--output',
      'plan.json',
    ]);
    expect(plan.code).toBe(0);
    const migrate = await place.runAlone(['migrate', '--plan', 'plan.json']);
    expect(migrate.stderr).toContain('3 repositories from');
    expect(migrate.stdout).toContain('3 done, 0 skipped, 0 failed');
    expect(migrate.code).toBe(0);

    for (const name of ['api', 'site', 'empty']) {
      const target = sandbox.github.gitDirectory(`${sandbox.organization}/${name}`);
      expect(refsOf(target)).toBe(refsOf(sandbox.bitbucket.gitDirectory(name)));
    }
    const made = sandbox.github.findRepository(`${sandbox.organization}/api`);
    expect(made).toMatchObject({ description: 'Pays', private: true, actionsEnabled: true });
    const head = git(
      sandbox.github.gitDirectory(`${sandbox.organization}/api`),
      'symbolic-ref',
      'HEAD',
    );
    expect(head.trim()).toBe('refs/heads/release/2026.1');
    expect(sandbox.github.findRepository(`${sandbox.organization}/site`)?.private).toBe(
      // On a Data Center public may well mean inside of the company.
      source === 'bitbucket-data-center',
    );
  });
});

describe('discover, plan and migrate as separate commands', () => {
  usePlace();

  it('print results on standard output when no file is named', async () => {
    await place.sandbox.bitbucket.addRepository({ slug: 'api' });
    const { stdout } = await place.run(['discover', '--workspace', place.sandbox.workspace]);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, repositories: [{ slug: 'api' }] });
    place.write('inventory.json', stdout);
    const plan = await place.run(['plan', '--inventory', 'inventory.json', '--target-org', 'acme']);
    expect(JSON.parse(plan.stdout)).toMatchObject({
      version: 1,
      repositories: [{ source: 'api', target: 'api' }],
    });
  });

  it('migrate a real repository, this project, so that it passes git fsck --strict', async () => {
    const { sandbox } = place;
    await sandbox.bitbucket.addRepository({ slug: 'migrator', from: project });
    place.write('plan.json', place.plan('migrator'));
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    const target = sandbox.github.gitDirectory(`${sandbox.organization}/migrator`);
    expect(refsOf(target)).toBe(refsOf(sandbox.bitbucket.gitDirectory('migrator')));
    expect(() =>
      execFileSync('git', ['fsck', '--strict', '--no-dangling'], { cwd: target }),
    ).not.toThrow();
  });

  it('split a plan into files of the wanted size', async () => {
    for (const slug of ['a', 'b', 'c']) await place.sandbox.bitbucket.addRepository({ slug });
    await place.run([
      'discover',
      '--workspace',
      place.sandbox.workspace,
      '--output',
      'inventory.json',
    ]);
    place.write('plan-3.json', 'of an older split');
    const plan = ['plan', '--inventory', 'inventory.json', '--target-org', 'acme', '--split', '2'];
    const { code, stderr } = await place.run([...plan, '--output', 'plan.json']);
    expect(code).toBe(0);
    expect(stderr).toContain('plan-3.json is from an earlier run and not one of these 2.\n');
    const nowhere = await place.run([...plan, '--output', '-']);
    expect(nowhere.code).toBe(2);
    expect(nowhere.stderr).toContain('--split needs --output');
    const sizes = [1, 2].map((number) => {
      const text = readFileSync(join(place.folder, `plan-${number}.json`), 'utf8');
      return (JSON.parse(text) as { repositories: unknown[] }).repositories.length;
    });
    expect(sizes).toEqual([2, 1]);
  });
});

describe('--json', () => {
  usePlace();

  it('leaves standard output of discover and plan to the result alone', async () => {
    await place.sandbox.bitbucket.addRepository({ slug: 'api' });
    const discover = ['discover', '--workspace', place.sandbox.workspace, '--json'];
    expect(JSON.parse((await place.run(discover)).stdout)).toMatchObject({ version: 1 });
    const written = await place.run([...discover, '--output', 'inventory.json']);
    expect(JSON.parse(written.stdout)).toEqual({
      type: 'file-written',
      path: 'inventory.json',
      repositories: 1,
    });
    const plan = ['plan', '--inventory', 'inventory.json', '--target-org', 'acme', '--json'];
    expect(JSON.parse((await place.run(plan)).stdout)).toMatchObject({
      repositories: [{ source: 'api' }],
    });
  });
});
