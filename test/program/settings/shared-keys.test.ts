import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlannedSetting } from '../../../src/core/settings/plan/planned-settings.ts';
import { type CutoverPlace, openCutoverPlace } from '../cutover/cutover-place.ts';

const key: PlannedSetting = {
  ...{ id: 'key:1', kind: 'access-key', source: 'ci (read)', target: 'deploy key, read' },
  ...{ grade: 'exact', why: 'The same access.', looser: null },
  set: { keys: [{ title: 'ci', key: 'ssh-ed25519 AAAAdeploy', readOnly: true }] },
};

const found = 'Deploy key ci is in several repositories (one, two)';

describe('a deploy key that stands in two repositories', () => {
  let place: CutoverPlace;
  beforeAll(async () => {
    place = await openCutoverPlace({}, ['one', 'two'], null, {}, (one) => ({
      ...one,
      settings: [key],
    }));
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it('is found by a dry run of the migration, before anything is there', async () => {
    await using fresh = await openCutoverPlace({}, ['three']);
    const { repositories, ...plan } = fresh.plan('one', 'two');
    const planned = repositories.map((one) => ({ ...one, settings: [key] }));
    fresh.write('shared.json', { ...plan, repositories: planned });
    const { stdout } = await fresh.run(['migrate', '--plan', 'shared.json', '--dry-run']);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(found);
  });

  it('is found by a dry run of the cut-over, before anything is locked', async () => {
    const { code, stdout } = await place.run(
      ['cutover', '--migration', place.migration, '--dry-run'],
      place.credentials,
    );
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toContain(`Note: ${found}`);
    expect(stdout).toContain('Create a new key on Bitbucket for all but one');
  });

  it('is refused in all but one repository by a dry run of the settings', async () => {
    const { code, stdout, stderr } = await place.run([
      ...['settings', '--migration', place.migration, '--settings', 'active', '--dry-run'],
    ]);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout.match(/would be refused +Deploy key ci +one has the same key/g)).toHaveLength(1);
    expect(stdout).toContain('Create a new key for this repository.');
    expect(stderr.match(/ settings? \(1 would be refused\b/g)).toHaveLength(1);
  });
});
