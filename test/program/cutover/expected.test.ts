import { describe, expect, it } from 'vitest';
import { sources } from '../../helpers/sources.ts';
import { commit } from '../sync/sync-place.ts';
import { openCutoverPlace } from './cutover-place.ts';

describe.each(sources)('the requests that a cut-over expects of %s', (source) => {
  it('are about those that it sends', async () => {
    await using place = await openCutoverPlace({ source }, ['one', 'two'], 'web');
    await place.run(['sync', '--migration', place.migration]);
    commit(place.sandbox.bitbucket.gitDirectory('one'), 'main', 'More');
    const dry = await place.cutover('--dry-run', '--json');
    const { source_requests: told, target_requests: toTarget } = JSON.parse(dry.stdout);
    const ofSource = () => place.sandbox.requests.filter(({ host }) => host === 'bitbucket').length;
    const writes = () =>
      place.sandbox.requests.filter(
        ({ host, method, path }) =>
          host === 'github' && method !== 'GET' && !path.startsWith('/graphql'),
      ).length;
    const before = ofSource();
    expect((await place.cutover('--dry-run')).stdout).toContain(
      `About ${told.expected} requests to Bitbucket`,
    );
    const checks = ofSource() - before;
    const written = writes();
    expect((await place.cutover()).code).toBe(0);
    expect(writes() - written).toBeLessThanOrEqual(toTarget.writes + 4);
    expect(writes() - written).toBeGreaterThan(toTarget.writes / 2);
    const sent = ofSource() - before - 2 * checks;
    // What does not grow with the repositories comes on top of so few.
    expect(sent).toBeLessThanOrEqual(told.expected + 15);
    expect(sent).toBeGreaterThan(told.expected / 2);
  });
});
