import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import {
  addRepositories,
  hasMoved,
  newestMigration,
} from '../../helpers/repositories/migration-fixture.ts';
import { day, testIssuer } from '../../helpers/secrets/licenses.ts';
import { share } from '../../helpers/share.ts';

const issuer = testIssuer();
const other = testIssuer();
const migrate = ['migrate', '--plan', 'plan.json'];
const none = { MIGRATOR_LICENSE: undefined };

const messages = {
  none: 'No license found. Register for a free license: migrator license register',
  signature: 'License signature is invalid. Your license may be corrupted or tampered with.',
  format: 'License format is invalid. Check that you copied the full license key.',
  expired: 'License has expired.',
  workers: "Feature 'parallel-workers' requires Pro or Ultimate tier.",
};

/** Hosts with two repositories, and a plan of them; the issuer of these tests is known. */
async function open(): Promise<Workplace> {
  const place = await openWorkplace();
  await addRepositories(place, 'web', 'api');
  place.write('issuer.json', issuer.publicKeyText);
  return place;
}

function withKey(key: string | undefined) {
  return { MIGRATOR_LICENSE: key, MIGRATOR_LICENSE_PUBLIC_KEY: 'issuer.json' };
}

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
    expect(stdout).toContain('2 repositories would be created. Nothing was written.');
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

describe('registering', () => {
  it('sends a key by mail, which can be activated and lets a migration run', async () => {
    await using place = await open();
    const { license } = place.sandbox;
    const asked = await place.run(['license', 'register', '--email', 'ada@example.com'], none);
    expect(asked.stderr).toContain('sends the license key to ada@example.com');
    expect(asked.code).toBe(0);
    const [mail] = license.mails;
    expect(mail?.to).toBe('ada@example.com');
    const key = /^MIGRATOR-1-\S+$/m.exec(mail?.text ?? '')?.[0] ?? '';
    const activated = await place.run(['license', 'activate', key], none);
    expect(activated.stdout).toContain('The Free license of ada@example.com is active until ');
    expect(statSync(join(place.folder, 'state', 'license.key')).mode & 0o777).toBe(0o600);
    const { code } = await place.run(migrate, none);
    expect(code).toBe(0);
    expect(hasMoved(place, 'web')).toBe(true);
  });

  it('says how long to wait after too many requests', async () => {
    await using place = await openWorkplace();
    const register = ['license', 'register', '--email', 'eve@example.com'];
    for (let time = 0; time < 3; time += 1) expect((await place.run(register)).code).toBe(0);
    const { code, stderr } = await place.run(register);
    expect(code).toBe(7);
    expect(stderr).toContain('accepts no more registrations right now: 429 Too Many Requests');
    expect(stderr).toContain('try again in 60 min');
    expect(place.sandbox.license.mails).toHaveLength(3);
  });

  it.each([
    ['a web page', { kind: 'html' }],
    ['nothing', { kind: 'status', status: 204, body: '' }],
    ['JSON of another service', { kind: 'status', status: 200, body: '{"status":"ok"}' }],
    ['no JSON', { kind: 'status', status: 202, body: 'sent' }],
  ] as const)('is an error where %s comes in place of the answer', async (_what, action) => {
    await using place = await openWorkplace();
    place.sandbox.faults.add({ host: 'license', times: 2, action });
    const register = ['license', 'register', '--email', 'ada@example.com'];
    const { code, stderr } = await place.run(register);
    expect(stderr).toContain(
      'did not respond as the license service: no license key was requested',
    );
    expect(stderr).toContain('whether a proxy or a sign-in page answers in its place');
    expect(stderr).not.toContain('sends the license key');
    expect(code).toBe(7);
    const asJson = await place.run([...register, '--json']);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ type: 'error', code: 'bad-answer' });
  });

  it('issues a Free key on the spot where there is no service', async () => {
    await using place = await open();
    const nowhere = { ...none, MIGRATOR_LICENSE_SERVICE_URL: undefined };
    const register = ['license', 'register', '--email', 'ada@example.com'];
    const { code, stdout } = await place.run(register, nowhere);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^MIGRATOR-1-\S+\n$/);
    expect(readFileSync(join(place.folder, 'state', 'license.key'), 'utf8')).toBe(stdout);
    const ran = await place.run(migrate, nowhere);
    expect(ran.code).toBe(0);
    const wide = await place.run([...migrate, '--workers', '2', '--reset-repo', 'web'], nowhere);
    expect(wide.stderr).toContain(messages.workers);
  });

  it('keeps a larger license that is active', async () => {
    await using place = await openWorkplace();
    place.write('issuer.json', issuer.publicKeyText);
    const given = { ...withKey(undefined), MIGRATOR_LICENSE_SERVICE_URL: undefined };
    await place.run(['license', 'activate', issuer.issue({ tier: 'pro' })], given);
    const { stderr } = await place.run(['license', 'register', '--email', 'a@b.example'], given);
    expect(stderr).toContain('The Pro license of ada@example.com stays active.');
    expect((await place.run(['license', 'status'], given)).stdout).toContain('Tier          Pro\n');
  });

  it('wants an address, and one that is one', async () => {
    await using place = await openWorkplace();
    const bare = await place.run(['license', 'register']);
    expect(bare.code).toBe(2);
    expect(bare.stderr).toContain('license register needs --email');
    const { code, stderr } = await place.run(['license', 'register', '--email', 'ada']);
    expect(code).toBe(2);
    expect(stderr).toContain('"ada" is not an email address');
    expect(place.sandbox.license.mails).toHaveLength(0);
  });
});

describe('activating', () => {
  const shared = share(async () => {
    const place = await openWorkplace();
    place.write('issuer.json', issuer.publicKeyText);
    return place;
  });
  const given = withKey(undefined);

  it('takes a file that holds only the key', async () => {
    const place = await shared.get();
    place.write('good.key', `\uFEFF${issuer.issue()}\r\n`);
    expect((await place.run(['license', 'activate', 'good.key'], given)).code).toBe(0);
  });

  it.each([
    ['nowhere.key', 'It does not start with MIGRATOR-1-, and no file has this name.'],
    [`'${issuer.issue()}'`, 'Text precedes the key. Pass only the key, without quotes around it.'],
  ])('says what is wrong with an operand: %#', async (operand, why) => {
    const place = await shared.get();
    const { code, stderr } = await place.run(['license', 'activate', operand], given);
    expect(stderr).toContain(`error  ${messages.format}\n       ${why}`);
    expect(code).toBe(5);
  });

  it('takes standard input', async () => {
    const place = await shared.get();
    const { child, ended } = place.start(['license', 'activate', '-'], given, 'pipe');
    child.stdin?.end(`\uFEFF${issuer.issue({ tier: 'ultimate' })}\r\n`);
    expect((await ended).stdout).toContain('The Ultimate license of ada@example.com');
  });

  it('accepts a key that the shell has split at white space', async () => {
    const place = await shared.get();
    const key = issuer.issue();
    const words = [key.slice(0, 70), key.slice(70)];
    const { code, stderr } = await place.run(['license', 'activate', ...words], given);
    expect(code).toBe(5);
    expect(stderr).toContain('The key has whitespace inside it.');
    expect(stderr).not.toContain(key.slice(70));
  });

  it('is shown by status, unless the environment has another', async () => {
    const place = await shared.get();
    await place.run(['license', 'activate', issuer.issue({ tier: 'pro' })], given);
    const { stdout } = await place.run(['license', 'status', '--json'], given);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'license',
      tier: 'pro',
      holder: 'ada@example.com',
      days_left: 364,
      limits: { repositories: 500, workers: 8 },
      features: ['parallel-workers', 'vault-sync'],
      standing: 'valid',
    });
    const expired = issuer.issue({ tier: 'ultimate', expiresAt: Date.now() - day });
    const shown = await place.run(['license', 'status'], withKey(expired));
    expect(shown.code).toBe(0);
    expect(shown.stderr).toContain(messages.expired);
    expect(shown.stdout).toContain('Tier          Free, in place of Ultimate\n');
    expect(shown.stdout).toContain('Key           MIGRATOR_LICENSE\n');
  });

  it('has nothing to show where there is none', async () => {
    await using place = await openWorkplace();
    const { code, stderr } = await place.run(['license', 'status'], none);
    expect(code).toBe(5);
    expect(stderr).toContain(`error  ${messages.none}\n`);
  });
});
