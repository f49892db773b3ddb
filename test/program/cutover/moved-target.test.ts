import { describe, expect, it } from 'vitest';
import { sources } from '../../helpers/sources.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

/** A cut-over that ended when it had opened the target in part. */
async function halfOpenPlace(source: (typeof sources)[number]): Promise<CutoverPlace> {
  const place = await openCutoverPlace({ source }, ['one']);
  const { github, faults } = place.sandbox;
  const isOpening = () => github.findRepository('acme/one')?.hasIssues === true;
  faults.decide(({ host }) =>
    host === 'github' && isOpening() ? { kind: 'status', status: 403, body: '{}' } : null,
  );
  expect((await place.cutover()).code).not.toBe(0);
  faults.clear();
  expect(isOpening()).toBe(true);
  expect(place.restrictions('one').length).toBeGreaterThan(0);
  return place;
}

function createStranger({ sandbox: { github, organization } }: CutoverPlace): void {
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error('the sandbox has no organization');
  github.createRepository({ owner, creator: owner, name: 'one' }).hasIssues = true;
}

describe.each(sources)(
  'the abort of a cut-over of %s that may have opened its target',
  (source) => {
    it('leaves the source locked while the target is open under another name, and says under which', async () => {
      await using place = await halfOpenPlace(source);
      place.sandbox.github.renameRepository('acme/one', 'moved');
      const { code, stdout } = await place.cutover('--abort');
      expect(stdout).toContain('one: stays locked, because its GitHub repository is open');
      expect(stdout).toContain('it is acme/moved now: rename it back');
      expect(code).toBe(6);
      expect(place.restrictions('one').length).toBeGreaterThan(0);
    });

    it('says so too where others have taken its name', async () => {
      await using place = await halfOpenPlace(source);
      place.sandbox.github.renameRepository('acme/one', 'moved');
      createStranger(place);
      const { code, stdout } = await place.cutover('--abort', '--json');
      expect(JSON.parse(stdout).repositories[0]).toMatchObject({
        is_open: true,
        renamed_to: 'acme/moved',
      });
      expect(code).toBe(6);
    });

    it('takes the lock away where the target was deleted, whatever has its name now', async () => {
      await using place = await halfOpenPlace(source);
      await place.sandbox.github.deleteRepository('acme/one');
      createStranger(place);
      const { code, stdout } = await place.cutover('--abort');
      expect(stdout).toContain('acme/one was partly opened: it was deleted');
      expect(stdout).toContain('1 Bitbucket repository unlocked.');
      expect({ code, left: place.restrictions('one') }).toEqual({ code: 0, left: [] });
    });
  },
);
