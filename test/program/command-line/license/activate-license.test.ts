import { describe, expect, it } from 'vitest';
import { openWorkplace } from '../../../helpers/program/workplace.ts';
import { day } from '../../../helpers/secrets/licenses.ts';
import { share } from '../../../helpers/share.ts';
import { issuer, messages, none, withKey } from './license-place.ts';

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
    ['nowhere.key', 'It does not start with MIGRATOR-1-, and there is no file with this name.'],
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
    expect((await ended).stdout).toContain('The Ultimate license for ada@example.com');
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
    expect(shown.stdout).toContain('Tier          Free instead of Ultimate\n');
    expect(shown.stdout).toContain('Key           MIGRATOR_LICENSE\n');
  });

  it('has nothing to show where there is none', async () => {
    await using place = await openWorkplace();
    const { code, stderr } = await place.run(['license', 'status'], none);
    expect(code).toBe(5);
    expect(stderr).toContain(`error  ${messages.none}\n`);
  });
});
