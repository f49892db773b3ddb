import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories } from '../../helpers/repositories/migration-fixture.ts';

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'one', 'two');
}, 60_000);
afterAll(() => place[Symbol.asyncDispose]());

/** A run whose token is revoked while git reads the repository. */
function revokedRun(slug: string, ...more: readonly string[]) {
  const { faults, github } = place.sandbox;
  place.write(`${slug}.json`, place.plan(slug));
  const DST_TOKEN = github.tokens.add();
  let isRevoked = false;
  faults.decide(({ host, target }) => {
    const isRead = host === 'bitbucket-git' && target.includes(`/${slug}.git/`);
    if (isRead && !isRevoked) github.tokens.remove(DST_TOKEN);
    isRevoked ||= isRead;
    return null;
  });
  return place.run(['migrate', '--plan', `${slug}.json`, ...more], { DST_TOKEN });
}

const hint = 'Set DST_TOKEN to a token that has not expired.';

describe('a token that is revoked during a run', () => {
  it('is reported once, with one hint', async () => {
    const { code, stdout, stderr } = await revokedRun('one');
    expect(code).toBe(4);
    expect(`${stdout}${stderr}`.split('401 Unauthorized')).toHaveLength(2);
    expect(`${stdout}${stderr}`.split(hint)).toHaveLength(2);
  });

  it('is one error in JSON, and nothing on standard error', async () => {
    const { code, stdout, stderr } = await revokedRun('two', '--json');
    expect({ code, stderr }).toEqual({ code: 4, stderr: '' });
    expect(stdout.split('"type":"error"')).toHaveLength(2);
  });
});
