import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

const name = 'Payments Service (new)';
const repositories = [
  { name, secrets: { repository: ['STRIPE_KEY'] } },
  { name: 'Docs', secrets: { repository: [] } },
];
const source = { kind: 'bitbucket-cloud', workspace: 'acme-workspace' };

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
  const { github, organization } = place.sandbox;
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error('no organization');
  const made = { owner, creator: github.user, private: true };
  github.createRepository({ ...made, name: 'payments-service-new-' });
  github.createRepository({ ...made, name: 'docs' });
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

const manifest = (...args: string[]) =>
  place.run(['secrets', 'manifest', '--inventory', 'inventory.json', ...args]);
const scaffold = (...args: string[]) =>
  place.run([
    ...['secrets', 'scaffold', '--manifest', 'secrets.yaml', '--target-org', 'acme', '--dry-run'],
    ...['--json', ...args],
  ]);
const places = (stdout: string) =>
  (JSON.parse(stdout) as { places: { repository: string }[] }).places.map((one) => one.repository);

describe('an inventory written by hand, of names and secrets alone', () => {
  it('is enough for a manifest, and its names lead where a plan leads', async () => {
    place.write('inventory.json', { repositories });
    const made = await manifest('--output', 'secrets.yaml');
    expect(made.code, made.stderr).toBe(0);
    expect(readFileSync(join(place.folder, 'secrets.yaml'), 'utf8')).toContain(`${name}:`);
    const { code, stdout } = await scaffold();
    expect(code).toBe(0);
    expect(places(stdout)).toEqual(['payments-service-new-']);
  });

  it('replaces no manifest that is there without --force', async () => {
    const refused = await manifest('--output', 'secrets.yaml');
    expect(refused.stderr).toContain(
      'add to this one with --merge, or replace this one with --force',
    );
    const { stderr } = await manifest('--output', 'secrets.yaml', '--force');
    expect(stderr).toContain('replacing the existing file.');
    const merged = await manifest('--output', 'secrets.yaml', '--merge');
    expect(merged.stderr).not.toContain('replacing');
  });

  it('says what a plan lacks that is made of it', async () => {
    place.write('inventory.json', { repositories });
    const args = ['plan', '--inventory', 'inventory.json', '--target-org', 'acme'];
    const { code, stderr } = await place.run(args);
    expect(code).toBe(3);
    expect(stderr).toContain('The inventory inventory.json has no source');
    expect(stderr).toContain('"source": {"kind": "bitbucket-cloud"');
  });

  it('meets the plan that is made of it', async () => {
    place.write('inventory.json', { source, repositories });
    const args = ['--target-org', 'acme', '--output', 'plan.json'];
    expect((await place.run(['plan', '--inventory', 'inventory.json', ...args])).code).toBe(0);
    const made = await manifest('--plan', 'plan.json', '--output', 'secrets.yaml', '--force');
    expect(made.code, made.stderr).toBe(0);
    const { code, stdout, stderr } = await scaffold('--plan', 'plan.json');
    expect(code, stderr).toBe(0);
    expect(places(stdout)).toEqual(['payments-service-new-']);
    expect(stderr).not.toContain('not in the plan');
  });

  it('does not end as done where the plan leaves out what secrets are wanted for', async () => {
    place.write('secrets.yaml', 'repositories: { other: { secrets: [{ name: A }] }, docs: {} }\n');
    place.write('plan.json', place.plan('docs'));
    const { code, stderr } = await scaffold('--plan', 'plan.json');
    expect(code).toBe(6);
    expect(stderr).toContain(
      'warning  The manifest has secrets for repositories that are not in the plan: other',
    );
    const status = ['secrets', 'status', '--manifest', 'secrets.yaml', '--target-org', 'acme'];
    expect((await place.run([...status, '--plan', 'plan.json'])).code).toBe(6);
  });
});
