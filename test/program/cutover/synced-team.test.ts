import { describe, expect, it } from 'vitest';
import { addPeople, withSettings } from '../../helpers/settings/settings-place.ts';
import { sources } from '../../helpers/sources.ts';
import { openCutoverPlace } from './cutover-place.ts';

describe.each(sources)(
  'a cut-over from %s with a team that an identity provider fills',
  (source) => {
    it('opens the target, and says which members GitHub refused', async () => {
      await using place = await openCutoverPlace(
        {
          source,
          prepare(workplace, plan) {
            addPeople(workplace);
            const { github } = workplace.sandbox;
            const team = github.addTeam({ organization: 'acme', slug: 'core', members: [] });
            team.isSynchronized = true;
            return withSettings(plan);
          },
        },
        ['web'],
      );
      const { code, stderr } = await place.cutover();
      expect({ code, stderr }).toMatchObject({ code: 0 });
      const said = 'membership of this team is synchronized with an identity provider';
      expect(stderr).toContain(said);
      expect(place.sandbox.github.findRepository('acme/web')).toMatchObject({ hasIssues: true });
      const args = ['verify', '--migration', place.migration];
      const verified = await place.run(args);
      expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('team core')]);
      expect(verified.stdout).toContain(said);
      const before = place.sandbox.requests.length;
      expect((await place.run([...args, '--repair'])).code).toBe(0);
      const writes = place.sandbox.requests.slice(before).filter(({ method }) => method === 'PUT');
      expect(writes).toEqual([]);
    });
  },
);
