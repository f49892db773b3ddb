import { expect, it } from 'vitest';
import type { CreatedObject } from '../../../../../src/core/ports/records/migration.ts';
import type { Store } from '../../../../../src/core/ports/store.ts';
import { openedElsewhere } from '../../../../../src/core/verbs/cutover/lock/opened-elsewhere.ts';

const source = { kind: 'bitbucket-cloud', workspace: 'acme' } as const;
const row = (kind: CreatedObject['kind'], sourceId: string): CreatedObject => ({
  ...{ kind, sourceId, intendedAt: 0, targetId: '7', targetUrl: null, data: null },
});

it('openedElsewhere lists the migrations once for all repositories', async () => {
  let listed = 0;
  const store = {
    async listMigrations() {
      listed += 1;
      const all: readonly object[] = [
        { id: 'ours', source },
        { id: 'other', source },
      ];
      return all as Awaited<ReturnType<Store['listMigrations']>>;
    },
    async listRepositories() {
      const all: readonly object[] = [{ source: 'open' }, { source: 'closed' }];
      return all as Awaited<ReturnType<Store['listRepositories']>>;
    },
    async listObjects(id: string, repository: string, kind: CreatedObject['kind']) {
      if (kind === 'repository') return [row(kind, repository)];
      const isOpen = kind === 'cutover' && id === 'other' && repository === 'open';
      return isOpen ? [row(kind, 'open')] : [];
    },
  };
  const find = await openedElsewhere(store, { id: 'ours', source });
  const asked = (name: string) =>
    find({ sourceId: name, planned: { source: name } } as Parameters<typeof find>[0]);
  expect(await Promise.all([asked('open'), asked('closed')])).toEqual(['other', null]);
  expect(listed).toBe(1);
});
