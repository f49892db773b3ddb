import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../../src/core/kernel/errors.ts';
import type { PullRequestContext } from '../../../../../src/core/replica/context/pull-requests/pull-request-context.ts';
import { fetchFromForks } from '../../../../../src/core/replica/desired/prepare/find-commits.ts';

const twoForks = [
  { hash: 'abcdef123456', fork: 'robin/api' },
  { hash: '123456abcdef', fork: 'jane/api' },
];

/** @param own what the source says of the repository that the pull requests are of */
function fetchFrom(
  error: Error,
  own: () => Promise<object | null> = async () => ({}),
): Promise<ReadonlyMap<string, string>> {
  const pullRequests = { expandCommit: () => Promise.reject(error) };
  const repository = {
    source: { pullRequests, findRepository: own },
    sourceName: { workspace: 'acme', slug: 'api' },
    signal: new AbortController().signal,
  };
  return fetchFromForks({ repository } as unknown as PullRequestContext, twoForks);
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

  it.each(['credentials', 'bad-answer'] as const)(
    'are not given up where the host answers with %s for everything',
    async (code) => {
      const error = new MigratorError(code, 'a page', { hint: '' });
      await expect(fetchFrom(error, () => Promise.reject(error))).rejects.toBe(error);
      await expect(fetchFrom(error, async () => null)).rejects.toBe(error);
    },
  );

  it('cost one request more, however many forks are closed', async () => {
    let asked = 0;
    const own = async () => {
      asked += 1;
      return {};
    };
    await fetchFrom(new MigratorError('bad-answer', 'a page', { hint: '' }), own);
    expect(asked).toBe(1);
    await fetchFrom(new MigratorError('not-found', 'gone', { hint: '' }), own);
    expect(asked).toBe(1);
  });

  it('are waited for where the host is not there', async () => {
    const error = new MigratorError('unavailable', 'later', { hint: '' });
    await expect(fetchFrom(error)).rejects.toBe(error);
  });
});
