import { describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { migrated, settings } from '../../helpers/settings/settings-command.ts';
import { openSyncPlace } from './sync-place.ts';

/** Somebody's repository takes the name of the target as this write arrives. */
function replaceAt(place: Workplace, fullName: string, isLast: RegExp): void {
  const { github, organization, faults } = place.sandbox;
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error('the sandbox has no organization');
  faults.decide(({ host, method, target }) => {
    if (host !== 'github' || method === 'GET' || !isLast.test(target)) return null;
    faults.clear();
    github.renameRepository(fullName, 'moved');
    github.createRepository({ owner, creator: owner, name: fullName.split('/')[1] ?? '' });
    return null;
  });
}

describe('a target that is replaced as the last write arrives', () => {
  it('fails its sync, which says that the write may have reached another repository', async () => {
    await using place = await openSyncPlace();
    const source = place.sandbox.bitbucket.findRepository('one');
    if (source === null) throw new Error('no source');
    source.description = 'Sells things';
    replaceAt(place, 'acme/one', /\/one$/);
    const { code, stdout, stderr } = await place.sync();
    expect(code).toBe(6);
    expect(stdout + stderr).toContain('acme/one is now a different repository');
  });

  it('fails its settings, of which none counts as written', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place);
    place.sandbox.github.findRepository('acme/web')?.tracker.collaborators.delete('jane');
    replaceAt(place, 'acme/web', /\/collaborators\/jane$/);
    const { code, outcomes, states } = await settings(place, id);
    expect(code).toBe(6);
    expect(states).toContain('access user jane: refused');
    expect(outcomes).toContainEqual(
      expect.objectContaining({ note: 'acme/web is now a different repository' }),
    );
    expect(states.filter((state) => state.endsWith(': written'))).toEqual([]);
  });
});
