import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { pullRequestsOf } from '../../helpers/repositories/pull-request-fixture.ts';
import {
  allShown,
  migrate,
  openPullRequestPlace,
  type PullRequestPlace,
} from '../../helpers/repositories/pull-request-place.ts';
import { again, garble, statePath } from '../migrate/state/state-place.ts';

/** One byte more than GitHub takes. */
const large = 'x'.repeat(100 * 1024 * 1024 + 1);
const rewrite = { large_files: 'rewrite', rewrite_history: true } as const;

let place: PullRequestPlace;
beforeEach(async () => {
  place = await openPullRequestPlace({}, { 'big.bin': large });
  await place.addRepository(pullRequestsOf(place.history));
  const plan = place.plan('web');
  place.write('plan.json', {
    ...plan,
    repositories: plan.repositories.map((one) => ({ ...one, ...rewrite })),
  });
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

async function killOnce(isTime: () => boolean): Promise<void> {
  const running = place.start(migrate);
  await expect.poll(isTime, { timeout: 60_000, interval: 2 }).toBe(true);
  running.child.kill('SIGKILL');
  await running.ended;
}

function copies(): readonly string[] {
  const work = join(place.folder, 'state', 'work');
  if (!existsSync(work)) return [];
  const names = readdirSync(work, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.rewritten')).map((name) => join(work, name));
}

const asked = (pattern: RegExp) => () =>
  place.sandbox.requests.some(({ method, path }) => pattern.test(`${method} ${path}`));

describe('a migration with rewritten files that is killed at each of its steps', () => {
  it('arrives whole and once', async () => {
    const [begun, done] = ['objects', 'migrator-rewrite.json'];
    await killOnce(() => copies().some((copy) => existsSync(join(copy, begun))));
    await killOnce(() => copies().some((copy) => existsSync(join(copy, done))));
    await killOnce(asked(/^POST .*info\/lfs/));
    await killOnce(asked(/^POST .*git-receive-pack/));
    await killOnce(asked(/^POST .*\/pulls$/));
    const { code, stderr } = await place.run(migrate);
    expect(code, stderr).toBe(0);
    expect(place.shown()).toEqual(allShown);
    expect(copies()).toEqual([]);
    const migration = await newestMigration(place);
    const verified = await place.run(['verify', '--migration', migration]);
    expect(verified.code, verified.stdout).toBe(0);
  });

  it('finds its own again after the state was lost', async () => {
    await killOnce(asked(/^POST .*\/pulls$/));
    // What is not in the file yet would mend it.
    rmSync(`${statePath(place)}-wal`, { force: true });
    garble(place);
    const { code, stderr } = await place.run(again);
    expect(stderr).not.toContain('resumed');
    expect(code, stderr).toBe(0);
    expect(place.shown()).toEqual(allShown);
  });
});
