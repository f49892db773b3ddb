import { describe, expect, it } from 'vitest';
import { restrictionKinds } from '../../sandbox/bitbucket/settings/records.ts';
import {
  matcherTypes,
  restrictionTypes,
} from '../../sandbox/bitbucket-data-center/settings/records.ts';
import { openSandbox } from './helpers/sandbox.ts';

/** Names of those that a sample leaves out. */
const missing = (wanted: readonly string[], found: readonly string[]) =>
  wanted.filter((one) => !found.includes(one));

describe('the settings of the sample', () => {
  it('are of every kind on both Bitbuckets', async () => {
    await using sandbox = await openSandbox({
      workspace: 'sample',
      source: 'bitbucket-data-center',
    });
    const { bitbucket, dataCenter } = sandbox;
    const cloud = bitbucket.repositories.map(({ uuid }) => bitbucket.settings.ofRepository(uuid));
    const kinds = cloud.flatMap(({ restrictions }) => restrictions.map(({ kind }) => kind));
    expect(missing(restrictionKinds, kinds)).toEqual([]);
    for (const list of ['defaultReviewers', 'keys', 'hooks'] as const) {
      expect(cloud.some((one) => one[list].length > 0)).toBe(true);
    }
    expect(bitbucket.settings.groups.length).toBeGreaterThan(3);
    if (dataCenter === null) throw new Error('No Data Center');
    const { settings } = dataCenter;
    const places = [
      settings.ofProject('ACME'),
      ...bitbucket.repositories.map(({ uuid }) => settings.ofRepository(uuid)),
    ];
    const restrictions = places.flatMap((one) => one.restrictions);
    expect(
      missing(
        restrictionTypes,
        restrictions.map(({ type }) => type),
      ),
    ).toEqual([]);
    const matchers = restrictions.map(({ matcher }) => matcher.type);
    expect(missing(Object.keys(matcherTypes), matchers)).toEqual([]);
    for (const list of ['conditions', 'keys', 'webhooks', 'reviewerGroups'] as const) {
      expect(places.some((one) => one[list].length > 0)).toBe(true);
    }
  });
});
