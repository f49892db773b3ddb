import type { PlacedWrite } from '../prepare/writes.ts';
import type { Conversation } from './conversation.ts';
import { createdIds } from './find-written.ts';
import type { Made } from './write-once.ts';

/** In the conversation, quoting its place: for whatever the target takes nowhere else. */
export async function writeElsewhere(
  conversation: Conversation,
  { key, otherwise }: { key: string; otherwise: string },
): Promise<void> {
  if ((await writeComment(conversation, key, otherwise)) !== null) noteMoved(conversation, key);
}

export async function writeFileComment(
  conversation: Conversation,
  comment: PlacedWrite,
): Promise<void> {
  const { key, body, placement, otherwise } = comment;
  const { context, name } = conversation;
  const { target, signal } = context.repository;
  const { commit } = placement;
  const place = { path: placement.place.path };
  const written = await conversation.write({
    key,
    body,
    place: place.path,
    send: () => target.pullRequests.createReviewComment({ ...name, commit, body, place, signal }),
    idOf: createdIds.reviewComment,
  });
  if (written === null) await writeElsewhere(conversation, { key, otherwise });
  else if (conversation.refused.some((one) => one.key === key)) noteMoved(conversation, key);
}

export async function writeComment(
  conversation: Conversation,
  key: string,
  body: string,
): Promise<Made | null> {
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

/** What was refused in its own place has found another one. */
function noteMoved({ refused, moved }: Conversation, key: string): void {
  const kept = refused.filter((one) => one.key !== key);
  refused.splice(0, refused.length, ...kept);
  moved.push(key);
}
