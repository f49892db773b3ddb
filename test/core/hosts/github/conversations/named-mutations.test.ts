import { describe, expect, it } from 'vitest';
import type { Write } from '../../../../../src/core/ports/records/write.ts';
import { openPullRequests, pull } from '../pull-request-support.ts';

/** Repositories that the writes of a call name. */
async function namedBy(
  call: (at: Awaited<ReturnType<typeof openPullRequests>>) => Promise<unknown>,
): Promise<readonly unknown[]> {
  await using at = await openPullRequests(({ body }) => {
    if (body.includes('"mutation')) return { body: { data: { t0: null } } };
    const comments = { nodes: [{ databaseId: 1, fullDatabaseId: '1' }] };
    const pageInfo = { hasNextPage: false, endCursor: null };
    const nodes = [{ id: 'PRRT_1', isResolved: false, comments }];
    const pullRequest = { id: 'PR_7', isDraft: false, reviewThreads: { pageInfo, nodes } };
    return { body: { data: { repository: { pullRequest } } } };
  });
  const names: unknown[] = [];
  const journal = {
    saw: () => {},
    async begin(write: Write) {
      names.push(write.kind === 'request' ? write.repository : null);
      return { end: async () => {} };
    },
  };
  Object.assign(at.services.network, { journal });
  await call(at).catch(() => null);
  return names;
}

describe('a mutation whose id was found by name', () => {
  const app = { owner: pull.owner, name: pull.name };

  it('names the repository whose draft it changes', async () => {
    const names = await namedBy((at) => at.pullRequests.setDraft({ ...pull, isDraft: true }));
    expect(names).toEqual([app]);
  });

  it('names the repository whose threads it resolves', async () => {
    const names = await namedBy((at) =>
      at.pullRequests.resolveThreads({ ...pull, rootIds: ['1'] }),
    );
    expect(names).toEqual([app, app]);
  });
});
