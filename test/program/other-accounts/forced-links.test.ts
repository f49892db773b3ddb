import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { playsOthers } from '../../helpers/program/other-account.ts';
import { asOther, openUserAccount, userAccount } from '../../helpers/program/user-account.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { share } from '../../helpers/share.ts';

async function withRepository() {
  const place = await openWorkplace();
  const from = makeRepository(place.folder, 'web');
  await place.sandbox.bitbucket.addRepository({ slug: 'web', from });
  return Object.assign(place, { user: openUserAccount(place) });
}
const shared = share(withRepository);
let place: Workplace & { user: ReturnType<typeof openUserAccount> };
beforeEach(async () => {
  place = await shared.get();
});
const discover = ['discover', '--workspace', 'acme-workspace', '--output'];

function ownFile(name: string): string {
  const own = join(place.user.home, name);
  writeFileSync(own, 'kept\n', { mode: 0o600 });
  chownSync(own, userAccount, userAccount);
  return own;
}

describe.runIf(playsOthers)('a link of another account in a folder of everybody', () => {
  it.each([[[]], [['--force']]])('leads no result to a file of this account: %j', async (force) => {
    const own = ownFile(`own-${force.length}`);
    const path = join(place.user.shared, `inventory-${force.length}.json`);
    asOther('ln', '-s', own, path);
    const { output } = await place.user.run([...discover, path, ...force]);
    expect(readFileSync(own, 'utf8'), output).toBe('kept\n');
  });

  it('leads no result to a new file of this account, with --force', async () => {
    const own = join(place.user.home, 'not-there-yet');
    const path = join(place.user.shared, 'inventory-new.json');
    asOther('ln', '-s', own, path);
    const { output } = await place.user.run([...discover, path, '--force']);
    expect(output).toContain('belongs to another account');
    expect(existsSync(own)).toBe(false);
  });
});
