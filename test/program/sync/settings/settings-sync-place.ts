import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BitbucketPerson } from '../../../../sandbox/bitbucket/accounts/people.ts';
import type { Plan } from '../../../../src/core/plan/plan-schema.ts';
import type { Ended } from '../../../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import {
  addRepositories,
  newestMigration,
} from '../../../helpers/repositories/migration-fixture.ts';
import { settingsOnTarget, writesSince } from '../../../helpers/settings/settings-place.ts';
import type { sources } from '../../../helpers/sources.ts';

type Level = 'read' | 'write' | 'admin';

/** A repository `one` that was migrated with its settings, and whose source goes on. Jane may write. */
export interface SettingsSyncPlace extends Workplace {
  readonly migration: string;
  readonly jane: BitbucketPerson;
  readonly bob: BitbucketPerson;
  sync(
    args?: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<Ended & { readonly writes: readonly string[] }>;
  /** On the source; `null` takes it away. */
  grant(person: BitbucketPerson, level: Level | null): void;
  /** On the source: nobody may delete this branch. */
  protect(branch: string): void;
  target(): ReturnType<typeof settingsOnTarget>;
}

export async function openSettingsSync(
  source: (typeof sources)[number],
  changePlan: (plan: Plan) => Plan = (plan) => plan,
): Promise<SettingsSyncPlace> {
  const place = await openWorkplace({ source, limits: { bitbucket: 'none', github: 'none' } });
  const { bitbucket, github, dataCenter, organization, workspace } = place.sandbox;
  await addRepositories(place, 'one');
  const uuid = bitbucket.findRepository('one')?.uuid ?? '';
  const people = ['jane', 'bob'].map((name) => {
    github.addUser({ login: name });
    github.setMembership(organization, name, { role: 'member', state: 'active' });
    return bitbucket.addPerson({ name });
  });
  const [jane, bob] = people as [BitbucketPerson, BitbucketPerson];
  function grant(person: BitbucketPerson, level: Level | null): void {
    const cloud = bitbucket.settings.ofRepository(uuid).users;
    const own = dataCenter?.settings.ofRepository(uuid).users;
    if (level === null) (own ?? cloud).delete(person);
    else if (own === undefined) cloud.set(person, level);
    else own.set(person, level.toUpperCase() as Uppercase<Level>);
  }
  function protect(branch: string): void {
    if (dataCenter === null) {
      bitbucket.settings.addRestriction(uuid, { kind: 'delete', match: { pattern: branch } });
      return;
    }
    dataCenter.settings.ofRepository(uuid).restrictions.push({
      ...{ id: dataCenter.settings.nextId(), type: 'no-deletes' },
      matcher: { type: 'BRANCH', id: `refs/heads/${branch}` },
      ...{ users: [], groups: [], accessKeys: [] },
    });
  }
  grant(jane, 'write');
  protect('main');
  const done = async (args: readonly string[]) => {
    const { code, stderr } = await place.run(args);
    if (code !== 0) throw new Error(stderr);
  };
  place.write('users.csv', 'source_username,target_username\njane,jane\nbob,bob\n');
  await done([
    ...['discover', '--workspace', workspace, '--include-settings'],
    ...['--output', 'inventory.json'],
  ]);
  await done([
    ...['plan', '--inventory', 'inventory.json', '--target-org', organization],
    ...['--user-map', 'users.csv', '--output', 'plan.json', '--force'],
  ]);
  const plan: Plan = JSON.parse(readFileSync(join(place.folder, 'plan.json'), 'utf8'));
  place.write('plan.json', changePlan(plan));
  await done(['migrate', '--plan', 'plan.json', '--user-map', 'users.csv']);
  const migration = await newestMigration(place);
  return {
    ...place,
    ...{ migration, jane, bob, grant, protect },
    async sync(args = ['--include-settings'], environment = {}) {
      const before = place.sandbox.requests.length;
      const ended = await place.run(['sync', '--migration', migration, ...args], environment);
      return { ...ended, writes: writesSince(place, before) };
    },
    target: () => settingsOnTarget(place, 'one'),
  };
}
