import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readInventory } from '../../../src/core/discovery/read-inventory.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { makePullRequestHistory } from '../../helpers/repositories/pull-request-fixture.ts';

let place: Workplace;
let credentials: Readonly<Record<string, string | undefined>>;
beforeEach(async () => {
  place = await openWorkplace();
  const { bitbucket } = place.sandbox;
  const { folder } = makePullRequestHistory(place.folder, 'fixture');
  const project = { key: 'WEB', name: 'Web' };
  await bitbucket.addRepository({ slug: 'web', from: folder, project });
  await bitbucket.addRepository({ slug: 'other', project });
  bitbucket.addPullRequest('web', { source: { branch: 'topic' } });
  credentials = {
    SRC_USERNAME: undefined,
    SRC_API_TOKEN: undefined,
    SRC_ACCESS_TOKEN: bitbucket.credentials.addAccessToken({ repository: 'web' }),
  };
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

describe('with the access token of a single repository', () => {
  it('its project is discovered, and what it opens is migrated, resumed and verified', async () => {
    const { workspace } = place.sandbox;
    const discover = ['discover', '--workspace', workspace, '--output', 'inventory.json'];
    const whole = await place.run(discover, credentials);
    expect(whole.code).not.toBe(0);
    expect(whole.stderr).toContain('--project <key>');
    const found = await place.run([...discover, '--project', 'WEB'], credentials);
    expect([found.code, found.stderr]).toEqual([0, expect.any(String)]);
    const { inventory } = await readInventory(join(place.folder, 'inventory.json'));
    expect(inventory.repositories.map(({ slug }) => slug)).toEqual(['web']);
    place.write('plan.json', place.plan('web'));
    const migrated = await place.run(['migrate', '--plan', 'plan.json', '--json'], credentials);
    expect([migrated.code, migrated.stderr]).toEqual([0, expect.any(String)]);
    const id = /"migration":"([^"]+)"/.exec(migrated.stdout)?.[1] ?? '';
    const resumed = await place.run(['migrate', '--resume', id], credentials);
    expect(resumed.code).toBe(0);
    const verified = await place.run(['verify', '--migration', id, '--reread-source'], credentials);
    expect(verified.code).toBe(0);
  });
});
