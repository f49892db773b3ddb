import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFollower } from '../../helpers/hints/follow.ts';
import { makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import { commit, openSyncPlace, type SyncPlace } from '../sync/sync-place.ts';

let place: SyncPlace;
const { follow, expectAll } = createFollower(() => place);

beforeAll(async () => {
  place = await openSyncPlace();
  commit(place.sourceOf('one'), 'main', 'More');
});
afterAll(() => place[Symbol.asyncDispose]());

function changeState(sql: string): void {
  const database = new DatabaseSync(join(place.folder, 'state', 'migrator.sqlite'));
  database.exec(sql);
  database.close();
}

// Each test builds on the ones before it: a second try would begin elsewhere.
describe('the commands of a hint work as printed', { retry: 0 }, () => {
  it('of a repair that has not ended', async () => {
    const { migration } = place;
    changeState(`UPDATE object SET data = json_set(data, '$.isHeld', json('true')) WHERE kind = 'refs';
      UPDATE step SET status = 'pending' WHERE name = 'verify'`);
    const found = await follow(['sync', '--migration', migration], {
      // What ends with the repair.
      mend: () => changeState("UPDATE migration SET status = 'paused'"),
    });
    expect(found).toEqual([`migrate --resume ${migration}`]);
  });

  it('of a state that does not hold the refs', async () => {
    const { migration } = place;
    changeState("DELETE FROM object WHERE kind = 'refs'");
    const found = await follow(['sync', '--migration', migration]);
    expect(found).toEqual([`migrate --resume ${migration} --reset-repo one`]);
    const synced = await follow(['sync', '--migration', migration]);
    expect(synced).toEqual([`verify --migration ${migration}`]);
  });

  it('of a workspace that got another repository', async () => {
    const { migration, folder, sandbox } = place;
    const from = makeRepository(folder, 'fresh');
    const repository = await hostCopy(sandbox.bitbucket, { slug: 'fresh', from });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    Object.assign(repository, { createdOn: tomorrow });
    const found = await follow(['sync', '--migration', migration]);
    expect(found).toEqual([`sync --migration ${migration} --include-new`]);
  });

  it('of new repositories together with a selection', async () => {
    const sync = ['sync', '--migration', place.migration, '--include-new', '--include', 'one'];
    expect(await follow(sync)).toEqual(['sync --help']);
  });

  it('and no other file has hints that are not followed here', () => expectAll('sync'));
});
