import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GithubRepository } from '../../../sandbox/github/records.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addSettings } from '../../helpers/settings/settings-place.ts';

const gone = 'acme/web, created earlier by this migration, no longer exists';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  // A ruleset stands in the organization where two repositories have it alike.
  await addSettings(place, 'web', 'api');
  const plan = JSON.parse(readFileSync(join(place.folder, 'plan.json'), 'utf8'));
  place.write('plan.json', { ...plan, rulesets: 'organization' });
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

/** Somebody's repository takes the name of the target right before the first of these requests. */
function replaceBefore(method: string, path: RegExp, take: 'delete' | 'rename') {
  const { github, organization } = place.sandbox;
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error('the sandbox has no organization');
  const found: { theirs: GithubRepository | null } = { theirs: null };
  place.sandbox.faults.decide((request) => {
    const { host, target } = request;
    if (found.theirs !== null || host !== 'github' || request.method !== method) return null;
    if (!path.test(target)) return null;
    if (take === 'rename') github.renameRepository('acme/web', 'moved');
    else void github.deleteRepository('acme/web');
    found.theirs = github.createRepository({ owner, creator: owner, name: 'web' });
    return null;
  });
  return { owner, found };
}

const migrate = () => place.run(['migrate', '--plan', 'plan.json', '--workers', '1', '-vv']);

describe.each(['delete', 'rename'] as const)('a target that is replaced by a %s', (take) => {
  it('passes no role of a team on to the repository that took its name', async () => {
    const { owner, found } = replaceBefore('GET', /\/repos\/acme\/web\/teams/, take);
    const { stdout } = await migrate();
    expect(found.theirs).not.toBe(null);
    expect(owner.teams.get('core')?.repositories.get(found.theirs?.id ?? 0)).toBe(undefined);
    expect(stdout).toContain(gone);
  });

  it('passes no custom property on to the repository that took its name', async () => {
    const { found } = replaceBefore('GET', /\/orgs\/acme\/properties\/schema/, take);
    const { stdout } = await migrate();
    expect(found.theirs?.settings.properties.size).toBe(0);
    expect(stdout).toContain(gone);
  });

  it('lets no ruleset of the organization hold for the repository that took its name', async () => {
    const { owner, found } = replaceBefore('GET', /\/repos\/acme\/web\/rulesets\/\d+/, take);
    await migrate();
    expect(found.theirs).not.toBe(null);
    const covered = owner.rulesets.flatMap(({ repositories }) =>
      repositories?.kind === 'id' ? repositories.ids : [],
    );
    expect(covered).not.toContain(found.theirs?.id);
  });
});
