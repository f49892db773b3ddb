import { describe, expect, it } from 'vitest';
import type { Workplace } from '../../../helpers/program/workplace.ts';
import { hasMoved, newestMigration } from '../../../helpers/repositories/migration-fixture.ts';
import { day, testIssuer } from '../../../helpers/secrets/licenses.ts';
import { share } from '../../../helpers/share.ts';
import { issuer, messages, migrate, none, open, withKey } from './license-place.ts';

const other = testIssuer();

function madeOn({ sandbox }: Workplace): number {
  return sandbox.requests.filter(({ host, method }) => host === 'github' && method !== 'GET')
    .length;
}

// What the specification says word for word is shown in what-goes-wrong.test.ts.
describe('a license that cannot be used', () => {
  const shared = share(open);
  const key = issuer.issue({ tier: 'free' });

  it.each([
    // A word of the message itself: hiding it would take the message apart.
    ['it is not a key', 'invalid', [], messages.format],
    ['it has quotes around it', `"${key}"`, [], messages.format],
    ['it begins otherwise', key.replace('MIGRATOR', 'MIGRATION'), [], messages.format],
    ['it has white space', `${key} `, [], messages.format],
    ['it has a line break', `${key.slice(0, 60)}\n${key.slice(60)}`, [], messages.format],
    ['somebody else has signed it', other.issue(), [], messages.signature],
    [
      'it is for eight workers',
      issuer.issue({ tier: 'pro' }),
      ['--workers', '9'],
      'Worker limit exceeded: 9 workers requested but the Pro tier allows 8.',
    ],
    [
      'it is of a later version',
      key.replace('-1-', '-2-'),
      [],
      'License key format version 2 is too new: this migrator supports version 1',
    ],
    [
      'its plan is not known',
      issuer.issue({ tier: 'galactic' }),
      [],
      'Unknown license tier "galactic" for this version of migrator',
    ],
  ])('ends with code 5 before anything is written where %s', async (_why, text, flags, message) => {
    const place = await shared.get();
    const { code, stderr } = await place.run([...migrate, ...flags], withKey(text));
    expect(stderr).toContain(`error  ${message}\n`);
    expect(code).toBe(5);
    expect(madeOn(place)).toBe(0);
  });

  it('says it as data with --json', async () => {
    const place = await shared.get();
    const { code, stdout } = await place.run([...migrate, '--json'], withKey(undefined));
    expect(code).toBe(5);
    expect(stdout).toContain(`"type":"error","code":"license","message":"${messages.none}"`);
  });

  it('needs none to look: dry runs, lists and the verification of what there is', async () => {
    const place = await shared.get();
    const { code, stdout, stderr } = await place.run([...migrate, '--dry-run'], none);
    expect(code).toBe(0);
    expect(stdout).toContain('Ready: 2 repositories would be created. Nothing was written.');
    expect(stderr).toContain(`A run would be refused: ${messages.none}`);
    const listing = await place.run(['discover', '--workspace', place.sandbox.workspace], none);
    expect(listing.code).toBe(0);
    expect((await place.run(['status', '--list'], none)).code).toBe(0);
  });
});

describe('a migration under a license', () => {
  it('uses as many workers as the license allows unless told otherwise', async () => {
    await using place = await open();
    const key = issuer.issue({ tier: 'free' });
    const { code, stdout } = await place.run([...migrate, '--json'], withKey(key));
    expect(code).toBe(0);
    expect(stdout).toMatch(/"type":"run-started".*"workers":1,/);
    expect(hasMoved(place, 'web') && hasMoved(place, 'api')).toBe(true);
    expect(stdout).not.toContain(key);
  });

  it('falls back to Free with one warning once it has expired, and a run continues', async () => {
    await using place = await open();
    const key = issuer.issue({ tier: 'pro', expiresAt: Date.now() - day });
    const { code, stderr } = await place.run(migrate, withKey(key));
    expect(code).toBe(0);
    expect(stderr.match(/License has expired\./g)).toHaveLength(1);
    const above = await place.run(
      [...migrate, '--workers', '2', '--reset-repo', 'web'],
      withKey(key),
    );
    // It was begun under Free limits.
    expect(above.code).toBe(5);
    expect(above.stderr).toContain(messages.workers);
  });

  it('completes under the license tier that it started with', async () => {
    await using place = await open();
    place.sandbox.faults.add({
      host: 'bitbucket-git',
      path: /api\.git/,
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'status', status: 404 },
    });
    const pro = issuer.issue({ tier: 'pro' });
    const first = await place.run([...migrate, '--workers', '2'], withKey(pro));
    expect(first.code).toBe(6);
    place.sandbox.faults.clear();
    const expired = issuer.issue({ tier: 'pro', expiresAt: Date.now() - day });
    const resume = ['migrate', '--resume', await newestMigration(place), '--workers', '2'];
    const { code, stderr } = await place.run(resume, withKey(expired));
    expect(stderr).toContain('License has expired.');
    expect(code).toBe(0);
    expect(hasMoved(place, 'api')).toBe(true);
  });

  it('asks for one before it repairs, and none to compare', async () => {
    await using place = await open();
    await place.run(migrate);
    const verify = ['verify', '--migration', await newestMigration(place)];
    expect((await place.run(verify, none)).code).toBe(0);
    const { code, stderr } = await place.run([...verify, '--repair'], none);
    expect(code).toBe(5);
    expect(stderr).toContain(messages.none);
  });

  it('does not count for other hosts where it is of the sandbox', async () => {
    await using place = await open();
    // Nothing listens there, and no name leads there: it fails before anything could be asked of it.
    const elsewhere = { DST_GIT_URL: 'https://github.invalid', HTTPS_PROXY: undefined };
    // Half of them are not enough.
    for (const api of [{ DST_API_URL: 'https://github.invalid' }, {}]) {
      const { stderr } = await place.run(migrate, { ...elsewhere, ...api });
      expect(stderr).toContain(messages.signature);
      expect(stderr).toContain('It is valid only for hosts on this machine');
    }
  });
});
