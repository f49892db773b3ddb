import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace({ workspace: 'sample', limits: { bitbucket: 'none' } });
});
afterAll(() => place[Symbol.asyncDispose]());

async function printed(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await place.run(args);
  expect(code, `${args.join(' ')}: ${stderr}`).toBe(0);
  return `${stdout}${stderr}`;
}

/** The last line of JSON. */
async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
  return JSON.parse((await printed(...args, '--json')).trim().split('\n').at(-1) ?? '');
}

/** The numbers that a text has where the pattern has groups. */
function numbers(text: string, pattern: RegExp): readonly number[] {
  expect(text).toMatch(pattern);
  return (pattern.exec(text) ?? []).slice(1).map((one) => Number(one.replaceAll(',', '')));
}

it('every command reports the same numbers of pull requests, comments and people', async () => {
  const { workspace, organization } = place.sandbox;
  const files = ['--users', 'users.csv', '--output', 'inventory.json'];
  const found = await printed('discover', '--workspace', workspace, '--deep', ...files);
  const suggest = ['users', 'suggest', '--target-org', organization, '--user-map', 'users.csv'];
  const suggested = await printed(...suggest);
  const { people } = await json(...suggest);
  const planning = ['--inventory', 'inventory.json', '--target-org', organization];
  const planned = await printed('plan', ...planning, '--output', 'plan.json');
  const log = ['--log-file', 'migration.log'];
  const run = ['migrate', '--plan', 'plan.json', '--user-map', 'users.csv', ...log];
  const migrated = await printed(...run);

  const seen = numbers(found, /with (\d+) people/);
  expect(numbers(suggested, /(\d+) people without a login/)).toEqual(seen);
  expect(people).toHaveLength(seen[0] ?? 0);
  expect(numbers(migrated, /for (?:\d+|all|any) of its (\d+) people/)).toEqual(seen);

  const counts = numbers(migrated, /(\d+) pull requests with (\d+) comments migrated/);
  const [pullRequests = 0, comments = 0] = counts;
  expect(pullRequests).toBeGreaterThan(0);
  expect(comments).toBeGreaterThan(0);
  expect(numbers(found, /scanned: (\d+) pull requests/)).toEqual([pullRequests]);
  expect(numbers(planned, /Estimate: (\d+) pull requests with (\d+) comments/)).toEqual(counts);
  expect(eventCounts()).toEqual(counts);

  const last = ['--migration', 'last'];
  const status = await printed('status', ...last);
  expect(numbers(status, /pull requests +(\d+), with (\d+) comments/)).toEqual(counts);
  expect((await json('status', ...last)).pull_requests).toEqual({
    ...{ done: pullRequests, total: pullRequests, comments },
  });

  const { kinds } = await json('verify', ...last);
  const equal = (wanted: readonly string[]) =>
    (kinds as { kind: string; equal: number }[])
      .filter(({ kind }) => wanted.includes(kind))
      .reduce((sum, one) => sum + one.equal, 0);
  expect(equal(['pull-request'])).toBe(pullRequests);
  expect(equal(['comment', 'review-comment'])).toBe(comments);
}, 120_000);

/** Sums up the events of the run, which `--json` prints too. */
function eventCounts(): readonly number[] {
  const lines = readFileSync(join(place.folder, 'migration.log'), 'utf8').trim().split('\n');
  const counted = lines
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'repository-finished')
    .flatMap(({ pull_requests: one }) => (one === null ? [] : [one]));
  const sum = (of: 'total' | 'comments') => counted.reduce((all, one) => all + one[of], 0);
  return [sum('total'), sum('comments')];
}
