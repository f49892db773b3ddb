import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pullRequestsOf } from '../../helpers/repositories/pull-request-fixture.ts';
import {
  migrate,
  openPullRequestPlace,
  type PullRequestPlace,
} from '../../helpers/repositories/pull-request-place.ts';

let place: PullRequestPlace;

const talk = { comments: [{ text: 'A remark' }, { text: 'Another', replies: [{ text: 'Yes' }] }] };

beforeEach(async () => {
  place = await openPullRequestPlace();
  const pullRequests = pullRequestsOf(place.history);
  await place.addRepository(pullRequests.map((one) => ({ ...one, conversation: talk })));
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

const asked = () =>
  place.sandbox.requests.filter(
    ({ host, path }) => host === 'bitbucket' && /\/(pullrequests|commit)\b/.test(path),
  );
const conversationsAsked = () =>
  asked().filter(({ path }) => /\/pullrequests\/\d+\/(comments|tasks|activity)/.test(path));

/** Killed while its first pull request is on the way: the conversations of all were read. */
async function killWhileOpening(): Promise<void> {
  const isOpening = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && path.endsWith('/pulls');
  const before = place.sandbox.requests.filter(isOpening).length;
  place.sandbox.faults.add({
    host: 'github',
    method: 'POST',
    path: /\/pulls$/,
    action: { kind: 'status', status: 502, body: '{}' },
  });
  const running = place.start(migrate);
  await expect
    .poll(() => place.sandbox.requests.filter(isOpening).length, { timeout: 30_000, interval: 20 })
    .toBeGreaterThan(before);
  running.child.kill('SIGKILL');
  await running.ended;
}

/** The files with what was read. */
function kept(): readonly string[] {
  const work = join(place.folder, 'state', 'work');
  return readdirSync(work, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.read\/[^/]+\.json$/.test(name))
    .map((name) => join(work, name));
}

describe('a migration that is killed again and again while it writes pull requests', () => {
  it('asks the source for each conversation once, and leaves nothing behind', async () => {
    await killWhileOpening();
    const once = conversationsAsked().length;
    const afterFirst = asked().length;
    expect(once).toBeGreaterThanOrEqual(3 * 5);
    for (const file of kept()) expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const _ of [2, 3, 4]) await killWhileOpening();
    const { code } = await place.run(migrate);
    expect(code).toBe(0);
    expect(conversationsAsked()).toHaveLength(once);
    // The list, in each of the four later runs.
    expect(asked().length - afterFirst).toBeLessThanOrEqual(4);
    expect(kept()).toEqual([]);
  });

  it('reads everything again with --reset-repo', async () => {
    await killWhileOpening();
    const once = conversationsAsked().length;
    const { code } = await place.run([...migrate, '--reset-repo', 'web']);
    expect(code).toBe(0);
    expect(conversationsAsked()).toHaveLength(2 * once);
  });

  it('reads again what has changed, and what is damaged', async () => {
    await killWhileOpening();
    const before = conversationsAsked().length;
    const [pull] = place.sandbox.bitbucket.findRepository('web')?.pullRequests ?? [];
    if (pull === undefined) throw new Error('there is no pull request');
    pull.updatedOn = new Date(pull.updatedOn.getTime() + 1000);
    const damaged = kept().filter((file) =>
      /"key":"conversation 2"/.test(readFileSync(file, 'utf8')),
    );
    expect(damaged).toHaveLength(1);
    for (const file of damaged) {
      writeFileSync(file, readFileSync(file, 'utf8').replace('A remark', 'A REMARK'));
    }
    const { code } = await place.run(migrate);
    expect(code).toBe(0);
    const again = conversationsAsked()
      .slice(before)
      .map(({ path }) => /\/(\d+)\//.exec(path)?.[1]);
    expect([...new Set(again)].sort()).toEqual(['1', '2']);
    expect(
      place
        .target()
        .pulls[1]?.comments.map(({ body }) => body)
        .join(),
    ).toContain('A remark');
  });
});

describe('a migration from a Data Center that is killed again and again', () => {
  it('asks for each activity and each attachment once', async () => {
    await place[Symbol.asyncDispose]();
    place = await openPullRequestPlace({ source: 'bitbucket-data-center' });
    const { dataCenter, requests } = place.sandbox;
    if (dataCenter === null) throw new Error('there is no Data Center');
    const picture = dataCenter.addAttachment('web', { name: 'a.png', bytes: Buffer.from('png') });
    const [first, ...others] = pullRequestsOf(place.history);
    await place.addRepository([
      { ...first, description: `![a](${picture})`, conversation: talk },
      ...others,
    ]);
    const read = () =>
      requests.filter(({ path }) => /\/(activities|attachments)\b|\/commits\//.test(path)).length;
    await killWhileOpening();
    const once = read();
    expect(once).toBeGreaterThanOrEqual(7);
    for (const _ of [2, 3]) await killWhileOpening();
    const { code } = await place.run(migrate);
    expect(code).toBe(0);
    expect(read()).toBe(once);
    expect(kept()).toEqual([]);
  });
});
