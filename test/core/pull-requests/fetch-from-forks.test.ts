import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../src/core/errors.ts';
import { fetchFromForks } from '../../../src/core/pull-requests/fetch-from-forks.ts';
import type { PullRequestContext } from '../../../src/core/pull-requests/pull-request-context.ts';

function fetchFrom(error: Error): Promise<ReadonlyMap<string, string>> {
  const pullRequests = { expandCommit: () => Promise.reject(error) };
  const repository = { source: { pullRequests }, signal: new AbortController().signal };
  const context = { repository } as unknown as PullRequestContext;
  return fetchFromForks(context, [{ hash: 'abcdef123456', fork: 'robin/api' }]);
}

describe('the commits of a fork', () => {
  it.each([
    'credentials',
    'permission',
    'not-found',
    'refused',
    'input-file',
    'bad-answer',
  ] as const)('are not to be had where the host answers with %s', async (code) => {
    const found = await fetchFrom(new MigratorError(code, 'no', { hint: '' }));
    expect(found.size).toBe(0);
  });

  it('are waited for where the host is not there', async () => {
    const error = new MigratorError('unavailable', 'later', { hint: '' });
    await expect(fetchFrom(error)).rejects.toBe(error);
  });
});
