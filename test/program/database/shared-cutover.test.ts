import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../helpers/postgresql/test-database.ts';
import { startWorkerHere } from '../../helpers/program/worker-here.ts';
import { type CutoverPlace, openCutoverPlace } from '../cutover/cutover-place.ts';
import { commit } from '../sync/sync-place.ts';

const slugs = ['one', 'two', 'three'];

let database: TestDatabase;
let place: CutoverPlace;
let environment: Readonly<Record<string, string>>;
beforeEach(async () => {
  database = await openTestDatabase();
  environment = { MIGRATOR_DATABASE_URL: database.url };
  place = await openCutoverPlace({}, slugs, null, environment);
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

describe('a cut-over of a migration that several processes work on', () => {
  it('lets workers share its last sync, and switches all repositories by itself', async () => {
    for (const slug of slugs) commit(place.sandbox.bitbucket.gitDirectory(slug), 'main', 'Last');
    for (const host of ['github', 'github-git'] as const) {
      const action = { kind: 'slow', ms: 100 } as const;
      place.sandbox.faults.add({ host, times: 1000, action });
    }
    const leave = await startWorkerHere(place, environment);
    const { code, stderr } = await place.cutover('--workers', '1');
    const told = await leave();
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/^Open GitHub +3 repositories {2}/m);
    for (const slug of slugs) expect(place.isEqual(slug)).toBe(true);
    expect(readdirSync(join(place.folder, 'state', 'work'))).toEqual([]);
    expect(told).toMatch(/synced +(one|two|three) {2}1 ref moved/);
  });
});
