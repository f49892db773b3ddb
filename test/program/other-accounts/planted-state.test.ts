import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderWithMode, otherAccount, playsOthers } from '../../helpers/program/other-account.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories } from '../../helpers/repositories/migration-fixture.ts';

describe.runIf(playsOthers)('a state folder that was open to others, and is closed', () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace();
    await addRepositories(place, 'web');
    place.write('plan.json', place.plan('web'));
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it('is refused while a file of another account lies in it', async () => {
    const state = folderWithMode(join(place.folder, 'shared'), 0o777);
    chmodSync(state, 0o755);
    const environment = { MIGRATOR_STATE_DIR: state };
    expect((await place.run(['migrate', '--plan', 'plan.json'], environment)).code).toBe(0);
    const file = 'migrator.sqlite';
    chownSync(join(state, file), otherAccount, otherAccount);
    for (const args of [
      ['status', '--list'],
      ['migrate', '--plan', 'plan.json', '--dry-run'],
    ]) {
      const { code, stderr } = await place.runAlone(args, environment);
      expect([code, stderr]).toEqual([
        8,
        expect.stringContaining(`Another account owns ${join(state, file)}`),
      ]);
    }
  });

  it('is used where all of it has one owner, as containers have it mounted', async () => {
    const state = folderWithMode(join(place.folder, 'mounted'), 0o700);
    const environment = { MIGRATOR_STATE_DIR: state };
    expect((await place.run(['migrate', '--plan', 'plan.json'], environment)).code).not.toBe(8);
    for (const name of ['.', ...readdirSync(state)])
      chownSync(join(state, name), otherAccount, otherAccount);
    expect((await place.runAlone(['status', '--list'], environment)).code).toBe(0);
  });
});
