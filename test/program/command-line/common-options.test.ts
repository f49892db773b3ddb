import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
  place.write('company.yaml', 'network:\n  read_timeout: 7\n');
  place.write('inventory.json', {
    source: { kind: 'bitbucket-cloud', workspace: 'acme' },
    repositories: [{ name: 'web', secrets: { repository: ['A'] } }],
  });
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

const common = [
  ...['--plain', '--no-color', '-vvv', '--theme', 'light'],
  ...['--config', 'company.yaml', '--log-file', 'log'],
];
const offline = [
  ['plan', '--inventory', 'inventory.json', '--target-org', 'acme'],
  ['secrets', 'manifest', '--inventory', 'inventory.json'],
  ['status', '--list'],
  ['license', 'status'],
  ['config', 'show'],
  ['config', 'init', '--output', '-'],
  ['completion', 'bash'],
];

describe('the options that all commands take', () => {
  it.each(offline.map((argv) => [argv.join(' '), argv] as const))(
    'are taken by %s, behind the command and before it',
    async (_, argv) => {
      const behind = await place.run([...argv, ...common]);
      const before = await place.run([...common, ...argv]);
      expect(behind.code, behind.stderr).toBe(0);
      expect(before).toEqual(behind);
      expect((await place.run([...argv, ...common, '--json'])).code).toBe(0);
    },
  );

  it('give a completion as JSON', async () => {
    const { stdout } = await place.run(['completion', 'fish', '--json']);
    const { type, shell, script } = JSON.parse(stdout) as Record<string, string>;
    expect([type, shell]).toEqual(['completion', 'fish']);
    expect(script).toContain('complete -c migrator');
  });

  it('make a log of what a command that asks no host has failed with', async () => {
    const args = ['plan', '--inventory', 'nowhere.json', '--target-org', 'acme'];
    expect((await place.run([...args, '--log-file', 'plan.log'])).code).toBe(3);
    const log = readFileSync(join(place.folder, 'plan.log'), 'utf8');
    expect(JSON.parse(log)).toMatchObject({
      message: expect.stringContaining('nowhere.json'),
      fields: { code: 'input-file' },
    });
  });

  it('refuse an unusable configuration that a plan names', async () => {
    const args = ['plan', '--inventory', 'inventory.json', '--target-org', 'acme'];
    const { code, stderr } = await place.run([...args, '--config', 'none.yaml']);
    expect(code).toBe(3);
    expect(stderr).toContain('none.yaml');
  });
});

describe('what is asked for in other words', () => {
  const alone = (...args: string[]) => place.runAlone(args);
  it('gives the same help and the same version', async () => {
    const help = await alone('--help');
    expect(await alone('help')).toEqual(help);
    expect(await alone('help', 'help')).toEqual(help);
    expect(help.stdout).toContain('--log-file <file>');
    expect(await alone('help', 'license', 'status')).toEqual(
      await alone('license', 'status', '--help'),
    );
    expect(await alone('--json', 'plan', '--help')).toEqual(await alone('plan', '--help'));
    const version = await alone('--version');
    expect(await alone('version')).toEqual(version);
    expect(await alone('-V')).toEqual(version);
  });

  it('says of what there is no help', async () => {
    const { code, stderr } = await alone('help', 'plam');
    expect(code).toBe(2);
    expect(stderr).toContain('Unknown command "plam"');
    expect(stderr).toContain('Did you mean plan?');
  });
});
