import { expect } from 'vitest';
import type { SandboxOptions } from '../../../sandbox/sandbox.ts';
import { openWorkplace, type Workplace } from '../program/workplace.ts';
import { makeRepository, refsOf } from '../repositories/git-fixture.ts';
import { hostCopy } from '../repositories/host-copy.ts';
import { filesBelow } from './token-scan.ts';

export const command = [
  ...['secrets', 'sync-to-vault', '--workspace', 'acme-workspace'],
  ...['--vault-project', 'p'],
];
export const through = [...command, '--through-pipeline', '--yes'];

/** A repository `web` with variables, and pipelines that can write their values to the vault. */
export interface PipelinesPlace extends Workplace {
  pipelines(): NonNullable<ReturnType<Workplace['sandbox']['bitbucket']['pipelines']['of']>>;
  /** The newest value of an entry. */
  filledIn(path: string): unknown;
  /** Nothing of ours is left on either side. */
  expectNothingLeft(): void;
  expectAllFilled(): void;
}

/** @param values of the repository; each takes a few processes of the script */
export async function openPipelinesPlace(
  values: Readonly<Record<string, string>>,
  options: Partial<SandboxOptions> = {},
): Promise<PipelinesPlace> {
  const place = await openWorkplace(options);
  const { bitbucket, vault } = place.sandbox;
  await hostCopy(bitbucket, { slug: 'web', from: makeRepository(place.folder, 'web') });
  const before = refsOf(bitbucket.gitDirectory('web'));
  bitbucket.addVariable({}, { key: 'SHARED', value: 'planted-shared' });
  for (const [key, value] of Object.entries(values)) {
    bitbucket.addVariable({ repository: 'web' }, { key, value });
  }
  const production = { repository: 'web', environment: 'Production' };
  // The same name as on the level above, which it hides there.
  bitbucket.addVariable(production, { key: 'PLAIN', value: 'planted-production' });
  const filledIn = (path: string) => vault.entry(path)?.versions.at(-1)?.data.value;
  function pipelines() {
    const found = bitbucket.pipelines.of(bitbucket.findRepository('web')?.uuid ?? '');
    if (found === null) throw new Error('no pipelines');
    return found;
  }
  return {
    ...place,
    pipelines,
    filledIn,
    expectNothingLeft() {
      expect(refsOf(bitbucket.gitDirectory('web'))).toBe(before);
      expect(pipelines().variables.map(({ key }) => key)).toEqual(Object.keys(values));
      expect(pipelines().runs.filter(({ state }) => state.name !== 'COMPLETED')).toEqual([]);
      const { tokens = new Map(), policies = new Map() } = vault.namespaces.get('') ?? {};
      const own = [...tokens.values()].filter(({ displayName }) =>
        displayName.includes('migrator'),
      );
      expect(own).toEqual([]);
      expect([...policies.keys()].filter((name) => name.startsWith('migrator'))).toEqual([]);
      expect(filesBelow(`${place.folder}/state/vault`)).toEqual([]);
    },
    expectAllFilled() {
      for (const [name, value] of Object.entries(values)) {
        expect(filledIn(`p/repositories/web/${name}`)).toBe(value);
      }
      expect(filledIn('p/workspace/SHARED')).toBe('planted-shared');
      expect(filledIn('p/environments/web/Production/PLAIN')).toBe('planted-production');
    },
  };
}
