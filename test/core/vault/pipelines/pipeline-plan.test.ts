import { describe, expect, it } from 'vitest';
import { type EntryAddress, entryPath } from '../../../../src/core/vault/entries/entry-path.ts';
import { planPipelines } from '../../../../src/core/vault/pipelines/pipeline-plan.ts';
import type { EntryState, SyncedEntry } from '../../../../src/core/vault/sync-to-vault.ts';

function entry(address: EntryAddress, state: EntryState = 'created', version = 1): SyncedEntry {
  return { address, path: entryPath('p', address), state, version, failure: null };
}

const shared = (name: string): EntryAddress => ({ level: 'workspace', name });
const own = (repository: string, name: string): EntryAddress => ({
  level: 'repository',
  repository,
  name,
});

function repository(slug: string, names: readonly string[]) {
  return { name: slug, slug, secrets: { repository: [...names] } };
}

describe('planPipelines', () => {
  it('lets a workspace variable be written where no variable of the same name hides it', () => {
    const { repositories, skipped } = planPipelines(
      [repository('busy', ['TOKEN', 'A', 'B']), repository('calm', ['C'])],
      [entry(shared('TOKEN')), entry(shared('HOST'))],
    );
    expect(skipped).toEqual([]);
    const of = (slug: string) =>
      repositories.find((one) => one.slug === slug)?.runs[0]?.values.map((one) => one.path);
    expect(of('calm')).toEqual(['p/workspace/TOKEN']);
    expect(of('busy')).toEqual(['p/workspace/HOST']);
  });

  it('leaves out what every repository hides, and what a shell cannot read', () => {
    const { repositories, skipped } = planPipelines(
      [repository('web', ['TOKEN', 'odd-name', 'LC_ALL'])],
      [entry(shared('TOKEN')), entry(own('web', 'odd-name')), entry(own('web', 'LC_ALL'))],
    );
    expect(repositories).toEqual([]);
    expect(skipped.map(({ address }) => address.name)).toEqual(['TOKEN', 'odd-name', 'LC_ALL']);
  });

  it('writes only what awaits a value, over the version that was found', () => {
    const { repositories } = planPipelines(
      [repository('web', ['A', 'B', 'C'])],
      [
        entry(own('web', 'A'), 'filled', 2),
        entry(own('web', 'B'), 'awaiting', 3),
        entry(own('web', 'C'), 'present'),
      ],
    );
    expect(repositories[0]?.runs).toEqual([
      {
        environment: null,
        values: [expect.objectContaining({ path: 'p/repositories/web/B', version: 3 })],
      },
    ]);
  });
});
