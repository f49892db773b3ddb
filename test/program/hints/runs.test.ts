import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/registry.ts';
import { commandHelp, groupHelp } from '../../../src/core/commands/help-text.ts';
import { nextLines } from '../../../src/core/commands/migrate/report-outcome.ts';
import { estimatedFacts, factsOf } from '../../../src/core/forecast/facts.ts';
import { forecast } from '../../../src/core/forecast/forecast.ts';
import { forecastLines } from '../../../src/core/report/lines/forecast-lines.ts';
import { administrator } from '../../core/verbs/cutover/lock/locked-sandbox.ts';
import { createFollower } from '../../helpers/hints/follow.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { hold } from '../../helpers/repositories/hold.ts';
import {
  addPullRequests,
  addRepositories,
  newestMigration,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';

let place: Workplace;
let id: string;
const { follow, followText, expectAll } = createFollower(() => place);

beforeAll(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'one');
  await addPullRequests(place, 'talk');
  place.write('plan.json', place.plan('one', 'talk'));
}, 60_000);
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

// Each test builds on the ones before it: a second try would begin elsewhere.
describe('the commands of a hint work as printed', { retry: 0 }, () => {
  it('of a wrong command line', async () => {
    expect(await follow(['completion'])).toEqual(['completion bash']);
    expect(await follow(['status', '--list', '--watch'])).toEqual(['status --help']);
    expect(
      await follow(['migrate', '--cancel', 'mig_000000000000', '--plan', 'plan.json']),
    ).toEqual(['migrate --help']);
    expect(await follow(['config', 'init'])).toEqual(['config show']);
    const other = ['config', 'init', '--output', 'other.yaml'];
    expect(await follow(other)).toEqual(['config show --config other.yaml']);
    expect(await follow(['mgrate'])).toEqual(['--help']);
    expect(await follow(['licence'])).toEqual(['--help']);
    expect(await follow(['license'])).toEqual(['license --help']);
    expect(await follow(['migrate', '--plan', 'plan.json', '--resume', 'mig_0'])).toEqual([
      'migrate --help',
    ]);
    expect(await follow(['status', '--migraton', 'mig_0'])).toEqual(['status --help']);
  });

  it('of the help, which leads to the help of each command', async () => {
    const help = groupHelp('license', commands);
    const followed = await followText(help, { values: { '<command>': 'register' } });
    expect(followed).toEqual(['license register --help']);
    const [first] = commands;
    if (first === undefined) throw new Error('no command');
    const [end = ''] = commandHelp(first).match(/^Global options: .*$/m) ?? [];
    expect(await followText(end)).toEqual(['--help']);
  });

  it('of a state without a migration', async () => {
    const values = { '<workspace>': place.sandbox.workspace };
    const [command] = await follow(['status'], { values });
    expect(command).toMatch(/^discover --workspace /);
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

  it('of an estimate, which counts', async () => {
    const { workspace } = place.sandbox;
    const counted = factsOf({ pull_requests: { open: 1, comments_unknown: 1 } });
    for (const facts of [estimatedFacts(6), counted]) {
      const lines = forecastLines(forecast([{ source: 'talk', facts }]), { workspace });
      const [command] = await followText(lines.join('\n'));
      expect(command).toContain(`discover --workspace ${workspace} --deep`);
    }
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
    const dry = await follow(['migrate', '--plan', 'plan.json', '--dry-run']);
    expect(dry).toEqual([`sync --migration ${id}`, `verify --migration ${id}`]);
    expect(await follow(['status', '--migration', id])).toEqual([`verify --migration ${id}`]);
    const verified = await follow(['verify', '--migration', id]);
    expect(verified).toEqual([`remotes --migration ${id} --output remotes`]);
    const closing = nextLines(id, { code: 0, check: null }).join('\n');
    expect(await followText(closing)).toEqual([
      `verify --migration ${id}`,
      `status --migration ${id}`,
    ]);
    const proof = {
      at: 0,
      sha256: '',
      compared: 1,
      equal: 1,
      counts: [],
      settings: null,
      problems: [],
    };
    const check = { kind: 'verified', proof } as const;
    rmSync(join(place.folder, 'remotes'), { recursive: true });
    expect(await followText(nextLines(id, { code: 0, check }).join('\n'))).toEqual([
      `remotes --migration ${id} --output remotes`,
      `verify --migration ${id} --output verification.html`,
      `status --migration ${id}`,
    ]);
    expect(await follow(['migrate', '--cancel', id])).toEqual([`status --migration ${id}`]);
    const unknown = ['status', '--migration', id, '--repository', 'nothing'];
    expect(await follow(unknown)).toEqual([`status --migration ${id}`]);
  });

  it('of a verified migration that follows its source', async () => {
    await addRepositories(place, 'following');
    const options = { pull_requests: { migrate: false } };
    place.write('following.json', { ...place.plan('following'), follow: true, options });
    expect((await place.run(['migrate', '--plan', 'following.json'])).code).toBe(0);
    const verify = ['verify', '--migration', await newestMigration(place)];
    const { scopes } = administrator;
    const SRC_API_TOKEN = place.sandbox.bitbucket.credentials.addApiToken({ scopes });
    const [next] = await follow(verify, { mended: { SRC_API_TOKEN } });
    expect(next).toMatch(/^cutover --migration \S+ --dry-run$/);
    const given = { code: 0, check: null, follows: true } as const;
    const closing = nextLines(verify[2] ?? '', given).join('\n');
    const commands = await followText(closing, { mended: { SRC_API_TOKEN } });
    expect(commands.map((words) => words.split(' ')[0])).toEqual([
      ...['verify', 'sync', 'cutover', 'status'],
    ]);
  });

  it('of a verification that found differences', async () => {
    git(targetOf(place, 'one'), 'update-ref', '-d', 'refs/heads/topic');
    expect(await follow(['verify', '--migration', id])).toEqual([
      `verify --migration ${id} --repair`,
    ]);
  });

  it('of a page that shows what changed on the source', async () => {
    const found = await followText(`migrator sync --migration ${id}`);
    expect(found).toEqual([`sync --migration ${id}`]);
  });

  it('of a migration that another process runs, which can be watched', async () => {
    await addRepositories(place, 'held');
    place.write('held.json', place.plan('held'));
    const release = hold(place, 'held');
    const running = place.start(['migrate', '--plan', 'held.json', '-vv']);
    await running.until('held: fetch ...');
    const watched = await newestMigration(place);
    // Nothing of it is migrated yet.
    const remotes = ['remotes', '--migration', watched, '--output', 'out'];
    expect(await follow(remotes)).toEqual([`status --migration ${watched}`]);
    const status = await place.run(['status', '--migration', watched]);
    const found = follow(['migrate', '--resume', watched], { mend: release });
    expect(await found).toEqual([`status --migration ${watched} --watch`]);
    expect(await followText(status.stdout)).toEqual([`status --migration ${watched} --watch`]);
    await running.ended;
  });

  it('are all that hints of runs name', () => expectAll('runs'));
});
