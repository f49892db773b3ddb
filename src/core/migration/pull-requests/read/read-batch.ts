import { inParallel } from '../../../kernel/async/in-parallel.ts';
import type { SourceConversation, SourcePullRequest } from '../../../ports/records/pull-request.ts';
import { withClosing } from '../open/with-closing.ts';
import { peopleOf } from '../people.ts';
import type { PullRequestContext } from '../pull-request-context.ts';
import type { Snapshot } from './snapshot.ts';

/** Requests to the source at the same time. */
const concurrency = 6;

/** A pull request as it was read. */
export interface ReadPullRequest {
  readonly pullRequest: SourcePullRequest;
  readonly conversation: SourceConversation;
}

/** Reads pull requests with their conversations, in the order of `numbers`. */
export async function readBatch(
  context: Omit<PullRequestContext, 'numbers' | 'attachments'>,
  numbers: readonly number[],
  snapshot: Snapshot,
): Promise<readonly ReadPullRequest[]> {
  const { source, plan, planned } = context.repository;
  const read = new Map<number, ReadPullRequest>();
  const together = { concurrency, signal: context.repository.signal };
  await inParallel(numbers, together, async (number, signal) => {
    context.stopIfDraining();
    const listed = await snapshot.read(number);
    const { commentCount } = listed;
    const conversation = await source.pullRequests.conversation({
      workspace: plan.source.workspace,
      slug: planned.source,
      number,
      commentCount,
      signal,
    });
    const pullRequest = withClosing(listed, conversation);
    for (const person of peopleOf(pullRequest, conversation)) context.people.add(person);
    read.set(number, { pullRequest, conversation });
  });
  return numbers.flatMap((number) => read.get(number) ?? []);
}
