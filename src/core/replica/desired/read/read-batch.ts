import { inParallel } from '../../../kernel/async/in-parallel.ts';
import type { SourceText } from '../../../ports/records/person.ts';
import type { SourceConversation, SourcePullRequest } from '../../../ports/records/pull-request.ts';
import { isSourceNote } from '../../../text/context/source-note.ts';
import { peopleOf } from '../../context/pull-requests/people.ts';
import type {
  Beginning,
  PullRequestContext,
} from '../../context/pull-requests/pull-request-context.ts';
import type { Snapshot } from '../../reading/snapshot.ts';
import { seenPeople } from '../../recorded/pull-requests/seen-people.ts';

/** Requests to the source at the same time. */
const concurrency = 6;

export interface ReadPullRequest {
  readonly pullRequest: SourcePullRequest;
  readonly conversation: SourceConversation;
}

/** Reads pull requests with their conversations, in the order of `numbers`. */
export function readBatch(
  context: Beginning,
  numbers: readonly number[],
  snapshot: Pick<Snapshot, 'read'>,
): Promise<readonly ReadPullRequest[]> {
  const { source, sourceName } = context.repository;
  const together = { concurrency, signal: context.repository.signal };
  return inParallel(numbers, together, async (number, signal) => {
    context.stopIfDraining();
    const listed = await snapshot.read(number);
    const { commentCount, lacksTasks } = listed;
    const read = await source.pullRequests.conversation({
      ...sourceName,
      number,
      ...{ commentCount, lacksTasks },
      signal,
    });
    const conversation = withoutNotes(read);
    const pullRequest = withClosing(listed, conversation);
    for (const person of peopleOf(pullRequest, conversation)) context.people.see(person);
    return { pullRequest, conversation };
  });
}

/** Without what a cut-over has written there. */
function withoutNotes(conversation: SourceConversation): SourceConversation {
  const comments = conversation.comments.filter(({ text }) => !isSourceNote(text.raw));
  return comments.length === conversation.comments.length
    ? conversation
    : { ...conversation, comments };
}

/** A pull request with its end, where the source's list does not show it and its activity does. */
function withClosing(
  pullRequest: SourcePullRequest,
  { closing }: SourceConversation,
): SourcePullRequest {
  if (closing == null || pullRequest.state === 'open') return pullRequest;
  return {
    ...pullRequest,
    closedBy: pullRequest.closedBy ?? closing.by,
    mergeCommit: pullRequest.mergeCommit ?? closing.mergeCommit,
  };
}

/**
 * Texts mention people by an account id alone. Those who have taken part are known; for the others the members of the
 * workspace are asked for, once a migration and only if somebody is mentioned whom nobody knows. Keeps all who were found
 * for later runs.
 */
export async function learnMembers(
  { repository, people }: PullRequestContext,
  texts: readonly SourceText[],
): Promise<void> {
  const names = new Set(texts.flatMap(({ raw }) => mentionedIn(raw)));
  const find = (name: string) => people.find(name) ?? people.find(name.replace(/^\{|\}$/g, ''));
  if ([...names].some((name) => find(name) === null)) {
    const { source, plan, learned, signal } = repository;
    learned.members ??= source.pullRequests.members({ workspace: plan.source.workspace, signal });
    for (const person of await learned.members) people.add(person);
  }
  for (const name of names) people.see(find(name));
  const seen = people.takeSeen();
  if (seen !== null) await seenPeople.save(repository.records, seen);
}

/** Account ids, which stand in braces in a text. */
function mentionedIn(raw: string): readonly string[] {
  const pattern = /@(\{[^{}\s]{1,100}\}|[0-9a-f]{24}\b|\d+:[0-9a-f-]{36}\b)/gi;
  return [...raw.matchAll(pattern)].map(([, name = '']) => name);
}
