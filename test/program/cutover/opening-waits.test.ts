import { describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { sources } from '../../helpers/sources.ts';
import { commit } from '../sync/sync-place.ts';
import { openCutoverPlace } from './cutover-place.ts';

describe.each(sources)('a cut-over of %s whose opening has to be sent again', (source) => {
  it('opens nothing where somebody lifts the lock and pushes meanwhile', async () => {
    await using place = await openCutoverPlace({ source }, ['one']);
    const { bitbucket, dataCenter, faults, github } = place.sandbox;
    const uuid = bitbucket.findRepository('one')?.uuid ?? '';
    const { restrictions } = (dataCenter?.settings ?? bitbucket.settings).ofRepository(uuid);
    const directory = bitbucket.gitDirectory('one');
    let isLifted = false;
    let changes = 0;
    faults.decide(({ host, method }) => {
      if (host === 'github' && method === 'PATCH') changes += 1;
      // The settings step has sent the first one.
      if (isLifted || changes < 2) return null;
      isLifted = true;
      (restrictions as unknown as unknown[]).splice(0);
      commit(directory, 'main', 'Pushed meanwhile');
      return { kind: 'status', status: 502, body: 'no' };
    });
    const { code } = await place.cutover();
    faults.clear();
    expect(isLifted).toBe(true);
    const isEqual =
      git(directory, 'rev-parse', 'main') === git(place.targetOf('one'), 'rev-parse', 'main');
    const isOpen = github.findRepository('acme/one')?.hasIssues === true;
    expect({ isOpen: isOpen && !isEqual, succeeded: code === 0 && !isEqual }).toEqual({
      isOpen: false,
      succeeded: false,
    });
  });
});
