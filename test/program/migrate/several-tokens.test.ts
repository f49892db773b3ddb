import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { makePullRequestHistory } from '../../helpers/repositories/pull-request-fixture.ts';

let place: Workplace;
let tokens: readonly string[];
let credentials: Readonly<Record<string, string | undefined>>;
beforeEach(async () => {
  place = await openWorkplace();
  const { bitbucket } = place.sandbox;
  const { folder } = makePullRequestHistory(place.folder, 'fixture');
  for (const slug of ['web', 'other']) await bitbucket.addRepository({ slug, from: folder });
  bitbucket.addPullRequest('web', { source: { branch: 'topic' } });
  tokens = [
    bitbucket.credentials.addAccessToken({ repository: 'other' }),
    bitbucket.credentials.addAccessToken(),
    bitbucket.credentials.addAccessToken({ repository: 'web' }),
  ];
  credentials = {
    ...{ SRC_USERNAME: undefined, SRC_API_TOKEN: undefined },
    ...Object.fromEntries(tokens.map((token, index) => [`SRC_ACCESS_TOKEN_${index + 1}`, token])),
  };
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

describe('with three access tokens, two of which open one repository each', () => {
  it('a migration reads with each what it opens, says so, and shows no value', async () => {
    place.write('plan.json', place.plan('web', 'other'));
    const checked = await place.run(['doctor', '--plan', 'plan.json'], credentials);
    const migrated = await place.run(['migrate', '--plan', 'plan.json', '-vvv'], credentials);
    expect([migrated.code, migrated.stderr]).toEqual([0, expect.any(String)]);
    for (const { stdout, stderr } of [checked, migrated]) {
      const said = `${stdout}${stderr}`;
      expect(said).toContain('Reading with 3 Bitbucket credentials: SRC_ACCESS_TOKEN_1,');
      for (const token of tokens) expect(said).not.toContain(token);
    }
    const shown = await place.run(['config', 'show'], credentials);
    expect(shown.stdout).toContain('SRC_ACCESS_TOKEN_3');
    for (const token of tokens) expect(shown.stdout).not.toContain(token);
  });
});
