import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import {
  addPullRequests,
  addRepositories,
  newestMigration,
} from '../../helpers/repositories/migration-fixture.ts';
import { auditOf, writesOf, writesSeenBy } from './audit-lines.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace({ limits: { github: 'none' } });
  await addRepositories(place, 'one');
  await addPullRequests(place, 'pulls');
  place.write('plan.json', place.plan('one', 'pulls'));
});
afterEach(() => place[Symbol.asyncDispose]());

const withoutStatus = (request: string) => request.replace(/ \d+$/, '');

describe('audit of a migration that was killed', () => {
  it('has what was on its way as sent with an unknown outcome, and goes on in the same chain', async () => {
    const forever = new Promise(() => {});
    place.sandbox.faults.add({
      ...{ host: 'github', method: 'POST', path: /\/pulls$/ },
      action: { kind: 'held', until: forever },
    });
    const running = place.start(['migrate', '--plan', 'plan.json']);
    const held = () => place.sandbox.requests.some(({ path, fault }) => fault === 'held' && path);
    await expect.poll(held, { timeout: 30_000, interval: 20 }).toBe(true);
    running.child.kill('SIGKILL');
    await running.ended;
    const migration = await newestMigration(place);
    const file = join(place.folder, 'audit.jsonl');
    const killed = await auditOf({ ...place, migration }, file);
    const [unknown] = killed.at(-1)?.outcome_unknown ?? [];
    expect(killed.find(({ line }) => line === unknown)).toMatchObject({
      method: 'POST',
      path: '/repos/acme/pulls/pulls',
    });
    expect((await place.run(['migrate', '--resume', migration])).code).toBe(0);
    const lines = await auditOf({ ...place, migration }, file);
    expect(lines.filter(({ type }) => type === 'run')).toHaveLength(2);
    expect(lines.at(-1)?.outcome_unknown).toContain(unknown);
    expect((await place.run(['audit', '--check', file])).code).toBe(0);
    const recorded = writesOf(lines);
    const seen = writesSeenBy(place.sandbox);
    expect(recorded.requests.map(withoutStatus).toSorted()).toEqual(
      seen.requests.map(withoutStatus).toSorted(),
    );
    expect(recorded.pushes.toSorted()).toEqual(seen.pushes.toSorted());
  });
});
