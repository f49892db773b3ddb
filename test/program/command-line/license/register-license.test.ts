import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkplace } from '../../../helpers/program/workplace.ts';
import { hasMoved } from '../../../helpers/repositories/migration-fixture.ts';
import { issuer, messages, migrate, none, open, withKey } from './license-place.ts';

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
    expect(activated.stdout).toContain('The Free license for ada@example.com is active until ');
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
      'did not respond like the license service: no license key was requested',
    );
    expect(stderr).toContain('whether a proxy or a sign-in page is answering instead');
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
    expect(stderr).toContain('The Pro license for ada@example.com stays active.');
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
