import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { field, textField } from '../../../network/response/response.ts';
import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import { unlessUnreadable } from '../../shared/host-errors.ts';
import { type BitbucketCloud, get } from '../http/reading.ts';
import { pullRequestAddress } from '../names/names.ts';

const concurrency = 6;

/** Adds reviewers and participants to rows of a list without them. */
export type WithParticipants = (rows: readonly unknown[]) => Promise<readonly unknown[]>;

/**
 * Lists hold participants on request, single pull requests always. Rows without the field are read one by one, until
 * that shows no participants either.
 */
export function createWithParticipants(
  bitbucket: BitbucketCloud,
  { signal, ...name }: SourceRepositoryName & Cancellable,
): WithParticipants {
  const { apiPath, fullName } = pullRequestAddress(bitbucket, name);
  let isTold = true;

  async function readOne(id: string): Promise<object> {
    const request = get(bitbucket, {
      path: `${apiPath}/pullrequests/${id}`,
      query: { fields: 'participants,reviewers' },
      expectedStatuses: [400, 401, 403, 404],
      isRepository: true,
      signal,
    });
    const answer = await unlessUnreadable(request);
    const participants = answer?.status === 200 ? field(answer.json, 'participants') : undefined;
    if (participants !== undefined) {
      const reviewers = field(answer?.json, 'reviewers');
      return { participants, ...(reviewers === undefined ? {} : { reviewers }) };
    }
    if (isTold) {
      bitbucket.services.log(
        'warn',
        `${bitbucket.client.host} does not list participants of pull requests in ${fullName}: reviewers and approvals may be missing`,
        { repository: fullName },
      );
    }
    isTold = false;
    return {};
  }

  return async (rows) => {
    const read = new Map<unknown, object>();
    const lacking = rows.filter(
      (row) => numberOf(row) !== null && field(row, 'participants') === undefined,
    );
    await inParallel(lacking, { concurrency, signal }, async (row) => {
      const id = numberOf(row);
      if (isTold && id !== null) read.set(row, await readOne(id));
    });
    return rows.map((row) => (read.has(row) ? { ...(row as object), ...read.get(row) } : row));
  };
}

function numberOf(row: unknown): string | null {
  const id = textField(row, 'id');
  return /^[1-9]\d{0,8}$/.test(id) ? id : null;
}
