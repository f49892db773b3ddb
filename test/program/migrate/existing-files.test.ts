import { linkSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addTargetRepository } from '../../helpers/secrets/target-secrets.ts';

const inventory = {
  version: 1,
  source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
  repositories: [{ name: 'web', secrets: { repository: ['TOKEN'] } }],
};
const manifest = 'organization_secrets: []\nrepositories:\n  web:\n    secrets: [{name: TOKEN}]\n';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  await place.sandbox.bitbucket.addRepository({ slug: 'web' });
  addTargetRepository(place.sandbox, 'web');
  place.write('inventory.json', inventory);
  place.write('secrets.yaml', manifest);
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

const read = (name: string) => readFileSync(join(place.folder, name), 'utf8');
const discover = ['discover', '--workspace', 'acme-workspace'];
const plan = ['plan', '--inventory', 'inventory.json', '--target-org', 'acme'];
const makeManifest = ['secrets', 'manifest', '--inventory', 'inventory.json'];
const withManifest = ['--manifest', 'secrets.yaml', '--target-org', 'acme'];
const status = ['secrets', 'status', ...withManifest];

/** Each with the flag that names a file which it writes. */
const commands: readonly (readonly [what: string, args: readonly string[], flag: string])[] = [
  ['discover', discover, '--output'],
  ['discover of people', [...discover, '--deep'], '--users'],
  ['plan', plan, '--output'],
  ['secrets manifest', makeManifest, '--output'],
  ['secrets scaffold', ['secrets', 'scaffold', ...withManifest], '--output'],
  ['secrets status', status, '--output'],
  ['config init', ['config', 'init'], '--output'],
];

describe('a file that is there', () => {
  it.each(commands)('is kept by %s, and replaced with --force', async (_what, args, flag) => {
    place.write('there', 'edited by hand\n');
    const before = place.sandbox.requests.length;
    const refused = await place.run([...args, flag, 'there']);
    expect(refused.stderr).toContain('error  there already exists\n');
    expect(refused.stderr).toContain(`Choose another file with ${flag}`);
    expect(refused.stderr).toContain('replace this one with --force.');
    expect(refused.code).toBe(3);
    expect(read('there')).toBe('edited by hand\n');
    expect(place.sandbox.requests.slice(before)).toEqual([]);
    const forced = await place.run([...args, flag, 'there', '--force']);
    expect(forced.code, forced.stderr).toBe(0);
    expect(read('there')).not.toBe('edited by hand\n');
  });

  it('is kept by verify before anything is compared', async () => {
    place.write('there', 'a page\n');
    const verify = ['verify', '--migration', 'mig_m4xk2p9qa7c1', '--output', 'there'];
    expect((await place.run(verify)).stderr).toContain('error  there already exists\n');
    expect((await place.run([...verify, '--force'])).stderr).toContain(
      'No migration mig_m4xk2p9qa7c1',
    );
  });

  it('is added to by secrets manifest with --merge, which the refusal names', async () => {
    const { code, stderr } = await place.run([...makeManifest, '--output', 'secrets.yaml']);
    expect(code).toBe(3);
    expect(stderr).toContain(
      'Choose another file with --output, add to this one with --merge, or replace this one with --force.',
    );
    const merge = [...makeManifest, '--output', 'secrets.yaml', '--merge'];
    expect((await place.run(merge)).code).toBe(0);
    expect((await place.run([...merge, '--force'])).code).toBe(2);
  });

  it('keeps all numbered plans from being written where one of them is there', async () => {
    place.write('inventory.json', { ...inventory, repositories: [{ name: 'a' }, { name: 'b' }] });
    place.write('plan-2.json', 'a plan\n');
    const split = [...plan, '--split', '1', '--output', 'plan.json'];
    const { code, stderr } = await place.run(split);
    expect(stderr).toContain('error  plan-2.json already exists\n');
    expect(code).toBe(3);
    expect(() => read('plan-1.json')).toThrow('ENOENT');
    expect((await place.run([...split, '--force'])).code).toBe(0);
  });
});

describe('a file that a command reads', () => {
  const own: readonly (readonly [what: string, args: readonly string[], file: string])[] = [
    ['the inventory of plan', plan, 'inventory.json'],
    ['the inventory of secrets manifest', makeManifest, 'inventory.json'],
    ['the manifest of secrets status', status, 'secrets.yaml'],
    ['the configuration', plan, 'migrator.yaml'],
  ];

  it.each(own)('is never written to: %s', async (_what, args, file) => {
    place.write('migrator.yaml', 'migration: {include_lfs: true}\n');
    const before = read(file);
    for (const path of [file, `./${file}`, join(place.folder, file)]) {
      const { code, stderr } = await place.run([...args, '--output', path, '--force']);
      expect(stderr).toMatch(/^error {2}--output and --\w+ are the same file: /m);
      expect(stderr).toContain(` are the same file: ${path}\n`);
      expect(stderr).toContain('Choose another file with --output.');
      expect(code).toBe(3);
    }
    expect(read(file)).toBe(before);
  });

  it('is known by its links, too', async () => {
    symlinkSync('inventory.json', join(place.folder, 'link.json'));
    linkSync(join(place.folder, 'inventory.json'), join(place.folder, 'hard.json'));
    for (const path of ['link.json', 'hard.json']) {
      const { code } = await place.run([...plan, '--output', path, '--force']);
      expect(code).toBe(3);
    }
    expect(JSON.parse(read('inventory.json'))).toEqual(inventory);
  });

  it('is no log', async () => {
    const log = ['--log-file', 'plan.json', '--output', 'plan.json', '--force'];
    expect((await place.run([...plan, ...log])).stderr).toContain(
      '--output and --log-file are the same file: plan.json',
    );
  });

  it('takes no two results', async () => {
    const both = ['--deep', '--users', 'a.json', '--output', 'a.json'];
    const { code, stderr } = await place.run([...discover, ...both]);
    expect(stderr).toContain('--users and --output are the same file: a.json');
    expect(code).toBe(3);
    symlinkSync('.', join(place.folder, 'here'));
    const linked = ['--deep', '--users', 'here/a.json', '--output', 'a.json'];
    expect((await place.run([...discover, ...linked])).code).toBe(3);
  });
});

describe('a name that is no file', () => {
  it('is written through, as standard output is', async () => {
    expect((await place.run([...plan, '--output', '/dev/null'])).code).toBe(0);
    expect((await place.run([...plan, '--output', '-'])).stdout).toContain('"repositories"');
    mkdirSync(join(place.folder, 'folder'));
    const { code, stderr } = await place.run([...plan, '--output', 'folder']);
    expect(stderr).toContain('folder is a folder, not a file');
    expect(code).toBe(3);
  });
});
