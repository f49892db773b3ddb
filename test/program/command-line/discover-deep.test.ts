import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Inventory } from '../../../src/core/discovery/inventory-schema.ts';
import type { SourceKind } from '../../../src/core/ports/records/repository.ts';
import { readUserMap } from '../../../src/core/users/parse-user-map.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git, makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import { sources } from '../../helpers/sources.ts';

let place: Workplace;
let argv: readonly string[];
async function openPlace(source: SourceKind): Promise<void> {
  place = await openWorkplace({ source });
  const { bitbucket, workspace } = place.sandbox;
  const from = makeRepository(place.folder, 'api');
  writeFileSync(join(from, '.gitattributes'), '*.bin filter=lfs diff=lfs merge=lfs -text\n');
  git(from, 'add', '.gitattributes');
  git(from, 'commit', '-q', '-m', 'Track binaries');
  await hostCopy(bitbucket, { slug: 'api', from });
  await hostCopy(bitbucket, { slug: 'web', from: makeRepository(place.folder, 'web') });
  const amara = bitbucket.addPerson({ name: '=Amara, "O"' });
  const inline = { path: '.gitattributes', to: 1 };
  bitbucket.addPullRequest('api', {
    author: amara,
    source: { branch: 'topic' },
    conversation: {
      comments: [
        { text: 'why?', inline, replies: [{ text: 'so', author: amara }] },
        { text: 'general' },
      ],
    },
  });
  bitbucket.addPullRequest('api', { number: 3, state: 'DECLINED', source: { branch: 'topic' } });
  argv = ['discover', '--workspace', workspace, '--deep', '--output', 'inventory.json', '--force'];
}
function usePlace(source: SourceKind = 'bitbucket-cloud'): void {
  beforeEach(() => openPlace(source));
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });
}

function read(name: string): string {
  return readFileSync(join(place.folder, name), 'utf8');
}

function inventory(): Inventory {
  return JSON.parse(read('inventory.json')) as Inventory;
}

function asked(): readonly string[] {
  return place.sandbox.requests
    .map(({ path }) => path)
    .filter((path) => /\/(pullrequests|src|refs)\b/.test(path));
}

describe.each(sources)('discover --deep of %s', (source) => {
  usePlace(source);

  it('writes an inventory that says what pull requests take, and a plan that forecasts it', async () => {
    const { code, stderr } = await place.run(argv);
    const limit = source === 'bitbucket-cloud' ? ' of the 1,000' : '.';
    expect(stderr).toContain(`2 pull requests: 2 more requests${limit}`);
    expect(stderr).toContain('2 of 2 repositories scanned: 2 pull requests');
    expect(code).toBe(0);
    const [api, web] = inventory().repositories;
    expect(api).toMatchObject({
      pull_requests: { open: 1, declined: 1, comments: 3, missing_numbers: 1, highest_number: 3 },
      uses_lfs: true,
    });
    expect(web).toMatchObject({ pull_requests: { open: 0, highest_number: 0 }, uses_lfs: false });

    const plan = ['plan', '--inventory', 'inventory.json', '--target-org', 'acme'];
    const planned = await place.run([
      ...plan,
      '--comments',
      'compact',
      '-v',
      '--output',
      'plan.json',
    ]);
    expect(planned.code).toBe(0);
    expect(planned.stderr).toContain(
      'Pull requests  2: 1 open, 0 merged, 1 declined, 0 superseded',
    );
    expect(JSON.parse(read('plan.json'))).toMatchObject({
      options: { pull_requests: { comments: 'compact' } },
    });
    expect(planned.stderr).toContain('GitHub allows 500 content-creating requests an hour');
    // Told by the address alone: a plan asks nobody, and needs no token.
    const enterprise = { DST_ENTERPRISE_URL: 'https://github.acme.example', DST_TOKEN: '' };
    const own = await place.run([...plan, '-v', '--output', 'plan.json', '--force'], {
      ...enterprise,
      DST_API_URL: '',
      DST_GIT_URL: '',
    });
    expect(own.stderr).toContain('no rate limit unless an administrator set one.');
    const asJson = await place.run([...plan, '--output', 'plan.json', '--force', '--json']);
    const lines = asJson.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines.at(-1)).toMatchObject({
      type: 'forecast',
      accuracy: 'exact',
      all: { facts: { total: 2 }, costs: { compact: { creating: 4 } } },
    });
    const without = await place.run([
      ...plan,
      '--no-pull-requests',
      '--output',
      'plan.json',
      '--force',
    ]);
    expect(without.stderr).not.toContain('Pull requests');
    expect(JSON.parse(read('plan.json'))).toMatchObject({
      options: { pull_requests: { migrate: false } },
    });
  });

  it('writes everybody who was seen as a user map that can be filled in', async () => {
    const { code, stderr } = await place.run([...argv, '--users', 'users.csv']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/Wrote users\.csv with 2 people\./);
    expect(inventory().repositories[0]?.pull_requests?.conversations).toEqual({
      reviews: 1,
      line_threads: 1,
      file_threads: 0,
      replies: 1,
      general: 1,
    });
    expect(read('users.csv')).not.toMatch(/^=|,=|"=/m);
    const { rows } = await readUserMap(join(place.folder, 'users.csv'));
    expect(rows).toHaveLength(2);
    const amara = place.sandbox.bitbucket.people.find(({ displayName }) =>
      /Amara/.test(displayName),
    );
    const id = source === 'bitbucket-cloud' ? amara?.uuid : amara?.nickname;
    expect(rows.map(({ uuid }) => uuid)).toContain(id);
  });
});

describe('discover --deep', () => {
  usePlace();

  it('asks nothing again that it has asked, until --fresh says so', async () => {
    await place.run(argv);
    const first = inventory();
    const before = asked().length;
    const again = await place.run(argv);
    expect(asked()).toHaveLength(before);
    expect(again.stderr).toContain('2 of 2 repositories are unchanged since an earlier scan');
    expect(inventory().repositories).toEqual(first.repositories);
    await place.run([...argv, '--fresh']);
    expect(asked()).toHaveLength(2 * before);
  });

  it('stops cleanly while it waits for a rate limit, and resumes from there', async () => {
    place.sandbox.faults.add({
      host: 'bitbucket',
      path: /\/web\/src\//,
      action: { kind: 'status', status: 429, headers: { 'retry-after': '8' } },
    });
    const running = place.start(argv);
    await running.until('waiting');
    running.child.kill('SIGINT');
    const { code, stderr } = await running.ended;
    expect(code).toBe(130);
    expect(stderr).toContain('Stopped after scanning 1 of 2 repositories.');
    expect(stderr).toContain('run the same command again');
    place.sandbox.faults.clear();
    const before = asked().length;
    const after = await place.run(argv);
    expect(after.stderr).toContain('waiting');
    expect(after.code).toBe(0);
    expect(asked().slice(before)).toEqual([expect.stringContaining('/web/src/')]);
  });

  it('names the repositories that refuse, keeps the others, and ends with 6', async () => {
    place.sandbox.faults.add({
      host: 'bitbucket',
      path: /\/web\/pullrequests/,
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'status', status: 403, body: '{"error":{"message":"no"}}' },
    });
    const { code, stderr } = await place.run(argv);
    expect(code).toBe(6);
    expect(stderr).toContain('1 repository could not be scanned completely: web');
    const [api, web] = inventory().repositories;
    expect(api).toHaveProperty('pull_requests');
    expect(web).not.toHaveProperty('pull_requests');
  });

  it.each([
    [['--users', 'users.csv'], '--users needs --deep'],
    [['--fresh'], '--fresh needs --deep'],
    [['--fresh', '--include', 'web*'], '--fresh and --include need --deep'],
    [['--deep', '--users=-'], '--users - needs --output'],
  ])('refuses %j without a request', async (flags, words) => {
    const { code, stderr } = await place.run(['discover', '--workspace', 'acme', ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(place.sandbox.requests).toEqual([]);
  });
});

describe('discover --deep on the sample workspace', () => {
  it.each([[[]], [['--users', 'users.csv']]])('ends with 0 (%j)', async (flags) => {
    await using sample = await openWorkplace({ workspace: 'sample' });
    const { workspace } = sample.sandbox;
    const { code, stderr } = await sample.run([
      ...['discover', '--workspace', workspace, '--deep', '--output', 'inventory.json', ...flags],
    ]);
    expect(stderr).not.toMatch(/could not be/);
    expect(code).toBe(0);
  });
});
