import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { field, textField } from '../../../network/http/response.ts';
import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import { unlessUnreadable } from '../../shared/host-errors.ts';
import { type BitbucketCloud, get } from '../http/reading.ts';
import { pullRequestAddress } from '../names.ts';

const concurrency = 6;

/** Gives rows their reviewers and participants where the list has left these out. */
export type WithParticipants = (rows: readonly unknown[]) => Promise<readonly unknown[]>;

/**
 * A list tells who takes part where it is asked to, and every pull request by itself tells it unasked. Rows without a word
 * of it (an empty list is one) are read by themselves, a request each, until that tells nothing more either.
 */
export function createWithParticipants(
  bitbucket: BitbucketCloud,
  { signal, ...name }: SourceRepositoryName & Cancellable,
): WithParticipants {
  const { apiPath, fullName } = pullRequestAddress(bitbucket, name);
  let isTold = true;

  async function readOne(id: string): Promise<object> {
    const request = get(
      bitbucket,
      {
        path: `${apiPath}/pullrequests/${id}`,
        query: { fields: 'participants,reviewers' },
        expectedStatuses: [400, 401, 403, 404],
        signal,
      },
      { isRepository: true },
    );
    const answer = await unlessUnreadable(request);
    const participants = answer?.status === 200 ? field(answer.json, 'participants') : undefined;
    if (participants !== undefined) {
      const reviewers = field(answer?.json, 'reviewers');
      return { participants, ...(reviewers === undefined ? {} : { reviewers }) };
    }
    if (isTold) {
      bitbucket.services.log(
        'warn',
        `${bitbucket.client.host} does not tell who takes part in the pull requests of ${fullName}: reviewers and verdicts may be missing`,
        { repository: fullName },
      );
    }
    isTold = false;
    return {};
  }

  return async (rows) => {
    const read = new Map<unknown, object>();
    const lacking = rows.filter((row) => numberOf(row) !== null && isSilent(row));
    await inParallel(lacking, { concurrency, signal }, async (row) => {
      const id = numberOf(row);
      if (isTold && id !== null) read.set(row, await readOne(id));
    });
    return rows.map((row) => (read.has(row) ? { ...(row as object), ...read.get(row) } : row));
  };
}

function isSilent(row: unknown): boolean {
  return field(row, 'participants') === undefined;
}

function numberOf(row: unknown): string | null {
  const id = textField(row, 'id');
  return /^[1-9]\d{0,8}$/.test(id) ? id : null;
}
