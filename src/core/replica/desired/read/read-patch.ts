import { hasCode } from '../../../kernel/errors.ts';
import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';

/** Of a patch that is quoted because its commits are gone. */
const maxPatchBytes = 200_000;

/** @returns what a pull request changes, as text; `null` where the source does not give it */
export function readPatch(
  { repository }: Pick<PullRequestContext, 'repository'>,
  { number }: Pick<SourcePullRequest, 'number'>,
): Promise<string | null> {
  const { source, signal, sourceName } = repository;
  const asked = { ...sourceName, number, maxBytes: maxPatchBytes, signal };
  return source.pullRequests.readPatch(asked).catch((error: unknown) => {
    // It is for reading only: a fork that is closed to these credentials must not keep out the pull request.
    if (hasCode(error, 'permission', 'not-found', 'refused', 'bad-answer')) return null;
    throw error;
  });
}
