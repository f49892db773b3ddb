import { describe, expect, it } from 'vitest';
import { targetNaming } from '../../../../src/core/app/target-naming.ts';
import { resolveTargetNames } from '../../../../src/core/hosts/github/names/repository-name.ts';
import { parseManifest } from '../../../../src/core/secrets/manifest/read-manifest.ts';
import { targetScopes } from '../../../../src/core/secrets/manifest/target-scopes.ts';
import type { ListedEntry } from '../../../../src/core/vault/entries/listed-entries.ts';
import { wantedValues } from '../../../../src/core/vault/fill/wanted-values.ts';

describe('wantedValues', () => {
  it('finds the entry of a slug for a manifest that has the name', () => {
    const yaml = 'repositories: { "Payments (new)": { secrets: [{ name: KEY }] } }';
    const manifest = parseManifest({ path: 'secrets.yaml', text: yaml, naming: targetNaming });
    const address = { level: 'repository', repository: 'payments-new-', name: 'KEY' } as const;
    const entries = [{ path: 'acme/repositories/payments-new-/KEY', address }] as ListedEntry[];
    const targeted = targetScopes({ manifest, plan: null, resolveTargetNames });
    const { places, unused } = wantedValues({ entries, manifest, targeted, owner: 'acme' });
    expect(places.flatMap(({ values }) => values.map(({ path }) => path))).toEqual([
      'acme/repositories/payments-new-/KEY',
    ]);
    expect(unused).toEqual([]);
  });

  it('gives no repository the value of another whose name would have the same slug', () => {
    const yaml =
      'repositories: { "Сайт": { target: site, secrets: [{ name: KEY }] }, "Склад": { target: store, secrets: [{ name: KEY }] } }';
    const manifest = parseManifest({ path: 'secrets.yaml', text: yaml, naming: targetNaming });
    const targeted = targetScopes({ manifest, plan: null, resolveTargetNames });
    const entryOf = (repository: string) => ({
      path: `acme/repositories/${repository}/KEY`,
      address: { level: 'repository', repository, name: 'KEY' } as const,
    });
    const pathsFor = (...repositories: readonly string[]) => {
      const entries = repositories.map(entryOf) as ListedEntry[];
      const { places } = wantedValues({ entries, manifest, targeted, owner: 'acme' });
      return places.flatMap(({ place, values }) =>
        values.map(({ path }) => ['name' in place ? place.name : '', path]),
      );
    };
    expect(pathsFor('Сайт', 'Склад')).toEqual([
      ['site', 'acme/repositories/Сайт/KEY'],
      ['store', 'acme/repositories/Склад/KEY'],
    ]);
    expect(pathsFor('Склад')).toEqual([
      ['site', null],
      ['store', 'acme/repositories/Склад/KEY'],
    ]);
  });
});
