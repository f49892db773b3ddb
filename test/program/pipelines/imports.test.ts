import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { undocumented } from '../../helpers/documented-output.ts';
import { addFile, addPipelines } from '../../helpers/pipelines/add-pipelines.ts';
import { withPipelines } from '../../helpers/pipelines/pipelines-plan.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import {
  addRepositories,
  newestMigration,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';

const importing = `image: node:22
definitions:
  imports:
    shared: shared:main
    own: own-pipelines.yml
pipelines:
  default:
    import: checks@shared
  custom:
    own:
      import: checks@own
`;

function exporting(command: string): string {
  return `export: true
image: node:22
definitions:
  pipelines:
    checks:
      - step: {name: Check, caches: [docker], script: [${command}]}
`;
}

describe('migrate with imported pipelines', () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    await addRepositories(place, 'web', 'api', 'shared');
    addPipelines(place, 'shared', exporting('make shared'));
    for (const slug of ['web', 'api']) {
      addFile(place, slug, 'own-pipelines.yml', exporting('make own'));
      addPipelines(place, slug, importing);
    }
    place.write('plan.json', withPipelines(place.plan('web', 'api')));
  });
  afterAll(() => place[Symbol.asyncDispose]());

  function reads(): number {
    return place.sandbox.requests.filter(
      ({ host, path }) => host === 'bitbucket' && path.includes('/shared/src/'),
    ).length;
  }

  const run = async (command: string) => {
    const { code, stdout, stderr } = await place.run([
      ...[command, '--migration', await newestMigration(place)],
    ]);
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    return stdout;
  };

  it('opens pull requests with the imported steps, and reads the other repository once', async () => {
    const { code, stderr, stdout } = await place.run(['migrate', '--plan', 'plan.json']);
    expect({ code, stderr, stdout }).toMatchObject({ code: 0 });
    for (const slug of ['web', 'api']) {
      const show = (name: string) =>
        git(targetOf(place, slug), 'show', `migrator/pipelines:.github/workflows/${name}.yml`);
      expect(show('default')).toContain('make shared');
      expect(show('custom-own')).toContain('make own');
    }
    expect(reads()).toBe(1);
  });

  it('describes findings with the imported file and its line', () => {
    const body = place.sandbox.github.findRepository('acme/web')?.pulls.at(-1)?.body ?? '';
    expect(body).toMatch(/- `shared:main:bitbucket-pipelines\.yml` line 6 → .*cache layers/);
    expect(body).toMatch(/- `own-pipelines\.yml` line 6 → .*cache layers/);
  });

  it('makes sync report a changed imported file once for each repository, and verify report it too', async () => {
    expect(await run('sync')).not.toContain('since it was converted');
    addPipelines(place, 'shared', exporting('make anew'));
    const before = reads();
    const changed =
      'shared:main:bitbucket-pipelines.yml (changed on Bitbucket since it was converted. With a clone of shared beside that of the GitHub repository, run there: migrator pipelines convert . --output . --force)';
    expect((await run('sync')).split(changed)).toHaveLength(3);
    expect(reads()).toBe(before + 1);
    expect(await run('sync')).not.toContain('since it was converted');
    addFile(place, 'web', 'own-pipelines.yml', exporting('make also anew'));
    expect(await run('sync')).toContain('own-pipelines.yml (changed on Bitbucket');
    const verified = await run('verify');
    expect(verified).toContain('shared:main:bitbucket-pipelines.yml was changed on Bitbucket');
    expect(verified).toContain('own-pipelines.yml was changed on Bitbucket');
  });
});

describe('pipelines convert with imports', () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace();
    write('clones/web/bitbucket-pipelines.yml', importing);
    write('clones/web/own-pipelines.yml', exporting('make own'));
  });
  afterAll(() => place[Symbol.asyncDispose]());

  function write(path: string, text: string): void {
    mkdirSync(join(place.folder, path, '..'), { recursive: true });
    writeFileSync(join(place.folder, path), text);
  }

  const convert = (...args: readonly string[]) =>
    place.runAlone(['pipelines', 'convert', join(place.folder, 'clones/web'), ...args]);

  it('names what to clone where the other repository is not there', async () => {
    const { code, stdout } = await convert();
    expect(code).toBe(0);
    expect(stdout).toContain('line 8: The pipeline checks is imported from');
    expect(stdout).toContain(
      'Clone shared beside this repository, or name the folder that has it with --imports.',
    );
  });

  it('reads the folder of --imports, the one with the ref first', async () => {
    write('imports/shared/bitbucket-pipelines.yml', exporting('make other'));
    const plain = await convert('--imports', join(place.folder, 'imports'), '--json');
    expect(plain.stdout).toContain('make other');
    write('imports/shared@main/bitbucket-pipelines.yml', exporting('make main'));
    const exact = await convert('--imports', join(place.folder, 'imports'), '--json', '--check');
    expect(exact.stdout).toContain('make main');
    expect(undocumented(exact.stdout)).toEqual([]);
    const [file] = JSON.parse(exact.stdout).files;
    expect(file.checks.every(({ passed }: { passed: boolean }) => passed)).toBe(true);
  });

  it('reads a clone beside it, and says where something else is checked out', async () => {
    write('clones/shared/bitbucket-pipelines.yml', exporting('make beside'));
    git(join(place.folder, 'clones/shared'), 'init', '-q', '-b', 'develop', '.');
    const { stdout } = await convert();
    expect(stdout).toContain('The clone of shared has develop checked out, which may not be main');
    expect(stdout).toMatch(
      /shared:main:bitbucket-pipelines\.yml line 6 → default\.yml:\d+: GitHub/,
    );
    git(join(place.folder, 'clones/shared'), 'symbolic-ref', 'HEAD', 'refs/heads/main');
    expect((await convert()).stdout).not.toContain('checked out');
  });

  it('follows no link out of the folder', async () => {
    write('secret.yml', exporting('make secret'));
    mkdirSync(join(place.folder, 'links/shared'), { recursive: true });
    const link = join(place.folder, 'links/shared/bitbucket-pipelines.yml');
    symlinkSync(join(place.folder, 'secret.yml'), link);
    const { stdout } = await convert('--imports', join(place.folder, 'links'));
    expect(stdout).toContain('which links to a file outside its repository');
    expect(stdout).not.toContain('make secret');
  });

  it('refuses an --imports that is not a folder', async () => {
    const { code, stderr } = await convert('--imports', join(place.folder, 'nowhere'));
    expect(code).toBe(3);
    expect(stderr).toContain('is not a folder');
  });
});
