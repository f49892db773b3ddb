import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueStrings } from '../../scripts/strings/catalogue.ts';
import { printedCommands } from '../helpers/printed-commands.ts';
import { git } from '../helpers/repositories/git-fixture.ts';
import { hold } from '../helpers/repositories/hold.ts';
import {
  addPullRequests,
  addRepositories,
  newestMigration,
  targetOf,
} from '../helpers/repositories/migration-fixture.ts';
import { openWorkplace, type Workplace } from '../helpers/workplace.ts';

const seen: string[] = [];
let place: Workplace;
let id: string;

beforeAll(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'one');
  await addPullRequests(place, 'talk');
  place.write('plan.json', place.plan('one', 'talk'));
}, 60_000);
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a command that prints hints, then each command of theirs; the words in `values` stand for its placeholders. */
async function follow(
  args: readonly string[],
  options: {
    environment?: Environment;
    values?: Readonly<Record<string, string>>;
    mend?: () => Promise<void> | void;
  } = {},
): Promise<readonly string[]> {
  const { environment, values = {}, mend } = options;
  const { stdout, stderr } = await place.run(args, environment);
  const text = `${stdout}\n${stderr}`;
  seen.push(text.replace(/\s+/g, ' '));
  await mend?.();
  const commands = printedCommands(text).map((line) => commandOf(line, values));
  for (const words of commands) {
    // Answered before any command runs: test/cli.
    if (words.includes('--help')) continue;
    const { code, stderr: said } = await place.run(words, environment);
    expect([words.join(' '), code, said]).toEqual([words.join(' '), 0, said]);
  }
  return commands.map((words) => words.join(' '));
}

/** Up to the end of its sentence. */
function commandOf(line: string, values: Readonly<Record<string, string>>): readonly string[] {
  const [command = ''] = line.replace(/^migrator /, '').split(/[.,;)](?= |$)| \(|`/);
  return command
    .trim()
    .split(/ +/)
    .map((word) => values[word] ?? word);
}

describe('the commands of a hint work as printed', () => {
  it('of a wrong command line', async () => {
    expect(await follow(['completion'])).toEqual(['completion bash']);
    expect(await follow(['status', '--list', '--watch'])).toEqual(['status --help']);
    expect(
      await follow(['migrate', '--cancel', 'mig_000000000000', '--plan', 'plan.json']),
    ).toEqual(['migrate --help']);
    expect(await follow(['config', 'init'])).toEqual(['config show']);
  });

  it('of a migration that does not exist', async () => {
    for (const args of [
      ['status', '--migration', 'mig_000000000000'],
      ['migrate', '--resume', 'mig_000000000000'],
      ['verify', '--migration', 'mig_000000000000'],
    ]) {
      expect(await follow(args)).toEqual(['status --list']);
    }
  });

  it('of a license', async () => {
    expect(await follow(['license', 'register'])).toEqual([
      'license register --email ada@example.com',
    ]);
    const values = { '<address>': 'ada@example.com' };
    expect(await follow(['license', 'register', '--email', 'ada'], { values })).toHaveLength(1);
    const none = { MIGRATOR_LICENSE: undefined };
    const { stderr } = await place.run(['migrate', '--plan', 'plan.json'], none);
    expect(stderr).toContain('Register for a free license: migrator license register');
    seen.push(stderr.replace(/\s+/g, ' '));
  });

  it('of an estimate, which counts', async () => {
    const workspace = place.sandbox.workspace;
    const inventory = ['--inventory', 'inventory.json', '--target-org', 'acme'];
    await place.run(['discover', '--workspace', workspace, '--output', 'inventory.json']);
    await place.run(['plan', ...inventory, '--output', 'estimated.json']);
    const found = await follow(['migrate', '--plan', 'estimated.json', '--dry-run']);
    expect(found.join('\n')).toMatch(/^(discover --workspace \S+ --deep.*)?$/);
  });

  it('of a run that failed, and of its status', async () => {
    const { faults } = place.sandbox;
    const action = { kind: 'status', status: 403, body: 'no' } as const;
    const path = /\/one\.git\/git-receive-pack/;
    faults.add({ host: 'github-git', path, times: Number.POSITIVE_INFINITY, action });
    const run = await follow(['migrate', '--plan', 'plan.json'], { mend: () => faults.clear() });
    id = await newestMigration(place);
    expect(run).toContain(`migrate --resume ${id}`);
  });

  it('of a run that is complete', async () => {
    const again = await follow(['migrate', '--plan', 'plan.json']);
    expect(again).toContain(`verify --migration ${id}`);
    expect(await follow(['migrate', '--cancel', id])).toEqual([`status --migration ${id}`]);
    const unknown = ['status', '--migration', id, '--repository', 'nothing'];
    expect(await follow(unknown)).toEqual([`status --migration ${id}`]);
  });

  it('of a verification that found differences', async () => {
    git(targetOf(place, 'one'), 'update-ref', '-d', 'refs/heads/topic');
    expect(await follow(['verify', '--migration', id])).toEqual([
      `verify --migration ${id} --repair`,
    ]);
  });

  it('of an inventory without the names of secrets', async () => {
    const manifest = ['secrets', 'manifest', '--inventory', 'inventory.json'];
    const [command = ''] = await follow([...manifest, '--output', 'secrets.yaml']);
    expect(command).toContain(`discover --workspace ${place.sandbox.workspace} --include-secrets`);
    const vault = ['--workspace', place.sandbox.workspace, '--vault-project', 'acme'];
    const toVault = ['secrets', 'sync-to-vault', ...vault, '--inventory', 'inventory.json'];
    expect(await follow(toVault)).toEqual([
      `discover --workspace ${place.sandbox.workspace} --include-secrets`,
    ]);
  });

  it('of a migration that another process runs, which can be watched', async () => {
    await addRepositories(place, 'held');
    place.write('held.json', place.plan('held'));
    const release = hold(place, 'held');
    const running = place.start(['migrate', '--plan', 'held.json', '-vv']);
    await running.until('held: fetch ...');
    const watched = await newestMigration(place);
    const found = follow(['migrate', '--resume', watched], { mend: release });
    expect(await found).toEqual([`status --migration ${watched} --watch`]);
    await running.ended;
  });
});

describe('every hint of the commands that print most of them', () => {
  it.each(['status', 'verify', 'completion', 'config'])('of %s is among these', (name) => {
    const root = join(import.meta.dirname, '../..');
    const hints = catalogueStrings(root).filter(
      ({ file, text }) =>
        file.startsWith(`src/core/commands/${name}/`) &&
        !file.endsWith('command.ts') &&
        /\bmigrator [a-z]+ /.test(text),
    );
    for (const { text } of hints) {
      const form = text
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
        .replaceAll('{}', '.*');
      expect(
        seen.some((one) => new RegExp(form).test(one)),
        text,
      ).toBe(true);
    }
  });
});
