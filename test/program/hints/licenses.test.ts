import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFollower } from '../../helpers/hints/follow.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories } from '../../helpers/repositories/migration-fixture.ts';
import { day, testIssuer } from '../../helpers/secrets/licenses.ts';

const none = { MIGRATOR_LICENSE: undefined };
const issuer = testIssuer(Date.now() - day);
const ofIssuer = (tier: 'free' | 'pro') => ({
  MIGRATOR_LICENSE: issuer.issue({ tier }),
  MIGRATOR_LICENSE_PUBLIC_KEY: 'issuer.json',
});

let place: Workplace;
const { follow, followText, expectAll } = createFollower(() => place);

beforeAll(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'one');
  place.write('issuer.json', issuer.publicKeyText);
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

const values = { '<address>': 'ada@example.com' };
const example = 'license register --email ada@example.com';

// Each test builds on the ones before it: a second try would begin elsewhere.
describe('the commands of a hint work as printed', { retry: 0 }, () => {
  it('of a key that comes by email, and of no license', async () => {
    const register = ['license', 'register', '--email', 'eve@example.com'];
    const { stderr } = await place.run(register, none);
    const [mail] = place.sandbox.license.mails;
    const key = /^MIGRATOR-1-\S+$/m.exec(mail?.text ?? '')?.[0] ?? '';
    const options = { environment: none, values: { '<key>': key } };
    const unlicensed = await place.run(['migrate', '--plan', 'plan.json'], none);
    // The specification's sentence names a command that asks for the address: its own hint is the first test's.
    const [, hint = ''] = unlicensed.stderr.split('migrator license register');
    expect(unlicensed.stderr).toContain('Register for a free license: migrator license register');
    for (const text of [stderr, hint]) {
      expect(await followText(text, options)).toContain(`license activate ${key}`);
    }
  });

  it('of an address that is missing, none, or refused', async () => {
    expect(await follow(['license', 'register'])).toEqual([example]);
    expect(await follow(['license', 'register', '--email', 'ada'], { values })).toEqual([example]);
    const action = { kind: 'status', status: 422, body: '{}' } as const;
    place.sandbox.faults.add({ host: 'license', times: 1, action });
    const register = ['license', 'register', '--email', 'eve@example.com'];
    expect(await follow(register, { values })).toEqual([example]);
  });

  it('of a feature and of a size above the tier', async () => {
    const environment = ofIssuer('free');
    const workers = ['migrate', '--plan', 'plan.json', '--workers', '2'];
    expect(await follow(workers, { environment })).toEqual(['license status']);
    await place.run([
      ...['discover', '--workspace', place.sandbox.workspace],
      ...['--output', 'inventory.json'],
    ]);
    const many = Array.from({ length: 51 }, (_, at) => (at === 0 ? 'one' : `more-${at}`));
    place.write('many.json', place.plan(...many));
    const found = await follow(['migrate', '--plan', 'many.json'], {
      environment,
      values: { '<file>': 'inventory.json', '<organization>': 'acme' },
      mend: () => rmSync(join(place.folder, 'plan.json')),
    });
    expect(found).toHaveLength(1);
  });

  it('are all that hints of licenses name', () => expectAll('licenses'));
});
