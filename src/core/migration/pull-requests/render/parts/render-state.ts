import type { Person } from '../../../../ports/records/person.ts';
import type {
  SourceActivity,
  SourceConversation,
  SourcePullRequest,
} from '../../../../ports/records/pull-request.ts';
import { nameOf } from '../blocks/markdown-pieces.ts';
import type { RenderWords } from '../render-options.ts';

/** "merged by Jane Doe on 2023-05-03 09:00 UTC, merge commit `1a2b3c`", inline. */
export function renderState(
  words: RenderWords,
  pullRequest: SourcePullRequest,
  conversation: SourceConversation,
): string {
  const { state, isDraft, mergeCommit } = pullRequest;
  if (state === 'open') return isDraft ? 'open, a draft' : 'open';
  const { by, at } = closing(words, pullRequest, conversation);
  const who = by === null ? '' : ` by ${nameOf(words, by)}`;
  const commit = mergeCommit === null ? '' : `, merge commit ${words.commit(mergeCommit)}`;
  return `${state}${who} ${at}${commit}${isDraft ? ', as a draft' : ''}`;
}

/** Why it was declined; empty where nobody said. */
export function reasonOf(pullRequest: SourcePullRequest, conversation: SourceConversation): string {
  const said = pullRequest.reason.trim();
  return said === '' ? (lastOfState(pullRequest, conversation)?.reason.trim() ?? '') : said;
}

/** The source keeps no time of closing beside the activity's; its last change is never earlier. */
function closing(
  words: RenderWords,
  pullRequest: SourcePullRequest,
  conversation: SourceConversation,
): { by: Person | null; at: string } {
  const entry = lastOfState(pullRequest, conversation);
  const by = entry?.by ?? pullRequest.closedBy;
  return entry === undefined
    ? { by, at: `about ${words.time(pullRequest.updatedAt)}` }
    : { by, at: `on ${words.time(entry.at)}` };
}

function lastOfState(
  { state }: SourcePullRequest,
  { activity }: SourceConversation,
): (SourceActivity & { kind: 'state' }) | undefined {
  return activity
    .filter((entry) => entry.kind === 'state')
    .findLast((entry) => entry.state === state);
}
