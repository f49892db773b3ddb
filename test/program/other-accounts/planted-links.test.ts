import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWithMode, playsOthers } from '../../helpers/program/other-account.ts';
import { asOther, openUserAccount, userAccount } from '../../helpers/program/user-account.ts';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { addRepositories, hasMoved } from '../../helpers/repositories/migration-fixture.ts';

describe.runIf(playsOthers)('a link of another account in a folder of everybody', () => {
  it('leads to no temporary folder', async () => {
    await using place = await openWorkplace();
    await addRepositories(place, 'web');
    const { shared, run } = openUserAccount(place);
    const elsewhere = folderWithMode(join(place.folder, 'elsewhere'), 0o1777);
    const TMPDIR = join(shared, 'tmp');
    asOther('ln', '-s', elsewhere, TMPDIR);
    const seen: string[] = [];
    place.sandbox.faults.decide(() => {
      seen.push(...readdirSync(elsewhere));
      return null;
    });
    const { code } = await run(['migrate', '--plan', join(place.folder, 'plan.json')], { TMPDIR });
    expect([code, hasMoved(place, 'web'), seen]).toEqual([0, true, []]);
  });

  it('leads to no state folder', async () => {
    await using place = await openWorkplace();
    const { home, shared, run } = openUserAccount(place);
    const own = folderWithMode(join(home, 'own'), 0o700, userAccount);
    const state = join(shared, 'state');
    asOther('ln', '-s', own, state);
    const { code, output } = await run(['discover', '--workspace', 'acme'], {
      MIGRATOR_STATE_DIR: state,
    });
    expect([code, output]).toEqual([
      8,
      expect.stringContaining(`Another account owns the link ${state}`),
    ]);
    expect(readdirSync(own)).toEqual([]);
  });
});
