import type { Created } from '../../../../journal/once.ts';
import type { PullRequestName, Written } from '../../../../ports/pull-request-target.ts';
import type { WritingContext } from '../../../context/pull-requests/pull-request-context.ts';
import type { PlacedWrite } from '../../../model/prepared-pull-request.ts';
import { createdIds } from '../../../recorded/pull-requests/created-ids.ts';
import { locationText } from '../../../recorded/pull-requests/written-record.ts';

/** Describes what one pull request's conversation is written with. */
export interface Conversation {
  readonly context: WritingContext;
  readonly name: PullRequestName;
  /** Texts that this and earlier runs have written, by key. */
  readonly made: Map<string, Created>;
  /** Keys whose intent is in the state, and that were not sent yet. */
  readonly intended: Set<string>;
  /** Prefix of its keys in the state. */
  readonly prefix: string;
  /** Writes a body once, by its key. `null`: the target refused it. */
  write(options: {
    key: string;
    body: string;
    /** As it is compared later. */
    place: string | null;
    send: () => Promise<Written>;
    idOf: (id: string) => string;
  }): Promise<Created | null>;
  /** Keys of what the target took nowhere, with its reason. */
  readonly refused: { readonly key: string; readonly why: string }[];
  /** Keys of what went to another place than was meant. */
  readonly moved: string[];
}

/** In the conversation, quoting its place: for whatever the target takes nowhere else. */
export async function writeElsewhere(
  conversation: Conversation,
  { key, otherwise }: { key: string; otherwise: string },
): Promise<void> {
  if ((await writeComment(conversation, key, otherwise)) !== null) noteMoved(conversation, key);
}

/** In its place; what the target refuses there goes to its file, and then to the conversation. */
export async function writePlaced(conversation: Conversation, comment: PlacedWrite): Promise<void> {
  const { key, body, placement, otherwise } = comment;
  const { context, name } = conversation;
  const { target, signal } = context.repository;
  const { commit, place } = placement;
  const written = await conversation.write({
    key,
    body,
    place: locationText(comment),
    send: () => target.pullRequests.createReviewComment({ ...name, commit, body, place, signal }),
    idOf: createdIds.reviewComment,
  });
  if (written !== null) {
    if (conversation.refused.some((one) => one.key === key)) noteMoved(conversation, key);
  } else if (placement.kind === 'line') {
    const onFile = { kind: 'file', commit, place: { path: place.path }, why: 'refused' } as const;
    await writePlaced(conversation, { ...comment, placement: onFile });
  } else await writeElsewhere(conversation, { key, otherwise });
}

export async function writeComment(
  conversation: Conversation,
  key: string,
  body: string,
): Promise<Created | null> {
  const { context, name } = conversation;
  const { target, signal } = context.repository;
  return conversation.write({
    key,
    body,
    place: null,
    send: () => target.pullRequests.createComment({ ...name, body, signal }),
    idOf: createdIds.comment,
  });
}

/** Notes that a refused text has found another place. */
function noteMoved({ refused, moved }: Conversation, key: string): void {
  const kept = refused.filter((one) => one.key !== key);
  refused.splice(0, refused.length, ...kept);
  moved.push(key);
}
