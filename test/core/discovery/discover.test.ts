import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toInventory } from '../../../src/core/discovery/discover.ts';
import { readInventory } from '../../../src/core/discovery/read-inventory.ts';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import { sourceRepository } from '../source-repository.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-inventory-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function read(content: unknown) {
  const path = join(folder, 'inventory.json');
  writeFileSync(path, JSON.stringify(content));
  return readInventory(path);
}

const source = { kind: 'bitbucket-cloud', workspace: 'acme' } as const;

describe('an inventory', () => {
  it('is read again as it was written, without a warning', async () => {
    const repositories = [
      sourceRepository('api', { project: { key: 'P', name: 'Pay' }, forkOf: 'acme/old' }),
      sourceRepository('empty', { defaultBranch: null, sizeBytes: null }),
    ];
    const written = toInventory({ ...source, discoveredAt: 0, repositories });
    expect(written.discovered_at).toBe('1970-01-01T00:00:00.000Z');
    const { inventory, warnings } = await read(written);
    expect(inventory).toEqual(written);
    expect(warnings).toEqual([]);
  });

  it('may be written by hand with nothing but names', async () => {
    const { inventory, warnings } = await read({
      version: 1,
      source,
      repositories: [{ name: 'Payments API' }],
    });
    expect(inventory.repositories).toEqual([{ name: 'Payments API' }]);
    expect(warnings).toEqual([]);
  });

  it('keeps keys that are not ours, and warns of each once', async () => {
    const repositories = [
      { name: 'a', visibilty: 'public' },
      { name: 'b', visibilty: 'public' },
    ];
    const { warnings } = await read({ version: 1, source, note: 'mine', repositories });
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/unknown key note is ignored$/);
    expect(warnings[1]).toMatch(/unknown key visibilty is ignored \(did you mean visibility\?\)/);
  });
});

describe('discover', () => {
  it('lists a workspace with a request for every hundred, and reports its progress', async () => {
    await using place = await openWorkplace();
    const { bitbucket, requests, workspace } = place.sandbox;
    for (let number = 0; number < 250; number += 1) {
      await bitbucket.addRepository({ slug: `r${number}`, declared: { sizeBytes: number } });
    }
    const { code, stdout, stderr } = await place.run(['discover', '--workspace', workspace]);
    expect(code).toBe(0);
    const { repositories } = JSON.parse(stdout) as { repositories: { slug: string }[] };
    expect(repositories.map(({ slug }) => slug)).toEqual(
      bitbucket.repositories.map(({ slug }) => slug),
    );
    expect(stderr).toContain('100 of 250 repositories found\n');
    expect(stderr).toContain('250 of 250 repositories found\n');
    const listing = requests.filter(({ path }) => path.startsWith('/2.0/repositories/'));
    expect(listing).toHaveLength(3);
  });

  it('lists one project alone with --project', async () => {
    await using place = await openWorkplace();
    const { bitbucket, workspace } = place.sandbox;
    await bitbucket.addRepository({ slug: 'in', project: { key: 'PAY', name: 'Payments' } });
    await bitbucket.addRepository({ slug: 'out', project: { key: 'WEB', name: 'Web' } });
    const argv = ['discover', '--workspace', workspace, '--project', 'PAY'];
    const { repositories } = JSON.parse((await place.run(argv)).stdout) as {
      repositories: { slug: string }[];
    };
    expect(repositories.map(({ slug }) => slug)).toEqual(['in']);
  });

  it('takes the UUID of a workspace, and writes its slug', async () => {
    await using place = await openWorkplace();
    const { bitbucket, workspace } = place.sandbox;
    await hostCopy(bitbucket, { slug: 'one', from: makeRepository(place.folder, 'one') });
    const argv = ['discover', '--workspace', bitbucket.workspace.uuid];
    const { code, stdout } = await place.run([...argv, '--output', 'inventory.json']);
    expect(stdout).toBe('');
    expect(code).toBe(0);
    const { inventory } = await readInventory(join(place.folder, 'inventory.json'));
    expect(inventory.source?.workspace).toBe(workspace);
    const plan = place.plan('one');
    const source = { ...plan.source, workspace: bitbucket.workspace.uuid };
    place.write('plan.json', { ...plan, source });
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
  });

  it('names at the end what it had to leave out, and ends with 6', async () => {
    await using place = await openWorkplace();
    const { workspace, faults } = place.sandbox;
    const good = { uuid: '{1}', slug: 'good', full_name: `${workspace}/good` };
    const values = [good, { uuid: '{2}', slug: 'a/../b' }, { name: 'No\u001b[31m slug' }, null];
    faults.add({
      host: 'bitbucket',
      path: /^\/2\.0\/repositories\//,
      times: 2,
      action: { kind: 'status', status: 200, body: JSON.stringify({ values }) },
    });
    const argv = ['discover', '--workspace', workspace];
    const { code, stdout, stderr } = await place.run(argv);
    const { repositories } = JSON.parse(stdout) as { repositories: { slug: string }[] };
    expect(repositories.map(({ slug }) => slug)).toEqual(['good']);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      '3 repositories were skipped: a/../b, No [31m slug, item 4 of the list',
    );
    expect(code).toBe(6);
    const written = await place.run([...argv, '--json', '--output', 'inventory.json']);
    expect(written.stderr).toContain('3 repositories were skipped: ');
    expect(written.code).toBe(6);
  });
});
